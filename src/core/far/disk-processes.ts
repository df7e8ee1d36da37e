/**
 * Asking far disks through processes that can be left behind.
 *
 * A thread that waits for a silent disk cannot be ended, whatever it is: Node's own threads for asynchronous questions are
 * four, and everything else in the process waits when they are used up; and neither with one of those nor with a worker of
 * ours in such a call does `process.exit` return, nor does the extension host end (measured with Node.js 20 on a FUSE disk
 * without an answer). So each far disk is asked by a process of its own, and what waits there, waits there. A thread that
 * touches no disk passes the calls on, so that also somebody who cannot go back to the event loop, such as a plan between two
 * steps, can wait for an answer, and not for ever.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { AsyncFiles, Question } from './async-files';
import type { DiskAskers, DiskCall, DiskReply, RoutedReply, RoutedRequest, WorkerStart } from './disk-calls';

/** Milliseconds that a process may take to start: that is no silence of the disk. */
const START = 20_000;

/** A name that every process can be asked for without touching its disk. */
const NOTHING: DiskCall = { name: 'close', args: [0] };

export class DiskProcesses implements DiskAskers {
  private port: MessagePort | undefined;
  private readonly sent = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  private readonly waiting = new Map<number, (reply: DiskReply) => void>();
  private readonly processes = new Map<string, number>();
  private readonly ready = new Set<string>();
  private last = 0;

  /** @param script what the thread and the processes run */
  constructor(private readonly script: string) {}

  async ask(disk: string, call: DiskCall): Promise<unknown> {
    const reply = await new Promise<DiskReply>(resolve => {
      this.waiting.set(this.post(disk, call), resolve);
      this.port?.ref();
    });
    return answerOf(reply);
  }

  askNow(disk: string, call: DiskCall, limit: number): { readonly answer: unknown } | undefined {
    if (!this.ready.has(disk)) {
      this.wait(this.post(disk, NOTHING), START);
      this.ready.add(disk);
    }
    const reply = this.wait(this.post(disk, call), limit);
    return reply && { answer: answerOf(reply) };
  }

  filesOf(disk: string): AsyncFiles {
    const question = (name: Question) => async (place: string) => {
      try {
        return await this.ask(disk, { name, args: [place], isAsync: true });
      } catch (error) {
        return { fault: (error as { code: string }).code };
      }
    };
    const names: Record<Question, true> = {
      readDirectory: true,
      state: true,
      linkState: true,
      readLink: true,
      realPath: true,
      content: true,
    };
    return Object.fromEntries(
      (Object.keys(names) as Question[]).map(name => [name, question(name)]),
    ) as unknown as AsyncFiles;
  }

  /** Ends the processes, as far as the system can: what waits for a disk may go on waiting. */
  dispose(): void {
    for (const pid of this.processes.values()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
    this.processes.clear();
    this.port?.close();
    this.port = undefined;
  }

  private post(disk: string, call: DiskCall): number {
    this.port ??= this.start();
    const id = ++this.last;
    this.port.postMessage({ ...call, id, disk } satisfies RoutedRequest);
    return id;
  }

  private start(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    const start: WorkerStart = { port: port2, sent: this.sent };
    new Worker(this.script, { workerData: start, transferList: [port2], execArgv: [] }).unref();
    port1.on('message', (reply: RoutedReply) => this.take(reply));
    port1.unref();
    return port1;
  }

  private take(reply: RoutedReply): void {
    if ('started' in reply) this.processes.set(reply.started, reply.pid);
    else if ('ended' in reply) {
      this.processes.delete(reply.ended);
      this.ready.delete(reply.ended);
    } else {
      this.waiting.get(reply.id)?.(reply);
      this.waiting.delete(reply.id);
      if (this.waiting.size === 0) this.port?.unref();
    }
  }

  private wait(id: number, limit: number): DiskReply | undefined {
    const until = performance.now() + limit;
    let found: DiskReply | undefined;
    this.waiting.set(id, reply => {
      found = reply;
    });
    for (;;) {
      const before = Atomics.load(this.sent, 0);
      while (this.port) {
        const next: { message: RoutedReply } | undefined = receiveMessageOnPort(this.port);
        if (!next) break;
        this.take(next.message);
      }
      const left = until - performance.now();
      if (found || left <= 0) break;
      Atomics.wait(this.sent, 0, before, left);
    }
    this.waiting.delete(id);
    return found;
  }
}

function answerOf(reply: DiskReply): unknown {
  if ('answer' in reply) return reply.answer;
  throw Object.assign(new Error(reply.error.message), { code: reply.error.code });
}
