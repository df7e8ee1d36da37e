/** The check for bytes that are not UTF-8: the one fault that is not in a text, since there is none. */
import { anchorOf } from '../explain/explanations';
import { factsOf } from '../explain/product-facts';
import { type Message, message } from '../message';
import type { Candidate, ProfileId } from '../types';
import type { Problem } from './problem';

export const NOT_UTF8 = 'not-utf8';

/**
 * Says that a file is not UTF-8, at the place of the first byte that is not.
 * @param before the bytes of the file before that one
 */
export function notUtf8Problem(
  profile: ProfileId,
  candidate: Candidate,
  before: Uint8Array,
  byte: number,
): Problem {
  const lines = new TextDecoder('utf-8').decode(before).split(/\r\n|\r|\n/);
  const start = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  const shown = `0x${byte.toString(16).padStart(2, '0')}`;
  return {
    code: NOT_UTF8,
    severity: factsOf(profile).badBytes === 'replaced' ? 'warning' : 'error',
    file: candidate.file,
    range: { start, end: { line: start.line, character: start.character + 1 } },
    message: consequence(profile, candidate, shown),
    related: [],
    fixes: ['convert-to-utf8'],
    anchor: anchorOf(NOT_UTF8),
    knownToEditor: false,
    candidate: candidate.id,
    ...(factsOf(profile).badBytes === 'lost' && {
      loss: { kind: 'dropped', reason: message('byte {0} is not UTF-8', shown) },
    }),
  };
}

function consequence(profile: ProfileId, { form }: Candidate, byte: string): Message {
  const { name, badBytes } = factsOf(profile);
  if (badBytes === 'replaced')
    return message('byte {0} is not UTF-8: {1} reads a replacement character in its place', byte, name);
  return badBytes === 'fatal' && form === 'directory'
    ? message('byte {0} is not UTF-8: this file keeps {1} from starting at all', byte, name)
    : message('byte {0} is not UTF-8: {1} drops this skill', byte, name);
}
