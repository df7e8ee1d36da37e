/**
 * What the core says to people. A message keeps its template and its arguments apart, so that the interface can
 * translate the one and shorten the paths in the other; the command line renders it as it is.
 */

/**
 * A value put into a message. A path is marked as one, so that it can be shown short (`~/…`, or below the project); a
 * term is a word of ours (`Project`), to be translated like the template. A message can hold another one, and a series.
 */
export type MessageArg =
  | string
  | number
  | { readonly path: string }
  | { readonly term: string }
  | MessageSeries
  | Message;

/** Several arguments in a row. What stands between them is up to the reader's language, and to what they are. */
export interface MessageSeries {
  readonly series: keyof typeof BETWEEN;
  readonly items: readonly MessageArg[];
}

/** A sentence, or the fragment of one, without a trailing period. `{0}`, `{1}`, … in the template stand for the arguments. */
export interface Message {
  readonly template: string;
  readonly args: readonly MessageArg[];
}

/** Marks a word of ours in a message, to be translated. The word must be a literal. */
export function term(word: string): MessageArg {
  return { term: word };
}

/** What stands between the first two placeholders stands between any two of a row. In Chinese, names and clauses differ. */
const BETWEEN = {
  names: message('{0}, {1}, {2}'),
  clauses: message('{0}, {1}'),
  sentences: message('{0}; {1}'),
  text: message('{0} {1} {2}'),
};

/** Names, paths, words: what a list in a sentence is made of. */
export function namesInRow(items: readonly MessageArg[]): Message {
  return message('{0}', { series: 'names', items });
}

/** The same of the first few; where there are more, it says so. */
export function fewNames(names: readonly MessageArg[], most: number): Message {
  return names.length > most ? message('{0}, …', namesInRow(names.slice(0, most))) : namesInRow(names);
}

/** Short statements about one thing. */
export function clausesInRow(items: readonly MessageArg[]): Message {
  return message('{0}', { series: 'clauses', items });
}

/** Sentences, or long parts of one. */
export function sentencesInRow(items: readonly MessageArg[]): Message {
  return message('{0}', { series: 'sentences', items });
}

/** Sentences with their full stops. */
export function textInRow(items: readonly MessageArg[]): Message {
  return message('{0}', { series: 'text', items });
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
    return arg === undefined ? placeholder : renderArg(arg, style);
  });
}

function renderArg(arg: MessageArg, style: MessageStyle): string {
  if (typeof arg !== 'object') return withVisibleBlanks(String(arg));
  if ('template' in arg) return renderMessage(arg, style);
  if ('series' in arg) {
    const { template } = BETWEEN[arg.series];
    const between = /\{0\}(.*?)\{1\}/.exec(style.translate?.(template) ?? template)?.[1];
    return arg.items.map(item => renderArg(item, style)).join(between);
  }
  if ('term' in arg) return style.translate?.(arg.term) ?? arg.term;
  return withVisibleBlanks(style.showPath?.(arg.path) ?? arg.path);
}
