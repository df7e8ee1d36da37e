/** What takes an operation back. */
import { type Message, message } from '../message';
import { SKILL_FILE } from '../scan/skill-file-names';
import type { OperationRecord } from './journal';
import type { Change, CreateFile, MakeLink, Operation, Removal, Shape, Transfer } from './types';

const INVERSE_SHAPES: Readonly<Record<Shape, Shape>> = {
  tree: 'tree',
  file: 'file',
  link: 'link',
  'file-to-folder': 'folder-to-file',
  'folder-to-file': 'file-to-folder',
};

/**
 * The operation that takes a finished one back; null where nothing needs to be done.
 * Out: `impossible` where it cannot be taken back: what was deleted, or is in the system's trash.
 */
export function inverseOf(record: OperationRecord, unit: number): Operation | null | 'impossible' {
  const { operation, fingerprint, done, nothing, reverted } = record;
  if (!done || nothing || reverted) return null;
  switch (operation.kind) {
    case 'copy': {
      const only = { path: operation.from, fingerprint: operation.fingerprint };
      return { ...deletion(operation.to, fingerprint ?? '', unit, operation), only };
    }
    case 'move': {
      const { from, to, shape, changes } = operation;
      return {
        kind: 'move',
        unit,
        from: to,
        to: from,
        shape: INVERSE_SHAPES[shape],
        changes: changes.map(change => inverseChange(change, shape)),
        fingerprint: fingerprint ?? '',
        text: message('move back'),
      };
    }
    case 'set-aside': {
      const { from, to } = operation;
      const text = message('put back');
      return { kind: 'set-aside', unit, from: to, to: from, fingerprint: operation.fingerprint, text };
    }
    case 'make-link':
    case 'create-file':
      return deletion(operation.to, fingerprint ?? '', unit, operation);
    case 'make-directory': {
      const text = message('remove the directory if it is empty');
      return { kind: 'remove-directory', unit, from: operation.to, to: null, optional: true, text };
    }
    case 'remove-directory':
      return {
        kind: 'make-directory',
        unit,
        from: null,
        to: operation.from,
        text: message('make the directory again'),
      };
    case 'delete':
      return operation.again ? { ...operation.again, unit } : 'impossible';
    case 'trash':
      return 'impossible';
  }
}

const REMOVED: Readonly<Record<(Transfer | MakeLink | CreateFile)['kind'], Message>> = {
  copy: message('remove the copy'),
  move: message('remove the copy'),
  'make-link': message('remove the link'),
  'create-file': message('remove the file'),
};

function deletion(
  location: string,
  fingerprint: string,
  unit: number,
  again: Transfer | MakeLink | CreateFile,
): Removal {
  const text = REMOVED[again.kind];
  return { kind: 'delete', unit, from: location, to: null, fingerprint, text, again };
}

/** A flat file is its whole source; in the folder that it became it is one file. */
function inverseChange(change: Change, shape: Shape): Change {
  const path = shape === 'file-to-folder' ? SKILL_FILE : shape === 'folder-to-file' ? '' : change.path;
  switch (change.kind) {
    case 'text':
    case 'link':
      return { path, kind: change.kind, before: change.after, after: change.before };
    case 'dereference':
      return { path, kind: 'relink', after: change.before, leadsTo: change.leadsTo };
    case 'relink':
      return { path, kind: 'dereference', before: change.after, leadsTo: change.leadsTo };
  }
}
