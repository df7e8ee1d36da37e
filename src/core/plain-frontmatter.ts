/**
 * The quick path for frontmatter: most skills have nothing but `key: value` lines, which need no YAML parser.
 */
import type { PyValue } from './yaml-types';

/**
 * One whole line: a key of ASCII letters, `: `, and a text that can only be a string. The key is none of the words that
 * are booleans or null. The text starts with a letter but is none of those words either, and holds nothing that ends or
 * changes an unquoted text: no `: `, no ` #`, no colon at its end, no tab, no character that YAML forbids.
 */
const plainLine =
  /^(?!(?:yes|no|on|off|true|false|null) *:)([a-z][a-z_-]*): +(?!(?:yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF|true|True|TRUE|false|False|FALSE|null|Null|NULL) *$)([A-Za-z](?:[!-"$-9;-~\xa1-\ud7ff\ue000-\ufefe\uff00-\ufffd]|:(?=[^ ])(?!$)|#|[ \xa0]+(?=[^ #]))*) *$/;

/**
 * Reads a block, as `splitFrontmatter` gives it, that consists of plain `key: value` lines only. `undefined` says no
 * more than that the block is not of that kind: `loadPyYaml` has to read it then. What comes back is what that would give.
 */
export function readPlainFrontmatter(block: string): Map<string, PyValue> | undefined {
  const mapping = new Map<string, PyValue>();
  for (const line of block.split('\n')) {
    const found = plainLine.exec(line);
    if (!found) return undefined;
    mapping.set(found[1]!, { type: 'str', value: found[2]! });
  }
  return mapping;
}
