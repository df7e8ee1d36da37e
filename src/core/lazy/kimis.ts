/** The rules of the two Kimis. A part of its own: what is there before the first look at the disk stays small. */
import { kimiCli } from '../profiles/kimi-cli';
import { kimiCode } from '../profiles/kimi-code';
import type { Profile } from '../profiles/profile';
import type { ProfileId } from '../types';

/** The rules of one of them; undefined for any other product. */
export function kimiProfile(id: ProfileId): Profile | undefined {
  switch (id) {
    case 'kimi-cli':
      return kimiCli;
    case 'kimi-code':
      return kimiCode;
    default:
      return undefined;
  }
}
