/** The rules of Goose, read from its source: the work directory's own directories, then the user's, all that is in them. */
import * as path from 'node:path';
import { type FileSystem, isDirectory, isFault } from '../file-system';
import { message } from '../message';
import { PRODUCTS } from '../products';
import { compareCodePoints } from '../python-text';
import { FOLDERS_IN_ROOT } from '../scan/scan-rules';
import type { ConfigurationInput, Remark } from '../types';
import { type AgentRoot, agentRoot } from './agent-roots';
import { parseGooseSkill } from './goose-skill-file';
import type { Preparation, Profile, ProfileContext, RootPlan } from './profile';

/** Directories of version control, which alone are not gone through. */
const PASSED_OVER = ['.git', '.hg', '.svn'];

export const goose = {
  product: PRODUCTS.goose,
  prepare,
  parse: parseGooseSkill,
  scan: {
    ...FOLDERS_IN_ROOT,
    inRoot: 'skill',
    isFolderSkipped: name => PASSED_OVER.includes(name),
    levels: Number.POSITIVE_INFINITY,
    insideSkills: 'always',
    realFolders: true,
    badBytes: 'lost',
  },
  clash: 'first',
  ties: 'directory-order',
  sameFile: 'name',
  realPaths: true,
  order: 'as-found',
  unread: {
    known: new Map(),
    elsewhere: { code: 'other-level', reason: message('Goose reads those of the work directory only') },
  },
  precedence: (winner, loser) => ({
    code: 'root-order',
    reason: message('{0} comes before {1}', winner.label, loser.label),
  }),
  listing: null,
} satisfies Profile;

const VERSIONS: Remark = {
  code: 'rule-by-version',
  severity: 'information',
  text: message(
    'an older guide to Goose has it that the later directory wins, so which of two skills of one name wins depends on the version',
  ),
};

async function prepare(context: ProfileContext): Promise<Preparation> {
  const { environment } = context;
  const inputs: readonly ConfigurationInput[] = ['GOOSE_PATH_ROOT', 'XDG_CONFIG_HOME'].flatMap(name => {
    const value = environment[name];
    return value ? [{ kind: 'variable' as const, name, value }] : [];
  });
  const data = configurationDirectory(context);
  return {
    plans: [...rootPlans(context, data)],
    configuration: {
      file: null,
      shareDir: data,
      mergeBrands: true,
      extraSkillDirs: [],
      inputs,
      remarks: [VERSIONS],
    },
    failure: null,
  };
}

/** `GOOSE_PATH_ROOT` counts only where it is an absolute path. */
function pathRoot({ environment }: ProfileContext): string | undefined {
  const root = environment.GOOSE_PATH_ROOT;
  return root !== undefined && path.isAbsolute(root) ? path.normalize(root) : undefined;
}

function configurationDirectory(context: ProfileContext): string {
  const { environment, home, platform } = context;
  const root = pathRoot(context);
  if (root !== undefined) return path.join(root, 'config');
  if (platform === 'win32')
    return path.join(
      environment.APPDATA || path.join(home, 'AppData', 'Roaming'),
      'Block',
      'goose',
      'config',
    );
  const xdg = environment.XDG_CONFIG_HOME;
  return path.join(xdg && path.isAbsolute(xdg) ? xdg : path.join(home, '.config'), 'goose');
}

function* rootPlans(context: ProfileContext, data: string): Generator<RootPlan> {
  const { files, workDir, home } = context;
  const plan = (root: AgentRoot) => agentRoot({ files, projectRoot: workDir, home }, root);
  for (const place of ['.agents/skills', '.goose/skills', '.claude/skills']) {
    yield plan({
      location: path.join(workDir, place),
      scope: 'project',
      group: place.startsWith('.agents') ? 'generic' : 'brand',
      source: 'project',
      reason: message('in the work directory'),
    });
  }
  const personal = [
    path.join(home, '.agents', 'skills'),
    path.join(data, 'skills'),
    path.join(home, '.claude', 'skills'),
    path.join(home, '.config', 'agents', 'skills'),
  ];
  for (const location of personal) {
    yield plan({
      location,
      scope: 'user',
      group: location.includes(`agents${path.sep}skills`) ? 'generic' : 'brand',
      source: 'global',
      reason: message('one’s own'),
    });
  }
  for (const { name, location } of pluginDirectories(files, pathRoot(context) ?? home)) {
    yield plan({
      location,
      scope: 'extra',
      group: 'plugins',
      source: 'plugin',
      reason: message('brought along by the plugin {0}', name),
    });
  }
}

/** The skills of installed plugins. Goose takes them in the order of the directory; here they are in that of their names. */
function pluginDirectories(
  files: FileSystem,
  base: string,
): readonly { readonly name: string; readonly location: string }[] {
  const plugins = path.join(base, '.agents', 'plugins');
  const entries = files.readDirectory(plugins);
  if (isFault(entries)) return [];
  return entries
    .map(({ name }) => ({ name, location: path.join(plugins, name, 'skills') }))
    .filter(({ location }) => isDirectory(files, location))
    .sort((a, b) => compareCodePoints(a.name, b.name));
}
