/** Names that somebody may have meant. */

/** How many are offered. */
const MOST = 3;

/** The names that are most like one that is not there, the nearest first; none where nothing is near. */
export function similarNames(name: string, names: Iterable<string>): readonly string[] {
  const wanted = simplify(name);
  const near = [...new Set(names)]
    .map(other => ({ other, distance: distanceTo(wanted, simplify(other)) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(wanted.length / 3)))
    .sort((a, b) => a.distance - b.distance || (a.other < b.other ? -1 : 1));
  return near.slice(0, MOST).map(({ other }) => other);
}

function simplify(name: string): string {
  return name
    .slice(0, 64)
    .toLowerCase()
    .replace(/\.md$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** How many letters have to be changed, added or left out; a part of the other counts as near. */
function distanceTo(one: string, other: string): number {
  if (one.length >= 3 && other.includes(one)) return 1;
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      current.push(Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + same));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}
