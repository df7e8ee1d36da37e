/**
 * The rules of kimi-cli 1.49: its roots, its reading of a skill file, its order. Rule numbers are those of the
 * specification that the project is built on; each was checked against the recorded outcomes.
 */
import * as path from 'node:path';
import { type FileSystem, isDirectory } from '../file-system';
import { findBuiltinSkills } from '../kimi-install';
import { extraSkillDir, userHomes } from '../kimi-paths';
import { renderListing } from '../listing';
import { type Message, message } from '../message';
import { PRODUCTS } from '../products';
import { compareCodePoints } from '../python-text';
import { FOLDERS_IN_ROOT } from '../scan/scan-rules';
import { isFlatNameInAnyCase } from '../scan/skill-file-names';
import { scopeTerm } from '../scope-term';
import type { ConfigurationRead, Failure, Root } from '../types';
import { readConfiguration } from './kimi-cli-configuration';
import { parseKimiCliSkill } from './kimi-cli-skill-file';
import type { Preparation, Profile, ProfileContext, RootPlan } from './profile';
import { extraPlan, group, shorten, whyMissing } from './root-plans';

/** The tools' own directories, best first, below a project or the home directory (rule 13). */
const BRANDS = ['.kimi/skills', '.claude/skills', '.codex/skills'];
const PROJECT_GENERIC = ['.agents/skills'];
/** Only the first that exists is taken, whatever the merge setting says (rule 13, row 4). */
const USER_GENERIC = ['.config/agents/skills', '.agents/skills'];

export const kimiCli = {
  product: PRODUCTS['kimi-cli'],
  prepare,
  parse: parseKimiCliSkill,
  scan: {
    ...FOLDERS_IN_ROOT,
    compareEntries: compareCodePoints,
    isFlatName: isFlatNameInAnyCase,
    badBytes: 'fatal',
    regularFilesOnly: false,
  },
  clash: 'first',
  ties: 'directory-order',
  sameFile: 'name',
  realPaths: 'as-python',
  unread: { known: new Map() },
  precedence,
  listing: skills => renderListing(skills),
} satisfies Profile;

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
      label: directory || '.',
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
      failure ??= extraWithNul(configuration);
      continue;
    }
    const location = extraSkillDir(entry, { home, projectRoot, platform, lookupUserHome: homes });
    plans.push(extraPlan(files, entry, location));
  }
  plans.push(pluginsPlan(files, context, configuration.shareDir));
  plans.push(builtinPlan(context));
  return { plans, configuration, failure };
}

/** Where the entry was not read from a file, the one is named in which it would stand. */
function extraWithNul({ file, shareDir }: ConfigurationRead): Failure {
  return {
    file: file ?? path.join(shareDir, 'config.toml'),
    code: 'nul-in-extra-dir',
    reason: message('an entry of extra_skill_dirs holds a NUL character'),
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
  const found = given === null ? null : findBuiltinSkills({ files, env: environment, home, platform });
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
