import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import {
  configFileCandidates,
  expandUser,
  extraSkillDir,
  type LookupUserHome,
  shareDir,
  userHomes,
} from '../../src/core/kimi-paths';

const users: LookupUserHome = user => ({ bob: '/home/bob', rooty: '/' })[user];

test('the share directory (rules 24 and 25)', () => {
  const table: [variable: string | undefined, expected: string][] = [
    [undefined, '/home/kim/.kimi'],
    ['', '/home/kim/.kimi'],
    ['/data/kimi', '/data/kimi'],
    ['data', '/work/here/data'],
    ['./data/', '/work/here/data'],
    ['../data', '/work/here/../data'],
    ['~/data', '/work/here/~/data'],
    ['~', '/work/here/~'],
  ];
  for (const [variable, expected] of table)
    assert.equal(
      shareDir({ KIMI_SHARE_DIR: variable }, '/home/kim', '/work/here', 'linux'),
      expected,
      variable,
    );
  assert.equal(shareDir({}, 'C:\\Users\\kim', 'D:\\work', 'win32'), 'C:\\Users\\kim\\.kimi');
  assert.equal(shareDir({ KIMI_SHARE_DIR: 'data' }, 'C:\\Users\\kim', 'D:\\work', 'win32'), 'D:\\work\\data');
});

test('configuration files, best first (rules 25, 82 and 83)', () => {
  const candidates = (share: string | undefined, configFile?: string): string[] =>
    configFileCandidates({
      env: { KIMI_SHARE_DIR: share },
      home: '/home/kim',
      cwd: '/work',
      configFile,
      lookupUserHome: users,
      platform: 'linux',
    }).map(({ path: file, kind }) => `${kind} ${file}`);
  assert.deepEqual(candidates(undefined), [
    'default /home/kim/.kimi/config.toml',
    'legacy /home/kim/.kimi/config.json',
  ]);
  assert.deepEqual(candidates('data'), ['default /work/data/config.toml', 'legacy /work/data/config.json']);
  assert.deepEqual(candidates('~/data'), [
    'default /home/kim/data/config.toml',
    'legacy /work/~/data/config.json',
  ]);
  assert.deepEqual(candidates('~'), ['default /home/kim/config.toml', 'legacy /work/~/config.json']);
  assert.deepEqual(candidates('~bob'), ['default /home/bob/config.toml', 'legacy /work/~bob/config.json']);
  assert.deepEqual(candidates('~nobody'), []);
  assert.deepEqual(candidates('/data', '~/my.toml'), ['chosen /home/kim/my.toml']);
  assert.deepEqual(candidates('/data', 'my.json'), ['chosen /work/my.json']);
  assert.deepEqual(candidates('/data', ''), ['default /data/config.toml', 'legacy /data/config.json']);
});

test('a leading tilde on POSIX (rules 20 and 21)', () => {
  const table: [entry: string, expected: string | null][] = [
    ['~', '/home/kim'],
    ['~/', '/home/kim'],
    ['~/x/../y', '/home/kim/x/../y'],
    ['~//x/./y/', '/home/kim/x/y'],
    ['./~/x', '/home/kim/x'],
    ['~bob', '/home/bob'],
    ['~bob/x', '/home/bob/x'],
    ['~rooty/x', '/x'],
    ['~nobody/x', null],
    ['~\\x', null],
    ['~~', null],
    ['/~/x', '/~/x'],
    ['../~/x', '../~/x'],
    ['x/~', 'x/~'],
    [' ~/x', ' ~/x'],
    ['$HOME/x', '$HOME/x'],
    ['', ''],
  ];
  for (const [entry, expected] of table)
    assert.equal(expandUser(entry, '/home/kim', users, 'linux'), expected, JSON.stringify(entry));
});

test('a leading tilde on Windows', () => {
  const home = 'C:\\Users\\kim';
  const table: [entry: string, expected: string | null][] = [
    ['~', home],
    ['~\\x', 'C:\\Users\\kim\\x'],
    ['~/x', 'C:\\Users\\kim\\x'],
    ['.\\~\\x', 'C:\\Users\\kim\\x'],
    ['~kim\\x', 'C:\\Users\\kim\\x'],
    ['~bob/x', 'C:\\Users\\bob\\x'],
    ['\\~\\x', '\\~\\x'],
    ['D:~\\x', 'D:~\\x'],
  ];
  const lookup = userHomes({ USERNAME: 'kim' }, home, 'win32');
  for (const [entry, expected] of table)
    assert.equal(expandUser(entry, home, lookup, 'win32'), expected, entry);
  assert.equal(userHomes({ USERNAME: 'kim' }, 'C:\\Users\\kim.CORP', 'win32')('bob'), undefined);
});

test('entries of extra_skill_dirs (rules 20 and 21)', () => {
  const table: [entry: string, expected: string | null][] = [
    ['', null],
    ['~nobody/x', null],
    ['~\\x', null],
    ['~', '/home/kim'],
    ['~bob/x', '/home/bob/x'],
    ['.', '/repo'],
    ['./', '/repo'],
    ['..', '/repo/..'],
    ['tools/skills', '/repo/tools/skills'],
    ['./tools//skills/', '/repo/tools/skills'],
    ['/abs/x', '/abs/x'],
    ['/abs/../x/', '/abs/../x/'],
    ['$HOME/x', '/repo/$HOME/x'],
    ['%USERPROFILE%\\x', '/repo/%USERPROFILE%\\x'],
    ['file:///x', '/repo/file:/x'],
    [' ~/x', '/repo/ ~/x'],
    ['   ', '/repo/   '],
  ];
  for (const [entry, expected] of table)
    assert.equal(
      extraSkillDir(entry, {
        home: '/home/kim',
        projectRoot: '/repo',
        platform: 'linux',
        lookupUserHome: users,
      }),
      expected,
      JSON.stringify(entry),
    );
  assert.equal(extraSkillDir('x', { home: '/home/kim', projectRoot: '/', platform: 'linux' }), '/x');
});

test('entries of extra_skill_dirs on Windows', () => {
  const table: [entry: string, expected: string | null][] = [
    ['tools/skills', 'D:\\repo\\tools\\skills'],
    ['C:\\skills', 'C:\\skills'],
    ['C:/skills', 'C:\\skills'],
    ['\\skills', 'D:\\skills'],
    ['\\\\server\\share\\skills', '\\\\server\\share\\skills'],
    ['..', 'D:\\'],
    ['~\\x', 'C:\\Users\\kim\\x'],
  ];
  for (const [entry, expected] of table)
    assert.equal(
      extraSkillDir(entry, { home: 'C:\\Users\\kim', projectRoot: 'D:\\repo', platform: 'win32' }),
      expected,
      entry,
    );
});

test('homes of other users come from the accounts file, read when first asked', t => {
  const folder = mkdtempSync(path.join(tmpdir(), 'which-skill-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const passwd = path.join(folder, 'passwd');
  const lookup = userHomes({}, '/home/kim', 'linux', passwd);
  writeFileSync(
    passwd,
    'root:x:0:0:root:/root:/bin/sh\n# note\nbob:x:1:1::/home/bob:\nbob:x:2:2::/other:\nshort:x\n',
  );
  assert.equal(lookup('bob'), '/home/bob');
  assert.equal(lookup('root'), '/root');
  assert.equal(lookup('short'), undefined);
  assert.equal(lookup('nobody'), undefined);
  assert.equal(userHomes({}, '/home/kim', 'linux', path.join(folder, 'none'))('root'), undefined);
});
