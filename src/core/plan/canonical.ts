/** The canonical directory of a scope: the one that most tools read. */
import * as path from 'node:path';
import { isDirectory, isFault } from '../file-system';
import { message } from '../message';
import { resolvePath } from '../real-path';
import type { PlanContext, UserDirectory } from './context';
import type { Draft } from './draft';
import type { Choice } from './types';

const USER_DIRECTORIES: readonly UserDirectory[] = ['~/.config/agents/skills', '~/.agents/skills'];

/**
 * Absolute path of the canonical directory, its links not followed; null where a question must be answered first, which
 * is then in the draft. In a project it is `.agents/skills` of the project root. Of a user it is the generic directory
 * that the product reads now (rule 13 of kimi-cli); where there is neither, the setting decides, and the person can choose.
 */
export function canonicalDirectory(draft: Draft, scope: 'project' | 'user'): string | null {
  const { resolution } = draft.context;
  if (scope === 'project') return path.join(resolution.projectRoot, '.agents/skills');
  const place = (directory: UserDirectory) => path.join(resolution.home, directory.slice(2));
  const read = USER_DIRECTORIES.filter(directory => isRead(draft.context, place(directory)));
  // A product that knows only one of them has it for its canonical directory, whether it is there or not.
  if (read.length === 1) return place(read[0]!);
  const existing = existingUserDirectories(draft.context);
  const wished = draft.answerOf('user-directory');
  const preferred = existing[0] ?? draft.context.userDirectory ?? '~/.agents/skills';
  // Where there is one, nothing is asked; but who asks for the other one is told what that does.
  if (existing.length > 0 && (wished === undefined || wished === preferred)) return place(preferred);
  const chosen = draft.ask({
    id: 'user-directory',
    kind: 'user-directory',
    text: message('Which directory of yours shall hold the skills that tools share?'),
    why: message('neither of the two is there yet'),
    choices: USER_DIRECTORIES.map(choiceOf),
    default: preferred,
  });
  if (chosen === '~/.config/agents/skills' && hides(draft.context)) {
    const go = draft.ask({
      id: 'hide-generic',
      kind: 'hide-generic',
      text: message(
        'Make {0} although it hides {1}?',
        { path: place('~/.config/agents/skills') },
        { path: place('~/.agents/skills') },
      ),
      why: message(
        'kimi-cli reads only the first of the two that exists: all skills in the other one vanish',
      ),
      choices: [
        { value: 'no', label: message('No, do nothing') },
        { value: 'yes', label: message('Yes, hide them') },
      ],
      default: 'no',
    });
    if (go !== 'yes') return null;
  }
  return place(chosen as UserDirectory);
}

/** Whether the product knows a directory as one that tools share. */
function isRead({ resolution }: PlanContext, location: string): boolean {
  return resolution.roots.some(root => root.group === 'generic' && root.location === location);
}

/** Of the two, those that exist, the one that kimi-cli reads first. */
function existingUserDirectories({ files, resolution }: PlanContext): readonly UserDirectory[] {
  return USER_DIRECTORIES.filter(directory =>
    isDirectory(files, path.join(resolution.home, directory.slice(2))),
  );
}

/** Whether a new `~/.config/agents/skills` would hide skills in `~/.agents/skills`. */
function hides({ files, resolution }: PlanContext): boolean {
  const [config, agents] = USER_DIRECTORIES.map(directory => path.join(resolution.home, directory.slice(2)));
  if (isDirectory(files, config!)) return false;
  const listed = files.readDirectory(agents!);
  return !isFault(listed) && listed.length > 0;
}

function choiceOf(directory: UserDirectory): Choice {
  return directory === '~/.agents/skills'
    ? {
        value: directory,
        label: message('{0}', directory),
        why: message('kimi-code and most other tools read it'),
      }
    : {
        value: directory,
        label: message('{0}', directory),
        why: message(
          'kimi-cli recommends it (KLIP-8), and reads it before the other; kimi-code does not read it',
        ),
      };
}

/** Where a directory really is: its links are followed as far as it exists. */
export function realDirectory({ files }: PlanContext, location: string): string {
  return path.normalize(resolvePath(files, location));
}
