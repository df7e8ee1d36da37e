/** What runs beside a process for the sake of its far disks: a thread in it, and a process for each disk. */
import { isMainThread, workerData } from 'node:worker_threads';
import { serveParent } from '../far/disk-process';
import { serveThread } from '../far/disk-worker';

if (isMainThread) serveParent();
else serveThread(workerData, __filename);
