/** How the rules of a product are known, in words. */
import { type Message, message } from './message';
import { productOf } from './products';
import type { ProfileId } from './types';

/** How the rules of a product are known, and since when, as it stands behind its name: never more is claimed than that. */
export function evidenceOf(profile: ProfileId): Message {
  const { evidence, since } = productOf(profile);
  switch (evidence) {
    case 'recorded':
      return message('its rules were checked against the program itself, {0}', since);
    case 'read':
      return message('its rules were read from its source and not run, {0}', since);
    case 'documented':
      return message('only its directories are known, from its documentation, {0}', since);
  }
}

/** The same with the name, for where it stands alone. */
export function evidenceWithName(profile: ProfileId): Message {
  return message('{0}: {1}', productOf(profile).name, evidenceOf(profile));
}
