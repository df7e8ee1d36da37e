/** Planning a new skill: a folder with a `SKILL.md` in a root. */
import * as path from 'node:path';
import { fewNames, message } from '../message';
import { rootsForNew } from '../roots-for-new';
import { SKILL_FILE } from '../scan/skill-file-names';
import type { Resolution } from '../types';
import { realDirectory } from './canonical';
import type { Draft } from './draft';
import { judgeName, newSkillText } from './skill-name';
import type { OutcomeRow, PlanRequest } from './types';

type CreateRequest = Extract<PlanRequest, { kind: 'create' }>;

/** Fills the draft. Nothing that is there is touched. */
export async function planCreation(draft: Draft, request: CreateRequest): Promise<void> {
  const { resolution, restricted } = draft.context;
  const name = request.name.trim();
  const root = resolution.roots.find(({ id }) => id === request.root);
  if (!root || !rootsForNew(resolution).includes(root)) {
    const place = root?.location ?? request.root;
    draft.refuse('no-root', message('{0} is no directory for a new skill', { path: place }), place);
    return;
  }
  if (restricted) {
    const text = message('this folder is not trusted (Restricted Mode): nothing in it is changed');
    draft.refuse('restricted', text, root.location);
    return;
  }
  const directory = realDirectory(draft.context, root.location);
  if (draft.refuseSilent(directory)) return;
  const folder = path.join(directory, name);
  const judgement = await judgeName(resolution, root, name);
  if (judgement?.severity === 'error') {
    draft.refuse(judgement.code, judgement.text, path.join(directory, 'SKILL.md'));
    return;
  }
  if (judgement) {
    draft.notes.push({ severity: 'information', code: judgement.code, text: judgement.text, path: folder });
  }
  const inTheWay = draft.fileInPlaceOf(directory);
  if (inTheWay !== null) {
    const text = message('{0} is a file: no directory can be made there', { path: inTheWay });
    draft.refuse('file-in-the-way', text, directory);
    return;
  }
  if (!draft.mayWrite(directory)) {
    const text = message('{0} is read-only: nothing can be put there', { path: directory });
    draft.refuse('read-only', text, directory);
    return;
  }
  if (draft.isTaken(folder)) {
    const text = message('{0} is there already, and nothing is overwritten', { path: folder });
    draft.refuse('taken', text, folder);
    return;
  }
  draft.nextUnit();
  draft.makeDirectory(folder);
  const file = path.join(folder, SKILL_FILE);
  const content = newSkillText(name, request.description, draft.context.translate);
  draft.add({
    kind: 'create-file',
    from: null,
    to: file,
    content,
    text: message('make {0}', { path: file }),
  });
  draft.take(folder, null);
}

/** How many hidden skills are named. */
const FEW = 5;

/**
 * Why the new skill would not be the one that loads, and what it hides: with the first of two directories the other one is
 * read no longer. That it takes the place of another one is said in every plan.
 */
export function noteNewcomer(draft: Draft, after: Resolution, outcome: readonly OutcomeRow[]): void {
  const created = draft.operations.find(({ kind }) => kind === 'create-file');
  const placed = after.candidates.find(({ file }) => file === created?.to);
  if (!created || created.to === null) return;
  const path = created.to;
  const hidden = outcome.filter(({ change }) => change === 'lost').map(({ name }) => name);
  if (hidden.length > 0) {
    const text = message('its directory would hide skills that load now: {0}', fewNames(hidden, FEW));
    draft.notes.push({ severity: 'warning', code: 'hides', text, path });
  }
  if (!placed) {
    const text = message('{0} does not look at it there', after.product);
    draft.notes.push({ severity: 'warning', code: 'does-not-load', text, path });
    return;
  }
  if (placed.verdict === 'active') return;
  const winner = after.candidates.find(({ id }) => id === placed.winnerId);
  if (placed.verdict === 'ambiguous') {
    draft.notes.push({ severity: 'warning', code: 'ambiguous', text: placed.reason, path });
    return;
  }
  const text =
    winner && winner !== placed
      ? message('{0} goes on winning: the new one would be shadowed', { path: winner.file })
      : message('it will not load: {0}', placed.reason);
  draft.notes.push({
    severity: 'warning',
    code: winner ? 'still-shadowed' : 'does-not-load',
    text,
    path,
  });
}
