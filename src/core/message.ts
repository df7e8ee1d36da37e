/**
 * What the core says to people. A message keeps its template and its arguments apart, so that the interface can
 * translate the one and shorten the paths in the other; the command line renders it as it is.
 */

/**
 * A value put into a message. A path is marked as one, so that it can be shown short (`~/…`, or below the project); a
 * term is a word of ours (`Project`), to be translated like the template. A message can hold another one.
 */
export type MessageArg = string | number | { readonly path: string } | { readonly term: string } | Message;

/** A sentence, or the fragment of one, without a trailing period. `{0}`, `{1}`, … in the template stand for the arguments. */
export interface Message {
  readonly template: string;
  readonly args: readonly MessageArg[];
}

/** Marks a word of ours in a message, to be translated. The word must be a literal. */
export function term(word: string): MessageArg {
  return { term: word };
}

/** How a message is turned into text. Both functions default to leaving their argument as it is. */
export interface MessageStyle {
  /** Gives the template in the reader's language. */
  readonly translate?: (template: string) => string;
  /** Gives a path as the reader should see it. */
  readonly showPath?: (path: string) => string;
}

/** Builds a message. The template must be a literal: the translations are found by it. */
export function message(template: string, ...args: readonly MessageArg[]): Message {
  return { template, args };
}

/** A name or path in which line ends and tabs are seen: as blanks they would make it look like another one. */
export function withVisibleBlanks(name: string): string {
  return name.replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}

/** Renders a message as text on one line. A placeholder without an argument stays as it is. */
export function renderMessage(text: Message, style: MessageStyle = {}): string {
  const template = style.translate?.(text.template) ?? text.template;
  return template.replace(/\{(\d+)\}/g, (placeholder, index) => {
    const arg = text.args[Number(index)];
    if (arg === undefined) return placeholder;
    if (typeof arg !== 'object') return withVisibleBlanks(String(arg));
    if ('template' in arg) return renderMessage(arg, style);
    if ('term' in arg) return style.translate?.(arg.term) ?? arg.term;
    return withVisibleBlanks(style.showPath?.(arg.path) ?? arg.path);
  });
}
