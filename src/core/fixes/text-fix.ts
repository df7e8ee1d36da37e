import type { Problem } from '../checks/problem';
import type { SkillSource } from '../checks/skill-source';
import type { Message } from '../message';
import { type OffsetEdit, offsetAt } from './edits';

/** One entry of the table of fixes that change nothing but a text. */
export interface TextFix {
  readonly title: (source: SkillSource, problem: Problem) => Message;
  /** The edits, by offsets in the source's `text`; undefined where it does not apply. Whether they help is tried out. */
  readonly edit: (source: SkillSource, problem: Problem) => readonly OffsetEdit[] | undefined;
  /** Whether it can be done to many files at once: nothing of what it writes is a guess. */
  readonly isForMany: boolean;
}

/** Where a problem starts, as an offset in the source's `text`. */
export function problemOffset({ text }: SkillSource, { range }: Problem): number {
  return offsetAt(text, range.start);
}
