/** What planning starts from. */
import type { ResolveOptions } from '../resolve';
import type { Resolution } from '../types';
import type { PlanningFiles } from './writable-files';

/** The two generic directories of a user. */
export type UserDirectory = '~/.agents/skills' | '~/.config/agents/skills';

export interface PlanContext {
  readonly files: PlanningFiles;
  /** What the resolution was made with: the planned layout is resolved with the same. `files` and `reads` do not count. */
  readonly options: ResolveOptions;
  readonly resolution: Resolution;
  /** The same work directory for other products: the plan says what comes out for them too. */
  readonly others?: readonly { readonly options: ResolveOptions; readonly resolution: Resolution }[];
  /** Other products of which it is said where another skill loads in them afterwards. */
  readonly otherProducts?: readonly ResolveOptions[];
  /** The setting for the generic directory that is made where a user has neither. */
  readonly userDirectory?: UserDirectory;
  /** Whether there is a trash for what is deleted or replaced. */
  readonly hasTrash: boolean;
  /** Whether the folder is not trusted: then nothing may be changed. */
  readonly restricted?: boolean;
  /** Gives templates in the language of the person who plans, for text that a new file starts with. English without it. */
  readonly translate?: (template: string) => string;
  /** Names the folder for backups. */
  readonly now?: Date;
  readonly signal?: AbortSignal;
}
