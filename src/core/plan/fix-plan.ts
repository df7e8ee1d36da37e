/** A quick fix as a plan: so that it is shown first, written safely, and can be taken back. */
import * as path from 'node:path';
import { readBytes, toText } from '../checks/read-bytes';
import { type FileSystem, isFault } from '../file-system';
import { applyEdits } from '../fixes/edits';
import type { FileOperation, Fix } from '../fixes/fix';
import { message } from '../message';
import { SKILL_FILE } from '../scan/skill-file-names';
import type { Form } from '../types';
import type { PlanContext } from './context';
import type { Draft } from './draft';
import { makePlan, planDirectly } from './make-plan';
import { planTextEdit } from './text-edit';
import type { Plan } from './types';

/** What a fix makes of the text of its file; null where it changes no text. The line ends stay. */
export function textChangeOf(
  files: FileSystem,
  { file, edits, operations }: Fix,
): { readonly before: string; readonly after: string } | null {
  const bytes = readBytes(files, file);
  const before = bytes && toText(bytes);
  if (edits.length > 0 && before !== undefined) return { before, after: applyEdits(before, edits) };
  const written = operations.find(operation => operation.kind === 'write');
  if (!written || !bytes) return null;
  const text = (of: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(of);
  return { before: text(bytes), after: text(written.bytes) };
}

/**
 * Plans a fix. Empty where all it has is a line to paste.
 * @throws only the reason of the context's signal
 */
export async function planFix(context: PlanContext, fix: Fix): Promise<Plan> {
  if (fix.plan) return makePlan(context, fix.plan);
  return planDirectly(context, { kind: 'fix', file: fix.file }, fix.title, async draft => {
    const change = textChangeOf(context.files, fix);
    if (change) {
      const said = message('put {0} right', { path: fix.file });
      await planTextEdit(draft, fix.file, formOf(fix.file), change, said);
    }
    for (const operation of fix.operations) await planOperation(draft, operation);
  });
}

function formOf(file: string): Form {
  return path.basename(file) === SKILL_FILE ? 'directory' : 'flat';
}

async function planOperation(draft: Draft, operation: FileOperation): Promise<void> {
  switch (operation.kind) {
    case 'write':
      return;
    case 'rename':
      return planRename(draft, operation.steps);
    case 'remove-link':
      return planLinkRemoval(draft, operation.path);
    case 'make-link':
      return planLink(draft, operation.path, operation.target);
  }
}

type Steps = Extract<FileOperation, { kind: 'rename' }>['steps'];

/** Each step is a move. The one in between is left out where case counts, and the new name is free. */
async function planRename(draft: Draft, all: Steps): Promise<void> {
  const [first, last] = [all[0]?.from, all.at(-1)?.to];
  if (first === undefined || last === undefined || !mayChange(draft, first)) return;
  const steps = isFault(draft.context.files.linkState(last)) ? [{ from: first, to: last }] : all;
  const fingerprint = await draft.fingerprintOf(first);
  const state = draft.context.files.linkState(first);
  if (fingerprint === null || isFault(state)) return;
  const shape = state.kind === 'directory' ? 'tree' : state.kind === 'link' ? 'link' : 'file';
  draft.nextUnit();
  for (const { from, to } of steps) {
    const text = message('rename {0} to {1}', { path: from }, path.basename(to));
    draft.add({ kind: 'move', from, to, shape, changes: [], fingerprint, text });
  }
}

async function planLinkRemoval(draft: Draft, link: string): Promise<void> {
  const target = draft.context.files.readLink(link);
  if (isFault(target) || !mayChange(draft, link)) return;
  const fingerprint = await draft.fingerprintOf(link);
  if (fingerprint === null) return;
  draft.nextUnit();
  const text = message('remove the link {0}', { path: link });
  draft.add({ kind: 'delete', from: link, to: null, fingerprint, text, again: linkAt(link, target, draft) });
}

/** In place of the text file that holds the target, which is kept. */
async function planLink(draft: Draft, place: string, target: string): Promise<void> {
  if (!mayChange(draft, place)) return;
  const fingerprint = await draft.fingerprintOf(place);
  if (fingerprint === null) return;
  draft.nextUnit();
  draft.setAside(place, fingerprint);
  const { unit: _, ...link } = linkAt(place, target, draft);
  draft.add(link);
}

function linkAt(place: string, target: string, { context }: Draft) {
  const behind = context.files.state(path.resolve(path.dirname(place), target));
  return {
    kind: 'make-link',
    unit: 0,
    from: null,
    to: place,
    target,
    leadsTo: !isFault(behind) && behind.kind === 'directory' ? 'directory' : 'file',
    text: message('make the link {0}', { path: place }),
  } as const;
}

function mayChange(draft: Draft, place: string): boolean {
  const { files, restricted } = draft.context;
  const folder = path.dirname(place);
  if (restricted) {
    const text = message('this folder is not trusted (Restricted Mode): nothing in it is changed');
    draft.refuse('restricted', text, place);
  } else if (!files.mayWrite(folder)) {
    draft.refuse('read-only', message('{0} is read-only', { path: folder }), place);
  } else return true;
  return false;
}
