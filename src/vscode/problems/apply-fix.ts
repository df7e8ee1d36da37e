/** Carrying out a fix: edits go through VS Code, so that Undo knows them; files are never written over one another. */
import { lstatSync, readFileSync, readlinkSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { type FileSystem, native } from '../../core/file-system';
import type { FileOperation, Fix, TextEdit } from '../../core/fixes/fix';
import type { Resolution } from '../../core/types';
import { openFile, uriOf } from '../commands/open-file';
import { sayFor } from '../localize';
import { type Log, Refusal } from '../log';
import { notificationText } from '../text';
import { toRange } from './problems';

/** What carrying out a fix works with. */
export interface FixSurroundings {
  readonly log: Log;
  /** What fixes are made out with. */
  readonly files: () => Promise<FileSystem>;
  /** Has everything be looked at again. */
  readonly refresh: () => Promise<void>;
  /** Shows a plan, to be applied from there. */
  readonly plan: (plan: NonNullable<Fix['plan']>, resolution: Resolution) => unknown;
}

/**
 * Carries out one fix. What is only a guess is shown first.
 * @throws Refusal where it cannot be done, or was thought better of
 */
export async function applyFix(
  fix: Fix,
  resolution: Resolution,
  surroundings: FixSurroundings,
): Promise<void> {
  if (fix.operations.length > 0) refuseRestricted();
  if (fix.preview && !(await isConfirmed(fix, resolution))) return;
  if (fix.edits.length > 0) await applyEdits([{ file: fix.file, edits: fix.edits }]);
  for (const operation of fix.operations) await operate(operation, surroundings);
  if (fix.plan) await surroundings.plan(fix.plan, resolution);
  if (fix.paste) {
    await vscode.env.clipboard.writeText(fix.paste.text);
    surroundings.log.background('telling of the clipboard', tellOfPaste(fix, resolution));
  }
  if (fix.operations.length > 0) await surroundings.refresh();
}

async function isConfirmed({ title, preview, file }: Fix, resolution: Resolution): Promise<boolean> {
  const convert = vscode.l10n.t('Convert');
  const say = sayFor(resolution);
  const detail = [
    vscode.l10n.t('{0} would then begin like this. Is that how it should read?', path.basename(file)),
    '',
    ...(preview?.lines ?? []),
  ].join('\n');
  const answer = await vscode.window.showInformationMessage(
    notificationText(say(title)),
    { modal: true, detail },
    convert,
  );
  return answer === convert;
}

async function tellOfPaste({ paste }: Fix, resolution: Resolution): Promise<void> {
  if (!paste) return;
  const open = vscode.l10n.t('Open the Configuration');
  const file = sayFor(resolution)({ template: '{0}', args: [{ path: paste.file }] });
  const text =
    paste.replacesLine === null
      ? vscode.l10n.t('The line is in the clipboard. Put it into {0}, above the first table.', file)
      : vscode.l10n.t(
          'The line is in the clipboard. Put it into {0}, in place of line {1}.',
          file,
          paste.replacesLine,
        );
  if ((await vscode.window.showInformationMessage(text, open)) === open) await openFile(paste.file);
}

/** In Restricted Mode nothing is renamed, removed or written: a person's own edits in an editor are another matter. */
export function refuseRestricted(): void {
  if (vscode.workspace.isTrusted) return;
  throw new Refusal(vscode.l10n.t('The workspace is not trusted: nothing is changed in Restricted Mode.'));
}

/** Edits of several files, as one step for Undo. Those that were not open, or were saved, are saved. */
export async function applyEdits(
  files: readonly { readonly file: string; readonly edits: readonly TextEdit[] }[],
  save = false,
): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const dirty = new Set(
    vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.fsPath),
  );
  for (const { file, edits } of files) {
    edit.set(
      uriOf(file),
      edits.map(({ range, newText }) => new vscode.TextEdit(toRange(range), newText)),
    );
  }
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new Refusal(vscode.l10n.t('VS Code did not take the change. Is the file read-only?'));
  }
  if (!save) return;
  for (const document of vscode.workspace.textDocuments) {
    const { fsPath } = document.uri;
    if (files.some(({ file }) => file === fsPath) && !dirty.has(fsPath)) await document.save();
  }
}

/** Carries out one operation. @throws Refusal where something stands in the way */
export async function operate(
  operation: FileOperation,
  { log, refresh }: Pick<FixSurroundings, 'log' | 'refresh'>,
): Promise<void> {
  switch (operation.kind) {
    case 'write':
      return writeWhole(operation.file, operation.bytes);
    case 'rename':
      return rename(operation.steps);
    case 'remove-link': {
      const target = removeLink(operation.path);
      log.background('offering to undo', offerUndo(operation.path, target, refresh));
      return;
    }
    case 'make-link':
      return makeLink(operation.path, operation.target);
  }
}

/** Beside the file first, then in its place: no moment without one of the two. Its mode stays, and so does a link to it. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  refuseUnsaved(file);
  const real = await fs.realpath(native(file), { encoding: 'buffer' });
  const { mode } = await fs.stat(real);
  const beside = Buffer.concat([real, Buffer.from(`.${process.pid}.tmp`)]);
  try {
    const handle = await fs.open(beside, 'wx', mode);
    try {
      await handle.writeFile(bytes);
      await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await fs.rename(beside, real);
  } catch (error) {
    await fs.rm(beside, { force: true });
    throw error;
  }
}

/** Through VS Code, so that open editors go along. A step that fails takes those before it back. */
async function rename(steps: readonly { readonly from: string; readonly to: string }[]): Promise<void> {
  const done: { readonly from: string; readonly to: string }[] = [];
  for (const step of steps) {
    if (await renameOne(step.from, step.to)) {
      done.unshift(step);
      continue;
    }
    for (const { from, to } of done) await renameOne(to, from);
    throw new Refusal(vscode.l10n.t('{0} could not be renamed.', notificationText(path.basename(step.from))));
  }
}

async function renameOne(from: string, to: string): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  edit.renameFile(uriOf(from), uriOf(to), { overwrite: false });
  return vscode.workspace.applyEdit(edit);
}

/** Out: where it led. */
function removeLink(link: string): string {
  if (!lstatSync(native(link), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Refusal(vscode.l10n.t('{0} is no link any more.', notificationText(link)));
  }
  const target = readlinkSync(native(link), 'utf8');
  unlinkSync(native(link));
  return target;
}

async function offerUndo(link: string, target: string, refresh: () => Promise<void>): Promise<void> {
  const undo = vscode.l10n.t('Undo');
  const text = vscode.l10n.t(
    'Removed the link {0}, which led to {1}.',
    notificationText(path.basename(link)),
    notificationText(target),
  );
  if ((await vscode.window.showInformationMessage(text, undo)) !== undo) return;
  symlinkSync(target, native(link));
  await refresh();
}

function makeLink(file: string, target: string): void {
  refuseUnsaved(file);
  const text = readFileSync(native(file));
  if (text.toString('utf8').trim() !== target) {
    throw new Refusal(vscode.l10n.t('{0} does not hold the target any more.', notificationText(file)));
  }
  unlinkSync(native(file));
  try {
    symlinkSync(target, native(file));
  } catch (error) {
    writeFileSync(native(file), text);
    throw error;
  }
}

function refuseUnsaved(file: string): void {
  const isDirty = vscode.workspace.textDocuments.some(
    document => document.isDirty && document.uri.fsPath === file,
  );
  if (isDirty) {
    throw new Refusal(
      vscode.l10n.t(
        '{0} has unsaved changes: save or revert them first.',
        notificationText(path.basename(file)),
      ),
    );
  }
}
