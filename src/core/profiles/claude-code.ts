/** The rules of Claude Code: its roots, its order, what its settings make of a skill. Each was recorded from the program. */
import * as path from 'node:path';
import { isDirectory } from '../file-system';
import { isGitIgnored } from '../git-ignore';
import { message, namesInRow } from '../message';
import { placesBelow } from '../near-places';
import { compareInEnglish, PRODUCTS } from '../products';
import type { Found } from '../scan/found';
import { FOLDERS_IN_ROOT } from '../scan/scan-rules';
import { flatStem } from '../scan/skill-file-names';
import { scopeTerm } from '../scope-term';
import type { Remark, Root, Skill } from '../types';
import { agentRoot, holdsGit, isGitTop, levelReason, upwards } from './agent-roots';
import {
  type ClaudeCodeConfiguration,
  type ClaudeCodePlace,
  readClaudeCodeConfiguration,
} from './claude-code-configuration';
import { nestedSkills } from './claude-code-nested';
import {
  type ClaudeCodePlugin,
  namesIn,
  pluginSkillName,
  pluginsInSkills,
  readPlugin,
} from './claude-code-plugins';
import { parseClaudeCodeCommand, parseClaudeCodeSkill } from './claude-code-skill-file';
import type { Preparation, Profile, ProfileContext, RootPlan, RootRules } from './profile';

const SKILLS = path.join('.claude', 'skills');
const COMMANDS = path.join('.claude', 'commands');

/** Bytes. */
const LARGEST_SKILL = 1_000_000;
const LARGEST_PLUGIN_SKILL = 1_048_576;

/** Of what comes with the program, that which a file of the same name takes the place of. Others are not known by name. */
const BUNDLED = ['simplify'];
/** What comes with the program and stays beside a file of the same name. */
const BUILTIN_COMMANDS = ['init', 'review', 'security-review'];

const scan = {
  ...FOLDERS_IN_ROOT,
  compareEntries: compareInEnglish,
  largestFile: LARGEST_SKILL,
} as const;

/** A plugin's directory holds folders of skills, or is one skill itself. */
const PLUGIN_RULES: RootRules = {
  parse: parseClaudeCodeSkill,
  scan: { ...scan, inRoot: 'only-skill', largestFile: LARGEST_PLUGIN_SKILL },
};

/** Every file on every level is a command, called by its path; a folder with a `SKILL.md` is one as a whole. */
const COMMAND_RULES: RootRules = {
  parse: parseClaudeCodeCommand,
  scan: {
    ...scan,
    isFlatName: name => name.endsWith('.md') && name !== 'SKILL.md',
    deepFlat: true,
    flatName: entry => commandName(flatStem(entry)),
    levels: Number.POSITIVE_INFINITY,
    largestFile: Number.POSITIVE_INFINITY,
  },
};

export const claudeCode = {
  product: PRODUCTS['claude-code'],
  prepare,
  parse: parseClaudeCodeSkill,
  scan,
  rulesFor: ({ group }) =>
    group === 'plugin' ? PLUGIN_RULES : group === 'commands' ? COMMAND_RULES : undefined,
  clash: 'all-first-called',
  ties: 'first-registered',
  sameFile: 'always',
  realPaths: false,
  order: inListedOrder,
  unread: {
    known: new Map([
      [
        '.claude/skills',
        { code: 'data-elsewhere', reason: message('not read: CLAUDE_CONFIG_DIR names another directory') },
      ],
    ]),
    elsewhere: {
      code: 'outside-the-walk',
      reason: message(
        'Claude Code reads this directory only when it is started there, or below it in the same repository',
      ),
    },
    plugins: () => ({
      code: 'plugin-not-looked-up',
      reason: message('a plugin’s: read where that plugin is enabled, which is not looked up here'),
    }),
  },
  precedence,
  listing: renderClaudeCodeListing,
} satisfies Profile;

function commandName(place: string): string {
  return place.split(path.sep).join(':');
}

/** A level of the order of precedence: a place with its skills and its commands. */
interface Level {
  readonly place: ClaudeCodePlace;
  readonly skills: string;
  readonly commands: string;
  readonly scope: RootPlan['scope'];
  /** The program's word for it; that for commands is another one in some places. */
  readonly source: string;
  readonly commandSource: string;
  readonly reason: RootPlan['reason'];
  /** Whether it is to be mentioned where it is not there. */
  readonly isUsual: boolean;
}

async function prepare(context: ProfileContext): Promise<Preparation> {
  const { files, workDir } = context;
  const configuration = readClaudeCodeConfiguration(context);
  const { kept, pluginDirs, trusted } = configuration;
  const levels = levelsOf(context, configuration);
  const plans: RootPlan[] = [];
  const add = (plan: RootPlan, isUsual: boolean) => {
    if (plan.verdict !== 'missing' || isUsual) plans.push(plan);
  };
  const planOf = (level: Level, group: 'brand' | 'commands') => {
    const { scope, reason } = level;
    const [location, source] =
      group === 'brand' ? [level.skills, level.source] : [level.commands, level.commandSource];
    return agentRoot(context, { location, scope, group, source, reason, ...keptAs(kept(level.place)) });
  };
  for (const level of levels) add(planOf(level, 'brand'), level.isUsual);
  for (const level of levels) add(planOf(level, 'commands'), false);

  const pluginOf = new Map<string, ClaudeCodePlugin>();
  const addPlugin = (plugin: ClaudeCodePlugin, reason: RootPlan['reason'], off: ReturnType<typeof kept>) => {
    for (const location of plugin.places) {
      const root = { location, scope: 'extra', group: 'plugin', source: 'plugin', reason } as const;
      const plan = agentRoot(context, { ...root, ...keptAs(off) });
      pluginOf.set(location, plugin);
      plans.push({ ...plan, label: `${plugin.name} · ${plan.label}` });
    }
  };
  for (const dir of pluginDirs)
    addPlugin(readPlugin(files, dir), message('given by {0}', '--plugin-dir'), kept('plugin'));
  const switchedOff = new Map<string, string>();
  for (const { place, skills } of levels) {
    if (place !== 'user' && place !== 'project') continue;
    for (const plugin of pluginsInSkills(files, skills)) {
      const isOn = configuration.isSkillsDirPluginOn(plugin.name);
      if (!isOn) switchedOff.set(plugin.dir, plugin.name);
      const off = kept(place) ?? kept('plugin') ?? whyPluginWaits(place, isOn, trusted);
      addPlugin(plugin, message('the skills of a plugin that lies in a directory of skills'), off);
    }
  }
  plans.push(bundledPlan(context, configuration));

  const loaded = new Set<string>();
  const nested = nestedPlans(context, configuration);
  if (nested.length > 0) {
    for (const { location, group, verdict } of plans)
      if (verdict === 'active' && group !== 'plugin')
        for (const name of namesIn(files, location)) loaded.add(group === 'commands' ? flatStem(name) : name);
  }
  const asNested = nestedSkills(files, workDir, nested, loaded);
  plans.push(...nested);

  const adjust = (found: Found, root: Root): Found => {
    const plugin = root.group === 'plugin' ? pluginOf.get(root.location) : undefined;
    if (plugin) return shortened(asPluginSkill(found, plugin), configuration);
    if (root.group === 'commands' && found.form === 'directory')
      return overridden({ ...found, name: commandName(found.entry) }, configuration);
    const disabled = switchedOff.get(found.dir);
    const own = disabled === undefined ? found : withoutPlugin(found, disabled);
    // The settings go by the name of the folder, whatever a skill is called in the end.
    return overridden(root.verdict === 'on-demand' ? asNested(own, root) : own, configuration, found.name);
  };
  return { plans, configuration: configuration.read, failure: null, adjust };
}

function keptAs(kept: ReturnType<ClaudeCodeConfiguration['kept']>) {
  return kept ? { kept } : {};
}

/** All places but plugins, in order of precedence. */
function levelsOf(
  { files, workDir, home }: ProfileContext,
  { managedDir, configDir, addDirs }: ClaudeCodeConfiguration,
): readonly Level[] {
  const inside = (dir: string) => ({ skills: path.join(dir, SKILLS), commands: path.join(dir, COMMANDS) });
  const walk = upwards(workDir, directory => holdsGit(files, directory));
  const atHome = walk.indexOf(home);
  const project = atHome < 0 ? walk : walk.slice(0, atHome);
  return [
    {
      ...inside(managedDir),
      place: 'managed',
      scope: 'managed',
      source: 'managed',
      commandSource: 'managed',
      reason: message('laid down for the whole machine'),
      isUsual: false,
    },
    {
      skills: path.join(configDir, 'skills'),
      commands: path.join(configDir, 'commands'),
      place: 'user',
      scope: 'user',
      source: 'user',
      commandSource: 'user',
      reason: message('people’s own'),
      isUsual: true,
    },
    ...project.map(
      (directory): Level => ({
        ...inside(directory),
        place: 'project',
        scope: 'project',
        source: 'project',
        commandSource: 'command',
        reason: levelReason(directory, workDir),
        isUsual: directory === workDir || directory === project.at(-1),
      }),
    ),
    ...addDirs.map(
      (directory): Level => ({
        ...inside(directory),
        place: 'additional',
        scope: 'extra',
        source: 'additional',
        commandSource: 'command',
        reason: message('given by {0}', '--add-dir'),
        isUsual: true,
      }),
    ),
  ];
}

function whyPluginWaits(
  place: ClaudeCodePlace,
  isOn: boolean,
  trusted: boolean,
): ReturnType<ClaudeCodeConfiguration['kept']> {
  if (!isOn) {
    const reason = message('switched off by {0}', 'enabledPlugins');
    return { verdict: 'switched-off', code: 'plugin-off', reason };
  }
  if (place === 'user' || trusted) return undefined;
  const reason = message('the plugins of a project are read once its folder is trusted');
  return { verdict: 'untrusted', code: 'untrusted', reason };
}

/** Directories below the work directory, which are read once a file beside them is worked on. */
function nestedPlans(context: ProfileContext, { kept }: ClaudeCodeConfiguration): readonly RootPlan[] {
  const { files, workDir, projectRoot, home } = context;
  if (kept('project')) return [];
  const isRepository = isGitTop(files, projectRoot);
  const places = placesBelow(files, workDir, [SKILLS.split(path.sep).join('/')]);
  return places.flatMap(location => {
    const beside = path.dirname(path.dirname(location));
    if (!isDirectory(files, location) || beside === home) return [];
    const root = { location, scope: 'project', group: 'brand', source: 'project' } as const;
    const plan = agentRoot(context, {
      ...root,
      reason: message('beside a file that is worked on'),
      kept: {
        verdict: 'on-demand',
        code: 'nested',
        reason: message('read once a file in {0} is worked on', { path: beside }),
      },
    });
    if (!isRepository || !isGitIgnored(files, projectRoot, beside)) return [plan];
    const reason = message('not read: Git ignores {0}', { path: beside });
    return [{ ...plan, verdict: 'not-read', code: 'git-ignored', reason } as const];
  });
}

/** They have no files that can be found. */
function bundledPlan({ overrides }: ProfileContext, { bundledOff }: ClaudeCodeConfiguration): RootPlan {
  const leftOut = overrides.builtinDir === null;
  const reason = leftOut
    ? message('left out')
    : (bundledOff ??
      message('compiled into Claude Code, without files: {0} and others', namesInRow(BUNDLED)));
  return {
    location: '',
    label: 'Claude Code',
    scope: 'builtin',
    group: 'builtin',
    verdict: 'missing',
    code: 'compiled-in',
    reason,
    ...(!leftOut && bundledOff === null && { carries: [...BUNDLED, ...BUILTIN_COMMANDS] }),
  };
}

/** The name of a plugin comes before those of its skills. A skill that is the whole of a place has the declared name. */
function asPluginSkill(found: Found, plugin: ClaudeCodePlugin): Found {
  const declared = found.outcome.kind === 'skill' ? found.outcome.alias : undefined;
  const own = found.entry === 'SKILL.md' ? (declared ?? found.name) : pluginSkillName(found.name);
  const name = `${plugin.name}:${own}`;
  return { ...found, name, remarks: found.remarks.filter(({ code }) => code !== 'declared-name-is-alias') };
}

function withoutPlugin(found: Found, plugin: string): Found {
  const { outcome } = found;
  if (outcome.kind !== 'skill') return found;
  const reason = message('switched off by {0}', `enabledPlugins: ${plugin}@skills-dir`);
  return { ...found, outcome: { ...outcome, disabled: { code: 'plugin-off', reason } } };
}

/** What the settings make of a skill that is not a plugin's. */
function overridden(found: Found, configuration: ClaudeCodeConfiguration, folder = found.name): Found {
  const { outcome } = found;
  if (outcome.kind !== 'skill') return found;
  const override = configuration.overrideOf(folder);
  const reason = message('{0} in {1}', override, 'skillOverrides');
  const remarks = [...found.remarks, ...remarksOnBundled(found.name)];
  const set = { code: 'skill-override', reason };
  const changed: Found =
    override === 'off'
      ? { ...found, remarks, outcome: { ...outcome, disabled: set } }
      : override === 'user-invocable-only'
        ? { ...found, remarks, outcome: { ...outcome, unlisted: outcome.unlisted ?? set } }
        : override === 'name-only'
          ? { ...found, remarks: [...remarks, nameOnly(reason)], outcome: { ...outcome, nameOnly: true } }
          : { ...found, remarks };
  return shortened(changed, configuration);
}

function nameOnly(reason: Remark['text']): Remark {
  const text = message('the model is given its name only: {0}', reason);
  return { code: 'name-only', severity: 'information', text };
}

function remarksOnBundled(name: string): readonly Remark[] {
  if (BUNDLED.includes(name)) {
    const text = message('it takes the place of the {0} that comes with Claude Code', name);
    return [{ code: 'replaces-builtin', severity: 'warning', text }];
  }
  if (!BUILTIN_COMMANDS.includes(name)) return [];
  const text = message('listed beside the {0} that comes with Claude Code', name);
  return [{ code: 'beside-builtin', severity: 'warning', text }];
}

/** The description as the model is given it. */
function shortened(found: Found, { longestDescription }: ClaudeCodeConfiguration): Found {
  const { outcome } = found;
  if (outcome.kind !== 'skill' || outcome.description.length <= longestDescription) return found;
  const { length } = outcome.description;
  const text = message(
    'its description has {0} characters; Claude Code gives its model {1} of them',
    length,
    longestDescription,
  );
  const description = `${outcome.description.slice(0, longestDescription - 1)}…`;
  return {
    ...found,
    outcome: { ...outcome, description },
    remarks: [...found.remarks, { code: 'description-cut', severity: 'warning', text }],
  };
}

/** Skills in order of precedence, then all commands by name, then plugins. */
function inListedOrder(a: Skill, b: Skill): number {
  const [one, other] = [stage(a), stage(b)];
  if (one !== other) return one - other;
  return one === 1 ? compareInEnglish(a.name, b.name) : 0;
}

function stage({ source, root }: Skill): number {
  if (source === 'plugin') return 2;
  return path.basename(root) === 'commands' ? 1 : 0;
}

function precedence(winner: Root, loser: Root): { code: string; reason: RootPlan['reason'] } {
  if (winner.group !== loser.group) {
    return { code: 'skills-before-commands', reason: message('skills come before command files') };
  }
  if (winner.source === 'additional' || loser.source === 'additional') {
    return { code: 'add-dir-last', reason: message('directories given by {0} come last', '--add-dir') };
  }
  if (winner.scope !== loser.scope) {
    const [first, second] = [scopeTerm(winner.scope), scopeTerm(loser.scope)];
    return { code: 'scope-order', reason: message('{0} comes before {1}', first, second) };
  }
  return { code: 'nearer', reason: message('{0} is nearer to the work directory', winner.label) };
}

/**
 * The lines about skills that the model is given, but for what comes with the program. All descriptions are in it: where
 * they are too much for the context, the program leaves some out, by how often each skill was used.
 */
function renderClaudeCodeListing(skills: readonly Skill[]): string {
  return skills
    .filter(({ listed }) => listed)
    .map(({ name, description, nameOnly: isShort }) => (isShort ? `- ${name}` : `- ${name}: ${description}`))
    .join('\n');
}
