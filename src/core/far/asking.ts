/**
 * Questions to far disks: asked one after the other in the background, their answers kept. Whoever needs an answer that
 * is not there yet goes on without it, and comes again.
 */
import { isDeepStrictEqual } from 'node:util';
import { isFault } from '../file-system';
import type { AsyncFiles, Question } from './async-files';

export type Answer = Awaited<ReturnType<AsyncFiles[Question]>>;

/** The most questions that are open at once to one disk. */
const MOST_OF_ONE = 2;

/** Milliseconds after which a disk that is still busy is not waited for any more. */
const PATIENCE = 250;

/** Bytes of contents that are kept when nobody waits for them. */
const MOST_CONTENT = 32 * 1024 * 1024;

interface Asked {
  readonly question: Question;
  readonly path: string;
}

interface Disk {
  /** Questions by their key, in the order in which they came. */
  readonly queue: Map<string, Asked>;
  readonly open: Set<string>;
  /** When it last came to have anything to answer. */
  busySince: number;
  /** When it last answered, or began to be busy. */
  heardOf: number;
  /** What became different, or known, since the queue was last empty. */
  readonly changed: Set<string>;
  /** Asked once more, it shows whether the disk still answers. */
  readonly sample: Asked;
}

export class Asking {
  private readonly answers = new Map<string, { readonly disk: string; readonly answer: Answer }>();
  private readonly disks = new Map<string, Disk>();
  private readonly waiting = new Set<() => void>();

  /**
   * @param filesOf how a disk is asked
   * @param onAnswered called when a disk has answered everything that it was asked and something is new, with the places
   * @param patience see {@link PATIENCE}
   */
  constructor(
    private readonly filesOf: (disk: string) => AsyncFiles,
    private readonly onAnswered: (places: ReadonlySet<string>) => void,
    private readonly patience = PATIENCE,
  ) {}

  /** The answer of a disk; undefined where it is not there yet. */
  answer<Q extends Question>(
    disk: string,
    question: Q,
    path: string,
  ): Awaited<ReturnType<AsyncFiles[Q]>> | undefined {
    const known = this.answers.get(keyOf({ question, path }));
    if (known === undefined) this.ask(disk, { question, path });
    return known?.answer as Awaited<ReturnType<AsyncFiles[Q]>> | undefined;
  }

  /** Asks everything once more, contents only where the file is another one. Answers stay until there are new ones. */
  again(isMeant: (path: string) => boolean = () => true): void {
    for (const [key, { disk }] of this.answers) {
      const asked = fromKey(key);
      if (asked.question !== 'content' && isMeant(asked.path)) this.ask(disk, asked, 'anew');
    }
  }

  /** Whether a question is open. */
  get isBusy(): boolean {
    return [...this.disks.values()].some(isBusy);
  }

  /**
   * Settles when every disk has answered everything: true. Or when there is no more patience with those that are busy,
   * or it is so late: false.
   * @param until in the time of `performance.now()`
   */
  async settled(until = performance.now() + this.patience): Promise<boolean> {
    for (;;) {
      const busy = [...this.disks.values()].filter(isBusy);
      if (busy.length === 0) return true;
      const latest = Math.max(...busy.map(({ busySince }) => busySince + this.patience));
      const left = Math.min(until, latest) - performance.now();
      if (left <= 0) return false;
      await new Promise<void>(resolve => {
        const wake = () => {
          clearTimeout(timer);
          this.waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, Math.ceil(left));
        this.waiting.add(wake);
      });
    }
  }

  /**
   * Asks each disk that was ever asked something once more, and waits as long as there is patience. Silent are those that
   * say nothing: not one that answers question after question, however many are still open.
   */
  async probe(): Promise<{ readonly answering: ReadonlySet<string>; readonly silent: ReadonlySet<string> }> {
    for (const [name, disk] of this.disks) if (!isBusy(disk)) this.ask(name, disk.sample, 'anew');
    await this.settled();
    const now = performance.now();
    const [answering, silent] = [new Set<string>(), new Set<string>()];
    for (const [name, disk] of this.disks) {
      const isSilent = isBusy(disk) && now - disk.heardOf >= this.patience;
      (isSilent ? silent : answering).add(name);
    }
    return { answering, silent };
  }

  /** Whether a disk was ever asked. */
  knows(disk: string): boolean {
    return this.disks.has(disk);
  }

  /** Nobody needs the contents any more that were fetched, but for the latest. */
  trim(): void {
    let bytes = 0;
    for (const [key, { answer }] of [...this.answers].reverse()) {
      if (!(answer instanceof Uint8Array)) continue;
      bytes += answer.length;
      if (bytes > MOST_CONTENT) this.answers.delete(key);
    }
  }

  /** @param how `anew` also where the question is open: what comes now may be from before */
  private ask(name: string, asked: Asked, how?: 'anew'): void {
    const disk = this.disks.get(name) ?? newDisk(asked);
    this.disks.set(name, disk);
    const key = keyOf(asked);
    if (disk.queue.has(key) || (disk.open.has(key) && how !== 'anew')) return;
    if (!isBusy(disk)) disk.busySince = disk.heardOf = performance.now();
    disk.queue.set(key, asked);
    this.pump();
  }

  private pump(): void {
    for (const [name, disk] of this.disks) {
      // A silent disk is asked no more than it was.
      const isSilent = disk.open.size > 0 && performance.now() - disk.heardOf > this.patience;
      const most = isSilent ? 0 : MOST_OF_ONE;
      for (const [key, asked] of disk.queue) {
        if (disk.open.size >= most) break;
        if (disk.open.has(key)) continue;
        disk.queue.delete(key);
        disk.open.add(key);
        void this.fetch(name, disk, key, asked);
      }
    }
  }

  private async fetch(name: string, disk: Disk, key: string, asked: Asked): Promise<void> {
    const answer = await this.filesOf(name)[asked.question](asked.path);
    disk.open.delete(key);
    disk.heardOf = performance.now();
    this.keep(name, disk, key, asked, answer);
    if (!isBusy(disk)) {
      const changed = new Set(disk.changed);
      disk.changed.clear();
      if (changed.size > 0) this.onAnswered(changed);
      for (const wake of [...this.waiting]) wake();
    }
    this.pump();
  }

  private keep(name: string, disk: Disk, key: string, { question, path }: Asked, answer: Answer): void {
    const before = this.answers.get(key)?.answer;
    if (before !== undefined && isDeepStrictEqual(before, answer)) return;
    this.answers.set(key, { disk: name, answer });
    disk.changed.add(path);
    if (before === undefined) return;
    if (question === 'state' || question === 'linkState')
      this.answers.delete(keyOf({ question: 'content', path }));
    if (question === 'readDirectory') this.forgetWhatLeft(path, before, answer);
  }

  /** Forgets what was said of entries that are gone. */
  private forgetWhatLeft(directory: string, before: Answer, now: Answer): void {
    const names = (answer: Answer) => (Array.isArray(answer) ? answer.map(({ name }) => name as string) : []);
    const left = new Set(isFault(now) ? [] : names(now));
    const gone = names(before).filter(name => !left.has(name));
    if (gone.length === 0) return;
    const start = /[\\/]$/.test(directory) ? directory.length : directory.length + 1;
    const isGone = new Set(gone);
    for (const key of this.answers.keys()) {
      const { path } = fromKey(key);
      if (!path.startsWith(directory) || path.length <= start) continue;
      const [name = ''] = path.slice(start).split(/[\\/]/, 1);
      if (isGone.has(name)) this.answers.delete(key);
    }
  }
}

function newDisk(first: Asked): Disk {
  const sample: Asked = first.question === 'content' ? { ...first, question: 'linkState' } : first;
  return { queue: new Map(), open: new Set(), busySince: 0, heardOf: 0, changed: new Set(), sample };
}

function isBusy({ queue, open }: Disk): boolean {
  return queue.size > 0 || open.size > 0;
}

function keyOf({ question, path }: Asked): string {
  return `${question} ${path}`;
}

function fromKey(key: string): Asked {
  const end = key.indexOf(' ');
  return { question: key.slice(0, end) as Question, path: key.slice(end + 1) };
}
