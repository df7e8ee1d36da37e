import type { Candidate } from './types';

/** What a skill is on disk: its folder, or its flat file. */
export function skillPath({ form, dir, file }: Pick<Candidate, 'form' | 'dir' | 'file'>): string {
  return form === 'directory' ? dir : file;
}
