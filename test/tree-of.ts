/** A directory tree as lines of text, for comparing whole trees at once. */
import * as fs from 'node:fs';
import path from 'node:path';

/** One line for each entry below a folder, sorted. Links are not followed. */
export function treeOf(folder: string, options: { readonly times?: boolean } = {}, below = ''): string[] {
  const names = fs.readdirSync(path.join(folder, below)).sort();
  return names.flatMap(name => {
    const inside = below === '' ? name : `${below}/${name}`;
    const file = path.join(folder, inside);
    const stats = fs.lstatSync(file);
    if (stats.isSymbolicLink()) return [`link ${inside} -> ${fs.readlinkSync(file)}`];
    const mode = (stats.mode & 0o7777).toString(8);
    if (stats.isDirectory()) return [`dir ${inside} ${mode}`, ...treeOf(folder, options, inside)];
    const time = options.times ? ` @${Math.round(stats.mtimeMs)}` : '';
    const content = stats.isFile() ? JSON.stringify(fs.readFileSync(file, 'latin1')) : 'special';
    return [`file ${inside} ${mode}${time} ${content}`];
  });
}
