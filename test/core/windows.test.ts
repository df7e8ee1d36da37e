/**
 * The core on Windows, run anywhere: built with Windows' rules for paths, over a disk in memory that has drive letters,
 * shares, junctions, and names whose case does not matter.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, it } from 'node:test';
import { runInThisContext } from 'node:vm';
import { buildSync } from 'esbuild';
import type { DirectoryEntry, FileState, FileSystem, FileSystemFault } from '../../src/core/file-system';
import { renderMessage } from '../../src/core/message';
import type { resolve as Resolve } from '../../src/core/resolve';
import type { Resolution } from '../../src/core/types';
import { skillText } from '../layout';

const { win32 } = path;

/** The core, with `node:path` as it is on Windows. */
function coreOfWindows(): { readonly resolve: typeof Resolve } {
  const { outputFiles } = buildSync({
    entryPoints: [path.resolve('src/core/resolve.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields: ['module', 'main'],
    alias: { 'node:path': 'node:path/win32' },
    logLevel: 'silent',
  });
  const module = { exports: {} as { resolve: typeof Resolve } };
  const wrapped = `(function (module, exports, require) {${outputFiles[0]!.text}\n})`;
  runInThisContext(wrapped)(module, module.exports, createRequire(path.resolve('package.json')));
  return module.exports;
}

interface Thing {
  /** The path as it was made. */
  readonly place: string;
  readonly text?: string;
  /** Where a junction leads. */
  readonly target?: string;
  readonly names: Set<string>;
}

/** A disk whose names are one whatever their case, and keep the case in which they were made. */
class WindowsDisk implements FileSystem {
  private readonly things = new Map<string, Thing>();

  constructor(layout: Readonly<Record<string, string | { readonly junction: string }>>) {
    for (const [place, what] of Object.entries(layout)) {
      this.add(place, typeof what === 'string' ? { text: what } : { target: what.junction });
    }
  }

  readDirectory(place: string): readonly DirectoryEntry[] | FileSystemFault {
    const thing = this.find(place, true);
    if ('fault' in thing) return thing;
    if (thing.text !== undefined) return { fault: 'ENOTDIR' };
    return [...thing.names].map(name => ({
      name,
      kind: kindOf(this.find(win32.join(thing.place, name), false)),
    }));
  }

  state(place: string): FileState | FileSystemFault {
    return stateOf(this.find(place, true));
  }

  linkState(place: string): FileState | FileSystemFault {
    return stateOf(this.find(place, false));
  }

  readLink(place: string): string | FileSystemFault {
    const thing = this.find(place, false);
    if ('fault' in thing) return thing;
    return thing.target ?? { fault: 'EINVAL' };
  }

  realPath(place: string): string | FileSystemFault {
    const thing = this.find(place, true);
    return 'fault' in thing ? thing : thing.place;
  }

  open(place: string): ReturnType<FileSystem['open']> {
    const thing = this.find(place, true);
    if ('fault' in thing) return thing;
    if (thing.text === undefined) return { fault: 'EISDIR' };
    let rest = Buffer.from(thing.text);
    return {
      read(length) {
        const piece = rest.subarray(0, length);
        rest = rest.subarray(piece.length);
        return piece;
      },
      close() {},
    };
  }

  private add(place: string, what: Partial<Thing>): void {
    const parent = win32.dirname(place);
    if (parent !== place && !this.things.has(parent.toLowerCase())) this.add(parent, {});
    this.things.set(place.toLowerCase(), { place, names: new Set(), ...what });
    if (parent !== place) this.things.get(parent.toLowerCase())?.names.add(win32.basename(place));
  }

  private find(place: string, followLast: boolean, links = 0): Thing | FileSystemFault {
    assert.ok(win32.isAbsolute(place), place);
    if (links > 40) return { fault: 'ELOOP' };
    const { root } = win32.parse(place);
    const parts = place.slice(root.length).split('\\').filter(Boolean);
    let at = root;
    for (const [index, part] of parts.entries()) {
      const thing = this.things.get(win32.join(at, part).toLowerCase());
      if (!thing) return { fault: 'ENOENT' };
      const isLast = index === parts.length - 1;
      if (thing.target !== undefined && (!isLast || followLast))
        return this.find(win32.join(thing.target, ...parts.slice(index + 1)), followLast, links + 1);
      at = thing.place;
    }
    return this.things.get(at.toLowerCase()) ?? { fault: 'ENOENT' };
  }
}

function kindOf(thing: Thing | FileSystemFault): 'file' | 'directory' | 'link' {
  if ('fault' in thing) throw new Error('what is listed is there');
  if (thing.target !== undefined) return 'link';
  return thing.text === undefined ? 'directory' : 'file';
}

function stateOf(thing: Thing | FileSystemFault): FileState | FileSystemFault {
  if ('fault' in thing) return thing;
  const size = Buffer.byteLength(thing.text ?? '');
  return { kind: kindOf(thing), size, modified: 0, inode: 0, mode: 0o666 };
}

/** Roots that are there, what they hold, and what becomes of it. */
function show({ roots, candidates }: Resolution): string {
  const seen = roots.filter(
    ({ code, group }) => code !== 'no-directory' && group !== 'builtin' && group !== 'unread',
  );
  return seen
    .flatMap(root => [
      `${root.location}${root.path === root.location ? '' : ` -> ${root.path}`}  ${renderMessage(root.reason)}`,
      ...candidates
        .filter(candidate => candidate.root === root.id)
        .map(({ file, verdict, reason }) => `  ${file}  ${verdict}: ${renderMessage(reason)}`),
    ])
    .join('\n');
}

const WORK = 'D:\\work\\orchard';
const HOME = 'C:\\Users\\kim';

describe('on Windows', () => {
  const { resolve } = coreOfWindows();

  async function resolved(
    layout: ConstructorParameters<typeof WindowsDisk>[0],
    extraSkillDirs?: readonly string[],
  ): Promise<string> {
    const files = new WindowsDisk({ [`${WORK}\\.git\\HEAD`]: '', [`${HOME}\\NTUSER.DAT`]: '', ...layout });
    const resolution = await resolve({
      profile: 'kimi-cli',
      workDir: WORK,
      home: HOME,
      environment: {},
      platform: 'win32',
      files,
      overrides: { builtinDir: null, ...(extraSkillDirs && { extraSkillDirs }) },
    });
    return show(resolution);
  }

  it('a project on one drive, the home directory on another', async () => {
    assert.equal(
      await resolved({
        [`${WORK}\\.agents\\skills\\heron\\SKILL.md`]: skillText('heron'),
        [`${HOME}\\.kimi\\skills\\heron\\SKILL.md`]: skillText('heron', 'The other.'),
        [`${HOME}\\.kimi\\skills\\owl.md`]: skillText('owl'),
      }),
      String.raw`D:\work\orchard\.agents\skills  the directory that tools share
  D:\work\orchard\.agents\skills\heron\SKILL.md  active: wins over one other of this name
C:\Users\kim\.kimi\skills  a tool’s own directory
  C:\Users\kim\.kimi\skills\heron\SKILL.md  shadowed: shadowed by D:\work\orchard\.agents\skills\heron: Project comes before User
  C:\Users\kim\.kimi\skills\owl.md  active: the only one of this name`,
    );
  });

  it('the case of a name does not matter to the disk', async () => {
    assert.match(
      await resolved({ [`${WORK}\\.Agents\\Skills\\Heron\\skill.md`]: skillText('heron') }),
      /Heron\\SKILL\.md {2}active: the only one of this name$/m,
    );
  });

  it('a junction leads to a root on another drive, which counts once', async () => {
    assert.equal(
      await resolved({
        [`${HOME}\\.kimi\\skills`]: { junction: 'E:\\Shared\\skills' },
        [`${HOME}\\.claude\\skills`]: { junction: 'e:\\shared\\SKILLS' },
        'E:\\Shared\\skills\\crane\\SKILL.md': skillText('crane'),
      }),
      String.raw`C:\Users\kim\.kimi\skills -> E:\Shared\skills  a tool’s own directory
  E:\Shared\skills\crane\SKILL.md  active: the only one of this name
C:\Users\kim\.claude\skills -> E:\Shared\skills  the same directory as C:\Users\kim\.kimi\skills`,
    );
  });

  it('a share of another machine', async () => {
    assert.equal(
      await resolved({ '\\\\nas\\team\\skills\\wren\\SKILL.md': skillText('wren') }, [
        '\\\\nas\\team\\skills',
      ]),
      String.raw`\\nas\team\skills  named in extra_skill_dirs
  \\nas\team\skills\wren\SKILL.md  active: the only one of this name`,
    );
  });

  it('a junction in a circle', async () => {
    assert.equal(
      await resolved({
        [`${WORK}\\.agents\\skills\\gull`]: { junction: `${WORK}\\.agents\\skills\\gull` },
        [`${WORK}\\.agents\\skills\\up`]: { junction: WORK },
        [`${WORK}\\.agents\\skills\\tern\\SKILL.md`]: skillText('tern'),
      }),
      String.raw`D:\work\orchard\.agents\skills  the directory that tools share
  D:\work\orchard\.agents\skills\gull  unreadable: the link D:\work\orchard\.agents\skills\gull leads in a circle
  D:\work\orchard\.agents\skills\tern\SKILL.md  active: the only one of this name
  D:\work\orchard\.agents\skills\up\SKILL.md  not-read: links back to a directory that it lies in (D:\work\orchard)`,
    );
  });
});
