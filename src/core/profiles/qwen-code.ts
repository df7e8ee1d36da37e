/**
 * The rules of Qwen Code: only the work directory's own directories, its own before the shared one, and extensions whose
 * skills carry their name. Each was checked against the recorded outcomes.
 */
import * as path from 'node:path';
import { type Message, message } from '../message';
import { PRODUCTS } from '../products';
import type { Found } from '../scan/found';
import { FOLDERS_IN_ROOT } from '../scan/scan-rules';
import { sourceTerm } from '../scope-term';
import type { Root, Skill } from '../types';
import { installedExtensions } from './agent-extensions';
import { type AgentRoot, agentRoot, builtinRoot } from './agent-roots';
import { remarkedOnBuiltin } from './name-remarks';
import type { Preparation, Profile, ProfileContext, RootPlan } from './profile';
import {
  expandHome,
  type QwenConfiguration,
  type QwenLevel,
  readQwenConfiguration,
} from './qwen-code-configuration';
import { parseQwenSkill } from './qwen-code-skill-file';

const SHARED = '.agents/skills';
const OWN = '.qwen/skills';
const BUNDLED = [
  'batch',
  'browser-use',
  'computer-use',
  'coordinate',
  'dataviz',
  'extension-creator',
  'goal-draft',
  'loop',
  'new-app',
  'qc-helper',
  'review',
  'simplify',
  'stuck',
  'workflow-authoring',
  'workflow-creator',
  'zvec-grep-install',
];

/** What an installation that was broken off leaves behind. */
const LEFT_BEHIND = /\.(?:backup|installing)-\d+-\d+$/;

export const qwenCode = {
  product: PRODUCTS['qwen-code'],
  prepare,
  parse: parseQwenSkill,
  scan: { ...FOLDERS_IN_ROOT, isFolderSkipped: name => LEFT_BEHIND.test(name) },
  clash: 'first',
  ties: 'directory-order',
  sameFile: 'name',
  realPaths: false,
  realWorkDir: true,
  order: (a: Skill, b: Skill) => a.name.localeCompare(b.name),
  unread: {
    known: new Map([
      [OWN, { code: 'data-elsewhere', reason: message('not read: QWEN_HOME names another directory') }],
    ]),
    elsewhere: {
      code: 'only-work-dir',
      reason: message('Qwen Code reads the directories of its work directory only, not those above or below'),
    },
  },
  precedence,
  listing: renderQwenListing,
} satisfies Profile;

async function prepare(context: ProfileContext): Promise<Preparation> {
  const { files, workDir, home } = context;
  const read = readQwenConfiguration(context);
  const { data, isHome, off, directories, configuration } = read;
  const plan = (level: QwenLevel, root: Omit<AgentRoot, 'source'>) =>
    agentRoot(context, { ...root, ...keptBack(off.get(level), root), source: level });
  const project = { scope: 'project', reason: message('in the work directory') } as const;
  const user = { scope: 'user', reason: message('in the home directory') } as const;
  const plans: RootPlan[] = [
    ...(isHome
      ? []
      : [
          plan('project', { ...project, location: path.join(workDir, OWN), group: 'brand' }),
          plan('project', { ...project, location: path.join(workDir, SHARED), group: 'generic' }),
        ]),
    plan('user', { ...user, location: path.join(data, 'skills'), group: 'brand' }),
    plan('user', { ...user, location: path.join(home, SHARED), group: 'generic' }),
    ...directories.map(entry =>
      plan('user', {
        location: path.resolve(workDir, expandHome(entry, home)),
        scope: 'extra',
        group: 'configured',
        reason: message('named in skills.directories'),
      }),
    ),
  ];
  const extensions = installedExtensions({
    files,
    directory: path.join(data, 'extensions'),
    manifest: 'qwen-extension.json',
    installed: '.qwen-extension-install.json',
    workDirs: [workDir],
  });
  for (const { name, skills, off: switchedOff } of extensions) {
    const reason = message('brought along by the extension {0}', name);
    const root = { location: skills, scope: 'extra', group: 'plugin', reason } as const;
    plans.push(
      plan('extension', switchedOff ? { ...root, kept: { verdict: 'switched-off', ...switchedOff } } : root),
    );
  }
  plans.push(builtinRoot(context, 'Qwen Code', BUNDLED, off.get('bundled')));
  const extensionOf = new Map(extensions.map(({ name, skills }) => [skills, name]));
  return {
    plans,
    configuration,
    failure: null,
    adjust: (found, root) =>
      remarkedOnBuiltin(adjusted(found, extensionOf.get(root.location), read), 'Qwen Code', BUNDLED),
  };
}

function keptBack(by: string | undefined, { kept }: Pick<AgentRoot, 'kept'>): Pick<AgentRoot, 'kept'> {
  if (by === undefined) return kept ? { kept } : {};
  const reason = message('not read: switched off by {0}', by);
  return { kept: { verdict: 'switched-off', code: 'level-disabled', reason } };
}

/** The name of an extension's skill begins with that of the extension. Either name switches it off, only the whole one on. */
function adjusted(found: Found, extension: string | undefined, read: QwenConfiguration): Found {
  const name = extension === undefined ? found.name : `${extension}:${found.name}`;
  if (found.outcome.kind !== 'skill') return { ...found, name };
  const names = [name.toLowerCase(), found.name.toLowerCase()];
  const by = names.some(one => read.disabled.has(one))
    ? 'skills.disabled'
    : names.some(one => read.disabledByDefault.has(one)) && !read.enabled.has(names[0]!)
      ? 'skills.defaultDisabled'
      : undefined;
  if (by === undefined) return { ...found, name };
  const reason = message('switched off by {0} in the settings', by);
  return { ...found, name, outcome: { ...found.outcome, disabled: { code: 'disabled', reason } } };
}

function precedence(winner: Root, loser: Root): { code: string; reason: Message } {
  const [first = winner.scope, second = loser.scope] = [winner.source, loser.source];
  if (first !== second) {
    const reason = message('{0} skills come before {1} skills', sourceTerm(first), sourceTerm(second));
    return { code: 'scope-order', reason };
  }
  if (loser.group === 'generic')
    return { code: 'brand-before-generic', reason: message('its own directory comes before .agents/skills') };
  if (loser.group === 'configured' && winner.group !== 'configured')
    return { code: 'extra-order', reason: message('skills.directories come after the usual directories') };
  return { code: 'extra-order', reason: message('{0} is named before {1}', winner.label, loser.label) };
}

/** Characters of the whole, from which on descriptions are cut to their first line. */
const LONGEST_LISTING = 8000;

/** The entries of the message about skills. */
function renderQwenListing(skills: readonly Skill[]): string {
  const listed = skills.filter(({ listed }) => listed).sort((a, b) => a.name.localeCompare(b.name));
  const whole = listed.map(skill => entry(skill, skill.description)).join('\n');
  if (whole.length <= LONGEST_LISTING) return whole;
  return listed.map(skill => entry(skill, skill.description.split('\n', 1)[0] ?? '')).join('\n');
}

function entry({ name, whenToUse, source = '' }: Skill, description: string): string {
  const when = whenToUse === undefined ? '' : ` — ${escapeXml(whenToUse)}`;
  const lines = [
    '<skill>',
    '<name>',
    escapeXml(name),
    '</name>',
    '<description>',
    `${escapeXml(description)}${when} (${source})`,
    '</description>',
    '<location>',
    source,
    '</location>',
    '</skill>',
  ];
  return lines.join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character] ?? character);
}
