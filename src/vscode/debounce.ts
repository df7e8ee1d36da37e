/**
 * Turns a burst of calls into one: the work runs once nothing has asked for it for a while, but no later than a limit
 * after the first call. Calls that come while it runs make it run once more.
 */
export class Debounce {
  private timer: NodeJS.Timeout | undefined;
  private first = 0;
  private running: Promise<void> | undefined;
  private again = false;

  /**
   * @param work must not reject
   * @param quiet milliseconds without a call before it runs
   * @param limit milliseconds after the first call by which it runs in any case
   */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly quiet: number,
    private readonly limit: number,
  ) {}

  /** Asks for the work. */
  call(): void {
    const now = Date.now();
    if (this.timer === undefined) this.first = now;
    else clearTimeout(this.timer);
    const wait = Math.max(0, Math.min(this.quiet, this.first + this.limit - now));
    this.timer = setTimeout(() => void this.run(), wait);
  }

  /** Whether work is waiting or running. */
  get busy(): boolean {
    return this.timer !== undefined || this.running !== undefined;
  }

  /** Runs what is waiting at once, and settles when nothing waits or runs any more. */
  async flush(): Promise<void> {
    while (this.busy) {
      if (this.timer !== undefined) await this.run();
      else await this.running;
    }
  }

  /** Forgets what is waiting. */
  dispose(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.again = false;
  }

  private run(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.running) {
      this.again = true;
      return this.running;
    }
    this.running = this.runUntilDone().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async runUntilDone(): Promise<void> {
    do {
      this.again = false;
      await this.work();
    } while (this.again);
  }
}
