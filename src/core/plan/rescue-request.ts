/**
 * Planning a rescue: what another product loads and the one of the context does not is copied to where that one reads
 * it, with the frontmatter that it wants, or put right where it lies.
 */
import * as path from 'node:path';
import { isFault } from '../file-system';
import { message } from '../message';
import { findLost, type LostSkill, type TextEdit } from '../rescue';
import { SKILL_FILE } from '../scan/skill-file-names';
import type { Candidate, Resolution } from '../types';
import type { Draft } from './draft';
import type { Item } from './selection';
import { planTextEdit } from './text-edit';
import { planTransfers, regularText } from './transfer';
import type { PlanRequest } from './types';

type RescueRequest = Extract<PlanRequest, { kind: 'rescue' }>;
type Copy = Extract<LostSkill['mend'], { kind: 'copy' }>;

/** Copies into the canonical directory of one scope. */
interface Copies {
  readonly candidates: string[];
  readonly texts: Record<string, string>;
  readonly names: Record<string, string>;
}

/** Fills the draft. Out: the skills that are copied. Those that are put right in place are in the operations only. */
export async function planRescue(draft: Draft, request: RescueRequest): Promise<readonly Item[]> {
  const { context } = draft;
  const before = context.others?.find(({ resolution }) => resolution.profile === request.from)?.resolution;
  if (!before) throw new Error(`the context has no resolution for ${request.from}`);
  const lost = await findLost(context.files, before, context.resolution, context.signal);
  const finder = new Finder(draft, context.resolution);
  const copies = { project: emptyCopies(), user: emptyCopies() };
  const edited = new Set<string>();
  for (const one of lost) {
    const { skill, mend, isDocument } = one;
    const candidate = finder.find(skill.file);
    if (mend === null || mend.kind === 'by-hand' || mend.kind === 'configure') {
      noteByHand(draft, one, candidate);
      continue;
    }
    const isWanted = !isDocument || (candidate && request.documents?.includes(candidate.id));
    if (!isWanted) {
      const text = message('it looks like a document about the folder: name it to take it along');
      draft.skip('document', text, skill.file, candidate);
      continue;
    }
    const edit =
      mend.kind === 'edit' ? { ...mend, form: skill.form } : await brokenTwin(draft, mend, skill.form);
    if (edit) {
      if (!edited.has(edit.file)) await planTextEdit(draft, edit.file, edit.form, edit.edit);
      edited.add(edit.file);
    } else if (mend.kind === 'copy') addCopy(draft, copies[mend.scope], one, mend, candidate);
  }
  return [
    ...(await planCopies(draft, 'project', copies.project)),
    ...(await planCopies(draft, 'user', copies.user)),
  ];
}

function emptyCopies(): Copies {
  return { candidates: [], texts: {}, names: {} };
}

function addCopy(
  draft: Draft,
  copies: Copies,
  { skill }: LostSkill,
  mend: Copy,
  candidate?: Candidate,
): void {
  if (!candidate) {
    const text = message('copy it by hand to {0}: it lies too far from any known directory', {
      path: mend.to,
    });
    draft.refuse('not-seen', text, skill.file);
    return;
  }
  copies.candidates.push(candidate.id);
  if (mend.edit) copies.texts[candidate.id] = mend.edit.after;
  if (path.basename(mend.to) !== path.basename(mend.from))
    copies.names[candidate.id] = path.basename(mend.to);
}

async function planCopies(
  draft: Draft,
  scope: 'project' | 'user',
  { candidates, texts, names }: Copies,
): Promise<readonly Item[]> {
  if (candidates.length === 0) return [];
  const { roots } = draft.context.resolution;
  const root = roots.find(other => other.scope === scope && other.group === 'generic');
  if (!root) throw new Error(`the product has no canonical directory for ${scope}`);
  return planTransfers(draft, { kind: 'copy', what: { candidates }, to: { root: root.id }, texts, names });
}

/**
 * The very same skill file at the target already, where it is dropped for what is in it: that one is put right, and
 * nothing needs to be copied.
 */
async function brokenTwin(
  draft: Draft,
  { to, edit, occupied }: Copy,
  form: Candidate['form'],
): Promise<{ file: string; form: Candidate['form']; edit: TextEdit } | null> {
  if (!occupied || !edit) return null;
  const file = form === 'directory' ? path.join(to, SKILL_FILE) : to;
  return (await regularText(draft, { file })) === edit.before ? { file, form, edit } : null;
}

/** What no file operation of ours can mend. */
function noteByHand(draft: Draft, { skill, loss, reason, mend }: LostSkill, candidate?: Candidate): void {
  if (mend?.kind === 'by-hand') {
    draft.refuse('by-hand', message('to be mended by hand: {0}', mend.why), skill.file, candidate);
    return;
  }
  const text =
    mend?.kind === 'configure'
      ? message('{0}: name {1} in extra_skill_dirs of {2}', skill.name, mend.entry, { path: mend.file })
      : message('{0}: {1}', skill.name, reason);
  const code = mend?.kind === 'configure' ? 'configure' : `lost-${loss}`;
  draft.notes.push({ severity: 'information', code, text, path: skill.file });
}

/** Finds the candidates of the product's own resolution by their files. */
class Finder {
  private readonly byFile = new Map<string, Candidate>();

  constructor(
    private readonly draft: Draft,
    { candidates }: Resolution,
  ) {
    for (const candidate of candidates) {
      const real = this.real(candidate.file);
      if (!this.byFile.has(real)) this.byFile.set(real, candidate);
    }
    // A path as it is written comes before one over a link.
    for (const candidate of candidates) this.byFile.set(candidate.file, candidate);
  }

  find(file: string): Candidate | undefined {
    return this.byFile.get(file) ?? this.byFile.get(this.real(file));
  }

  private real(file: string): string {
    const real = this.draft.context.files.realPath(file);
    return isFault(real) ? file : real;
  }
}
