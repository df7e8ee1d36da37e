/** The command as a whole process, beside one that does no more than read the same files. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '../host/folders';
import type { BenchTree } from './trees';

export interface WholeProcess {
  readonly floor: number;
  readonly command: number;
}

/** Lists the root, and opens, reads and closes every file, in one piece. */
const FLOOR = `
const fs = require('fs');
const root = process.argv[1];
const buffer = Buffer.allocUnsafe(65536);
for (const name of fs.readdirSync(root)) {
  const file = fs.openSync(root + '/' + name + '/SKILL.md');
  fs.readSync(file, buffer, 0, 65536, null);
  fs.closeSync(file);
}`;

/** Milliseconds of the quickest of several runs, by turns, so that both see the same machine. */
export function measureWholeProcess(tree: BenchTree, runs: number): WholeProcess {
  let [floor, command] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 0; run < runs; run++) {
    floor = Math.min(floor, timeNode(tree, '-e', FLOOR, tree.root));
    command = Math.min(command, timeCommand(tree, '--profile', 'kimi-cli', 'skill-7'));
  }
  return { floor, command };
}

/** Milliseconds of the command in the project of the tree, from its start to its end. */
export function timeCommand(tree: BenchTree, ...args: string[]): number {
  return timeNode(tree, path.join(projectRoot, 'dist', 'cli.js'), ...args, '--cwd', tree.project);
}

function timeNode({ home }: BenchTree, ...args: string[]): number {
  const env = { ...process.env, HOME: home, USERPROFILE: home, KIMI_SHARE_DIR: '' };
  const begin = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { env, maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(`${args[0]} ended with status ${status}: ${stderr}`);
  return performance.now() - begin;
}
