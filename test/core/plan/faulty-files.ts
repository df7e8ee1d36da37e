/** A file system port in which chosen calls fail, or after which nothing happens any more, as after a kill. */
import type { FileReader } from '../../../src/core/file-system';
import {
  type FileWriter,
  nodeWritableFiles,
  type WritableFiles,
} from '../../../src/core/plan/writable-files';

/** Thrown by every call after the process has "ended": none of them does anything. */
export class Killed extends Error {}

/** What happens before a call. Out: a code to fail with, or nothing. */
export type BeforeCall = (call: { readonly number: number; readonly name: string }) => string | undefined;

const WRITES = new Set<keyof WritableFiles>([
  'makeDirectory',
  'removeDirectory',
  'removeFile',
  'rename',
  'hardLink',
  'makeLink',
  'createFile',
  'appendFile',
  'setMode',
  'setTimes',
  'syncDirectory',
  'syncFiles',
  'syncDirectories',
]);

/** Whether a call changes anything. */
export function isChange(name: string): boolean {
  return name === 'write' || WRITES.has(name as keyof WritableFiles);
}

/** Wraps the real file system. Calls are numbered from 1; reading from and writing to open files count. */
export function watchedFiles(before: BeforeCall): WritableFiles & { readonly calls: () => number } {
  let number = 0;
  const ask = (name: string) => before({ number: ++number, name });
  const failing = (code: string) => Object.assign(new Error(code), { code });
  const reader = (file: FileReader): FileReader => ({
    read: length => {
      const code = ask('read');
      return code ? { fault: code } : file.read(length);
    },
    close: () => file.close(),
  });
  const writer = (file: FileWriter): FileWriter => {
    const wrapped = (name: string, doing: () => void, always: boolean) => {
      const code = ask(name);
      if (always || !code) doing();
      if (code) throw failing(code);
    };
    return {
      write: bytes => wrapped('write', () => file.write(bytes), false),
      // Waiting for the disk would show nothing here, and costs most of the time.
      sync: () => wrapped('sync', () => {}, false),
      close: () => wrapped('close', () => file.close(), true),
    };
  };
  const wrapped: Record<string, unknown> = { calls: () => number };
  for (const [name, call] of Object.entries(nodeWritableFiles)) {
    wrapped[name] = (...args: unknown[]) => {
      const code = ask(name);
      if (name === 'syncFiles' || name === 'syncDirectories') {
        const [first = ''] = args[0] as readonly string[];
        return Promise.resolve(code ? { fault: code, path: first } : null);
      }
      if (code && isChange(name)) throw failing(code);
      if (code) return name === 'mayWrite' ? false : { fault: code };
      if (name === 'syncDirectory') return undefined;
      const answer: unknown = (call as (...all: unknown[]) => unknown)(...args);
      if (name === 'open' && !isFault(answer)) return reader(answer as FileReader);
      if (name === 'createFile' || name === 'appendFile') return writer(answer as FileWriter);
      return answer;
    };
  }
  return wrapped as unknown as WritableFiles & { calls: () => number };
}

function isFault(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'fault' in answer;
}
