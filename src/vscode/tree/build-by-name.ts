/** The tree by name: every name, and below it its candidates in rank order. */
import { isWinner } from '../../core/is-winner';
import { clausesInRow, type Message, message } from '../../core/message';
import { productOf } from '../../core/products';
import { compareCodePoints } from '../../core/python-text';
import type { Candidate } from '../../core/types';
import type { TargetContext } from './build-by-scope';
import { candidateNode, nameForRow, placeForRow } from './candidate-node';
import { Lookup, lookOf, stateOf } from './candidate-state';
import { carriedNodes } from './carried-node';
import { filterOf } from './filter';
import type { Icon, NameNode, TreeNode } from './nodes';
import { unreadNode } from './unread-node';

interface Name {
  readonly fold: string;
  readonly candidates: Candidate[];
}

/** Builds a row for each name; those that exist only where the product does not look come last, as a group. */
export function buildByName(context: TargetContext): readonly TreeNode[] {
  const { resolution, filter, text, key, parent, say, comparisons, differences } = context;
  const passes = filterOf(context, resolution, differences);
  const lookup = new Lookup(resolution, comparisons, differences);
  const names = namesOf(resolution.candidates.filter(passes), context);
  const isUnread = ({ candidates }: Name) =>
    candidates.every(candidate => lookup.roots.get(candidate.root)?.verdict === 'not-read');
  const rows: TreeNode[] = names
    .filter(name => !isUnread(name))
    .map(name => nameNode(name, parent, context, lookup));
  const carried = resolution.roots.flatMap(root =>
    carriedNodes({ parent, key, root, resolution, filter, text, say, labelled: 'place' }),
  );
  rows.push(...carried);
  const unread = names.filter(isUnread);
  if (unread.length === 0) return rows;
  const group = unreadNode(
    context,
    'unread-names',
    unread.length === 1
      ? message('1 name where {0} does not look', resolution.profile)
      : message('{0} names where {1} does not look', unread.length, resolution.profile),
  );
  group.children.push(...unread.map(name => nameNode(name, group, context, lookup)));
  return [...rows, group];
}

function namesOf(candidates: readonly Candidate[], { resolution }: TargetContext): readonly Name[] {
  const { fold } = productOf(resolution.profile);
  const names = new Map<string, Name>();
  for (const candidate of candidates) {
    const folded = fold(candidate.name);
    const name = names.get(folded);
    if (name) name.candidates.push(candidate);
    else names.set(folded, { fold: folded, candidates: [candidate] });
  }
  return [...names.values()].sort((a, b) => compareCodePoints(a.fold, b.fold));
}

function nameNode(
  { fold, candidates }: Name,
  parent: TreeNode | null,
  context: TargetContext,
  lookup: Lookup,
): NameNode {
  const { key, say, resolution } = context;
  const winner = candidates.find(isWinner);
  const best = winner ?? candidates[0]!;
  const label = nameForRow(best.name, say);
  const description = say(nameInWords(candidates, winner, lookup));
  const node: NameNode = {
    kind: 'name',
    id: `${key}|name|${fold}`,
    parent,
    name: best.name,
    file: best.file,
    winner: winner?.file ?? null,
    label,
    description,
    icon: nameIcon(best),
    spoken: say(clausesInRow([label, description])),
    expansion: candidates.length > 1 ? 'expanded' : 'collapsed',
    children: [],
  };
  for (const candidate of inRankOrder(candidates)) {
    const root = lookup.roots.get(candidate.root);
    if (!root) continue;
    const id = `${key}|named|${candidate.id}`;
    node.children.push(
      candidateNode({
        parent: node,
        id,
        candidate,
        root,
        resolution,
        lookup,
        say,
        labelled: 'place',
        ...(context.readers && { readers: context.readers }),
      }),
    );
  }
  return node;
}

/** The winner stands first in its root too. The sort is stable, and the candidates came by the rank of their roots. */
function inRankOrder(candidates: readonly Candidate[]): readonly Candidate[] {
  return [...candidates].sort((a, b) => Number(isWinner(b)) - Number(isWinner(a)));
}

/** Where the winner is; for a name that does not load, why. */
function nameInWords(
  candidates: readonly Candidate[],
  winner: Candidate | undefined,
  lookup: Lookup,
): Message {
  const others = candidates.length - 1;
  if (!winner) {
    const state = candidates.length === 1 && stateOf(candidates[0]!, lookup);
    return state || message('none of {0} loads', candidates.length);
  }
  const root = lookup.roots.get(winner.root);
  const where = root ? placeForRow(winner, root) : winner.entry;
  if (others === 0) return message('{0}', where);
  return others === 1
    ? message('{0}, before 1 other', where)
    : message('{0}, before {1} others', where, others);
}

function nameIcon(best: Candidate): Icon {
  return lookOf(best.verdict).icon;
}
