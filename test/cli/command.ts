/** Running the built command as a process of its own. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { type BuiltLayout, buildLayout, type Layout } from '../layout';

/** The file that the package's `bin` names. */
export const CLI = path.resolve('dist/cli.js');

export interface Ran {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
  /** The output as it came. */
  readonly bytes: Buffer;
}

export interface Surroundings {
  /** Path in the layout. Default: `R`. */
  readonly cwd?: string;
  /** Added to `HOME`, which is `home` in the layout, and a `PATH` with nothing in it. */
  readonly env?: Readonly<Record<string, string>>;
  /** What `--profile` says. Null: it is left out. Default: `kimi-cli`. */
  readonly profile?: string | null;
}

/** The variables that the command sees in a layout. */
export function environmentOf(built: BuiltLayout): Record<string, string> {
  return { HOME: built.at('home'), USERPROFILE: built.at('home'), PATH: built.at('bin') };
}

/** Runs `which-skill` in a layout. `$ROOT` in an argument or a variable stands for its folder. */
export function whichSkill(
  built: BuiltLayout,
  args: readonly string[],
  { cwd = 'R', env = {}, profile = 'kimi-cli' }: Surroundings = {},
): Promise<Ran> {
  const place = (text: string) => text.replaceAll('$ROOT', built.root);
  const variables = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, place(value)]));
  const options = {
    cwd: built.at(cwd),
    env: { ...environmentOf(built), ...variables },
    encoding: 'buffer',
    maxBuffer: 64 * 1024 * 1024,
  } as const;
  const chosen = profile === null ? [] : ['--profile', profile];
  return new Promise(resolve => {
    const child = execFile(
      process.execPath,
      [CLI, ...chosen, ...args.map(place)],
      options,
      (_, bytes, errors) => {
        resolve({ status: child.exitCode, output: bytes.toString(), errors: errors.toString(), bytes });
      },
    );
  });
}

/** Builds a layout and runs the command in it once. Paths in what it prints start with `$ROOT`. */
export async function whichSkillIn(
  layout: Layout,
  args: readonly string[],
  surroundings?: Surroundings,
): Promise<Omit<Ran, 'bytes'>> {
  const built = buildLayout(layout);
  try {
    const { status, output, errors } = await whichSkill(built, args, surroundings);
    const hide = (text: string) => text.replaceAll(built.root, '$ROOT');
    return { status, output: hide(output), errors: hide(errors) };
  } finally {
    built.remove();
  }
}

/** A test on a layout of its own, which is removed afterwards. */
export function inLayout(layout: Layout, body: (built: BuiltLayout) => Promise<void>): () => Promise<void> {
  return async () => {
    const built = buildLayout(layout);
    try {
      await body(built);
    } finally {
      built.remove();
    }
  };
}
