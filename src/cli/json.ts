/** JSON as the command prints it. */
import { codeOf, STEERING } from './text';

/** Characters that could steer a terminal are escaped, which changes no value. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(STEERING, codeOf)}\n`;
}
