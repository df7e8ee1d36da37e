/** Names that plugins put before those of their skills: Codex looks for a manifest in the folders above a skill. */
import * as path from 'node:path';
import { type FileSystem, isFault } from '../file-system';
import { ancestors } from '../project-root';
import { objectOf, readWhole } from './agent-settings';

/** The folders that hold the manifest of a plugin. Of several the first that does counts, even where it does not hold. */
export const MANIFEST_FOLDERS = ['.codex-plugin', '.claude-plugin', '.cursor-plugin'];

/** Finds names of plugins, and remembers them. */
export class CodexPlugins {
  private readonly names = new Map<string, string | null>();

  constructor(private readonly files: FileSystem) {}

  /** The name of the plugin that a folder is in; null where it is in none. */
  nameFor(folder: string): string | null {
    const known = this.names.get(folder);
    if (known !== undefined) return known;
    const passed: string[] = [];
    let name: string | null = null;
    for (const directory of ancestors(folder)) {
      const before = this.names.get(directory);
      if (before === undefined) passed.push(directory);
      name = before === undefined ? this.nameIn(directory) : before;
      if (name !== null || before !== undefined) break;
    }
    for (const directory of passed) this.names.set(directory, name);
    return name;
  }

  private nameIn(directory: string): string | null {
    for (const folder of MANIFEST_FOLDERS) {
      const file = path.join(directory, folder, 'plugin.json');
      const state = this.files.state(file);
      if (isFault(state) || state.kind !== 'file') continue;
      return nameOf(readWhole(this.files, file) ?? '', directory);
    }
    return null;
  }
}

/** Without a name of its own a plugin has that of its folder. */
function nameOf(text: string, directory: string): string | null {
  try {
    const manifest = objectOf(JSON.parse(text));
    const name = manifest?.name ?? '';
    if (!manifest || typeof name !== 'string') return null;
    return name.trim() === '' ? path.basename(directory) : name;
  } catch {
    return null;
  }
}
