/** Whether Git ignores a directory, by the files that say so inside a repository. Those of the user are not looked at. */
import * as path from 'node:path';
import { type FileSystem, isFault } from './file-system';
import { readSmallFile } from './small-file';

interface Rule {
  /** The pattern, taken apart at slashes. */
  readonly parts: readonly string[];
  readonly ignores: boolean;
}

/**
 * Whether a directory in a repository is ignored: by `.gitignore` of the directories above it, or by
 * `.git/info/exclude`. One in an ignored directory is ignored as well.
 * @param top the directory that holds `.git`
 */
export function isGitIgnored(files: FileSystem, top: string, directory: string): boolean {
  const below = path.relative(top, directory);
  if (below === '' || below.startsWith('..')) return false;
  // What comes later counts more, and what is nearer to the directory comes later.
  const levels = [{ dir: top, rules: rulesIn(files, path.join(top, '.git', 'info', 'exclude')) }];
  let current = top;
  for (const part of below.split(path.sep)) {
    levels.push({ dir: current, rules: rulesIn(files, path.join(current, '.gitignore')) });
    current = path.join(current, part);
    let isIgnored = false;
    for (const { dir, rules } of levels) {
      const place = path.relative(dir, current).split(path.sep);
      for (const { parts, ignores } of rules) if (fits(parts, place)) isIgnored = ignores;
    }
    if (isIgnored) return true;
  }
  return false;
}

function rulesIn(files: FileSystem, file: string): readonly Rule[] {
  const bytes = readSmallFile(files, file);
  if (isFault(bytes)) return [];
  return Buffer.from(bytes).toString('utf8').split(/\r?\n/).flatMap(toRule);
}

/** A line as a rule for directories; none for an empty line or a comment. */
function toRule(line: string): readonly Rule[] {
  if (line.startsWith('#')) return [];
  const text = withoutBlanksAtEnd(line);
  const ignores = !text.startsWith('!');
  const glob = (ignores ? text : text.slice(1)).replace(/\/$/, '');
  if (glob === '') return [];
  const parts = glob.replace(/^\//, '').split('/');
  return [{ parts: glob.includes('/') ? parts : ['**', ...parts], ignores }];
}

/** Blanks at the end do not count, but for one after a backslash. */
function withoutBlanksAtEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ' && line[end - 2] !== '\\') end--;
  return line.slice(0, end);
}

/**
 * Whether a path fits a pattern, both taken apart at slashes. `**` stands for any number of parts, at the end for at
 * least one. The time is bounded by the product of the lengths, whatever the pattern.
 */
function fits(parts: readonly string[], place: readonly string[]): boolean {
  // Whether what is left of the pattern fits what is left of the path, for each place in it.
  let rest = [...place.map(() => false), true];
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index] ?? '';
    const next = rest;
    rest = next.map(() => false);
    for (let at = place.length; at >= 0; at--) {
      if (part !== '**')
        rest[at] = at < place.length && next[at + 1] === true && partFits(part, place[at] ?? '');
      else if (index === parts.length - 1) rest[at] = at < place.length;
      else rest[at] = next[at] === true || rest[at + 1] === true;
    }
  }
  return rest[0] === true;
}

/** Whether a name fits a pattern without slashes. Only the last star is ever taken up again. */
function partFits(pattern: string, name: string): boolean {
  const tokens = pattern.match(/\*+|\[[!^]?\]?[^\]]*\]|\\.|./gs) ?? [];
  let [token, at, star, starAt] = [0, 0, -1, 0];
  while (at < name.length) {
    const current = tokens[token];
    if (current?.startsWith('*')) {
      star = token++;
      starAt = at;
    } else if (current !== undefined && tokenFits(current, name[at] ?? '')) {
      token++;
      at++;
    } else if (star >= 0) {
      token = star + 1;
      at = ++starAt;
    } else return false;
  }
  while (tokens[token]?.startsWith('*')) token++;
  return token === tokens.length;
}

function tokenFits(token: string, character: string): boolean {
  if (token === '?') return true;
  if (!token.startsWith('[') || token.length < 3) return token.replace(/^\\(?=.)/s, '') === character;
  const isNot = token[1] === '!' || token[1] === '^';
  const set = token.slice(isNot ? 2 : 1, -1);
  let isIn = false;
  for (let index = 0; index < set.length; index++) {
    const [first = '', dash, last] = [set[index], set[index + 1], set[index + 2]];
    const isRange = dash === '-' && last !== undefined;
    if (isRange) index += 2;
    isIn ||= isRange ? first <= character && character <= last : first === character;
  }
  return isIn !== isNot;
}
