import { standardTagPrefix } from './nodes';

/** A text and the ways it can be typed: YAML 1.1 as PyYAML reads it. The `\n?` is what `$` means in Python. */
const nullText = /^(?:~|null|Null|NULL)\n?$/;
const boolText = /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)\n?$/;
const intText =
  /^(?:[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)\n?$/;
const floatText =
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\n?$/;
const dateText =
  /^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?)\n?$/;
const mergeText = /^<<\n?$/;
const valueText = /^=\n?$/;

/** The first characters that a text other than a string can have. */
const typedStart = /^[-+.0-9~<=fFnNoOtTyY]/;

/** The tag that an unquoted text without a tag gets. */
export function plainTag(text: string): string {
  return standardTagPrefix + plainType(text);
}

function plainType(text: string): string {
  if (text === '') return 'null';
  if (!typedStart.test(text)) return 'str';
  if (boolText.test(text)) return 'bool';
  if (floatText.test(text)) return 'float';
  if (intText.test(text)) return 'int';
  if (mergeText.test(text)) return 'merge';
  if (nullText.test(text)) return 'null';
  if (dateText.test(text)) return 'timestamp';
  if (valueText.test(text)) return 'value';
  return 'str';
}
