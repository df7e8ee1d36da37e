/** Sorting a list that may be huge. */
import type { Slices } from './slices';

/** Items sorted, or merged, between two looks at the clock. */
const RUN = 1024;

/** The items in order; equal ones keep theirs. */
export async function sortInSlices<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  slices: Slices,
): Promise<readonly T[]> {
  if (await isInOrder(items, compare, slices)) return items;
  if (items.length <= RUN) return [...items].sort(compare);
  let runs: T[][] = [];
  for (let start = 0; start < items.length; start += RUN) {
    runs.push(items.slice(start, start + RUN).sort(compare));
    if (slices.due) await slices.pause();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      const [one, other] = [runs[index]!, runs[index + 1]];
      merged.push(other ? await merge(one, other, compare, slices) : one);
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Most lists come in order: a few comparisons show that, or that they do not. */
async function isInOrder<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  slices: Slices,
): Promise<boolean> {
  for (let index = 1; index < items.length; index++) {
    if (compare(items[index - 1]!, items[index]!) > 0) return false;
    if (index % RUN === 0 && slices.due) await slices.pause();
  }
  return true;
}

async function merge<T>(
  one: readonly T[],
  other: readonly T[],
  compare: (a: T, b: T) => number,
  slices: Slices,
): Promise<T[]> {
  if (compare(one[one.length - 1]!, other[0]!) <= 0) return [...one, ...other];
  const merged: T[] = [];
  let [left, right] = [0, 0];
  while (left < one.length && right < other.length) {
    merged.push(compare(one[left]!, other[right]!) <= 0 ? one[left++]! : other[right++]!);
    if (merged.length % RUN === 0 && slices.due) await slices.pause();
  }
  while (left < one.length) merged.push(one[left++]!);
  while (right < other.length) merged.push(other[right++]!);
  return merged;
}
