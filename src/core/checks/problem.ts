/** What the checks say: plain data, made for VS Code's Problems as much as for a terminal. */
import type { FixId } from '../fixes/fix-id';
import type { Message } from '../message';

/**
 * What loses a skill (or keeps the product from starting) is an error, what changes it a warning, and what only breaks
 * the advice of the open format is an information.
 */
export type Severity = 'error' | 'warning' | 'information';

/**
 * A place in a text as an editor counts: lines and UTF-16 units from 0, a line end is CRLF, LF or CR, and a byte order
 * mark is no character of the first line.
 */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** From the first character of something to just behind its last. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Another file that a problem is about. */
export interface RelatedFile {
  readonly file: string;
  readonly message: Message;
}

export interface Problem {
  /** Stable, in kebab-case. Where a candidate, a root or a remark has a code for the same thing, it is the same. */
  readonly code: string;
  readonly severity: Severity;
  /** Absolute path. A link or a directory where the problem is about that. */
  readonly file: string;
  readonly range: Range;
  readonly message: Message;
  readonly related: readonly RelatedFile[];
  /** Fixes that exist for this kind of problem. Whether one works on this very text, `fixesFor` finds out. */
  readonly fixes: readonly FixId[];
  /** Where the explanation stands on the page of all explanations: several codes can share one. */
  readonly anchor: string;
  /** VS Code reports the same about a `SKILL.md` by itself: do not show it twice there, but do offer the fixes. */
  readonly knownToEditor: boolean;
  /** `id` of the candidate, where the problem is about one. */
  readonly candidate?: string;
  /** Set where it loses the skill in the product that was asked. */
  readonly loss?: Loss;
}

/** A skill that does not load for a fault of its file. */
export interface Loss {
  /** `dropped`: the product comes to the file and makes nothing of it. `passed-over`: it does not take it for a skill. */
  readonly kind: 'dropped' | 'passed-over';
  /** Why, without the name of the product, so that several can be named that have the same reason. */
  readonly reason: Message;
}

export const START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
