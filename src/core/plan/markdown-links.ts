/**
 * Relative links in a Markdown text, and adjusting those that would break where the file moves. Only the characters of
 * a link's target change; code is left alone.
 */

/** A relative link, as written. */
export interface MarkdownLink {
  /** Offset of the target in the text. */
  readonly offset: number;
  /** The target as written, with its `#…` or `?…`, without angle brackets. */
  readonly target: string;
  readonly bracketed: boolean;
}

/** Fenced blocks and code spans: what looks like a link in there is none. */
const CODE =
  /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\1[`~]*[ \t]*$|(?![\s\S]))|(`+)(?!`)[\s\S]*?[^`]\2(?!`)|<!--[\s\S]*?-->/gm;

/** `[text](target "title")`, also of images; the target bare or in angle brackets. */
const INLINE = /\]\(\s*(?:<([^<>\n]*)>|((?:[^\s()<>\\]|\\.|\((?:[^\s()\\]|\\.)*\))+))(?=\s|\))/g;

/** `[label]: target` at the start of a line. */
const REFERENCE = /^ {0,3}\[[^\]\n]+\]:[ \t]*(?:<([^<>\n]*)>|([^\s<>]+))/gm;

/** `src="target"` and `href="target"` in HTML. */
const ATTRIBUTE = /<[a-z][^<>]*?\s(?:src|href)\s*=\s*(?:"([^"<>\n]*)"|'([^'<>\n]*)')/gi;

/** The links of a text whose targets are relative paths, in order. */
export function relativeLinks(text: string): readonly MarkdownLink[] {
  const code = [...text.matchAll(CODE)].map(match => [match.index, match.index + match[0].length] as const);
  const isCode = (offset: number) => code.some(([start, end]) => offset >= start && offset < end);
  const links: MarkdownLink[] = [];
  for (const pattern of [INLINE, REFERENCE, ATTRIBUTE]) {
    for (const match of text.matchAll(pattern)) {
      const target = match[1] ?? match[2] ?? '';
      const offset = match.index + match[0].lastIndexOf(target);
      if (target === '' || !isRelative(target) || isCode(match.index)) continue;
      links.push({ offset, target, bracketed: match[1] !== undefined && pattern !== ATTRIBUTE });
    }
  }
  return links.sort((a, b) => a.offset - b.offset);
}

/** Not an address with a scheme, nor a place in the same text, nor absolute. */
function isRelative(target: string): boolean {
  return !/^(?:[a-z][a-z0-9+.-]*:|[#?/\\~])/i.test(target);
}

/** The path of a target as the file system knows it: without `#…` and `?…`, percent signs resolved. */
export function pathOfTarget(target: string): string {
  const bare = target.replace(/[#?].*$/s, '').replace(/\\(?=[!-/:-@[-`{-~])/g, '');
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}

/**
 * The text with every target replaced for which `adjust` gives another path. Percent signs, `#…` and `?…` stay in the
 * way in which they were written.
 * @param adjust gets the path of a target, as `pathOfTarget`; null leaves it alone
 */
export function adjustLinks(text: string, adjust: (path: string) => string | null): string {
  let result = '';
  let done = 0;
  for (const link of relativeLinks(text)) {
    if (link.offset < done) continue;
    const adjusted = adjust(pathOfTarget(link.target));
    if (adjusted === null) continue;
    const suffix = /[#?].*$/s.exec(link.target)?.[0] ?? '';
    const wasEncoded = pathOfTarget(link.target) !== link.target.slice(0, link.target.length - suffix.length);
    result += text.slice(done, link.offset) + written(adjusted, wasEncoded, link.bracketed) + suffix;
    done = link.offset + link.target.length;
  }
  return result + text.slice(done);
}

function written(path: string, wasEncoded: boolean, bracketed: boolean): string {
  if (wasEncoded || (!bracketed && /[\s()<>]/.test(path))) {
    return encodeURI(path).replace(/[#?()]/g, character => `%${character.charCodeAt(0).toString(16)}`);
  }
  return path.replace(/[#?]/g, character => encodeURIComponent(character));
}
