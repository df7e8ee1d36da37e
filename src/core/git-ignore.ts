/** Whether Git ignores a directory, by the files that say so inside a repository. Those of the user are not looked at. */
import * as path from 'node:path';
import { type FileSystem, isFault } from './file-system';
import { readSmallFile } from './small-file';

interface Rule {
  readonly pattern: RegExp;
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
      const place = path.relative(dir, current).split(path.sep).join('/');
      for (const { pattern, ignores } of rules) if (pattern.test(place)) isIgnored = ignores;
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
  const text = line.replace(/(?<!\\) +$/, '');
  const ignores = !text.startsWith('!');
  const glob = (ignores ? text : text.slice(1)).replace(/\/$/, '');
  if (glob === '') return [];
  const isAnchored = glob.includes('/');
  const source = toRegExp(glob.replace(/^\//, ''));
  try {
    return [{ pattern: new RegExp(`^${isAnchored ? '' : '(?:.*/)?'}${source}$`, 's'), ignores }];
  } catch {
    // Such as a range the wrong way round: Git takes it for a pattern that nothing fits.
    return [];
  }
}

const TOKEN = /\*\*\/|\/\*\*$|\*+|\?|\[(?:[!^])?\]?[^\]]*\]|\\.|[^*?[\\]|./gs;

function toRegExp(glob: string): string {
  return glob.replace(TOKEN, token => {
    if (token === '**/') return '(?:.*/)?';
    if (token === '/**') return '/.+';
    if (token.startsWith('*')) return '[^/]*';
    if (token === '?') return '[^/]';
    if (token.startsWith('[') && token.length > 2) {
      const isNot = token[1] === '!' || token[1] === '^';
      return `[${isNot ? '^' : ''}${token.slice(isNot ? 2 : 1, -1).replace(/[\\[\]]/g, '\\$&')}]`;
    }
    const plain = token.startsWith('\\') && token.length > 1 ? token.slice(1) : token;
    return plain.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  });
}
