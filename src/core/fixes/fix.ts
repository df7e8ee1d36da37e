/** What a fix consists of: plain data. Whoever shows it also carries it out. */
import type { Range } from '../checks/problem';
import type { PasteLine } from '../explain/explanation';
import type { Message } from '../message';
import type { FixId } from './fix-id';
import type { PlanWish } from './plan-wish';

/** A change of a text. The new text has LF line ends: they become those of the file. */
export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

/** Something done to a file as a whole. */
export type FileOperation =
  | { readonly kind: 'write'; readonly file: string; readonly bytes: Uint8Array }
  /** One after the other: a name that differs in case only takes two steps where case does not count. */
  | { readonly kind: 'rename'; readonly steps: readonly RenameStep[] }
  /** Removes a link, never what it leads to. Nothing else may be there by then. */
  | { readonly kind: 'remove-link'; readonly path: string }
  /** Puts a link in place of a text file that holds its target. */
  | { readonly kind: 'make-link'; readonly path: string; readonly target: string };

export interface RenameStep {
  readonly from: string;
  readonly to: string;
}

/** What is shown before a conversion, since the encoding is a guess. */
export interface EncodingPreview {
  /** Name as `TextDecoder` knows it. */
  readonly encoding: string;
  /** The first lines as they would be. */
  readonly lines: readonly string[];
}

export interface Fix {
  readonly id: FixId;
  /** What it does, for a menu. */
  readonly title: Message;
  /** The file that the edits belong to. */
  readonly file: string;
  readonly edits: readonly TextEdit[];
  readonly operations: readonly FileOperation[];
  readonly plan: PlanWish | null;
  readonly paste: PasteLine | null;
  readonly preview: EncodingPreview | null;
  /** Whether it is what is most likely wanted. At most one for a problem. */
  readonly isPreferred: boolean;
  /** Whether it can be done to many files at once without a look at each. */
  readonly isForMany: boolean;
}
