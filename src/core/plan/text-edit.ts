/** Planning to change the text of a skill file where it lies. */
import * as path from 'node:path';
import { isFault } from '../file-system';
import { type Message, message } from '../message';
import type { TextEdit } from '../rescue';
import type { Form } from '../types';
import type { Draft } from './draft';

/**
 * Plans the change: the old file is kept beside the root, and a copy of it with the new text takes its place, so that
 * undo brings back the very file. Refused where it cannot be written.
 */
export async function planTextEdit(
  draft: Draft,
  file: string,
  form: Form,
  edit: Pick<TextEdit, 'before' | 'after'>,
  said: Message = message('put the frontmatter of {0} right', { path: file }),
): Promise<void> {
  const { files, restricted } = draft.context;
  if (restricted) {
    const text = message('this folder is not trusted (Restricted Mode): nothing in it is changed');
    draft.refuse('restricted', text, file);
    return;
  }
  const found = files.realPath(file);
  const real = isFault(found) ? file : found;
  const folder = path.dirname(real);
  if (!files.mayWrite(folder)) {
    draft.refuse('read-only', message('{0} is read-only', { path: folder }), file);
    return;
  }
  const fingerprint = await draft.fingerprintOf(real);
  if (fingerprint === null) return;
  draft.nextUnit();
  // In a folder of its own, where no product would take it for a skill.
  const entry =
    form === 'flat'
      ? real
      : path.join(path.dirname(folder), `${path.basename(folder)}-${path.basename(real)}`);
  const backup = draft.backupPlace(entry);
  const kept = message('keep the old {0} as {1}', { path: real }, { path: backup });
  draft.add({ kind: 'set-aside', from: real, to: backup, fingerprint, text: kept });
  draft.add({
    kind: 'copy',
    from: backup,
    to: real,
    shape: 'file',
    changes: [{ path: '', kind: 'text', before: edit.before, after: edit.after }],
    fingerprint,
    text: said,
  });
}
