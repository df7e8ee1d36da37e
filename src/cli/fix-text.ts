/** Fixes of a skill, and backups, as text for a terminal. */
import type { Problem } from '../core/checks/problem';
import type { FileSystem } from '../core/file-system';
import type { Fix } from '../core/fixes/fix';
import { message, renderMessage } from '../core/message';
import type { Backup } from '../core/plan/backups';
import type { Candidate, Resolution } from '../core/types';
import { printable, type Shower, table } from './text';

/** A fix with its number for the command line, and what it mends. */
export interface NumberedFix {
  readonly number: number;
  readonly problem: Problem;
  readonly fix: Fix;
}

/** All fixes of some candidates, numbered from 1; the same for two problems is there once. */
export async function fixesOf(
  files: FileSystem,
  resolution: Resolution,
  candidates: readonly Candidate[],
): Promise<readonly NumberedFix[]> {
  const { checkCandidate, fixesFor } = await import('../core/lazy/fixes');
  const found = new Map<string, Omit<NumberedFix, 'number'>>();
  for (const candidate of candidates) {
    for (const problem of await checkCandidate(files, resolution, candidate)) {
      for (const fix of await fixesFor(files, resolution, problem)) {
        const key = `${fix.id}\0${fix.file}\0${JSON.stringify(fix.edits)}`;
        if (!found.has(key)) found.set(key, { problem, fix });
      }
    }
  }
  return [...found.values()].map((one, index) => ({ ...one, number: index + 1 }));
}

/** What it does, what for, and the lines that change. */
export function fixText(
  { number, problem, fix }: NumberedFix,
  change: { readonly before: string; readonly after: string } | null,
  shower: Shower,
): string {
  const lines = [shower.message(message('{0}: {1}', `--fix ${number}`, fix.title))];
  lines.push(
    `  ${shower.message(message('{0}: {1}', `${shower.path(problem.file)}:${problem.range.start.line + 1}`, problem.message))}`,
  );
  if (fix.preview)
    lines.push(
      `  ${shower.message(message('taken for {0}: look at the lines first', fix.preview.encoding))}`,
    );
  if (fix.paste) {
    const { file, replacesLine, text } = fix.paste;
    const where =
      replacesLine === null
        ? message('put this into {0}, above the first table:', { path: file })
        : message('put this into {0}, in place of line {1}:', { path: file }, replacesLine);
    lines.push(`  ${shower.message(where)}`, `    ${printable(text)}`);
  }
  if (change) lines.push(...diff(change.before, change.after).map(line => `  ${line}`));
  return `${lines.join('\n')}\n`;
}

/** The public shape of a fix. */
export function fixJson({ number, problem, fix }: NumberedFix) {
  return {
    number,
    id: fix.id,
    title: renderMessage(fix.title),
    file: fix.file,
    problem: {
      code: problem.code,
      reason: renderMessage(problem.message),
      line: problem.range.start.line + 1,
    },
    paste: fix.paste,
  };
}

/** The lines that change, between those before and after that stay. What cannot be seen is shown as its code. */
function diff(before: string, after: string): readonly string[] {
  const [old, now] = [before, after].map(text => text.split(/\r\n|\r|\n/)) as [string[], string[]];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let [oldEnd, nowEnd] = [old.length, now.length];
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1]) {
    oldEnd--;
    nowEnd--;
  }
  return [
    `@@ line ${start + 1} @@`,
    ...old.slice(start, oldEnd).map(line => `-${printable(line)}`),
    ...now.slice(start, nowEnd).map(line => `+${printable(line)}`),
  ];
}

/** One line for each backup, newest first. */
export function backupsText(found: readonly Backup[], shower: Shower): string {
  if (found.length === 0) return `${shower.message(message('There are no backups.'))}\n`;
  const rows = found.map(({ path: place, from }) => [
    shower.path(place),
    shower.message(
      from === null ? message('nothing says where it was') : message('from {0}', { path: from }),
    ),
  ]);
  const hint = message('To put one back: {0}', 'which-skill restore PATH');
  return `${table(rows)}\n\n${shower.message(hint)}\n`;
}
