/** The rules of VS Code's own chat: kinds of directories before folders, names after folders, nothing is dropped. */
import * as path from 'node:path';
import { type FileSystem, isDirectory } from '../file-system';
import { message } from '../message';
import { PRODUCTS } from '../products';
import { ancestors } from '../project-root';
import { FOLDERS_IN_ROOT } from '../scan/scan-rules';
import { type AgentRoot, agentRoot, levelReason } from './agent-roots';
import type { Preparation, Profile, ProfileContext, RootPlan, RootRules } from './profile';
import { readVsCodeConfiguration, type VsCodeConfiguration, type VsCodePlace } from './vscode-configuration';
import { renderVsCodeListing } from './vscode-listing';
import { vsCodePlugins } from './vscode-plugins';
import { parseVsCodeSkill } from './vscode-skill-file';

/** Where the plugin itself is the skill. */
const PLUGIN_AS_SKILL: RootRules = {
  scan: { ...FOLDERS_IN_ROOT, inRoot: 'only-skill' },
  parse: parseVsCodeSkill,
};

export const vscode = {
  product: PRODUCTS.vscode,
  prepare,
  parse: parseVsCodeSkill,
  scan: FOLDERS_IN_ROOT,
  rulesFor: ({ group }) => (group === 'plugin' ? PLUGIN_AS_SKILL : undefined),
  clash: 'first',
  ties: 'first-registered',
  sameFile: 'never',
  realPaths: false,
  order: 'as-found',
  unread: {
    known: new Map([
      [
        '.vscode/skills',
        {
          code: 'not-a-place',
          reason: message('VS Code keeps settings beside it, but reads no skills there'),
        },
      ],
    ]),
    elsewhere: {
      code: 'other-level',
      reason: message(
        'VS Code reads those of the open folder only; chat.useCustomizationsInParentRepositories adds those above, up to the repository',
      ),
    },
  },
  precedence: (winner, loser) => ({
    code: 'root-order',
    reason: message('{0} comes before {1}', winner.label, loser.label),
  }),
  listing: renderVsCodeListing,
} satisfies Profile;

async function prepare(context: ProfileContext): Promise<Preparation> {
  const configuration = readVsCodeConfiguration(context);
  return { plans: [...rootPlans(context, configuration)], configuration: configuration.read, failure: null };
}

/** A kind of directory in all folders comes before the next kind in any. */
function* rootPlans(context: ProfileContext, configuration: VsCodeConfiguration): Generator<RootPlan> {
  const { files, home } = context;
  const { folders, places, useSkills } = configuration;
  const roots = configuration.parents ? withParents(files, folders, home) : folders;
  const [only] = folders;
  const projectRoot = folders.length === 1 && only !== undefined ? only : context.projectRoot;
  const plan = (root: AgentRoot) => agentRoot({ files, projectRoot, home }, kept(root, useSkills));
  const isPersonal = ({ place }: VsCodePlace) => place.startsWith('~/');
  for (const one of places.filter(place => !isPersonal(place))) {
    for (const root of roots) {
      const found = plan(projectPlace(one, root, folders));
      if (found.verdict !== 'missing' || folders.includes(root)) yield found;
    }
  }
  for (const one of places.filter(isPersonal)) yield plan(personalPlace(one, home));
  for (const { name, location, isSkill } of vsCodePlugins(files, home, configuration.plugins)) {
    yield plan({
      location,
      scope: 'extra',
      group: isSkill ? 'plugin' : 'plugins',
      source: 'plugin',
      reason: message('brought along by the plugin {0}', name),
    });
  }
}

function kept(root: AgentRoot, useSkills: boolean): AgentRoot {
  return useSkills ? root : { ...root, kept: switchedOff('chat.useAgentSkills') };
}

function switchedOff(setting: string) {
  return {
    verdict: 'switched-off',
    code: 'setting',
    reason: message('switched off by {0}', setting),
  } as const;
}

function projectPlace(one: VsCodePlace, root: string, folders: readonly string[]): AgentRoot {
  const { place, isOn, isDefault } = one;
  const nearest = folders.find(folder => folder === root || folder.startsWith(root + path.sep)) ?? root;
  return {
    location: path.join(root, place),
    scope: 'project',
    group: !isDefault ? 'configured' : place.startsWith('.agents/') ? 'generic' : 'brand',
    source: `${isDefault ? kindOf(place) : 'config'}-workspace`,
    reason: isDefault ? levelReason(root, nearest) : message('named in {0}', 'chat.agentSkillsLocations'),
    ...(!isOn && { kept: switchedOff('chat.agentSkillsLocations') }),
  };
}

function personalPlace({ place, isOn, isDefault }: VsCodePlace, home: string): AgentRoot {
  return {
    location: path.join(home, place.slice(2)),
    scope: 'user',
    group: !isDefault ? 'configured' : place.startsWith('~/.agents/') ? 'generic' : 'brand',
    source: `${isDefault ? kindOf(place.slice(2)) : 'config'}-personal`,
    reason: isDefault ? message('one’s own') : message('named in {0}', 'chat.agentSkillsLocations'),
    ...(!isOn && { kept: switchedOff('chat.agentSkillsLocations') }),
  };
}

/** `.github/skills` is of the kind `github`. */
function kindOf(place: string): string {
  return place.slice(1, place.indexOf('/'));
}

/** Each folder with the directories above it, up to the first that holds a `.git` directory; alone where none does. */
function withParents(files: FileSystem, folders: readonly string[], home: string): readonly string[] {
  const roots: string[] = [];
  for (const folder of folders) {
    const above: string[] = [];
    for (const directory of ancestors(folder)) {
      const isOver =
        directory !== folder &&
        (directory === home || folders.includes(directory) || roots.includes(directory));
      if (isOver) break;
      above.push(directory);
      if (!isDirectory(files, path.join(directory, '.git'))) continue;
      roots.push(...above);
      break;
    }
    if (!roots.includes(folder)) roots.push(folder);
  }
  return roots;
}
