/** The rules of Amp: its roots and its order, as read in the text of the program. It was not run. */
import * as path from 'node:path';
import { message } from '../message';
import { compareInEnglish, PRODUCTS } from '../products';
import { ancestors } from '../project-root';
import { FOLDERS_IN_ROOT } from '../scan/scan-rules';
import type { ConfigurationInput, ConfigurationRead, Remark, Root } from '../types';
import { agentRoot, levelReason } from './agent-roots';
import { readSettings } from './agent-settings';
import { parseAmpSkill } from './amp-skill-file';
import type { Preparation, Profile, ProfileContext, RootPlan } from './profile';

const AGENTS = path.join('.agents', 'skills');
const CLAUDE = path.join('.claude', 'skills');

/** Directories in which no skills are looked for, and with which the walk upwards ends. */
const ENDS = new Set(['/', '/home', '/Users', '/proc', '/sys', '/dev']);

const SKIPPED = new Set(['node_modules', '.git']);

export const amp = {
  product: PRODUCTS.amp,
  prepare,
  parse: parseAmpSkill,
  scan: {
    ...FOLDERS_IN_ROOT,
    skillFile: 'any-case',
    inRoot: 'skill',
    isFolderSkipped: name => SKIPPED.has(name),
    // The fifth folder below a root is the last in which a skill file is found.
    levels: 4,
    insideSkills: 'always',
  },
  clash: 'first',
  ties: 'directory-order',
  sameFile: 'always',
  realPaths: false,
  order: (a, b) => compareInEnglish(a.name, b.name),
  unread: {
    known: new Map(),
    elsewhere: {
      code: 'below-work-dir',
      reason: message('Amp reads this directory only when it is started there, or below it'),
    },
    plugins: location =>
      location.includes(path.join('plugins', 'cache'))
        ? null
        : {
            code: 'other-plugin-place',
            reason: message('Amp reads what Claude Code keeps in {0} only', '~/.claude/plugins/cache'),
          },
  },
  precedence,
  listing: null,
} satisfies Profile;

interface AmpSettings {
  readonly read: ConfigurationRead;
  /** Entries of `amp.skills.path`, as written. */
  readonly paths: readonly string[];
  readonly noAgents: boolean;
  readonly noClaude: boolean;
}

async function prepare(context: ProfileContext): Promise<Preparation> {
  const { home, workDir } = context;
  const settings = readAmpSettings(context);
  const walk: string[] = [];
  for (const directory of ancestors(workDir)) {
    if (ENDS.has(directory) || path.dirname(directory) === directory) break;
    walk.push(directory);
  }
  const off = (setting: string) =>
    ({
      verdict: 'switched-off',
      code: 'disabled-by-setting',
      reason: message('switched off by {0}', setting),
    }) as const;
  const noAgents = settings.noAgents ? { kept: off('amp.skills.disableGlobalAgentsSkills') } : {};
  const noClaude = settings.noClaude ? { kept: off('amp.skills.disableClaudeCodeSkills') } : {};
  const user = { scope: 'user', group: 'generic' } as const;
  const shared = message('the directory that tools share');
  const own = message('people’s own');
  const upwards = (place: string, group: 'brand' | 'generic', source: string, kept: typeof noClaude) =>
    walk.flatMap(directory => {
      const location = path.join(directory, place);
      const reason = levelReason(directory, workDir);
      const plan = agentRoot(context, { location, scope: 'project', group, source, reason, ...kept });
      return plan.verdict === 'missing' && directory !== workDir ? [] : [plan];
    });
  const inHome = (...parts: readonly string[]) => path.join(home, ...parts);
  const plans: RootPlan[] = [
    agentRoot(context, {
      ...user,
      location: inHome('.config', 'agents', 'skills'),
      source: 'user-agents',
      reason: shared,
      ...noAgents,
    }),
    agentRoot(context, {
      ...user,
      location: inHome(AGENTS),
      source: 'user-agents',
      reason: shared,
      ...noAgents,
    }),
    agentRoot(context, {
      ...user,
      group: 'brand',
      location: inHome('.config', 'amp', 'skills'),
      source: 'user-amp',
      reason: own,
    }),
    ...upwards(AGENTS, 'generic', 'workspace-agents', {}),
    ...upwards(CLAUDE, 'brand', 'workspace-claude', noClaude),
    agentRoot(context, {
      ...user,
      group: 'brand',
      location: inHome(CLAUDE),
      source: 'user-claude',
      reason: own,
      ...noClaude,
    }),
    agentRoot(context, {
      scope: 'extra',
      group: 'plugins',
      location: inHome('.claude', 'plugins', 'cache'),
      source: 'plugin',
      reason: message('where the plugins of Claude Code are kept'),
      ...noClaude,
    }),
    ...settings.paths.map(entry => customPlan(context, entry)),
    {
      location: '',
      label: 'Amp',
      scope: 'builtin',
      group: 'builtin',
      verdict: 'missing',
      code: 'compiled-in',
      reason: message('compiled into Amp, or kept on its server: not known by name'),
    },
  ];
  return { plans, configuration: settings.read, failure: null };
}

function customPlan(context: ProfileContext, entry: string): RootPlan {
  const { home, workDir } = context;
  const expanded = entry === '~' || entry.startsWith('~/') ? path.join(home, entry.slice(1)) : entry;
  const plan = agentRoot(context, {
    location: path.resolve(workDir, expanded),
    scope: 'extra',
    group: 'configured',
    source: 'custom-path',
    reason: message('named in {0}', 'amp.skills.path'),
  });
  return { ...plan, label: entry };
}

/** Amp's settings are in the home directory’s `.config`, whatever XDG_CONFIG_HOME says. */
function readAmpSettings({ files, home }: ProfileContext): AmpSettings {
  const shareDir = path.join(home, '.config', 'amp');
  const { file, state, values } = readSettings(files, path.join(shareDir, 'settings.json'), true);
  const inputs: ConfigurationInput[] = [];
  const remarks: Remark[] = [];
  if (state === 'malformed' || state === 'unreadable') {
    const text = message('{0} is not read: it is no JSON object', { path: file });
    remarks.push({ code: 'malformed-settings', severity: 'warning', text });
  }
  const setting = (name: string) => {
    const value = values[name];
    if (value !== undefined) inputs.push({ kind: 'setting', name, value: JSON.stringify(value), file });
    return value;
  };
  const list = setting('amp.skills.path');
  const paths = typeof list === 'string' ? list.split(':').filter(entry => entry.trim() !== '') : [];
  const noAgents = setting('amp.skills.disableGlobalAgentsSkills') === true;
  const noClaude = setting('amp.skills.disableClaudeCodeSkills') === true;
  return {
    paths,
    noAgents,
    noClaude,
    read: {
      file: state === 'read' ? file : null,
      shareDir,
      mergeBrands: true,
      extraSkillDirs: paths,
      inputs,
      remarks,
    },
  };
}

function precedence(winner: Root, loser: Root): { code: string; reason: RootPlan['reason'] } {
  if (winner.source === loser.source && winner.scope === 'project')
    return { code: 'nearer', reason: message('{0} is nearer to the work directory', winner.label) };
  if (winner.source === loser.source)
    return { code: 'extra-order', reason: message('{0} is named before {1}', winner.label, loser.label) };
  const reason = message(
    'the order is people’s own, the project’s .agents, .claude, plugins, directories that people name',
  );
  return { code: 'place-order', reason };
}
