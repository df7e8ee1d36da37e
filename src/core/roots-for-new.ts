/** Where a new skill can go. */
import * as path from 'node:path';
import type { UserDirectory } from './plan/context';
import type { Resolution, Root } from './types';

/** Groups of roots that people put skills into. */
const FOR_PEOPLE: ReadonlySet<Root['group']> = new Set(['generic', 'brand', 'configured', 'override']);

/**
 * The directories that a new skill can go to: those that are read, and those that would be if they were there. What
 * tools share comes first in its scope, then by rank. Where one that exists is passed over, it is left out.
 * @param userDirectory which of the two of a user comes first where neither is there
 */
export function rootsForNew(
  { roots, home }: Resolution,
  userDirectory: UserDirectory = '~/.agents/skills',
): readonly Root[] {
  const preferred = path.join(home, userDirectory.slice(2));
  const scopes = [...new Set(roots.map(({ scope }) => scope))];
  const fits = roots.filter(takesNewSkills);
  const order = ({ scope, group, verdict, location }: Root) =>
    scopes.indexOf(scope) * 8 +
    (group === 'generic' ? 0 : 4) +
    (verdict === 'active' ? 0 : 2) +
    (location === preferred ? 0 : 1);
  return fits
    .map(root => ({ root, place: order(root) }))
    .sort((a, b) => a.place - b.place)
    .map(({ root }) => root);
}

/** Whether people put skills there, and the product reads it or would. */
export function takesNewSkills({ group, verdict, location }: Root): boolean {
  return FOR_PEOPLE.has(group) && (verdict === 'active' || verdict === 'missing') && location !== '';
}

/** Whether it is the directory that most tools read: `.agents/skills`, and not `~/.config/agents/skills`. */
export function isReadByMost({ group, location }: Root): boolean {
  return group === 'generic' && path.basename(path.dirname(location)) === '.agents';
}
