/**
 * What the YAML libraries say of a fault, as messages: in English in their own words, and so that the rest of the world
 * can have it in others. Loaded together with the libraries only.
 */
import { type Message, message } from './message';

/** As js-yaml 4 and yaml 2 word what is not put in other words elsewhere. The placeholders stand for what is quoted. */
const KNOWN: readonly Message[] = [
  // js-yaml
  message('not YAML: a line break is expected'),
  message(
    'not YAML: a whitespace character is expected after the key-value separator within a block mapping',
  ),
  message('not YAML: abnormal merge sequence size'),
  message('not YAML: alias node should not have any properties'),
  message('not YAML: bad explicit indentation width of a block scalar; it cannot be less than one'),
  message('not YAML: bad indentation of a sequence entry'),
  message('not YAML: can not read a block mapping entry; a multiline key may not be an implicit key'),
  message('not YAML: can not read an implicit mapping pair; a colon is missed'),
  message('not YAML: cannot merge mappings; the provided source object is unacceptable'),
  message('not YAML: cannot resolve a node with !<{0}> explicit tag'),
  message('not YAML: directive name must not be less than one character in length'),
  message('not YAML: directives end mark is expected'),
  message('not YAML: duplication of %YAML directive'),
  message('not YAML: duplication of a tag property'),
  message('not YAML: duplication of an anchor property'),
  message('not YAML: end of the stream or a document separator is expected'),
  message("not YAML: expected the node content, but found ','"),
  message('not YAML: expected hexadecimal character'),
  message('not YAML: expected valid JSON character'),
  message('not YAML: ill-formed argument of the YAML directive'),
  message('not YAML: ill-formed tag handle (first argument) of the TAG directive'),
  message('not YAML: ill-formed tag prefix (second argument) of the TAG directive'),
  message(
    'not YAML: incomplete explicit mapping pair; a key node is missed; or followed by a non-tabulated empty line',
  ),
  message('not YAML: merge keys exceeded maxTotalMergeKeys ({0})'),
  message('not YAML: missed comma between flow collection entries'),
  message('not YAML: missing indentation for block scalar'),
  message('not YAML: name of an alias node must contain at least one character'),
  message('not YAML: name of an anchor node must contain at least one character'),
  message('not YAML: named tag handle cannot contain such characters'),
  message('not YAML: nested arrays are not supported inside keys'),
  message('not YAML: nesting exceeded maxDepth ({0})'),
  message('not YAML: null byte is not allowed in input'),
  message('not YAML: repeat of a chomping mode identifier'),
  message('not YAML: repeat of an indentation width identifier'),
  message('not YAML: tab characters must not be used in indentation'),
  message('not YAML: TAG directive accepts exactly two arguments'),
  message('not YAML: tag name cannot contain such characters: {0}'),
  message('not YAML: tag name is malformed: {0}'),
  message('not YAML: tag prefix is malformed: {0}'),
  message('not YAML: tag suffix cannot contain exclamation marks'),
  message('not YAML: tag suffix cannot contain flow indicator characters'),
  message('not YAML: there is a previously declared suffix for "{0}" tag handle'),
  message('not YAML: unacceptable node kind for !<{0}> tag; it should be "{1}", not "{2}"'),
  message('not YAML: unacceptable YAML version of the document'),
  message('not YAML: undeclared tag handle "{0}"'),
  message('not YAML: unexpected end of the stream within a verbatim tag'),
  message('not YAML: unidentified alias "{0}"'),
  message('not YAML: unknown escape sequence'),
  message('not YAML: unknown tag !<{0}>'),
  message('not YAML: YAML directive accepts exactly one argument'),
  // yaml
  message('not YAML: %TAG directive should contain exactly two parts'),
  message('not YAML: %YAML directive should contain exactly one part'),
  message('not YAML: A node can have at most one anchor'),
  message('not YAML: A node can have at most one tag'),
  message('not YAML: Alias cannot be an empty string'),
  message('not YAML: An alias node must not specify any properties'),
  message('not YAML: Anchor cannot be an empty string'),
  message('not YAML: Anchors and tags must be after the {0} indicator'),
  message('not YAML: Block collection cannot start on same line with directives-end marker'),
  message('not YAML: Block collections are not allowed within flow collections'),
  message(
    'not YAML: Block scalars with more-indented leading empty lines must use an explicit indentation indicator',
  ),
  message('not YAML: Comments must be separated from other tokens by white space characters'),
  message('not YAML: Could not resolve tag: {0}'),
  message('not YAML: Expected a mapping for this tag'),
  message('not YAML: Expected a sequence for this tag'),
  message('not YAML: Implicit map keys need to be followed by map values'),
  message('not YAML: Invalid escape sequence {0}'),
  message('not YAML: Missing , between flow map items'),
  message('not YAML: Missing , between flow sequence items'),
  message('not YAML: Missing , or : between flow map items'),
  message('not YAML: Missing directives-end indicator line'),
  message('not YAML: Missing directives-end/doc-start indicator line'),
  message('not YAML: Missing newline after block sequence props'),
  message('not YAML: Missing space after : in flow map'),
  message('not YAML: Missing space after : in flow sequence'),
  message('not YAML: Not a valid tag: {0}'),
  message('not YAML: Sequence item without - indicator'),
  message('not YAML: Tags and anchors must be separated from the next token by white space'),
  message('not YAML: The {0} tag has no suffix'),
  message('not YAML: Unresolved tag: {0}'),
  message('not YAML: Unsupported YAML version {0}'),
  message('not YAML: Verbatim tags must end with a >'),
  message("not YAML: Verbatim tags aren't resolved, so {0} is invalid."),
];

/** Made on first use: most files have no fault. */
let patterns: readonly (readonly [template: string, pattern: RegExp])[] | undefined;

/**
 * A fault in the words of a library: the message that reads the same in English. Where the words are not known, other
 * languages quote them.
 */
export function notYaml(text: string): Message {
  const whole = `not YAML: ${text}`;
  patterns ??= KNOWN.map(({ template }) => [template, patternOf(template)] as const);
  for (const [template, pattern] of patterns) {
    const args = pattern.exec(whole)?.slice(1);
    if (args) return { template, args };
  }
  return message('not YAML: {0}', text);
}

function patternOf(template: string): RegExp {
  const parts = template.split(/\{\d\}/).map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('(.*)')}$`, 's');
}
