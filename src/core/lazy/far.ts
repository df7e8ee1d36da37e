/** Asking far disks, kept apart so that it is loaded only where there is one. */
import * as path from 'node:path';
import { DiskProcesses } from '../far/disk-processes';

export { Far } from '../far/far';
export { findFarDisks } from '../far/far-disks';
export { PatientMachine } from '../far/patient-machine';

/** Processes that ask far disks; none is started before the first question. */
export function diskProcesses(): DiskProcesses {
  return new DiskProcesses(path.join(__dirname, 'disk-process.js'));
}
