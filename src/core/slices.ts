/**
 * Synchronous reads are several times faster than asynchronous ones, but they hold up the event loop. So work is
 * done in slices: synchronous until a deadline, then a pause that lets everything else run.
 */

/** The longest time, in milliseconds, that a slice of work holds the event loop. */
const SLICE_MS = 3;

/** How often in a row the clock is left alone: looking at it costs as much as some of the work does. */
const MOST_UNTIMED = 16;

/** The time, in milliseconds, within which that many questions must have come for the next ones to be left untimed. */
const QUICK_MS = 1;

/** Hands out slices of time to one piece of work, and ends it when it is cancelled. */
export class Slices {
  private deadline = performance.now() + SLICE_MS;
  private looked = 0;
  private untimed = 0;

  /** @param isOne whether all of the work is one slice: for whoever has nothing else to do meanwhile */
  constructor(
    private readonly signal?: AbortSignal,
    readonly isOne = false,
  ) {}

  /** Whether the slice is used up: the work should `await pause()`. */
  get due(): boolean {
    if (this.isOne) return false;
    if (this.untimed > 0) {
      this.untimed--;
      return false;
    }
    const now = performance.now();
    this.untimed = now - this.looked < QUICK_MS ? MOST_UNTIMED : 0;
    this.looked = now;
    return now >= this.deadline;
  }

  /**
   * Lets the event loop run, then starts a new slice.
   * @throws the signal's reason where the work was cancelled
   */
  async pause(): Promise<void> {
    await new Promise<void>(resolve => setImmediate(resolve));
    this.signal?.throwIfAborted();
    this.deadline = performance.now() + SLICE_MS;
  }
}
