import type { Message } from '../../message';
import type { YamlErrorCode } from '../../yaml-types';

/** Thrown inside the parser where PyYAML would raise; it never leaves `loadPyYaml`. */
export class YamlFault extends Error {
  constructor(
    readonly code: YamlErrorCode,
    /** What is wrong, as a fragment of a sentence. */
    readonly reason: Message,
    /** Where in the block. */
    readonly offset: number,
  ) {
    super(reason.template);
  }
}

/** Quotes a bit of the user's text in a message: one line of it, and not too much. */
export function quoted(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  const characters = [...line.slice(0, 200)];
  return characters.length > 40 ? `"${characters.slice(0, 39).join('')}…"` : `"${line}"`;
}
