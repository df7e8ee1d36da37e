/** The rules of Copilot CLI: its roots, its order, what its settings make of a skill. Each was recorded from the program. */
import * as path from 'node:path';
import { isDirectory } from '../file-system';
import { message, namesInRow } from '../message';
import { PRODUCTS } from '../products';
import { FOLDERS_IN_ROOT } from '../scan/scan-rules';
import type { Remark, Root } from '../types';
import { agentRoot, holdsGit, levelReason, upwards } from './agent-roots';
import { type CopilotConfiguration, readCopilotConfiguration } from './copilot-cli-configuration';
import { parseCopilotCommand, parseCopilotSkill } from './copilot-cli-skill-file';
import type { Preparation, Profile, ProfileContext, RootPlan, RootRules } from './profile';
import { whyMissing } from './root-plans';

/** Directories at and above the work directory. The kind comes before the nearness. */
const KINDS = [
  { place: path.join('.github', 'skills'), group: 'brand' },
  { place: path.join('.agents', 'skills'), group: 'generic' },
  { place: path.join('.claude', 'skills'), group: 'brand' },
  { place: path.join('.claude', 'commands'), group: 'commands' },
] as const;

const BUILTINS = ['customize-cloud-agent', 'github-pr-media'];

/** Every Markdown file directly in a directory of commands is a skill; its folders are not looked at. */
const COMMAND_RULES: RootRules = {
  parse: parseCopilotCommand,
  scan: {
    ...FOLDERS_IN_ROOT,
    isFolderSkipped: () => true,
    isFlatName: name => /\.md$/i.test(name),
  },
};

export const copilotCli = {
  product: PRODUCTS['copilot-cli'],
  prepare,
  parse: parseCopilotSkill,
  scan: {
    ...FOLDERS_IN_ROOT,
    inRoot: 'only-skill',
    isFolderSkipped: name => name.startsWith('.'),
    levels: Number.POSITIVE_INFINITY,
  },
  rulesFor: ({ group }) => (group === 'commands' ? COMMAND_RULES : undefined),
  clash: 'first',
  ties: 'path-order',
  sameFile: 'always',
  realPaths: false,
  order: 'by-path',
  unread: {
    known: new Map([
      [
        '.claude/skills',
        {
          code: 'only-in-projects',
          reason: message('Copilot CLI reads {0} in projects, not in the home directory', '.claude/skills'),
        },
      ],
      [
        '.copilot/skills',
        { code: 'data-elsewhere', reason: message('not read: COPILOT_HOME names another directory') },
      ],
    ]),
    elsewhere: {
      code: 'outside-the-walk',
      reason: message(
        'Copilot CLI reads this directory only when it is started there, or below it in the same repository',
      ),
    },
  },
  precedence,
  listing: null,
} satisfies Profile;

async function prepare(context: ProfileContext): Promise<Preparation> {
  const configuration = readCopilotConfiguration(context);
  const { disabled, trusted } = configuration;
  const project = projectPlans(context, configuration);
  const plans = [
    ...project,
    ...pluginPlans(context, configuration),
    ...personalPlans(context, configuration),
    ...customPlans(context, configuration),
    builtinPlan(context),
    ...addedPlans(context, configuration),
  ];
  const waits: Remark = {
    code: 'untrusted',
    severity: 'information',
    text: message(
      'sessions load the skills of a project once its folder is trusted; the list of skills shows them before',
    ),
  };
  const isWaiting = !trusted && project.some(({ verdict }) => verdict === 'active');
  const { read } = configuration;
  const reason = message('switched off by {0}', 'disabledSkills');
  return {
    plans,
    configuration: isWaiting ? { ...read, remarks: [...read.remarks, waits] } : read,
    failure: null,
    adjust: found =>
      found.outcome.kind === 'skill' && disabled.has(found.name)
        ? { ...found, outcome: { ...found.outcome, disabled: { code: 'disabled-skill', reason } } }
        : found,
  };
}

/** Each kind of directory from the work directory up to the repository’s top, or to that of the file system. */
function projectPlans(context: ProfileContext, { workDir }: CopilotConfiguration): readonly RootPlan[] {
  const { files, home } = context;
  const walk = upwards(workDir, directory => holdsGit(files, directory));
  const ends = new Set([workDir, walk.at(-1)]);
  return KINDS.flatMap(({ place, group }) =>
    walk.flatMap(directory => {
      // In the home directory only what all tools share counts, and `.github`.
      if (directory === home && place.startsWith('.claude')) return [];
      const plan = agentRoot(context, {
        location: path.join(directory, place),
        scope: 'project',
        group,
        source: directory === workDir ? 'project' : 'inherited',
        reason: levelReason(directory, workDir),
      });
      const isUsual = ends.has(directory) && group !== 'commands' && path.dirname(directory) !== directory;
      return plan.verdict === 'missing' && !isUsual ? [] : [plan];
    }),
  );
}

function pluginPlans(context: ProfileContext, { pluginDirs }: CopilotConfiguration): readonly RootPlan[] {
  return pluginDirs.map(directory => ({
    ...agentRoot(context, {
      location: path.join(directory, 'skills'),
      scope: 'extra',
      group: 'plugin',
      source: 'plugin',
      reason: message('given by {0}', '--plugin-dir'),
    }),
  }));
}

function personalPlans(
  context: ProfileContext,
  { home, isHomeMoved }: CopilotConfiguration,
): readonly RootPlan[] {
  const kept = {
    verdict: 'switched-off',
    code: 'copilot-home',
    reason: message('not read: COPILOT_HOME is set'),
  } as const;
  return [
    agentRoot(context, {
      location: path.join(home, 'skills'),
      scope: 'user',
      group: 'brand',
      source: 'personal-copilot',
      reason: message('people’s own'),
    }),
    agentRoot(context, {
      location: path.join(context.home, '.agents', 'skills'),
      scope: 'user',
      group: 'generic',
      source: 'personal-agents',
      reason: message('the directory that tools share'),
      ...(isHomeMoved && { kept }),
    }),
  ];
}

/** Entries are relative to the work directory; `~` is no more than a name. */
function customPlans(
  context: ProfileContext,
  { custom, workDir }: CopilotConfiguration,
): readonly RootPlan[] {
  return custom.map(({ entry, from }) => {
    const location = path.resolve(workDir, entry);
    const plan = { location, label: entry, scope: 'extra', group: 'configured', source: 'custom' } as const;
    const missing = whyMissing(context.files, location);
    if (missing && entry.startsWith('~')) {
      const reason = message('no such directory: Copilot CLI does not take ~ for the home directory');
      return { ...plan, verdict: 'missing', code: 'tilde', reason };
    }
    if (missing) return { ...plan, verdict: 'missing', ...missing };
    return { ...plan, verdict: 'active', code: 'found', reason: message('named in {0}', from) };
  });
}

function builtinPlan({ overrides }: ProfileContext): RootPlan {
  const leftOut = overrides.builtinDir === null;
  return {
    location: '',
    label: 'Copilot CLI',
    scope: 'builtin',
    group: 'builtin',
    verdict: 'missing',
    code: 'compiled-in',
    reason: leftOut ? message('left out') : message('packaged with Copilot CLI: {0}', namesInRow(BUILTINS)),
    ...(!leftOut && { carries: BUILTINS }),
  };
}

/** What `--add-dir` names is for sessions only. */
function addedPlans(context: ProfileContext, { addDirs }: CopilotConfiguration): readonly RootPlan[] {
  return addDirs.flatMap(directory => {
    const location = path.join(directory, '.github', 'skills');
    if (!isDirectory(context.files, location)) return [];
    const reason = message(
      'given by {0}: sessions load it, but the list of skills leaves it out',
      '--add-dir',
    );
    const root = { location, scope: 'extra', group: 'unread', source: 'project', reason } as const;
    return [{ ...agentRoot(context, root), verdict: 'not-read', code: 'sessions-only' } as const];
  });
}

function precedence(winner: Root, loser: Root): { code: string; reason: RootPlan['reason'] } {
  if (winner.scope !== 'project' || loser.scope !== 'project') {
    const order = message(
      'the order is project, --plugin-dir, ~/.copilot, ~/.agents, directories that people name',
    );
    return { code: 'scope-order', reason: order };
  }
  if (kindOf(winner) !== kindOf(loser)) {
    const order = message(
      'the order is .github, .agents, .claude/skills, .claude/commands, wherever they are',
    );
    return { code: 'kind-order', reason: order };
  }
  return { code: 'nearer', reason: message('{0} is nearer to the work directory', winner.label) };
}

function kindOf({ location }: Root): number {
  return KINDS.findIndex(({ place }) => location.endsWith(path.sep + place));
}
