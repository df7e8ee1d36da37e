/**
 * The rules of OpenCode: directories of three kinds from the work directory up to the top of the work tree, any number of
 * levels deep, and of one name whichever is read last. Each was checked against the recorded outcomes.
 */
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type FileSystem, isDirectory } from '../file-system';
import type { ScannedRoot } from '../merge';
import { type Message, message } from '../message';
import { PRODUCTS } from '../products';
import { type Found, lost } from '../scan/found';
import { FOLDERS_IN_ROOT, type ScanRules } from '../scan/scan-rules';
import type { Root, Skill } from '../types';
import { type AgentRoot, agentRoot, builtinRoot, isGitTop, levelReason, upwards } from './agent-roots';
import { readWhole } from './agent-settings';
import { remarkedOnBuiltin } from './name-remarks';
import { type OpencodeConfiguration, readOpencodeConfiguration } from './opencode-configuration';
import { isMended, parseOpencodeSkill } from './opencode-skill-file';
import type { Preparation, Profile, ProfileContext, RootPlan, RootRules } from './profile';

const BUILTINS = ['customize-opencode'];

/** `.claude` before `.agents`: of two of one name, the later is more likely to win. */
const EXTERNAL = ['.claude', '.agents'] as const;

/** Everything at any depth, in skills as well. */
const SCAN: ScanRules = {
  ...FOLDERS_IN_ROOT,
  inRoot: 'skill',
  levels: Number.POSITIVE_INFINITY,
  insideSkills: 'always',
};

/** In its own directories, folders whose names start with a dot are left out. */
const OWN_RULES: RootRules = {
  scan: { ...SCAN, isFolderSkipped: name => name.startsWith('.') },
  parse: parseOpencodeSkill,
};

export const opencode = {
  product: PRODUCTS.opencode,
  prepare,
  parse: parseOpencodeSkill,
  scan: SCAN,
  rulesFor: root => (isExternal(root) ? undefined : OWN_RULES),
  clash: 'uncertain',
  uncertainty: {
    code: 'read-order',
    reason: message(
      'OpenCode reads all copies at once and keeps the one that it finishes last, so it can differ from run to run; usually its own directories win over .agents, and .agents over .claude',
    ),
  },
  ties: 'first-registered',
  sameFile: 'name',
  realPaths: false,
  realWorkDir: true,
  order: (a: Skill, b: Skill) => a.name.localeCompare(b.name),
  unread: {
    known: new Map(),
    elsewhere: {
      code: 'not-on-the-way-up',
      reason: message(
        'OpenCode reads the directories from its work directory up to the top of the work tree, and this one lies elsewhere',
      ),
    },
  },
  precedence,
  listing: renderOpencodeListing,
} satisfies Profile;

function isExternal({ group, location }: Pick<Root, 'group' | 'location'>): boolean {
  const above = path.basename(path.dirname(location));
  return group !== 'configured' && EXTERNAL.some(name => name === above);
}

/** A directory in the order of the scan, and whether it is worth a word that it is not there. */
interface Place extends Omit<AgentRoot, 'reason'> {
  readonly reason?: Message;
  readonly isUsual: boolean;
}

async function prepare(context: ProfileContext): Promise<Preparation> {
  const { files, workDir } = context;
  const isTop = (directory: string) => isGitTop(files, directory);
  const upTo = upwards(workDir, isTop);
  const read = readOpencodeConfiguration(context, upTo);
  const isUsual = (base: string) => base === read.home || base === workDir || isTop(base);
  const places = [
    ...externalPlaces(read, upTo, isUsual),
    ...ownPlaces(context, read, upTo),
    ...pathPlaces(context, read),
  ];
  const seen = new Set<string>();
  const first: RootPlan[] = [];
  const again: RootPlan[] = [];
  for (const place of places) {
    if (!place.isUsual && !isDirectory(files, place.location)) continue;
    const reason = place.reason ?? levelReason(path.dirname(path.dirname(place.location)), workDir);
    const plan = agentRoot(context, { ...place, reason });
    // A file that is come by twice is read once, where it was come by first.
    if (plan.verdict === 'active' && seen.has(plan.location)) again.push(plan);
    else first.push(plan);
    if (plan.verdict === 'active') seen.add(plan.location);
  }
  return {
    plans: [...first.toReversed(), builtinRoot(context, 'OpenCode', BUILTINS), ...again],
    configuration: read.configuration,
    failure: null,
    adjust: found => remarkedOnBuiltin(deniedBy(found, read), 'OpenCode', BUILTINS),
    adjustAll: scanned => onlyFirstMended(files, scanned),
  };
}

/**
 * OpenCode remembers each text before it reads it, and takes a text that it remembers for one without frontmatter. So of
 * copies that have to be mended, byte for byte the same, only the first loads.
 */
function onlyFirstMended(files: FileSystem, scanned: readonly ScannedRoot[]): readonly ScannedRoot[] {
  const firsts = new Map<string, string>();
  const later = new Map<Found, string>();
  // Roots come with the one first that is read last.
  for (const { root, scan } of scanned.toReversed()) {
    for (const found of root.verdict === 'active' ? scan.found.filter(isMended) : []) {
      const text = readWhole(files, found.file);
      if (typeof text !== 'string') continue;
      const first = firsts.get(text);
      if (first === undefined) firsts.set(text, found.file);
      else if (first !== found.file) later.set(found, first);
    }
  }
  if (later.size === 0) return scanned;
  return scanned.map(({ root, scan }) => ({
    root,
    scan: { ...scan, found: scan.found.map(found => forgotten(found, later.get(found))) },
  }));
}

function forgotten(found: Found, first: string | undefined): Found {
  if (first === undefined) return found;
  const reason = message(
    'no YAML, and byte for byte the same as {0}: OpenCode mends a text only the first time that it comes to it',
    { path: first },
  );
  return lost(found, found.name, 'invalid', 'mended-before', reason);
}

/** `.claude` and `.agents`: those of the home directory, then level by level, nearest first. */
function externalPlaces(
  { home, noExternal, noClaude }: OpencodeConfiguration,
  upTo: readonly string[],
  isUsual: (base: string) => boolean,
): readonly Place[] {
  const inHome = { scope: 'user', source: 'global', reason: message('in the home directory') } as const;
  const inProject = { scope: 'project', source: 'project' } as const;
  return [home, ...upTo].flatMap(base =>
    EXTERNAL.map((name): Place => {
      const by = noExternal ?? (name === '.claude' ? noClaude : null);
      return {
        ...(base === home ? inHome : inProject),
        location: path.join(base, name, 'skills'),
        group: name === '.claude' ? 'brand' : 'generic',
        ...(by !== null && { kept: switchedOff(by) }),
        isUsual: isUsual(base),
      };
    }),
  );
}

/** Its own: for all projects, level by level, in the home directory, and where a variable says. */
function ownPlaces(
  { workDir }: ProfileContext,
  { home, global, configDir, noProject }: OpencodeConfiguration,
  upTo: readonly string[],
): readonly Place[] {
  const both = (dir: string, root: Omit<Place, 'location' | 'isUsual'>, isUsual: boolean): readonly Place[] =>
    ['skill', 'skills'].map(name => ({
      ...root,
      location: path.join(dir, name),
      isUsual: isUsual && name === 'skills',
    }));
  const user = { scope: 'user', group: 'brand', source: 'config' } as const;
  const project = {
    scope: 'project',
    group: 'brand',
    source: 'config',
    ...(noProject !== null && { kept: switchedOff(noProject) }),
  } as const;
  const inHome = { ...user, reason: message('in the home directory') };
  const chosen = { ...user, group: 'configured', reason: message('named by OPENCODE_CONFIG_DIR') } as const;
  return [
    ...both(global, { ...user, reason: message('for all projects') }, true),
    ...upTo.flatMap(dir =>
      // Switched off or not, that of the home directory is read.
      dir === home && noProject !== null
        ? []
        : both(path.join(dir, '.opencode'), dir === home ? inHome : project, dir === workDir),
    ),
    ...both(path.join(home, '.opencode'), inHome, false),
    ...(configDir === null ? [] : both(configDir, chosen, true)),
  ];
}

/** `skills.paths`: relative ones start at the work directory, wherever the configuration lies. */
function pathPlaces({ workDir, home }: ProfileContext, { paths }: OpencodeConfiguration): readonly Place[] {
  return paths.map(entry => ({
    location: path.resolve(workDir, entry.startsWith('~/') ? path.join(home, entry.slice(2)) : entry),
    scope: 'extra',
    group: 'configured',
    source: 'paths',
    reason: message('named in skills.paths'),
    isUsual: true,
  }));
}

function switchedOff(variable: string): NonNullable<AgentRoot['kept']> {
  const reason = message('not read: {0} is set', variable);
  return { verdict: 'switched-off', code: 'variable', reason };
}

/** A permission keeps a skill from the model only. */
function deniedBy(found: Found, { isDenied }: OpencodeConfiguration): Found {
  const { outcome } = found;
  if (outcome.kind !== 'skill' || outcome.unlisted || !isDenied(found.name)) return found;
  const reason = message('not listed for the model: permission.skill denies it');
  return { ...found, outcome: { ...outcome, unlisted: { code: 'permission', reason } } };
}

/** Said where nothing is uncertain. */
function precedence(winner: Root, loser: Root): { code: string; reason: Message } {
  return { code: 'read-order', reason: message('{0} is usually read after {1}', winner.label, loser.label) };
}

/** The part of the system prompt about skills. */
function renderOpencodeListing(skills: readonly Skill[]): string {
  const listed = skills.filter(({ listed }) => listed).sort((a, b) => a.name.localeCompare(b.name));
  if (listed.length === 0) return '';
  return [
    'Skills provide specialized instructions and workflows for specific tasks.',
    'Use the skill tool to load a skill when a task matches its description.',
    '<available_skills>',
    ...listed.flatMap(({ name, description, file }) => [
      '  <skill>',
      `    <name>${name}</name>`,
      `    <description>${description}</description>`,
      `    <location>${pathToFileURL(file).href.replaceAll('&', '&amp;')}</location>`,
      '  </skill>',
    ]),
    '</available_skills>',
  ].join('\n');
}
