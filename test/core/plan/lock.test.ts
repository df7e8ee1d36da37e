/** Who holds the lock, whether that process lives, and taking over what a dead one left. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { renderMessage } from '../../../src/core/message';
import { isLocked, lockHolder, takeLock } from '../../../src/core/plan/lock';
import { livenessOf, ownIdentity, type ProcessIdentity } from '../../../src/core/plan/process-identity';
import { nodeWritableFiles } from '../../../src/core/plan/writable-files';

const isLinux = process.platform === 'linux';

describe('the lock', () => {
  let storage = '';
  const children: ChildProcess[] = [];

  beforeEach(() => {
    storage = fs.mkdtempSync(path.join(os.tmpdir(), 'which-skill-lock-'));
  });

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    fs.rmSync(storage, { recursive: true });
  });

  /** As a process would leave it. */
  function leave(holder: object, name = 'other'): string {
    fs.mkdirSync(path.join(storage, 'lock'), { recursive: true });
    const file = path.join(storage, 'lock', name);
    fs.writeFileSync(file, JSON.stringify(holder));
    return file;
  }

  const holderText = () => {
    const holder = lockHolder(nodeWritableFiles, storage);
    return holder && renderMessage(holder.text);
  };

  /** A process that lives until the test ends. */
  async function living(): Promise<number> {
    const child = spawn(process.execPath, ['-e', 'console.log(1); process.stdin.resume()']);
    children.push(child);
    await once(child.stdout, 'data');
    return child.pid!;
  }

  function startOf(pid: number): string {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]!;
  }

  /**
   * A process that has ended, and whose parent never asks for its exit status. It ends only once the parent is `sleep`:
   * the shell before that might still ask.
   */
  async function zombie(): Promise<number> {
    const child = spawn('/bin/sh', ['-c', '(read line <&3) & echo $!; exec sleep 1000'], {
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    });
    children.push(child);
    const [line] = await once(child.stdout!, 'data');
    while (fs.readFileSync(`/proc/${child.pid}/comm`, 'utf8').trim() !== 'sleep')
      await new Promise(setImmediate);
    (child.stdio[3] as Writable).end('\n');
    const pid = Number(line);
    const state = () => fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')[0];
    while (state() !== 'Z') await new Promise(setImmediate);
    return pid;
  }

  it('is held by this process until it gives it back', () => {
    const release = takeLock(nodeWritableFiles, storage);
    assert.equal(holderText(), `another process (${process.pid}) is at work`);
    assert.throws(() => takeLock(nodeWritableFiles, storage), { code: 'locked' });
    release();
    assert.equal(isLocked(nodeWritableFiles, storage), false);
    assert.deepEqual(fs.readdirSync(storage), []);
  });

  it('counts while its process lives', { skip: !isLinux }, async () => {
    const pid = await living();
    const file = leave({ ...ownIdentity(), pid, start: startOf(pid) });
    assert.equal(holderText(), `another process (${pid}) is at work`);
    assert.throws(() => takeLock(nodeWritableFiles, storage), { code: 'locked', path: file });
    leave({ ...ownIdentity(), host: 'renamed-since', pid, start: startOf(pid) });
    assert.equal(holderText(), `another process (${pid}) is at work`, 'on a machine with a new name too');
  });

  it('names its file where it does not say when its process was started', async () => {
    const pid = await living();
    const file = path.join(storage, 'lock');
    fs.writeFileSync(file, JSON.stringify({ pid, host: os.hostname() }));
    const text = `another process (${pid}) may be at work; where that is a program that changes no skills, remove ${file}`;
    assert.throws(() => takeLock(nodeWritableFiles, storage), { code: 'locked', message: text });
  });

  it('names machine, process and file where it comes from elsewhere', () => {
    const file = leave({ pid: 123, host: 'elsewhere', boot: 'theirs', start: '5' });
    const text = `another process (123) on the machine elsewhere may be at work; where it is not, remove ${file}`;
    assert.throws(() => takeLock(nodeWritableFiles, storage), { code: 'locked', message: text });
  });

  for (const [what, holderOf] of [
    [
      'whose number another process has now',
      async () => ({ ...ownIdentity(), pid: await living(), start: '1' }),
    ],
    ['that is a zombie', async () => ({ ...ownIdentity(), pid: await zombie(), start: undefined })],
    [
      'from before the machine was started',
      async () => ({ ...ownIdentity(), boot: 'earlier', pid: await living() }),
    ],
    [
      'that is gone, on a machine that has a new name since',
      async () => ({ ...ownIdentity(), host: 'old-name', pid: spawnSync(process.execPath, ['-e', '']).pid }),
    ],
    ['that had the number of this one', async () => ({ ...ownIdentity(), start: '1' })],
  ] as const) {
    for (const form of ['directory', 'file of an earlier version'] as const) {
      it(`of a process ${what} is taken over: a ${form}`, { skip: !isLinux }, async () => {
        const holder = await holderOf();
        if (form === 'directory') leave(holder);
        else fs.writeFileSync(path.join(storage, 'lock'), JSON.stringify(holder));
        assert.equal(isLocked(nodeWritableFiles, storage), false);
        takeLock(nodeWritableFiles, storage)();
        assert.deepEqual(fs.readdirSync(storage), []);
      });
    }
  }

  it('of a dead process goes to one of many that want it', () => {
    const dead = { pid: spawnSync(process.execPath, ['-e', '']).pid, host: os.hostname() };
    for (const form of ['directory', 'file'] as const) {
      if (form === 'directory') leave(dead);
      else fs.writeFileSync(path.join(storage, 'lock'), JSON.stringify(dead));
      const taken: string[] = [];
      let isNested = false;
      // Another one comes in between, at each step of the first.
      const meddling = new Proxy(nodeWritableFiles, {
        get(target, name: keyof typeof nodeWritableFiles) {
          const doing = target[name] as (...args: unknown[]) => unknown;
          if (name !== 'removeFile' && name !== 'rename') return doing.bind(target);
          return (...args: unknown[]) => {
            if (!isNested) {
              isNested = true;
              try {
                takeLock(nodeWritableFiles, storage);
                taken.push('second');
              } catch {
                // The next step is another chance.
              } finally {
                isNested = taken.length > 0;
              }
            }
            return doing.apply(target, args);
          };
        },
      });
      assert.throws(() => takeLock(meddling, storage), { code: 'locked' });
      assert.deepEqual(taken, ['second']);
      assert.equal(isLocked(nodeWritableFiles, storage), true);
      fs.rmSync(path.join(storage, 'lock'), { recursive: true });
    }
  });

  it('removes what a process left that ended while taking it', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    fs.mkdirSync(path.join(storage, `lock.${pid}-00`));
    fs.mkdirSync(path.join(storage, `lock.${pid}-11`));
    fs.writeFileSync(path.join(storage, `lock.${pid}-11`, 'x'), '');
    fs.writeFileSync(path.join(storage, `lock.${pid}-22`), '');
    takeLock(nodeWritableFiles, storage)();
    assert.deepEqual(fs.readdirSync(storage), []);
  });
});

describe('whether a process lives', () => {
  const own: ProcessIdentity = { pid: process.pid, host: 'here', boot: 'b', namespace: 'n' };
  for (const [what, other, expected] of [
    ['another machine', { host: 'there', boot: 'c' }, 'elsewhere'],
    ['another machine, by its name only', { host: 'there', boot: undefined }, 'elsewhere'],
    ['another container', { namespace: 'm' }, 'elsewhere'],
    ['an earlier boot', { boot: 'a' }, 'dead'],
  ] as const) {
    it(`of ${what}: ${expected}`, () => {
      const identity = { ...own, ...other } as ProcessIdentity;
      assert.equal(livenessOf(identity, own), expected);
    });
  }
});
