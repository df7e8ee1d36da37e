/** How what one agent loads differs from what the others do, in terms of the rows of the tree. */
import type { Matrix, MatrixCell, MatrixRow } from '../../core/matrix';
import { type Message, message } from '../../core/message';
import type { ProfileId } from '../../core/types';
import { type Differences, type Elsewhere, placeOf } from '../products/differences';
import { agentNames } from './readers-in-words';

/**
 * Puts a matrix into rows.
 * @param own the product that the tree shows
 */
export function differencesBetween({ rows, resolutions }: Matrix, own: ProfileId): Differences {
  const notes = new Map<string, Message>();
  const elsewhere: Elsewhere[] = [];
  for (const row of rows.filter(({ differs }) => differs)) {
    const here = row.cells.find(({ profile }) => profile === own);
    if (here?.candidate) notes.set(here.candidate.id, noteOn(row, here));
    else elsewhere.push(...elsewhereOf(row));
  }
  const others = resolutions.map(({ profile }) => profile).filter(profile => profile !== own);
  return { other: agentNames(others), notes, elsewhere };
}

function noteOn({ cells }: MatrixRow, here: MatrixCell): Message {
  const others = cells.filter(cell => cell !== here);
  const without = others.filter(({ file }) => file === null).map(({ profile }) => profile);
  const another = others.filter(({ file }) => file !== null && file !== here.file);
  const [first] = another;
  const names = agentNames(another.map(({ profile }) => profile));
  if (first?.skill && here.file === null) return message('{0} takes {1}', names, placeOf(first.skill));
  if (first?.skill && without.length > 0)
    return message('{0} takes {1}; {2} takes none', names, placeOf(first.skill), agentNames(without));
  if (first?.skill) return message('{0} takes {1}', names, placeOf(first.skill));
  if (without.length > 0) return message('{0} takes none', agentNames(without));
  const alike = others.filter(({ state }) => state !== here.state).map(({ profile }) => profile);
  return message('{0} tells its model otherwise', agentNames(alike));
}

function elsewhereOf({ name, cells }: MatrixRow): readonly Elsewhere[] {
  const taking = cells.find(({ skill }) => skill !== null);
  if (!taking?.skill) return [];
  const names = agentNames(cells.flatMap(cell => (cell.file === taking.file ? [cell.profile] : [])));
  const { file } = taking.skill;
  return [{ name, file, where: message('{0}: {1}', names, placeOf(taking.skill)) }];
}
