/** Words by which the menus know what can be tidied up about a row. */
import { takesNewSkills } from '../../core/roots-for-new';
import type { Candidate, Root } from '../../core/types';
import type { TreeNode } from './nodes';

/** Verdicts of what would load if something else were not as it is. */
const BEATEN = new Set<Candidate['verdict']>(['shadowed', 'ambiguous', 'hidden', 'not-read']);

/**
 * - `tidy`: it is a skill, or a directory with some
 * - `canonical`: it lies in the canonical directory already
 * - `flat`: it is a flat file, or has some
 * - `beaten`: something could make it win
 * - `takes-new`: a new skill can go there
 * - `in-project`, `in-user`, …: its scope
 */
export function tidyWords(node: TreeNode): readonly string[] {
  switch (node.kind) {
    case 'candidate': {
      const { candidate, root } = node;
      return [
        'tidy',
        ...rootWords(root),
        ...(candidate.form === 'flat' ? ['flat'] : []),
        ...(BEATEN.has(candidate.verdict) && !isProducts(root) ? ['beaten'] : []),
      ];
    }
    case 'root': {
      const candidates = node.children.flatMap(child =>
        child.kind === 'candidate' ? [child.candidate] : [],
      );
      const takesNew = takesNewSkills(node.root) ? ['takes-new'] : [];
      if (candidates.length === 0) return takesNew;
      const hasFlat = candidates.some(({ form }) => form === 'flat');
      return [...takesNew, 'tidy', ...rootWords(node.root), ...(hasFlat ? ['flat'] : [])];
    }
    case 'scope':
      return [
        `in-${node.scope}`,
        ...(node.resolution.roots.some(root => root.scope === node.scope && takesNewSkills(root))
          ? ['takes-new']
          : []),
      ];
    default:
      return [];
  }
}

function rootWords(root: Root): readonly string[] {
  const isCanonical = root.group === 'generic' && root.verdict === 'active';
  return [`in-${root.scope}`, ...(isCanonical ? ['canonical'] : [])];
}

/** Whether the product itself looks after what is in the root. */
export function isProducts({ group }: Root): boolean {
  return group === 'builtin' || group === 'plugins' || group === 'plugin';
}
