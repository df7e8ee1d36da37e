/** Planning to give a skill another name: its folder or file, and the name that its frontmatter declares. */
import * as path from 'node:path';
import { message } from '../message';
import { SKILL_FILE } from '../scan/skill-file-names';
import { isOneEntry, settleTarget } from './conflict';
import type { Draft } from './draft';
import { missingKeys, rename } from './frontmatter-edit';
import { stemOf } from './names';
import { parserFor } from './product-rules';
import { planRemoval } from './removal';
import { type Item, select } from './selection';
import { judgeName } from './skill-name';
import { planTextEdit } from './text-edit';
import { regularText } from './transfer';
import type { PlanRequest } from './types';

type RenameRequest = Extract<PlanRequest, { kind: 'rename' }>;

/** Fills the draft. Out: the skill that is renamed. */
export async function planRename(draft: Draft, request: RenameRequest): Promise<readonly Item[]> {
  const items = select(draft, request.what);
  const [item, other] = items;
  if (!item) return [];
  if (other) {
    draft.refuse('several', message('one skill at a time can be renamed'), other.from, other.candidate);
    return [];
  }
  return (await planOne(draft, item, request.name)) ? [item] : [];
}

async function planOne(draft: Draft, item: Item, name: string): Promise<boolean> {
  const { candidate, from, link, root } = item;
  const { resolution, files } = draft.context;
  if (link !== null) {
    const text = message('it is a link to {0}: what it leads to is to be renamed, not the link', link);
    draft.refuse('link', text, from, candidate);
    return false;
  }
  const judgement = await judgeName(resolution, root, name, candidate.form);
  if (judgement?.severity === 'error') {
    draft.refuse(judgement.code, judgement.text, from, candidate);
    return false;
  }
  if (judgement) {
    draft.notes.push({ severity: 'information', code: judgement.code, text: judgement.text, path: from });
  }
  if (!files.mayWrite(path.dirname(from))) {
    const text = message('{0} is read-only: nothing in it can be renamed', { path: path.dirname(from) });
    draft.refuse('read-only', text, from, candidate);
    return false;
  }
  const ending =
    candidate.form === 'flat' ? path.basename(from).slice(stemOf(path.basename(from)).length) : '';
  const wanted = path.join(path.dirname(from), `${name}${ending}`);
  if (wanted === from) return planTextOnly(draft, item, name);
  if (isOneEntry(files, from, wanted)) {
    const text = message(
      'this file system takes {0} and {1} for one name',
      path.basename(from),
      name + ending,
    );
    draft.refuse('case-only', text, from, candidate);
    return false;
  }
  const target = await settleTarget(draft, item, wanted, 'move');
  if (!target) return false;
  if (target.removeSource) return planRemoval(draft, item, draft.context.hasTrash ? 'trash' : 'backup');
  const newName = target.newName === null ? name : stemOf(target.newName);
  const text = await renamedText(draft, item, newName);
  if (text === null) return false;
  const fingerprint = await draft.fingerprintOf(from, candidate);
  const old = target.replace && (await draft.fingerprintOf(target.to, candidate));
  if (fingerprint === null || (target.replace && old === null)) return false;
  draft.nextUnit();
  const backup = old === null ? null : draft.setAside(target.to, old);
  const inside = candidate.form === 'flat' ? '' : SKILL_FILE;
  draft.add({
    kind: 'move',
    from,
    to: target.to,
    shape: candidate.form === 'flat' ? 'file' : 'tree',
    changes: text.before === text.after ? [] : [{ path: inside, kind: 'text', ...text }],
    fingerprint,
    text: message('rename {0} to {1}', { path: from }, { path: target.to }),
  });
  if (old !== null && backup !== null && target.replace === 'trash') draft.trashBackup(backup, old);
  draft.take(target.to, candidate);
  return true;
}

/** The folder is called so already: only the declared name is another one. */
async function planTextOnly(draft: Draft, item: Item, name: string): Promise<boolean> {
  const text = await renamedText(draft, item, name);
  if (text === null) return false;
  if (text.before === text.after) {
    draft.skip('same-name', message('it is called {0} already', name), item.from, item.candidate);
    return false;
  }
  const before = draft.operations.length;
  const { file, form } = item.candidate;
  const said = message('declare the name {0} in {1}', name, { path: file });
  await planTextEdit(draft, file, form, text, said);
  return draft.operations.length > before;
}

/** The text before, and with the new name declared where it declares one. Null: refused. */
async function renamedText(
  draft: Draft,
  { candidate, from, root }: Item,
  name: string,
): Promise<{ readonly before: string; readonly after: string } | null> {
  const no = (code: string, text: ReturnType<typeof message>) => {
    draft.refuse(code, text, from, candidate);
    return null;
  };
  const file = { path: candidate.file };
  const before = await regularText(draft, candidate);
  if (before === null) {
    return no('text', message('{0} cannot be rewritten: it is a link, not UTF-8, or very large', file));
  }
  const after = missingKeys(before).includes('name') ? before : rename(before, name);
  if (after === null) {
    return no('name-line', message('the name in {0} is not one plain line: change it there first', file));
  }
  const parse = await parserFor(draft.context.resolution.profile, root);
  const entry = path.basename(from);
  const defaultName = candidate.form === 'flat' ? stemOf(entry) : entry;
  const [was, is] = [
    await parse(before, defaultName, candidate.form),
    await parse(after, name, candidate.form),
  ];
  if (is.ok && is.name !== name) return no('other-name', message('it would go on being called {0}', is.name));
  if (was.ok && !is.ok) return no('product-refuses', message('it would not load any more: {0}', is.reason));
  return { before, after };
}
