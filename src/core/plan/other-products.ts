/** The products beside the one that is planned for, of which a plan says where another skill loads in them afterwards. */
import { KIMIS } from '../products';
import type { ProfileId } from '../types';

/** Those whose rules are there. */
const TOLD = KIMIS;

/** All of them but one, in the order in which products are shown. */
export function productsBeside(profile: ProfileId): readonly ProfileId[] {
  return TOLD.filter(id => id !== profile);
}
