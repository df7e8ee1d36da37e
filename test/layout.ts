/** Building a directory tree for a test: real directories, links, modes and bytes, in a folder that is removed afterwards. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * What stands at a path: `null` a directory, text, bytes in base64, a link, or text with a file mode. `$ROOT` in a path,
 * a text or a link's target stands for the folder of the layout.
 */
export type LayoutEntry =
  | null
  | string
  | { readonly base64: string }
  | { readonly symlink: string }
  | { readonly text: string; readonly mode: number };

export type Layout = Readonly<Record<string, LayoutEntry>>;

/** A tree on disk. */
export interface BuiltLayout {
  /** Real path of the folder. */
  readonly root: string;
  /** Absolute path of something in it. */
  at(relative: string): string;
  remove(): void;
}

/** Builds the tree in a new temporary folder. Links are made last, so that their targets exist. */
export function buildLayout(layout: Layout): BuiltLayout {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'which-skill-')));
  const place = (text: string) => text.replaceAll('$ROOT', root);
  const entries = Object.entries(layout).map(
    ([name, entry]) => [path.resolve(root, place(name)), entry] as const,
  );
  mkdirSync(path.join(root, 'home'), { recursive: true });
  for (const [file, entry] of entries) {
    if (entry === null) mkdirSync(file, { recursive: true });
    else if (typeof entry === 'object' && 'symlink' in entry) continue;
    else {
      mkdirSync(path.dirname(file), { recursive: true });
      if (typeof entry === 'string') writeFileSync(file, place(entry));
      else if ('base64' in entry) writeFileSync(file, Buffer.from(entry.base64, 'base64'));
      else {
        writeFileSync(file, place(entry.text));
        chmodSync(file, entry.mode);
      }
    }
  }
  for (const [file, entry] of entries) {
    if (entry === null || typeof entry !== 'object' || !('symlink' in entry)) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    symlinkSync(place(entry.symlink), file);
  }
  return {
    root,
    at: relative => path.join(root, relative),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The text of a skill file with the usual frontmatter. */
export function skillText(name: string, description = `About ${name}.`, body = 'Body.'): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`;
}
