/**
 * The rules of Gemini CLI: only the work directory's own directories, and these only in a trusted folder; the shared one
 * before its own. Each was checked against the recorded outcomes.
 */
import * as path from 'node:path';
import { type Message, message } from '../message';
import { PRODUCTS } from '../products';
import type { Found } from '../scan/found';
import { FOLDERS_IN_ROOT } from '../scan/scan-rules';
import { sourceTerm } from '../scope-term';
import type { Root, Skill } from '../types';
import { type AgentExtension, installedExtensions } from './agent-extensions';
import { type AgentRoot, agentRoot, builtinRoot } from './agent-roots';
import { objectOf, readWhole, settingAt } from './agent-settings';
import { type GeminiConfiguration, readGeminiConfiguration } from './gemini-cli-configuration';
import { parseGeminiSkill } from './gemini-cli-skill-file';
import { remarkedOnBuiltin } from './name-remarks';
import type { Preparation, Profile, ProfileContext, RootPlan } from './profile';

const SHARED = '.agents/skills';
const OWN = '.gemini/skills';
const BUILTINS = ['skill-creator', 'antigravity-support'];

export const geminiCli = {
  product: PRODUCTS['gemini-cli'],
  prepare,
  parse: parseGeminiSkill,
  scan: {
    ...FOLDERS_IN_ROOT,
    inRoot: 'skill',
    isFolderSkipped: name => name.startsWith('.') || name === 'node_modules',
  },
  clash: 'first',
  ties: 'directory-order',
  sameFile: 'name',
  realPaths: false,
  realWorkDir: true,
  order: (a: Skill, b: Skill) => a.name.localeCompare(b.name),
  unread: {
    known: new Map([
      [SHARED, homeElsewhere()],
      [OWN, homeElsewhere()],
    ]),
    elsewhere: {
      code: 'only-work-dir',
      reason: message(
        'Gemini CLI reads the directories of its work directory only, not those above or below',
      ),
    },
  },
  precedence,
  listing: renderGeminiListing,
} satisfies Profile;

function homeElsewhere(): { code: string; reason: Message } {
  return { code: 'data-elsewhere', reason: message('not read: GEMINI_CLI_HOME names another directory') };
}

async function prepare(context: ProfileContext): Promise<Preparation> {
  const { workDir } = context;
  const read = readGeminiConfiguration(context);
  const { home, configuration, failure } = read;
  const plan = (root: AgentRoot) => agentRoot(context, { ...root, ...keptBack(root, read) });
  const workspace = {
    scope: 'project',
    source: 'workspace',
    reason: message('in the work directory'),
  } as const;
  const user = { scope: 'user', source: 'user', reason: message('in the home directory') } as const;
  const extensions = extensionsOf(context, home);
  const plans: RootPlan[] = [
    plan({ ...workspace, location: path.join(workDir, SHARED), group: 'generic' }),
    plan({ ...workspace, location: path.join(workDir, OWN), group: 'brand' }),
    plan({ ...user, location: path.join(home, SHARED), group: 'generic' }),
    plan({ ...user, location: path.join(home, OWN), group: 'brand' }),
    ...extensions.map(extension => plan(extensionRoot(extension))),
    builtinRoot(context, 'Gemini CLI', BUILTINS, read.enabled ? undefined : 'skills.enabled'),
  ];
  const filled = new Map(extensions.map(one => [one.skills, placeholders(context, one)]));
  return {
    plans,
    configuration,
    failure,
    adjust: found => remarkedOnBuiltin(disabledBy(fill(found), read), 'Gemini CLI', BUILTINS),
  };

  function fill(found: Found): Found {
    for (const [skills, values] of filled)
      if (found.file.startsWith(skills + path.sep)) return withPlaceholders(found, values);
    return found;
  }
}

/** Where two extensions bring one name, the one whose folder is listed later wins; here that is by name. */
function extensionsOf({ files, workDir }: ProfileContext, home: string): readonly AgentExtension[] {
  return installedExtensions({
    files,
    directory: path.join(home, '.gemini', 'extensions'),
    manifest: 'gemini-extension.json',
    installed: '.gemini-extension-install.json',
    workDirs: [workDir],
  }).toReversed();
}

function extensionRoot({ name, skills, off }: AgentExtension): AgentRoot {
  const reason = message('brought along by the extension {0}', name);
  const root = { location: skills, scope: 'extra', group: 'plugin', source: 'extension', reason } as const;
  return off ? { ...root, kept: { verdict: 'switched-off', ...off } } : root;
}

/** Why a directory is not read though it is there. */
function keptBack(root: AgentRoot, { enabled, trusted }: GeminiConfiguration): Pick<AgentRoot, 'kept'> {
  if (!enabled) {
    const reason = message('not read: skills.enabled is false');
    return { kept: { verdict: 'switched-off', code: 'skills-disabled', reason } };
  }
  if (root.scope !== 'project' || trusted) return root.kept ? { kept: root.kept } : {};
  const reason = message('read once the folder is trusted: Gemini CLI asks when it starts');
  return { kept: { verdict: 'untrusted', code: 'untrusted', reason } };
}

/** Names are compared in lower case here, though nowhere else. */
function disabledBy(found: Found, { disabled }: GeminiConfiguration): Found {
  if (found.outcome.kind !== 'skill' || !disabled.has(found.name.toLowerCase())) return found;
  const reason = message('switched off by skills.disabled in the settings');
  return { ...found, outcome: { ...found.outcome, disabled: { code: 'disabled', reason } } };
}

/** What stands for `${…}` in the names and descriptions of an extension's skills. */
function placeholders(
  { files, workDir }: ProfileContext,
  { dir, manifest }: AgentExtension,
): ReadonlyMap<string, string> {
  const values = new Map([
    ['extensionPath', dir],
    ['workspacePath', workDir],
    ['/', path.sep],
    ['pathSeparator', path.sep],
  ]);
  const settings = settingAt(manifest, 'settings');
  const known = Array.isArray(settings) ? settings.map(one => objectOf(one)?.envVar) : [];
  for (const line of (readWhole(files, path.join(dir, '.env')) ?? '').split(/\r?\n/)) {
    const [, name = '', value = ''] = /^\s*(?:export\s+)?([\w.-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (known.includes(name)) values.set(name, value.replace(/^(["'])(.*)\1$/, '$2'));
  }
  return values;
}

function withPlaceholders(found: Found, values: ReadonlyMap<string, string>): Found {
  if (found.outcome.kind !== 'skill') return found;
  const fill = (text: string) =>
    text
      .split('\n')
      .map(line => filled(line, values))
      .join('\n');
  const description = fill(found.outcome.description);
  return { ...found, name: fill(found.name), outcome: { ...found.outcome, description } };
}

/** From each `${` to the next brace that closes; what is not known stays. */
function filled(line: string, values: ReadonlyMap<string, string>): string {
  let text = '';
  let done = 0;
  for (let start = line.indexOf('${'); start >= 0; start = line.indexOf('${', done)) {
    const end = line.indexOf('}', start);
    if (end < 0) break;
    const whole = line.slice(start, end + 1);
    text += line.slice(done, start) + (values.get(whole.slice(2, -1)) ?? whole);
    done = end + 1;
  }
  return text + line.slice(done);
}

function precedence(winner: Root, loser: Root): { code: string; reason: Message } {
  if (winner.scope !== loser.scope) {
    const [first, second] = [sourceTerm(sourceOf(winner)), sourceTerm(sourceOf(loser))];
    return { code: 'scope-order', reason: message('{0} skills come before {1} skills', first, second) };
  }
  if (winner.group === 'generic')
    return { code: 'generic-before-brand', reason: message('.agents/skills comes before .gemini/skills') };
  return {
    code: 'directory-order',
    reason: message('of two extensions, the one whose folder the file system lists later comes first'),
  };
}

function sourceOf({ source, scope }: Root): string {
  return source ?? scope;
}

/**
 * The part of the system prompt about skills. The product gives them in the order in which names first came up, from
 * extensions to the workspace; a name that several places have keeps its first place, which is not shown here.
 */
function renderGeminiListing(skills: readonly Skill[]): string {
  const places = ['extension', 'user', 'workspace'];
  const rank = ({ source = '' }: Skill) => places.indexOf(source);
  const listed = skills.filter(({ listed }) => listed).sort((a, b) => rank(a) - rank(b));
  if (listed.length === 0) return '';
  const entries = listed.map(
    ({ name, description, file }) =>
      `  <skill>\n    <name>${name}</name>\n    <description>${description}</description>\n    <location>${file}</location>\n  </skill>`,
  );
  return ['<available_skills>', ...entries, '</available_skills>'].join('\n');
}
