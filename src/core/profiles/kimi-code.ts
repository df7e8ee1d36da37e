/**
 * The rules of kimi-code: its roots, its reading of a skill file, its order. Rule numbers are those of its specification;
 * each was checked against the recorded outcomes.
 */
import * as path from 'node:path';
import { type Message, message, namesInRow } from '../message';
import { PRODUCTS } from '../products';
import { FOLDERS_IN_ROOT, type ScanRules } from '../scan/scan-rules';
import { scopeTerm } from '../scope-term';
import type { Root } from '../types';
import { KIMI_CODE_BUILTINS } from './kimi-code-builtins';
import { readKimiCodeConfiguration } from './kimi-code-configuration';
import { renderKimiCodeListing } from './kimi-code-listing';
import { pluginPlans } from './kimi-code-plugins';
import { parseKimiCodeSkill } from './kimi-code-skill-file';
import type { Preparation, Profile, ProfileContext, RootPlan, RootRules } from './profile';
import { extraPlan, group, shorten, whyMissing } from './root-plans';

const BRAND = '.kimi-code/skills';
const GENERIC = '.agents/skills';

const SCAN: ScanRules = {
  ...FOLDERS_IN_ROOT,
  isFlatName: name => name.endsWith('.md') && name !== 'SKILL.md',
  flatGivesWay: true,
  levels: 8,
  isGoneThrough: name => name !== 'node_modules' && !name.startsWith('.'),
  insideSkills: 'declared',
  anyBytesInNames: false,
};

/** A plugin can be one skill. */
const IN_PLUGINS: RootRules = { scan: { ...SCAN, inRoot: 'skill' }, parse: parseKimiCodeSkill };

export const kimiCode = {
  product: PRODUCTS['kimi-code'],
  prepare,
  parse: parseKimiCodeSkill,
  scan: SCAN,
  rulesFor: ({ group }) => (group === 'plugin' ? IN_PLUGINS : undefined),
  clash: 'first',
  ties: 'first-registered',
  sameFile: 'name',
  realPaths: true,
  unread: { known: knownPlaces() },
  precedence,
  listing: renderKimiCodeListing,
} satisfies Profile;

/** Rule 3: what its predecessor reads, and it does not. */
function knownPlaces(): ReadonlyMap<string, { code: string; reason: Message }> {
  const predecessor = {
    code: 'only-kimi-cli',
    reason: message('kimi-cli reads it, kimi-code does not'),
  };
  const elsewhere = {
    code: 'data-elsewhere',
    reason: message('not read: KIMI_CODE_HOME names another data directory'),
  };
  return new Map([
    ['.kimi/skills', predecessor],
    ['.kimi/plugins', predecessor],
    ['.claude/skills', predecessor],
    ['.codex/skills', predecessor],
    ['.config/agents/skills', predecessor],
    [BRAND, elsewhere],
  ]);
}

async function prepare(context: ProfileContext): Promise<Preparation> {
  const { files, home, projectRoot, overrides } = context;
  const { configuration, failure } = await readKimiCodeConfiguration(context);
  const data = configuration.shareDir;
  const skillsDirs = overrides.skillsDirs ?? [];
  const overridden = skillsDirs.length > 0;
  const plans: RootPlan[] = skillsDirs.map(entry => overridePlan(context, entry));

  const rule = { files, overridden, firstOnly: true } as const;
  const project = { ...rule, base: projectRoot, scope: 'project', prefix: '' } as const;
  plans.push(...group({ ...project, group: 'brand', places: [BRAND] }));
  plans.push(...group({ ...project, group: 'generic', places: [GENERIC] }));
  const user = { ...rule, scope: 'user' } as const;
  const prefix = `${shorten(data, home)}${path.sep}`;
  plans.push(...group({ ...user, base: data, prefix, group: 'brand', places: ['skills'] }));
  plans.push(...group({ ...user, base: home, prefix: '~/', group: 'generic', places: [GENERIC] }));

  for (const entry of configuration.extraSkillDirs) {
    plans.push(extraPlan(files, entry, entryLocation(context, entry)));
  }
  plans.push(...pluginPlans(context, data));
  plans.push(builtinPlan(context, configuration.builtinSkills !== false));
  return { plans, configuration, failure };
}

/** Rule 4. An empty entry is a relative name like any other, so it stands for the project root. */
function entryLocation({ home, projectRoot }: ProfileContext, entry: string): string {
  if (entry === '~') return home;
  if (entry.startsWith('~/')) return path.join(home, entry.slice(2));
  return path.isAbsolute(entry) ? entry : path.resolve(projectRoot, entry);
}

/** Rule 5. A directory that is not there is dropped without a word. */
function overridePlan(context: ProfileContext, entry: string): RootPlan {
  const location = entryLocation(context, entry);
  const plan = { location, label: entry || '""', scope: 'user', group: 'override' } as const;
  const missing = whyMissing(context.files, location);
  if (missing) return { ...plan, verdict: 'missing', ...missing };
  return { ...plan, verdict: 'active', code: 'found', reason: message('given by --skills-dir') };
}

/** They have no files, so there is no directory to scan. */
function builtinPlan({ overrides }: ProfileContext, switchedOn: boolean): RootPlan {
  const leftOut = overrides.builtinDir === null;
  const reason = switchedOn
    ? message('compiled into kimi-code, without files: {0}', namesInRow(KIMI_CODE_BUILTINS))
    : message('compiled into kimi-code, and switched off by builtin_product_skills');
  return {
    location: '',
    label: 'kimi-code',
    scope: 'builtin',
    group: 'builtin',
    verdict: 'missing',
    code: 'compiled-in',
    reason: leftOut ? message('left out') : reason,
    ...(!leftOut && switchedOn && { carries: KIMI_CODE_BUILTINS }),
  };
}

function precedence(winner: Root, loser: Root): { code: string; reason: Message } {
  if (winner.group === 'override' && loser.group === 'override') {
    return { code: 'extra-order', reason: message('{0} is named before {1}', winner.label, loser.label) };
  }
  if (winner.scope !== loser.scope) {
    const [first, second] = [scopeTerm(winner.scope), scopeTerm(loser.scope)];
    return { code: 'scope-order', reason: message('{0} comes before {1}', first, second) };
  }
  if (winner.group === 'brand') {
    return { code: 'brand-before-generic', reason: message('brand directories come before the generic one') };
  }
  if (loser.group === 'plugin') {
    return { code: 'plugins-last', reason: message('plugins come after the other extra directories') };
  }
  return { code: 'extra-order', reason: message('{0} is named before {1}', winner.label, loser.label) };
}
