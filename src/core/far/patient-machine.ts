/** The file system of this machine for one answer: whoever asks waits for far disks, but not for ever. */
import { child } from '../child-path';
import { type FileSystem, isFault } from '../file-system';
import { PlainDisk } from '../plain-disk';
import { quickReads, readText } from '../read-text';
import type { Reads } from '../shared-reads';
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
    return this.patient(files, new Places(this.near, this.disks));
  }

  private patient<T extends FileSystem>(files: T, places: Places): T {
    return patientFiles(files, {
      places,
      askers: this.askers,
      isSilent: disk => this.silent.has(disk),
      silence: disk => this.silent.add(disk),
      fault: this.fault,
      ...this.limits,
    });
  }

  /** The same for one resolution, with the quick ways to read for all that stays on this machine. */
  reads(): Reads {
    const { near } = this;
    const places = new Places(near, this.disks);
    const patient = this.patient(near, places);
    const quick = quickReads(near);
    const files: FileSystem = {
      ...patient,
      readDirectory(place) {
        const entries = patient.readDirectory(place);
        // So that none of them has to be looked at once more to know that it is no link.
        if (!isFault(entries)) for (const { name, kind } of entries) places.note(child(place, name), kind);
        return entries;
      },
    };
    const isNear = (place: string, followLast: boolean) => places.diskBehind(place, followLast) === null;
    return {
      files,
      readText: (file, size, slices) => readText(isNear(file, true) ? near : files, file, size, slices),
      quick: quick && {
        ...quick,
        // It follows no link at the end.
        smallText: (file, isPlain) => (isNear(file, false) ? quick.smallText(file, isPlain) : undefined),
        diskBelow: root => (isNear(root, true) ? quick.diskBelow(root) : new FarDisk(root)),
      },
    };
  }

  /** What still waits for a disk is left behind. */
  dispose(): void {
    this.askers.dispose();
  }
}

/** A disk of which nothing is known, and which is not asked. */
class FarDisk extends PlainDisk {
  override get isPlain(): boolean {
    return false;
  }
}
