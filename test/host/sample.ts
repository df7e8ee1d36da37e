import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { projectRoot, temporaryFolder } from './folders';

/** A copy of the sample, which may be changed at will. All paths are absolute, and hold no link. */
export interface Sample {
  readonly root: string;
  /** The home directory: user skills, configuration, a stand-in for an installed kimi-cli. */
  readonly home: string;
  /** A project with every kind of verdict. */
  readonly orchard: string;
  /** A small second project, for workspaces of several folders. */
  readonly cider: string;
  /** Both projects. */
  readonly workspaceFile: string;
  /** What the environment of a process must be for the sample's home to be all that it sees. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What cannot be kept in files that every system and every clone agrees on. Paths are relative to the sample. */
const links: Readonly<Record<string, string>> = {
  // The same file as the changelog: an alias.
  'orchard/.agents/skills/changelog.md': '../../.claude/skills/changelog.md',
  // Its target was removed.
  'orchard/.claude/skills/retired': '../../retired-skills/retired',
  // The same directory as .claude/skills: one root, not two.
  'orchard/.codex/skills': '../.claude/skills',
  'home/.local/bin/kimi': '../share/uv/tools/kimi-cli/bin/kimi',
};

const executables = [
  'orchard/.kimi/skills/release/scripts/publish.sh',
  'orchard/.agents/skills/api-style/scripts/check.sh',
  'home/.local/share/uv/tools/kimi-cli/bin/kimi',
];

const emptyFolders = [
  // Where a repository begins: nothing above is looked at.
  'orchard/.git',
  'cider/.git',
  // There, and without a skill.
  'home/.codex/skills',
];

/** Variables that would lead from the sample's home to the real one. */
const leadingElsewhere = [
  'KIMI_SHARE_DIR',
  'KIMI_CODE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'UV_TOOL_DIR',
  'PIPX_HOME',
  'CODEX_HOME',
  'CLAUDE_CONFIG_DIR',
  'APPDATA',
  'LOCALAPPDATA',
  'HOMEDRIVE',
  'HOMEPATH',
];

/**
 * Copies the sample into a temporary directory, which is removed when this process ends.
 * @param options.withFailure adds a skill whose file is not UTF-8, which keeps kimi-cli from starting at all
 */
export function buildSample(options: { readonly withFailure?: boolean } = {}): Sample {
  const root = realpathSync.native(temporaryFolder('sample'));
  const at = (relative: string) => path.join(root, ...relative.split('/'));
  cpSync(path.join(projectRoot, 'test', 'sample'), root, { recursive: true });

  for (const folder of emptyFolders) mkdirSync(at(folder), { recursive: true });
  for (const file of executables) chmodSync(at(file), 0o755);
  // On a disk that does not tell cases apart the two names are the same file: the clone must not hold such a name.
  const wrongCase = 'orchard/.kimi/skills/label-check';
  renameSync(at(`${wrongCase}/wrong-case.md`), at(`${wrongCase}/skill.md`));
  const glossary = at('home/.config/agents/skills/glossary/SKILL.md');
  writeFileSync(glossary, `\uFEFF${readFileSync(glossary, 'utf8')}`);
  for (const [link, target] of Object.entries(links)) {
    mkdirSync(path.dirname(at(link)), { recursive: true });
    symlinkSync(target, at(link));
  }
  if (options.withFailure) addFailure(at('orchard/.claude/skills/menu'));

  const home = at('home');
  return {
    root,
    home,
    orchard: at('orchard'),
    cider: at('cider'),
    workspaceFile: at('orchard-and-cider.code-workspace'),
    env: {
      HOME: home,
      USERPROFILE: home,
      ...Object.fromEntries(leadingElsewhere.map(name => [name, undefined])),
      PATH: `${at('home/.local/bin')}${path.delimiter}${process.env.PATH ?? ''}`,
    },
  };
}

/** Latin-1, as an old editor would write it. */
function addFailure(folder: string): void {
  mkdirSync(folder);
  const text =
    '---\nname: menu\ndescription: The menu of the canteen, with cr\u00e8me br\u00fbl\u00e9e\n---\n\nOn Fridays.\n';
  writeFileSync(path.join(folder, 'SKILL.md'), Buffer.from(text, 'latin1'));
}
