import { loadProfile } from '../profiles/load-profile';
import type { ParseSkill } from '../scan/found';
import type { ProfileId, Root } from '../types';

/** What a product makes of the text of a skill file in a root. */
export async function parserFor(
  profile: ProfileId,
  root: Pick<Root, 'group' | 'location'>,
): Promise<ParseSkill> {
  const rules = await loadProfile(profile);
  return (rules.rulesFor?.(root) ?? rules).parse;
}
