/** Resolving a layout of a test, and writing the answer down as text that is compared whole. */
import { type Message, renderMessage } from '../../src/core/message';
import { type ResolveOptions, resolve } from '../../src/core/resolve';
import type { Candidate, Resolution, Root } from '../../src/core/types';
import { type BuiltLayout, buildLayout, type Layout, skillText } from '../layout';

/** What a test sets beside the layout. Absent: as for a home directory `home` and no configuration of the machine. */
export interface Asked extends Partial<Omit<ResolveOptions, 'workDir' | 'home'>> {
  /** Path in the layout. Default: `R`. */
  readonly workDir?: string;
}

/** A skill whose frontmatter is valid and declares that name. */
export const ok = (name: string, body?: string) => skillText(name, undefined, body);

/** A repository `R`, with what is in it. */
export const repository = (layout: Layout): Layout => ({ 'R/.git': null, ...layout });

/** One skill file in the project's generic directory. */
export const one = (file: string, text: Layout[string]) => repository({ [`R/.agents/skills/${file}`]: text });

/** Builds a layout, hands it over, and removes it again. */
export async function within<T>(layout: Layout, use: (built: BuiltLayout) => T | Promise<T>): Promise<T> {
  const built = buildLayout(layout);
  try {
    return await use(built);
  } finally {
    built.remove();
  }
}

/** Resolves a work directory of a layout. Packaged skills are left out unless the test gives some. */
export function resolveIn(built: BuiltLayout, asked: Asked = {}): Promise<Resolution> {
  const { workDir = 'R', overrides, ...rest } = asked;
  return resolve({
    profile: 'kimi-cli',
    environment: {},
    ...rest,
    workDir: built.at(workDir),
    home: built.at('home'),
    overrides: { builtinDir: null, ...overrides },
  });
}

/** Builds, resolves, and gives the answer. */
export function resolveLayout(layout: Layout, asked: Asked = {}): Promise<Resolution> {
  return within(layout, built => resolveIn(built, asked));
}

/**
 * The whole answer as text: each root that is there with its verdict, below it each candidate with verdict, code and
 * reason. Paths are relative to the layout.
 */
export function show(resolution: Resolution, built: BuiltLayout): string {
  const say = (message: Message) => renderMessage(message, { showPath: path => relative(path, built) });
  const lines: string[] = [];
  for (const root of resolution.roots) {
    if (root.verdict === 'missing' && root.group !== 'configured') continue;
    lines.push(relative(`${showRoot(root)}: ${say(root.reason)}`, built));
    if (root.path !== root.location) lines[lines.length - 1] += ` -> ${relative(root.path, built)}`;
    for (const candidate of resolution.candidates) {
      if (candidate.root === root.id)
        lines.push(`  ${showCandidate(candidate)}: ${relative(say(candidate.reason), built)}`);
    }
  }
  const { failure } = resolution;
  if (failure) lines.push(`does not start: ${relative(failure.file, built)}: ${say(failure.reason)}`);
  return lines.join('\n');
}

function showRoot({ scope, label, verdict, rank, code }: Root): string {
  return `${scope} ${label} ${verdict}${rank === null ? '' : ` ${rank}`} (${code})`;
}

function showCandidate({ entry, form, name, verdict, code, line, column, link }: Candidate): string {
  const target = link === undefined ? '' : ` -> ${link}`;
  const place = line === undefined ? '' : ` at ${line}${column === undefined ? '' : `:${column}`}`;
  const stem = form === 'flat' ? entry.slice(0, -3) : entry;
  return `${entry}${target}${name === stem ? '' : ` “${name}”`} ${verdict} (${code})${place}`;
}

/** A text with the folder of the layout left out of its paths. */
export function relative(text: string, built: BuiltLayout): string {
  return text.replaceAll(`${built.root}/`, '');
}

/** A text without the indentation that it has in the source of a test. */
export function block(text: string): string {
  const lines = text.replace(/^\n/, '').replace(/\n *$/, '').split('\n');
  const indent = Math.min(
    ...lines.filter(line => line.trim() !== '').map(line => line.length - line.trimStart().length),
  );
  return lines.map(line => line.slice(indent)).join('\n');
}

/**
 * Does something with the rights of a user who is not root, so that the modes of files count. A test run by root takes
 * another user's rights meanwhile.
 */
export async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return await work();
  const nobody = 65534;
  process.seteuid?.(nobody);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
