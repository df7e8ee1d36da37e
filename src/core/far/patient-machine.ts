/** The file system of this machine for one answer: whoever asks waits for far disks, but not for ever. */
import type { FileSystem } from '../file-system';
import type { DiskAskers } from './disk-calls';
import type { FarDisks } from './far-disks';
import { type Limits, patientFiles } from './patient-files';
import { Places } from './places';

export class PatientMachine {
  private readonly silent = new Set<string>();

  /** @param fault the code that stands in place of an answer that did not come */
  constructor(
    private readonly near: FileSystem,
    private readonly disks: FarDisks,
    private readonly askers: DiskAskers,
    private readonly limits: Limits,
    private readonly fault: string,
  ) {}

  /** The disks that did not answer in time, so far. */
  get silentDisks(): readonly string[] {
    return [...this.silent].sort();
  }

  /** The same as some file system of this machine, reading or also writing. */
  files<T extends FileSystem>(files: T): T {
    const places = new Places(this.near, this.disks);
    return patientFiles(files, {
      diskBehind: (place, followLast) => places.diskBehind(place, followLast),
      isSilent: disk => this.silent.has(disk),
      silence: disk => this.silent.add(disk),
      askNow: (disk, call, limit) => this.askers.askNow(disk, call, limit),
      ask: (disk, call) => this.askers.ask(disk, call),
      fault: this.fault,
      ...this.limits,
    });
  }

  /** What still waits for a disk is left behind. */
  dispose(): void {
    this.askers.dispose();
  }
}
