/** Rows of skills that a product has compiled in: they have a name, and no file. */
import { clausesInRow, type Message, message } from '../../core/message';
import { productOf } from '../../core/products';
import { scopeTerm } from '../../core/scope-term';
import type { Resolution, Root, Skill } from '../../core/types';
import type { Say } from '../say';
import { oneLine } from '../text';
import { place } from './candidate-state';
import { type Filter, type Filtering, matcherOf } from './filter';
import { type CarriedNode, NOT_LOADED_COLOR, type TreeNode } from './nodes';

/** What the rows of one root are made from. */
export interface CarriedRows extends Filtering {
  readonly parent: TreeNode | null;
  readonly key: string;
  readonly root: Root;
  readonly resolution: Resolution;
  readonly say: Say;
  /** `place`: not below its root, so that the row has to say where it comes from. */
  readonly labelled: 'name' | 'place';
}

/** The rows of what a root carries: a skill of the same name in a file comes before it. */
export function carriedNodes({
  parent,
  key,
  root,
  resolution,
  filter,
  text,
  say,
  labelled,
}: CarriedRows): CarriedNode[] {
  const { fold } = productOf(resolution.profile);
  const matches = matcherOf(text);
  const loading = new Map(resolution.skills.map(skill => [fold(skill.name), skill]));
  return (root.carries ?? []).flatMap(name => {
    const winner = loading.get(fold(name));
    if (!passes(filter, winner) || !matches(name)) return [];
    const label = oneLine(name);
    const state = say(winner ? shadowed(resolution, winner) : message('no file'));
    const where = labelled === 'place' ? say(message('{0}', scopeTerm(root.scope))) : '';
    const description = [where, state].filter(part => part !== '').join(' · ');
    return {
      kind: 'carried',
      name,
      id: `${key}|carried|${name}`,
      parent,
      label,
      description,
      icon: winner
        ? { codicon: 'circle-slash', color: NOT_LOADED_COLOR }
        : { codicon: 'pass', color: 'charts.green' },
      spoken: say(clausesInRow([label, winner ? message('shadowed') : message('loads'), description])),
      expansion: 'none',
      text: say(
        message('{0} comes with {1}: it has no file that could be opened', label, resolution.product),
      ),
    };
  });
}

function passes(filter: Filter, winner: Skill | undefined): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'winners':
      return winner === undefined;
    case 'conflicts':
      return winner !== undefined;
    case 'differs':
      return false;
  }
}

function shadowed({ candidates }: Resolution, { candidate, file }: Skill): Message {
  const winner = candidates.find(({ id }) => id === candidate);
  return message('shadowed by {0}', winner ? place(winner, 'builtin') : { path: file });
}
