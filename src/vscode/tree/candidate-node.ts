/** The row of one candidate. */
import { type Message, message } from '../../core/message';
import type { Candidate, Resolution, Root } from '../../core/types';
import type { Say } from '../say';
import { oneLine } from '../text';
import { type Lookup, lookOf, place, scopeTerm, stateOf, warningsOf } from './candidate-state';
import type { CandidateNode, TreeNode } from './nodes';

/** What the row of a candidate is made from. */
export interface CandidateRow {
  readonly parent: TreeNode;
  readonly id: string;
  readonly candidate: Candidate;
  readonly root: Root;
  readonly resolution: Resolution;
  readonly lookup: Lookup;
  readonly say: Say;
  /** `name`: below its root. `place`: below its name, where the place is what tells it apart. */
  readonly labelled: 'name' | 'place';
}

/** Builds the row of a candidate. */
export function candidateNode(row: CandidateRow): CandidateNode {
  const { parent, id, candidate, root, resolution, lookup, say, labelled } = row;
  const look = lookOf(candidate.verdict);
  const state = stateOf(candidate, lookup);
  const openable = isOpenable(candidate);
  const file = openable ? candidate.file : entryOf(candidate);
  const label =
    labelled === 'name'
      ? nameForRow(candidate.name, say)
      : say(message('{0}', place(candidate, candidate.scope)));
  const parts = [
    labelled === 'place' ? say(message('{0}', scopeTerm(candidate.scope))) : entryForRow(candidate, say),
    ...warningsOf(candidate).map(warning => say(message('⚠ {0}', warning))),
    state ? say(state) : oneLine(candidate.description ?? ''),
  ];
  return {
    kind: 'candidate',
    parent,
    id,
    candidate,
    root,
    resolution,
    file,
    openable,
    name: candidate.name,
    winner: candidate.winner,
    dimmed: look.dimmed,
    label,
    description: parts.filter(part => part !== '').join(' · '),
    icon: look.icon,
    spoken: spoken(row, label, state),
    expansion: candidate.form === 'directory' && openable ? 'collapsed' : 'none',
  };
}

/** Name first, then what became of it: a list is heard from its start. */
function spoken({ candidate, root, say }: CandidateRow, label: string, state: Message | undefined): string {
  const { word } = lookOf(candidate.verdict);
  const what = [
    say(word),
    ...(state ? [say(state)] : []),
    ...warningsOf(candidate).map(warning => say(warning)),
  ];
  const where = say(message('in {0}', root.label));
  const description = state ? '' : oneLine(candidate.description ?? '');
  return [label, ...what, where, description].filter(part => part !== '').join(', ');
}

/** A name can be empty: a file called `.md` has none (the entry matrix of rule 44). */
export function nameForRow(name: string, say: Say): string {
  return oneLine(name) || say(message('(no name)'));
}

/** The entry in the root, where the name does not tell it, or where it is not a folder. */
function entryForRow(candidate: Candidate, say: Say): string {
  const plain = candidate.form === 'flat' ? candidate.entry.slice(0, -'.md'.length) : candidate.entry;
  const entry = plain === candidate.name ? '' : oneLine(candidate.entry);
  if (candidate.form === 'flat')
    return entry ? say(message('flat file {0}', entry)) : say(message('flat file'));
  return entry && `(${entry})`;
}

/** What no editor can show: there is no regular file at the end. */
const NO_FILE = new Set(['broken-link', 'link-loop', 'not-a-file', 'pipe']);

function isOpenable({ code, file }: Candidate): boolean {
  // A name that is not UTF-8 has no URI.
  return !NO_FILE.has(code) && file.isWellFormed();
}

/** The entry itself, in place of a file in it that is not there. */
function entryOf({ form, dir, file }: Candidate): string {
  return form === 'directory' ? dir : file;
}
