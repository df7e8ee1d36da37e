/**
 * The thread between a process and those that ask far disks for it: it keeps an event loop running while the process
 * itself stands still for an answer. It never touches a disk, so it can always be ended.
 */
import { type ChildProcess, fork } from 'node:child_process';
import * as path from 'node:path';
import type { DiskReply, DiskRequest, RoutedReply, RoutedRequest, WorkerStart } from './disk-calls';

interface Asker {
  readonly child: ChildProcess;
  /** Numbers of the calls that it has not replied to. */
  readonly open: Set<number>;
}

/**
 * Passes calls on, each to the process of its disk.
 * @param script what such a process runs
 */
export function serveThread({ port, sent }: WorkerStart, script: string): void {
  const askers = new Map<string, Asker>();

  const say = (reply: RoutedReply) => {
    port.postMessage(reply);
    Atomics.add(sent, 0, 1);
    Atomics.notify(sent, 0);
  };

  const start = (disk: string): Asker => {
    const child = fork(script, [], {
      // Neither its directory nor its output keeps anything of the process that starts it.
      cwd: path.parse(process.execPath).root,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      serialization: 'advanced',
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    const asker = { child, open: new Set<number>() };
    const end = () => {
      if (askers.get(disk) !== asker) return;
      askers.delete(disk);
      say({ ended: disk });
      for (const id of asker.open) say({ id, error: { code: 'EIO', message: `nobody asks ${disk}` } });
    };
    child.on('message', (reply: DiskReply) => {
      asker.open.delete(reply.id);
      say(reply);
    });
    child.on('error', end);
    child.on('exit', end);
    if (child.pid !== undefined) say({ started: disk, pid: child.pid });
    return asker;
  };

  port.on('message', ({ disk, ...request }: RoutedRequest) => {
    const asker = askers.get(disk) ?? start(disk);
    askers.set(disk, asker);
    asker.open.add(request.id);
    asker.child.send(request satisfies DiskRequest, error => {
      if (error && asker.open.delete(request.id))
        say({ id: request.id, error: { code: 'EIO', message: error.message } });
    });
  });
}
