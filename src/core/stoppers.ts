/** All that keeps a product from starting: whoever mends only the first meets the next one. */
import type { Failure, Resolution } from './types';

/** Code of a candidate whose bytes are not UTF-8. */
const NOT_UTF8 = 'not-utf8';

/** Each with its file; the one that the product stops at comes first. Empty where it starts. */
export function stoppersOf({ failure, candidates, roots, profile }: Resolution): readonly Failure[] {
  if (!failure) return [];
  // Only the directory form takes the whole program down (rule 45).
  if (profile !== 'kimi-cli') return [failure];
  const read = new Set(roots.filter(({ verdict }) => verdict === 'active').map(({ id }) => id));
  const others = candidates.filter(
    ({ code, form, root, file }) =>
      code === NOT_UTF8 && form === 'directory' && read.has(root) && file !== failure.file,
  );
  return [failure, ...others.map(({ file, code, reason }) => ({ file, code, reason }))];
}
