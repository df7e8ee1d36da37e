/**
 * The rules of kimi-cli 1.49: its roots, its reading of a skill file, its order. Rule numbers are those of the
 * specification that the project is built on; each was checked against the recorded outcomes.
 */
import * as path from 'node:path';
import { faultMessage } from '../fault-message';
import { type FileSystem, isDirectory, isFault } from '../file-system';
import { findBuiltinSkills } from '../kimi-install';
import { extraSkillDir, userHomes } from '../kimi-paths';
import { renderListing } from '../listing';
import { type Message, message } from '../message';
import { casefold } from '../python-text';
import { scopeTerm } from '../scope-term';
import type { Failure, Root, Scope } from '../types';
import { readConfiguration } from './kimi-cli-configuration';
import { parseKimiCliSkill } from './kimi-cli-skill-file';
import type { Preparation, Profile, ProfileContext, RootPlan } from './profile';

/** The tools' own directories, best first, below a project or the home directory (rule 13). */
const BRANDS = ['.kimi/skills', '.claude/skills', '.codex/skills'];
const PROJECT_GENERIC = ['.agents/skills'];
/** Only the first that exists is taken, whatever the merge setting says (rule 13, row 4). */
const USER_GENERIC = ['.config/agents/skills', '.agents/skills'];

export const kimiCli: Profile = {
  id: 'kimi-cli',
  product: 'kimi-cli 1.49',
  prepare,
  parse: parseKimiCliSkill,
  fold: casefold,
  precedence,
  listing: skills => renderListing(skills),
};

/** Directories below a project that this product reads. */
export const KIMI_CLI_PROJECT_PLACES: readonly string[] = [...BRANDS, ...PROJECT_GENERIC];

async function prepare(context: ProfileContext): Promise<Preparation> {
  const { files, home, projectRoot, overrides, environment, platform } = context;
  const { configuration, failure: configFailure } = await readConfiguration(context);
  const skillsDirs = overrides.skillsDirs ?? [];
  const overridden = skillsDirs.length > 0;
  const plans: RootPlan[] = [];

  for (const directory of skillsDirs) {
    const location = path.resolve(context.workDir, directory);
    const found = isDirectory(files, location);
    plans.push({
      location,
      label: directory,
      scope: 'extra',
      group: 'override',
      verdict: 'active',
      code: found ? 'found' : 'no-directory',
      reason: found
        ? message('given by --skills-dir')
        : message(
            'given by --skills-dir, but there is no such directory: kimi-cli’s command line refuses it',
          ),
    });
  }
  for (const [scope, base, generic, prefix] of [
    ['project', projectRoot, PROJECT_GENERIC, ''],
    ['user', home, USER_GENERIC, '~/'],
  ] as const) {
    const brand = { files, base, scope, prefix, group: 'brand', overridden } as const;
    plans.push(...group({ ...brand, places: BRANDS, firstOnly: !configuration.mergeBrands }));
    plans.push(...group({ ...brand, group: 'generic', places: generic, firstOnly: true }));
  }
  let failure = configFailure;
  const homes = userHomes(environment, home, platform);
  for (const entry of configuration.extraSkillDirs) {
    if (entry.includes('\0')) {
      failure ??= extraWithNul(configuration.file);
      continue;
    }
    const location = extraSkillDir(entry, { home, projectRoot, platform, lookupUserHome: homes });
    plans.push(extraPlan(files, entry, location));
  }
  plans.push(pluginsPlan(files, context, configuration.shareDir));
  plans.push(builtinPlan(context));
  return { plans, configuration, failure };
}

interface GroupRule {
  readonly files: FileSystem;
  readonly base: string;
  readonly places: readonly string[];
  readonly prefix: string;
  readonly scope: Scope;
  readonly group: 'brand' | 'generic';
  /** Whether only the first that exists counts, even when it is empty (rule 14). */
  readonly firstOnly: boolean;
  /** Whether `--skills-dir` takes the place of the whole group (rule 17). */
  readonly overridden: boolean;
}

function* group(rule: GroupRule): Generator<RootPlan> {
  let first: string | undefined;
  for (const place of rule.places) {
    const location = path.join(rule.base, place);
    const plan = { location, label: rule.prefix + place, scope: rule.scope, group: rule.group };
    const missing = whyMissing(rule.files, location);
    if (missing) {
      yield { ...plan, verdict: 'missing', ...missing };
    } else if (rule.overridden) {
      yield {
        ...plan,
        verdict: 'overridden',
        code: 'skills-dir',
        reason: message('not read: --skills-dir takes its place'),
      };
    } else if (rule.firstOnly && first !== undefined) {
      const code = rule.group === 'generic' ? 'better-generic' : 'first-brand-only';
      const reason =
        rule.group === 'generic'
          ? message('not read: {0} exists, and only the first of the two counts, even when it is empty', {
              path: first,
            })
          : message('not read: {0} exists, and merge_all_available_skills is off', { path: first });
      yield { ...plan, verdict: 'hidden', code, reason, decidedBy: first };
    } else {
      first ??= location;
      yield { ...plan, verdict: 'active', code: 'found', reason: foundReason(rule.group) };
    }
  }
}

function foundReason(group: 'brand' | 'generic'): Message {
  return group === 'brand' ? message('a tool’s own directory') : message('the directory that tools share');
}

/** Why no directory is at a place; undefined where one is. */
function whyMissing(files: FileSystem, location: string): { code: string; reason: Message } | undefined {
  const state = files.state(location);
  if (!isFault(state)) {
    if (state.kind === 'directory') return undefined;
    return { code: 'not-a-directory', reason: message('a file stands where the directory should be') };
  }
  if (state.fault === 'ELOOP') return { code: 'link-loop', reason: message('its link leads in a circle') };
  if (state.fault === 'ENOENT' || state.fault === 'ENOTDIR') {
    const target = files.readLink(location);
    return isFault(target)
      ? { code: 'no-directory', reason: message('no such directory') }
      : { code: 'broken-link', reason: message('link target missing: {0}', target) };
  }
  return { code: 'unreadable', reason: faultMessage(state.fault) };
}

/** Entries that name no directory are dropped without a word (rules 20 and 21). */
function extraPlan(files: FileSystem, entry: string, location: string | null): RootPlan {
  const plan = { label: entry || '""', scope: 'extra', group: 'configured' } as const;
  if (location === null) {
    const reason = entry === '' ? message('an empty entry') : message('no such user');
    return { ...plan, location: entry, verdict: 'missing', code: 'no-place', reason };
  }
  const missing = whyMissing(files, location);
  if (missing) return { ...plan, location, verdict: 'missing', ...missing };
  return {
    ...plan,
    location,
    verdict: 'active',
    code: 'found',
    reason: message('named in extra_skill_dirs'),
  };
}

function extraWithNul(file: string | null): Failure {
  return {
    file: file ?? '',
    code: 'nul-in-extra-dir',
    reason: message('an entry of extra_skill_dirs holds a NUL character: kimi-cli does not start'),
  };
}

function pluginsPlan(files: FileSystem, context: ProfileContext, share: string): RootPlan {
  // Not joined: behind a link, `..` is not what it is in the text.
  const location = `${share}${path.sep}plugins`;
  const plan = {
    location,
    label: shorten(location, context.home),
    scope: 'extra',
    group: 'plugins',
  } as const;
  const missing = whyMissing(files, location);
  if (missing) return { ...plan, verdict: 'missing', ...missing };
  return { ...plan, verdict: 'active', code: 'found', reason: message('where plugins are installed') };
}

/** The packaged skills are registered without a look whether they are there (rule 13, row 7). */
function builtinPlan(context: ProfileContext): RootPlan {
  const { overrides, environment, home, platform, files } = context;
  const plan = { scope: 'builtin', group: 'builtin' } as const;
  const given = overrides.builtinDir;
  if (given) {
    const location = path.resolve(context.workDir, given);
    const found = isDirectory(files, location);
    const reason = found
      ? message('given as the directory of the packaged skills')
      : message('given as the directory of the packaged skills, but there is no such directory');
    const code = found ? 'found' : 'no-directory';
    return { ...plan, location, label: shorten(location, home), verdict: 'active', code, reason };
  }
  const found = given === null ? null : findBuiltinSkills({ env: environment, home, platform });
  if (!found) {
    const reason =
      given === null
        ? message('left out')
        : message('no installed kimi-cli was found; it brings kimi-cli-help and skill-creator');
    return { ...plan, location: '', label: 'kimi-cli', verdict: 'missing', code: 'not-installed', reason };
  }
  const label = found.version ? `kimi-cli ${found.version}` : 'kimi-cli';
  return {
    ...plan,
    location: found.dir,
    label,
    verdict: 'active',
    code: 'found',
    reason: message('packaged with kimi-cli'),
  };
}

function shorten(location: string, home: string): string {
  return location.startsWith(home + path.sep) ? `~${location.slice(home.length)}` : location;
}

function precedence(winner: Root, loser: Root): { code: string; reason: Message } {
  if (winner.group === 'override' && loser.group !== 'override') {
    return { code: 'skills-dir', reason: message('--skills-dir comes before everything else') };
  }
  if (winner.scope !== loser.scope) {
    const [first, second] = [scopeTerm(winner.scope), scopeTerm(loser.scope)];
    return { code: 'scope-order', reason: message('{0} comes before {1}', first, second) };
  }
  if (winner.group === 'brand' && loser.group === 'brand') {
    return { code: 'brand-order', reason: message('brand order is kimi, claude, codex') };
  }
  if (winner.group === 'brand') {
    return { code: 'brand-before-generic', reason: message('brand directories come before the generic one') };
  }
  if (loser.group === 'plugins') {
    return { code: 'plugins-last', reason: message('plugins come after the other extra directories') };
  }
  return { code: 'extra-order', reason: message('{0} is named before {1}', winner.label, loser.label) };
}
