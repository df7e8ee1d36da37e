import type { FixId } from '../fixes/fix-id';
import type { Message } from '../message';
import type { Loss, Severity } from './problem';
import type { SkillSource } from './skill-source';

/** One thing found in a text. */
export interface Finding {
  /** Offsets in the source's `text`. */
  readonly from: number;
  readonly to: number;
  readonly message: Message;
  /** Where this one weighs less, or more, than its kind. */
  readonly severity?: Severity;
  /** Where fewer fixes fit this one than its kind. */
  readonly fixes?: readonly FixId[];
  /** VS Code says the same about a `SKILL.md`. */
  readonly knownToEditor?: boolean;
  /** Set where it loses the skill. */
  readonly loss?: Loss;
}

/** One entry of the table of checks that need no more than the text of a skill file. */
export interface TextCheck {
  readonly code: string;
  readonly severity: Severity;
  readonly fixes: readonly FixId[];
  /** Never throws; takes time in proportion to the text. */
  readonly find: (source: SkillSource) => readonly Finding[];
}
