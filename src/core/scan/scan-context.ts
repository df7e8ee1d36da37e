/** What a scan needs beside the root. */
import type { FileSystem } from '../file-system';
import type { QuickReads, ReadText } from '../read-text';
import type { Slices } from '../slices';
import type { ParseSkill } from './found';
import type { ParseMemory } from './parse-memory';
import type { ScanRules } from './scan-rules';

export interface ScanContext {
  readonly files: FileSystem;
  readonly rules: ScanRules;
  readonly parse: ParseSkill;
  readonly slices: Slices;
  readonly readText: ReadText;
  /** Shorter ways to read; null where each question must be asked of `files`. */
  readonly quick: QuickReads | null;
  /** What was made of the same files before. */
  readonly memory?: ParseMemory;
}
