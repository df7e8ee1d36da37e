/**
 * A process that asks one far disk, on behalf of another process. It may stand still for ever: nobody waits for its end.
 */

import { type FileReader, isFault } from '../file-system';
import { codeOf, type FileWriter, nodeWritableFiles } from '../plan/writable-files';
import type { AsyncFiles, Question } from './async-files';
import { nodeAsyncFiles } from './async-files';
import type { DiskReply, DiskRequest, OpenedThere } from './disk-calls';

/** Bytes that are read of a file as it is opened: nearly always all of it. */
const FIRST = 64 * 1024;

/** Carries out calls, one after the other but for those that are asynchronous. */
export class DiskCalls {
  private readonly readers = new Map<number, FileReader>();
  private readonly writers = new Map<number, FileWriter>();
  private last = 0;

  /** Never rejects. */
  async reply({ id, name, args, isAsync }: DiskRequest): Promise<DiskReply> {
    try {
      const answer = isAsync
        ? await nodeAsyncFiles[name as keyof AsyncFiles as Question](args[0] as string)
        : await this.answer(name, args);
      return { id, answer };
    } catch (error) {
      return { id, error: { code: codeOf(error), message: String((error as Error)?.message ?? error) } };
    }
  }

  /** @throws what the system says */
  answer(name: string, args: readonly unknown[]): unknown {
    const [first, second] = args;
    switch (name) {
      case 'open':
        return this.open(first as string);
      case 'read':
        return this.readers.get(first as number)?.read(second as number) ?? { fault: 'EBADF' };
      case 'close':
        this.readers.get(first as number)?.close();
        this.readers.delete(first as number);
        return null;
      case 'createFile':
        return this.keep(nodeWritableFiles.createFile(first as string, second as number));
      case 'appendFile':
        return this.keep(nodeWritableFiles.appendFile(first as string));
      case 'write':
        return this.writer(first as number).write(second as Uint8Array);
      case 'sync':
        return this.writer(first as number).sync();
      case 'closeWriter': {
        const writer = this.writer(first as number);
        this.writers.delete(first as number);
        return writer.close();
      }
      default: {
        const calls = nodeWritableFiles as unknown as Readonly<
          Record<string, (...all: readonly unknown[]) => unknown>
        >;
        return calls[name]!(...args);
      }
    }
  }

  private open(place: string): OpenedThere | { readonly fault: string } {
    const reader = nodeWritableFiles.open(place);
    if (isFault(reader)) return reader;
    const bytes = reader.read(FIRST);
    if (isFault(bytes) || bytes.length < FIRST) {
      reader.close();
      return isFault(bytes) ? bytes : { bytes, handle: null };
    }
    this.readers.set(++this.last, reader);
    return { bytes, handle: this.last };
  }

  private keep(writer: FileWriter): number {
    this.writers.set(++this.last, writer);
    return this.last;
  }

  private writer(handle: number): FileWriter {
    const writer = this.writers.get(handle);
    if (!writer) throw Object.assign(new Error('not open'), { code: 'EBADF' });
    return writer;
  }
}

/** Answers the process that has started this one, until that ends. */
export function serveParent(): void {
  const calls = new DiskCalls();
  process.on('message', (request: DiskRequest) => {
    void calls.reply(request).then(reply => {
      if (process.connected) process.send!(reply);
    });
  });
  // As soon as a call returns, if one is under way.
  process.on('disconnect', () => process.exit());
}
