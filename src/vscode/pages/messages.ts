/** What a page and the extension say to each other. The page's side is media/pages/page.js. */

export type ToPage =
  | { readonly kind: 'content'; readonly markup: string }
  | { readonly kind: 'announce'; readonly text: string };

export type FromPage =
  /** The page is there, for the first time or again, and has no content yet. */
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'action';
      readonly name: string;
      /** Encoded, as is `choice`. */
      readonly value: string;
      readonly checked?: boolean;
      readonly choice?: string;
    };

/** Whether something that came from a page is one of its messages. */
export function isFromPage(message: unknown): message is FromPage {
  if (typeof message !== 'object' || message === null) return false;
  const { kind, name, value, checked, choice } = message as Record<string, unknown>;
  if (kind === 'ready') return true;
  return (
    kind === 'action' &&
    typeof name === 'string' &&
    typeof value === 'string' &&
    ['boolean', 'undefined'].includes(typeof checked) &&
    ['string', 'undefined'].includes(typeof choice)
  );
}
