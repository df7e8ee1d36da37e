import type { YamlErrorCode } from '../../yaml-types';

/** Thrown inside the parser where PyYAML would raise; it never leaves `loadPyYaml`. */
export class YamlFault extends Error {
  constructor(
    readonly code: YamlErrorCode,
    message: string,
    /** Where in the block. */
    readonly offset: number,
  ) {
    super(message);
  }
}

/** Quotes a bit of the user's text in a message: one line of it, and not too much. */
export function quoted(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  const characters = [...line.slice(0, 200)];
  return characters.length > 40 ? `"${characters.slice(0, 39).join('')}…"` : `"${line}"`;
}
