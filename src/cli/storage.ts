/** Where the command keeps its journal: what was done, so that it can be taken back. */
import * as path from 'node:path';

/** Absolute path of a directory of the command's own. It is made when something is first applied. */
export function storageFolder(
  home: string,
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string {
  const { XDG_STATE_HOME: state = '', LOCALAPPDATA: local = '' } = environment;
  if (path.isAbsolute(state)) return path.join(state, 'which-skill');
  if (platform === 'win32') return path.join(local || path.join(home, 'AppData', 'Local'), 'which-skill');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'which-skill');
  return path.join(home, '.local', 'state', 'which-skill');
}
