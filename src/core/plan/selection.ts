/** Which skills a request means, and which of them cannot or should not be touched. */

import { isFault } from '../file-system';
import { message } from '../message';
import { productOf } from '../products';
import { isDocumentStem } from '../profiles/names';
import { skillPath } from '../skill-path';
import type { Candidate, Root } from '../types';
import type { Draft } from './draft';
import { stemOf } from './names';
import type { Selection } from './types';

/** A skill that a request means. */
export interface Item {
  readonly candidate: Candidate;
  readonly root: Root;
  /** The skill's folder, or the flat file. */
  readonly from: string;
  /** The target as written, where the entry itself is a symbolic link. */
  readonly link: string | null;
  /** Whether it was named, and not just caught with a root or scope. */
  readonly named: boolean;
}

/** What only looks like a skill, and is no file or folder that could be moved as one. */
const NO_SKILLS: ReadonlySet<string> = new Set([
  'link-as-text',
  'broken-link',
  'link-loop',
  'pipe',
  'not-a-file',
  'skill-file-in-root',
  'wrong-case',
]);

/** More file names of documents than the product's own remark knows: a bulk migration is no place to guess. */
const MORE_DOCUMENTS: ReadonlySet<string> = new Set([
  'readme',
  'changelog',
  'license',
  'licence',
  'copying',
  'code_of_conduct',
  'code-of-conduct',
  'contributors',
  'authors',
  'todo',
  'index',
  'agents',
  'claude',
  'gemini',
]);

/**
 * The skills of a selection in rank order, without those that cannot be touched: these are refused or left out in the
 * draft, each with its reason.
 */
export function select(draft: Draft, what: Selection): readonly Item[] {
  const { resolution } = draft.context;
  const named = 'candidates' in what ? new Set(what.candidates) : null;
  const roots = new Map(resolution.roots.map(root => [root.id, root]));
  const isMeant = (candidate: Candidate, root: Root) => {
    if (named) return named.has(candidate.id);
    if ('root' in what) return candidate.root === what.root;
    return (
      'scope' in what &&
      candidate.scope === what.scope &&
      (root.group === 'brand' || root.group === 'generic')
    );
  };
  const items: Item[] = [];
  for (const candidate of resolution.candidates) {
    const root = roots.get(candidate.root);
    if (!root || !isMeant(candidate, root)) continue;
    const item = itemOf(draft, candidate, root, named !== null);
    if (item) items.push(item);
  }
  for (const id of named ?? []) {
    if (resolution.candidates.some(candidate => candidate.id === id)) continue;
    draft.refuse('unknown', message('{0} is not there any more', { path: id }), id);
  }
  return items;
}

function itemOf(draft: Draft, candidate: Candidate, root: Root, named: boolean): Item | null {
  const from = skillPath(candidate);
  const no = (code: string, text: ReturnType<typeof message>) => {
    // What was not asked for by name needs no refusal.
    if (named) draft.refuse(code, text, from, candidate);
    else draft.skip(code, text, from, candidate);
    return null;
  };
  if (draft.context.restricted) {
    return no(
      'restricted',
      message('this folder is not trusted (Restricted Mode): nothing in it is changed'),
    );
  }
  if (candidate.scope === 'builtin' || root.group === 'builtin') {
    return no('builtin', message('it comes with the product, and its next version would bring it back'));
  }
  if (root.group === 'plugins' || root.group === 'plugin') {
    return no('plugin', message('it belongs to a plugin: the product’s plugin commands manage it'));
  }
  if (NO_SKILLS.has(candidate.code)) return no(candidate.code, candidate.reason);
  if (!named && /[\\/]/.test(candidate.entry)) return no(candidate.code, candidate.reason);
  if (!named && candidate.form === 'flat' && isDocument(candidate.entry)) {
    const text = message('it looks like a document about the folder: name it to take it along');
    return no('document', text);
  }
  if (
    draft.held.size > 0 &&
    draft.held.has(productOf(draft.context.resolution.profile).fold(candidate.name))
  ) {
    const text = message('{0} stays where it is: its copies differ; choose which is to win', candidate.name);
    draft.skip('copies-differ', text, from, candidate);
    return null;
  }
  if (draft.refuseSilent(from, candidate)) return null;
  const target = draft.context.files.readLink(from);
  return { candidate, root, from, link: isFault(target) ? null : target, named };
}

/** Whether a flat file is rather a document about its folder, such as `README.md`. */
export function isDocument(entry: string): boolean {
  const stem = stemOf(entry);
  return isDocumentStem(stem) || MORE_DOCUMENTS.has(stem.toLowerCase());
}
