/** What a command of the extension is: one file each beside this one, and a line in `register-commands.ts`. */
import type { Agents } from '../agents/agents';
import type { Explaining } from '../explaining';
import type { Log } from '../log';
import type { Products } from '../products/products';
import type { Refresh } from '../refresh';
import type { Resolutions } from '../resolutions';
import type { Tidying } from '../tidy/tidying';
import type { SkillsTree } from '../tree/skills-tree';
import type { ViewState } from '../view-state';

/** What a command acts on: rows of the tree satisfy it, and so does whatever the palette's pick or a test makes. */
export interface SkillArgument {
  /** Absolute path of a file or folder. */
  readonly file: string;
  /** The name that it would load under, where it is a skill. */
  readonly name?: string;
  /** The file that loads under that name; null where none does. */
  readonly winner?: string | null;
  /** False where no editor can show the file. */
  readonly openable?: boolean;
}

/** What commands work with. */
export interface Services {
  readonly resolutions: Resolutions;
  readonly tree: SkillsTree;
  readonly viewState: ViewState;
  readonly refresh: Refresh;
  readonly tidying: Tidying;
  readonly explaining: Explaining;
  readonly products: Products;
  readonly agents: Agents;
  readonly log: Log;
}

export interface Command {
  /** As in the manifest. */
  readonly id: string;
  /**
   * @param argument the row that it was called on; undefined from the palette
   * @param rows all rows that it was called on: of a selection each; none from the palette
   * @throws Refusal where it cannot be done
   */
  run(services: Services, argument: SkillArgument | undefined, rows: readonly unknown[]): unknown;
}
