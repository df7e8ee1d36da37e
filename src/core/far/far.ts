/** Everything about far disks that lasts from one resolution to the next. */
import * as path from 'node:path';
import { LOADING } from '../fault-message';
import type { FileSystem } from '../file-system';
import { Asking } from './asking';
import type { DiskAskers } from './disk-calls';
import type { FarDisks } from './far-disks';
import { GuardedFiles } from './guarded-files';
import { type Limits, patientFiles } from './patient-files';
import { Places } from './places';

/** How far disks are asked, where not as the operating system does it. */
export interface FarSettings {
  readonly askers?: DiskAskers;
  /** Milliseconds for which a disk is waited for. */
  readonly patience?: number;
  /** The same for work that stands still meanwhile. */
  readonly limits?: Limits;
}

/** Milliseconds between two looks at far disks: they do not tell of changes. */
const POLL = 2_000;

/** A look is made no more often than this many times as long as one takes. */
const SPARING = 10;

/**
 * Milliseconds for which work that stands still waits for a disk that has answered just before: a question, and something
 * that is to be done, which a network may take longer for. Nothing else goes on meanwhile.
 */
const LIMITS: Limits = { limit: 1_000, writeLimit: 10_000 };

export class Far {
  private readonly asking: Asking;
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param disks replaced with each resolution: disks come and go
   * @param onNews called with the places of which a disk has said something new; with none where other disks are there
   */
  constructor(
    private readonly near: FileSystem,
    public disks: FarDisks,
    private readonly onNews: (places: ReadonlySet<string>) => void,
    private readonly askers: DiskAskers,
    private readonly settings: Omit<FarSettings, 'askers'>,
  ) {
    const { patience } = settings;
    this.asking = new Asking(disk => askers.filesOf(disk), onNews, patience);
  }

  /** The file system as it is now. */
  files(): GuardedFiles {
    return new GuardedFiles(this.near, new Places(this.near, this.disks), this.asking);
  }

  /**
   * The same file system without the disks that do not answer now. Those that do are waited for, as long as they go on
   * answering: for work that somebody asked for, and that half an answer would not help. A disk that nobody has asked yet is
   * asked, and counts as silent until it has answered.
   * @param files reading, or reading and writing
   * @param needed what the work is about: a disk of those is asked beforehand
   */
  async answering<T extends FileSystem>(files: T, needed: readonly string[]): Promise<T> {
    const places = new Places(this.near, this.disks);
    for (const place of needed) {
      const disk = places.diskBehind(place, true);
      if (disk !== null && !this.asking.knows(disk)) this.asking.answer(disk, 'linkState', place);
    }
    const { answering, silent } = await this.asking.probe();
    const still = new Set(answering);
    return patientFiles(files, {
      places,
      askers: this.askers,
      isSilent: (disk, place) => {
        if (!answering.has(disk) && !silent.has(disk)) this.asking.answer(disk, 'linkState', place);
        return !still.has(disk);
      },
      silence: disk => still.delete(disk),
      fault: LOADING,
      ...(this.settings.limits ?? LIMITS),
    });
  }

  /** See {@link Asking.settled}. */
  settled(until: number): Promise<boolean> {
    return this.asking.settled(until);
  }

  /** What was fetched has been read. */
  done(): void {
    this.asking.trim();
  }

  /** Asks once more about a place and all below it, or about everything. */
  lookAgain(place?: string): void {
    this.asking.again(asked => {
      if (place === undefined || asked === place) return true;
      return asked.startsWith(place) && path.dirname(asked).length >= place.length;
    });
  }

  /** Looks again and again, since nothing tells of changes; sparingly where a look takes long. */
  keepLooking(findDisks: () => Promise<FarDisks | null>): void {
    if (this.timer !== undefined) return;
    let began = performance.now();
    const look = async () => {
      const now = performance.now();
      const isBusy = this.asking.isBusy;
      if ((await findDisks())?.id !== this.disks.id) this.onNews(new Set());
      if (!isBusy) {
        began = now;
        this.lookAgain();
      }
      if (this.timer !== undefined) wait(isBusy ? Math.max(POLL, SPARING * (now - began)) : POLL);
    };
    const wait = (milliseconds: number) => {
      this.timer = setTimeout(() => void look(), milliseconds).unref();
    };
    wait(POLL);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.askers.dispose();
  }
}
