/** The row of one candidate. */
import * as path from 'node:path';
import { isWinner } from '../../core/is-winner';
import { clausesInRow, type Message, message } from '../../core/message';
import type { Readers } from '../../core/readers';
import { scopeTerm } from '../../core/scope-term';
import type { Candidate, Resolution, Root } from '../../core/types';
import { readersInFull, readersInShort } from '../agents/readers-in-words';
import { driftOf } from '../drifts';
import type { Say } from '../say';
import { oneLine } from '../text';
import { type Lookup, lookOf, stateOf, warningsOf } from './candidate-state';
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
  /** Who reads what, where somebody has several agents. */
  readonly readers?: Readers;
}

/** Builds the row of a candidate. */
export function candidateNode(row: CandidateRow): CandidateNode {
  const { parent, id, candidate, root, resolution, lookup, say, labelled } = row;
  const look = lookOf(candidate.verdict);
  const state = stateOf(candidate, lookup);
  const drift = driftOf(candidate, lookup.comparisons);
  const openable = isOpenable(candidate);
  const file = openable ? candidate.file : entryOf(candidate);
  const label = labelled === 'name' ? nameForRow(candidate.name, say) : placeForRow(candidate, root);
  // Below its name the label has the entry already, but not how the name is spelled here.
  const entry = labelled === 'name' ? entryForRow(candidate) : '';
  const parts = [
    labelled === 'place' ? say(message('{0}', scopeTerm(candidate.scope))) : '',
    // A folder of another name belongs to the label; a path into the depth is only where the reason came from.
    entry.includes(path.sep) ? '' : entry,
    ...marksOf(row).map(mark => say(mark)),
    ...warningsOf(candidate).map(warning => say(message('⚠ {0}', warning))),
    // In front of the description, which can be as long as it likes.
    ...(state
      ? [say(state)]
      : [formForRow(candidate, say), readersOfRow(row), oneLine(candidate.description ?? '')]),
    drift ? say(drift) : '',
    entry.includes(path.sep) ? entry : '',
    state ? readersOfRow(row) : '',
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
    ...(row.readers && { readers: say(readersInFull(candidate.file, row.readers)) }),
  };
}

/** Nothing where the row tells already what the other agents take. */
function readersOfRow({ candidate, lookup, readers, say }: CandidateRow): string {
  if (lookup.differenceOf(candidate)) return '';
  const short = readers && readersInShort(candidate.file, readers);
  return short ? say(short) : '';
}

/** What is told in front of everything else: what another product does, and that the model is not told of it. */
function marksOf({ candidate, lookup }: CandidateRow): readonly Message[] {
  const difference = lookup.differenceOf(candidate);
  return [
    ...(difference ? [difference] : []),
    ...(candidate.unlisted && isWinner(candidate) ? [message('loads, {0}', candidate.unlisted.reason)] : []),
  ];
}

/** Name first, then what became of it: a list is heard from its start. */
function spoken(row: CandidateRow, label: string, state: Message | undefined): string {
  const { candidate, root, lookup, say } = row;
  const { word } = lookOf(candidate.verdict);
  const drift = driftOf(candidate, lookup.comparisons);
  const what = [
    say(word),
    ...marksOf(row).map(mark => say(mark)),
    ...(state ? [say(state)] : []),
    ...(drift ? [say(drift)] : []),
    ...warningsOf(candidate).map(warning => say(warning)),
  ];
  const where = say(message('in {0}', root.label));
  const description = state ? '' : oneLine(candidate.description ?? '');
  return say(
    clausesInRow([label, ...what, where, description, readersOfRow(row)].filter(part => part !== '')),
  );
}

/** A name can be empty: a file called `.md` has none (the entry matrix of rule 44). */
export function nameForRow(name: string, say: Say): string {
  return oneLine(name) || say(message('(no name)'));
}

/** Where a candidate is, by the short name of its root: `.kimi/skills/deploy`, `kimi-cli 1.49.0/skill-creator`. */
export function placeForRow({ entry }: Candidate, { label }: Root): string {
  return oneLine(`${label}${label.endsWith(path.sep) ? '' : path.sep}${entry}`);
}

/** The entry in the root, where the name does not tell it. */
function entryForRow({ form, entry, name }: Candidate): string {
  const plain = form === 'flat' ? entry.slice(0, -'.md'.length) : entry;
  return plain === name ? '' : `(${oneLine(entry)})`;
}

function formForRow({ form }: Candidate, say: Say): string {
  return form === 'flat' ? say(message('flat file')) : '';
}

/** What no editor can show: there is no regular file at the end. */
const NO_FILE = new Set(['broken-link', 'link-loop', 'not-a-file', 'pipe']);

/** Whether an editor can show the file of a candidate. */
export function isOpenable({ code, file }: Candidate): boolean {
  // A name that is not UTF-8 has no URI.
  return !NO_FILE.has(code) && file.isWellFormed();
}

/** The entry itself, in place of a file in it that is not there. */
function entryOf({ form, dir, file }: Candidate): string {
  return form === 'directory' ? dir : file;
}
