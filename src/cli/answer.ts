/** What the output is shown on: lines are kept to its width, and no character of a file may steer it. */
export interface Terminal {
  /** In characters. */
  readonly width: number;
}

/** What a run of the command prints, and the status it ends with. */
export interface Answer {
  readonly output: string;
  readonly errors: string;
  /**
   * 0: found or done. 1: nothing loads under a name, or there is nothing to do. 2: it could not be answered, or failed.
   * 3: a disk did not answer, so that what is said is not all.
   */
  readonly status: 0 | 1 | 2 | 3;
}
