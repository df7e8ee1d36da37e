/** Which of the two Kimis a machine uses: by what kimi on the PATH is, else by what lies in the home directory. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { detectProduct } from '../../src/core/detect-product';
import { renderMessage } from '../../src/core/message';
import type { Layout } from '../layout';
import { relative, within } from './resolved';

const program = (text: string) => ({ text, mode: 0o755 });
const PYTHON = program('#!/opt/venv/bin/python3\nimport kimi_cli\n');
const NODE = program('#!/usr/bin/env node\n');
const BINARY = program('\u007fELF');

interface Expected {
  readonly profile: string;
  readonly certain: boolean;
  readonly looksMigrated?: boolean;
  readonly why: readonly string[];
}

function detects(
  title: string,
  layout: Layout,
  expected: Expected,
  variables: Readonly<Record<string, string>> = {},
): void {
  test(title, () =>
    within(layout, built => {
      const environment: Record<string, string> = {
        PATH: [built.at('empty'), built.at('bin')].join(path.delimiter),
      };
      for (const [name, value] of Object.entries(variables))
        environment[name] = value.replace('$ROOT', built.root);
      const found = detectProduct({ home: built.at('home'), environment });
      const why = found.why.map(reason => relative(renderMessage(reason), built));
      const { profile, certain, looksMigrated } = found;
      assert.deepEqual({ profile, certain, looksMigrated, why }, { looksMigrated: false, ...expected });
    }),
  );
}

detects(
  'nothing at all',
  {},
  {
    profile: 'kimi-cli',
    certain: false,
    why: ['kimi-cli: there is no sign of another product on this machine'],
  },
);
detects(
  'only the data of kimi-cli',
  { 'home/.kimi': null },
  {
    profile: 'kimi-cli',
    certain: true,
    why: ['kimi-cli: all that was found on this machine points to it', 'home/.kimi is there'],
  },
);
detects(
  'only the data of kimi-code',
  { 'home/.kimi-code': null },
  {
    profile: 'kimi-code',
    certain: true,
    why: ['kimi-code: all that was found on this machine points to it', 'home/.kimi-code is there'],
  },
);
detects(
  'the data of both',
  { 'home/.kimi': null, 'home/.kimi-code': null },
  {
    profile: 'kimi-code',
    certain: false,
    why: [
      'kimi-code: there are signs of both products, and it is the newer one',
      'home/.kimi-code is there',
      'home/.kimi is there',
    ],
  },
);
detects(
  'moved over',
  {
    'home/.kimi/.migrated-to-kimi-code': '',
    'home/.kimi-code/migration-report.json': '{}',
  },
  {
    profile: 'kimi-code',
    certain: true,
    looksMigrated: true,
    why: [
      'kimi-code: all that was found on this machine points to it',
      'home/.kimi-code is there',
      'kimi-cli was moved to kimi-code: home/.kimi/.migrated-to-kimi-code',
      'kimi-code took over from kimi-cli: home/.kimi-code/migration-report.json',
    ],
  },
);
detects(
  'told not to take over',
  { 'home/.kimi': null, 'home/.kimi-code/.skip-migration-from-kimi-cli': '' },
  {
    profile: 'kimi-code',
    certain: false,
    looksMigrated: true,
    why: [
      'kimi-code: there are signs of both products, and it is the newer one',
      'home/.kimi-code is there',
      'kimi-code was told not to take over from kimi-cli: home/.kimi-code/.skip-migration-from-kimi-cli',
      'home/.kimi is there',
    ],
  },
);
detects(
  'a script for Python on the PATH decides against all else',
  {
    'home/.kimi-code': null,
    'tools/kimi-code/bin/kimi': PYTHON,
    'bin/kimi': { symlink: '../tools/kimi-code/bin/kimi' },
  },
  {
    profile: 'kimi-cli',
    certain: true,
    why: [
      'kimi-cli: it is what kimi starts in a terminal',
      'kimi on the PATH is tools/kimi-code/bin/kimi, which is kimi-cli',
      'home/.kimi-code is there',
    ],
  },
);
detects(
  'a binary in the data directory',
  {
    'home/.kimi': null,
    'home/.kimi-code/bin/kimi': BINARY,
    'bin/kimi': { symlink: '../home/.kimi-code/bin/kimi' },
  },
  {
    profile: 'kimi-code',
    certain: true,
    why: [
      'kimi-code: it is what kimi starts in a terminal',
      'kimi on the PATH is home/.kimi-code/bin/kimi, which is kimi-code',
      'home/.kimi-code is there',
      'home/.kimi is there',
    ],
  },
);
detects(
  'a script for Node',
  { 'lib/kimi.js': NODE, 'bin/kimi': { symlink: '../lib/kimi.js' } },
  {
    profile: 'kimi-code',
    certain: true,
    why: [
      'kimi-code: it is what kimi starts in a terminal',
      'kimi on the PATH is lib/kimi.js, which is kimi-code',
    ],
  },
);
detects(
  'a program of unknown kind decides nothing, and one that cannot be run is none',
  { 'empty/kimi': 'text', 'bin/kimi': BINARY, 'home/.kimi': null },
  {
    profile: 'kimi-cli',
    certain: true,
    why: [
      'kimi-cli: all that was found on this machine points to it',
      'home/.kimi is there',
      'kimi on the PATH is bin/kimi, and nothing tells whose that is',
    ],
  },
);
detects(
  'KIMI_CODE_HOME',
  { 'data/bin/kimi': BINARY, 'bin/kimi': { symlink: '../data/bin/kimi' } },
  {
    profile: 'kimi-code',
    certain: true,
    why: [
      'kimi-code: it is what kimi starts in a terminal',
      'kimi on the PATH is data/bin/kimi, which is kimi-code',
      'KIMI_CODE_HOME is set',
      'data is there',
    ],
  },
  { KIMI_CODE_HOME: '$ROOT/data' },
);
