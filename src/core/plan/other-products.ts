/** The products beside the one that is planned for, of which a plan says where another skill loads in them afterwards. */
import { KIMIS, PROFILE_IDS } from '../products';
import type { ProfileId } from '../types';

/**
 * The two Kimis and somebody's agents, all but one, in the order in which products are shown.
 * @param agents those that somebody works with
 */
export function productsBeside(profile: ProfileId, agents: readonly ProfileId[] = []): readonly ProfileId[] {
  return PROFILE_IDS.filter(id => id !== profile && (KIMIS.includes(id) || agents.includes(id)));
}
