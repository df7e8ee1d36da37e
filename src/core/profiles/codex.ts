/** The rules of Codex: two project roots, every copy listed, names with a plugin before them. */
import * as path from 'node:path';
import { exists, type FileSystem, isFault } from '../file-system';
import { type Message, message, namesInRow } from '../message';
import { PRODUCTS } from '../products';
import { compareCodePoints } from '../python-text';
import { resolvePath } from '../real-path';
import type { Found } from '../scan/found';
import { FOLDERS_IN_ROOT } from '../scan/scan-rules';
import type { Remark, Root, Skill } from '../types';
import { type AgentRoot, agentRoot, levelReason, upwards } from './agent-roots';
import { type CodexConfiguration, type CodexSwitch, readCodexConfiguration } from './codex-configuration';
import { readOpenAiYaml } from './codex-openai-yaml';
import { CodexPlugins, MANIFEST_FOLDERS } from './codex-plugins';
import { parseCodexSkill } from './codex-skill-file';
import type { Preparation, Profile, ProfileContext, RootPlan } from './profile';

const OWN = '.codex/skills';
const SHARED = '.agents/skills';

/** What Codex writes into its own directory at each start. */
const BUNDLED = [
  'create-statusline',
  'imagegen',
  'openai-docs',
  'review-agent',
  'skill-creator',
  'skill-installer',
];

/** In this order skills are listed, whatever the order of the roots. */
const SCOPES = ['repo', 'user', 'system', 'admin'];

export const codex = {
  product: PRODUCTS.codex,
  prepare,
  parse: parseCodexSkill,
  scan: {
    ...FOLDERS_IN_ROOT,
    linkedSkillFiles: false,
    inRoot: 'skill',
    isFolderSkipped: name => name.startsWith('.'),
    // The folders in a root are the first of six.
    levels: 5,
    insideSkills: 'always',
    realFolders: true,
    badBytes: 'lost',
    anyBytesInNames: false,
  },
  clash: 'all',
  ties: 'path-order',
  sameFile: 'always',
  realPaths: true,
  order: compareSkills,
  unread: {
    known: new Map(),
    elsewhere: {
      code: 'other-level',
      reason: message(
        'Codex reads .agents/skills from the project root down to the work directory, and .codex/skills likewise, but above the work directory only where .git is a file or holds a HEAD',
      ),
    },
  },
  precedence: (winner, loser) => ({
    code: 'root-order',
    reason: message('{0} comes before {1}', winner.label, loser.label),
  }),
  // What the model gets is known in outline only: a table of roots, and a line for each skill.
  listing: null,
} satisfies Profile;

async function prepare(context: ProfileContext): Promise<Preparation> {
  const configuration = await readCodexConfiguration(context);
  const plans = [...rootPlans(context, configuration)];
  const { failure, read } = configuration;
  const adjust = adjuster(context.files, configuration);
  if (!failure) return { plans, configuration: read, failure: null, adjust };
  const reason = message('Codex lists no skill while {0} does not load', { path: failure.file });
  const off = plans.map(plan =>
    plan.verdict === 'active'
      ? ({ ...plan, verdict: 'switched-off', code: 'configuration-failure', reason } as const)
      : plan,
  );
  // It starts all the same, so that is no failure of the product but a remark on its configuration.
  const { code, reason: why, line } = failure;
  const text = message('Codex lists no skill: {0}: {1}', { path: failure.file }, why);
  const remark: Remark = { code, severity: 'warning', text, ...(line !== undefined && { line }) };
  return { plans: off, configuration: { ...read, remarks: [remark, ...read.remarks] }, failure: null };
}

/** A file that two roots lead to is that of the first, so the order decides what scope it has. */
function* rootPlans(context: ProfileContext, configuration: CodexConfiguration): Generator<RootPlan> {
  const { files, home, overrides } = context;
  const { data } = configuration;
  const workDir = resolvePath(files, context.workDir);
  const shared = levels(workDir, directory =>
    configuration.markers.some(name => exists(files, path.join(directory, name))),
  );
  const own = levels(workDir, directory => isRepository(files, directory));
  const projectRoot = shared.at(-1) ?? workDir;
  const plan = (root: AgentRoot) => agentRoot({ files, projectRoot, home }, root);
  const project = (level: string, place: string) =>
    plan({
      location: path.join(level, place),
      scope: 'project',
      group: place === OWN ? 'brand' : 'generic',
      source: 'repo',
      reason: levelReason(level, workDir),
    });
  const isUsual = (level: string) => level === workDir || level === projectRoot;
  const isThere = ({ verdict }: RootPlan, level: string) => verdict !== 'missing' || isUsual(level);

  const realData = resolvePath(files, data);
  for (const level of own) {
    // Codex's own data directory is no project's.
    if (resolvePath(files, path.join(level, '.codex')) === realData) continue;
    const found = project(level, OWN);
    if (isThere(found, level)) yield found;
  }
  const user = { scope: 'user', source: 'user' } as const;
  const personal = message('one’s own, for Codex');
  yield plan({ ...user, location: path.join(data, 'skills'), group: 'brand', reason: personal });
  const everyone = message('one’s own, for all tools');
  yield plan({ ...user, location: path.join(home, SHARED), group: 'generic', reason: everyone });
  if (overrides.builtinDir !== null) yield bundledPlan(plan, configuration);
  yield plan({
    location: path.join(overrides.systemDir ?? '/etc', 'codex', 'skills'),
    scope: 'managed',
    group: 'brand',
    source: 'admin',
    reason: message('laid down for the whole machine'),
  });
  for (const level of shared.toReversed()) {
    const found = project(level, SHARED);
    if (isThere(found, level)) yield found;
  }
}

function bundledPlan(plan: (root: AgentRoot) => RootPlan, { data, bundled }: CodexConfiguration): RootPlan {
  const off = {
    verdict: 'switched-off',
    code: 'bundled-off',
    reason: message('switched off by {0}', 'skills.bundled'),
  } as const;
  return plan({
    location: path.join(data, 'skills', '.system'),
    scope: 'builtin',
    group: 'builtin',
    source: 'system',
    reason: message('written by Codex at each start'),
    ...(!bundled && { kept: off }),
  });
}

/** From the work directory up to the first that is a top; the work directory alone where there is none. */
function levels(workDir: string, isTop: (directory: string) => boolean): readonly string[] {
  const directories = upwards(workDir, isTop);
  const last = directories.at(-1);
  return last !== undefined && isTop(last) ? directories : [workDir];
}

/** For `.codex` it takes more than that `.git` is there: a file of any content, or a folder with a `HEAD`. */
function isRepository(files: FileSystem, directory: string): boolean {
  const git = path.join(directory, '.git');
  const state = files.state(git);
  if (isFault(state)) return false;
  return state.kind === 'file' || exists(files, path.join(git, 'HEAD'));
}

/** What becomes of a skill by its plugin, by `agents/openai.yaml` beside it, and by the configuration. */
function adjuster(files: FileSystem, { switches }: CodexConfiguration): (found: Found, root: Root) => Found {
  const plugins = new CodexPlugins(files);
  return (found, root) => {
    if (root.verdict !== 'active') return found;
    if (root.group === 'builtin' && !BUNDLED.includes(found.entry.split(path.sep)[0] ?? '')) {
      return withoutSkill(
        found,
        'rewritten',
        message('Codex writes this directory anew at each start, so that what is put here goes'),
      );
    }
    const beside = foldersIn(files, found.dir);
    const isPlugin = MANIFEST_FOLDERS.some(name => beside.has(name));
    const plugin = plugins.nameFor(isPlugin ? found.dir : path.dirname(found.dir));
    const named = plugin === null ? found : { ...found, name: `${plugin}:${found.name}` };
    if (named.outcome.kind !== 'skill') return named;
    return switched(beside.has('agents') ? withPolicy(files, named) : named, switches);
  };
}

/** The names of what a folder holds, in lower case: one look where each file would take one of its own. */
function foldersIn(files: FileSystem, directory: string): ReadonlySet<string> {
  const entries = files.readDirectory(directory);
  return new Set(isFault(entries) ? [] : entries.map(({ name }) => name.toLowerCase()));
}

function withoutSkill(found: Found, code: string, reason: Message): Found {
  if (found.outcome.kind !== 'skill') return found;
  return { ...found, outcome: { kind: 'lost', verdict: 'not-read', code, reason, stopsProduct: false } };
}

function withPolicy(files: FileSystem, found: Found): Found {
  const policy = readOpenAiYaml(files, found.dir);
  if (!policy || found.outcome.kind !== 'skill') return found;
  const { file, state, products, implicit, displayName } = policy;
  if (products.length > 0 && !products.includes('codex')) {
    return withoutSkill(
      found,
      'other-product',
      message('{0} keeps it for {1}', { path: file }, namesInRow(products)),
    );
  }
  const unlisted = {
    code: 'not-implicit',
    reason: message('not listed for the model: {0} allows no implicit invocation', { path: file }),
  };
  const remarks = [...found.remarks];
  if (state === 'ignored') {
    const text = message('{0} does not hold, so Codex ignores it', { path: file });
    remarks.push({ code: 'openai-yaml-ignored', severity: 'warning', text });
  }
  if (displayName !== null) {
    const text = message('shown to people as “{0}”', displayName);
    remarks.push({ code: 'display-name', severity: 'information', text });
  }
  return { ...found, remarks, outcome: implicit ? found.outcome : { ...found.outcome, unlisted } };
}

/** The last entry that is about a skill counts. */
function switched(found: Found, switches: readonly CodexSwitch[]): Found {
  if (found.outcome.kind !== 'skill') return found;
  const last = switches.findLast(one => one.path === found.file || one.name === found.name);
  if (last?.enabled !== false) return found;
  const reason = message('switched off by {0}', 'skills.config');
  return { ...found, outcome: { ...found.outcome, disabled: { code: 'skills-config', reason } } };
}

function compareSkills(a: Skill, b: Skill): number {
  const scope = ({ source }: Skill) => SCOPES.indexOf(source ?? '');
  return scope(a) - scope(b) || compareCodePoints(a.name, b.name) || compareCodePoints(a.file, b.file);
}
