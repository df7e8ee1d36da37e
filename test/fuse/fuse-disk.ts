/** Starting and steering a file system of a program of ours, which falls silent when a test wants it to. */
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { type BuiltLayout, buildLayout, type Layout } from '../layout';

/** What is said to the program. */
export type FuseOrder =
  /** From now on, or from the first request of these kinds on, it says nothing. */
  { readonly silence: true | readonly FuseRequest[] } | { readonly wake: true };

/** Kinds of requests, as the kernel numbers them. */
export const FUSE_REQUESTS = {
  lookup: 1,
  getattr: 3,
  setattr: 4,
  readlink: 5,
  symlink: 6,
  mkdir: 9,
  unlink: 10,
  rmdir: 11,
  rename: 12,
  link: 13,
  open: 14,
  read: 15,
  write: 16,
  fsync: 20,
  opendir: 27,
  readdir: 28,
  create: 35,
  rename2: 45,
} as const;

export type FuseRequest = keyof typeof FUSE_REQUESTS;

/** A directory of this machine, seen through a program that can fall silent. */
export class FuseDisk {
  private constructor(
    /** Where it is mounted. */
    readonly place: string,
    private readonly program: ChildProcess,
  ) {}

  /**
   * Mounts it; a text that says why where that cannot be done here.
   * @param below the directory that it shows
   */
  static async mount(below: string, place: string): Promise<FuseDisk | string> {
    if (process.platform !== 'linux') return 'no FUSE but on Linux';
    mkdirSync(place, { recursive: true });
    let device: number;
    try {
      device = openSync('/dev/fuse', 'r+');
    } catch (error) {
      return `/dev/fuse cannot be opened: ${(error as Error).message}`;
    }
    try {
      const options = `fd=3,rootmode=40000,user_id=${process.getuid!()},group_id=${process.getgid!()},allow_other`;
      const mounted = spawnSync('mount', ['-i', '-t', 'fuse', '-o', options, 'which-skill-test', place], {
        stdio: ['ignore', 'ignore', 'pipe', device],
      });
      if (mounted.status !== 0)
        return `this process may not mount: ${mounted.stderr ?? mounted.error}`.trim();
      const program = fork(serverScript(), [below], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc', device],
      });
      await once(program, 'message');
      return new FuseDisk(place, program);
    } finally {
      closeSync(device);
    }
  }

  /** @returns when the program has heard it */
  async silence(at: true | readonly FuseRequest[] = true): Promise<void> {
    await this.order({ silence: at });
  }

  /** It answers again, what it was asked meanwhile too. */
  async wake(): Promise<void> {
    await this.order({ wake: true });
  }

  /** Whoever waits for an answer gets an error now. */
  end(): void {
    this.program.kill('SIGKILL');
    spawnSync('umount', ['--lazy', this.place]);
  }

  private async order(order: FuseOrder): Promise<void> {
    const heard = once(this.program, 'message');
    this.program.send(order);
    await heard;
  }
}

/** Tests lie at several depths below the same folder, and VS Code runs them from anywhere. */
function serverScript(): string {
  for (let folder = __dirname; ; folder = path.dirname(folder)) {
    const script = path.join(folder, 'fuse', 'fuse-server.js');
    if (existsSync(script) || folder === path.dirname(folder)) return script;
  }
}

/**
 * A test beside such a disk: the layout has it at `nas`, and what is in it at `below`.
 * @param body gets the folder of the layout
 */
export function besideFuse(
  layout: Layout,
  body: (disk: FuseDisk, built: BuiltLayout) => Promise<void>,
): (context: TestContext) => Promise<void> {
  return async context => {
    const built = buildLayout({ ...layout, nas: null });
    const disk = await FuseDisk.mount(built.at('below'), built.at('nas'));
    try {
      if (typeof disk === 'string') context.skip(disk);
      else await body(disk, built);
    } finally {
      if (typeof disk !== 'string') disk.end();
      built.remove();
    }
  };
}
