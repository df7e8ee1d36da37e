/** No network while the extension works: whatever opens a connection in this process is seen, with who asked for it. */
import assert from 'node:assert/strict';
import dgram from 'node:dgram';
import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import path from 'node:path';
import * as vscode from 'vscode';
import { EXTENSION_ID } from '../../src/vscode/extension-id';
import { run, untilTree, whichSkill } from './extension';
import { after, before, sample, suite, test } from './harness';

/** What can open a connection: the object that has it, and its name there. */
const doors: readonly (readonly [owner: object, name: string])[] = [
  [net.Socket.prototype, 'connect'],
  [net, 'connect'],
  [net, 'createConnection'],
  [dgram, 'createSocket'],
  [dns, 'lookup'],
  [dns, 'resolve'],
  [http, 'request'],
  [http, 'get'],
  [https, 'request'],
  [https, 'get'],
  [globalThis, 'fetch'],
];

suite('no network', 'folder', () => {
  const seen: string[] = [];
  const originals: (() => void)[] = [];

  before(() => {
    for (const [owner, name] of doors) {
      const holder = owner as Record<string, unknown>;
      const original = holder[name] as (...args: unknown[]) => unknown;
      const watched = function (this: unknown, ...args: unknown[]) {
        seen.push(`${name}\n${new Error('opened').stack}`);
        return original.apply(this, args);
      };
      const property = Object.getOwnPropertyDescriptor(owner, name);
      Object.defineProperty(owner, name, { value: watched, configurable: true, writable: true });
      originals.push(() => property && Object.defineProperty(owner, name, property));
    }
  });

  after(async () => {
    for (const restore of originals) restore();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  test('the watch sees a connection, and who asked for it', async () => {
    await new Promise<void>(resolve => {
      const socket = net.connect(path.join(sample().root, 'no-such-socket'));
      socket.once('error', () => resolve());
    });
    assert.ok(seen.some(stack => stack.includes('network.suite')));
    seen.length = 0;
  });

  test('resolving, explaining, comparing, the listing and a plan open none', async () => {
    const api = await whichSkill();
    await run('refresh');
    await untilTree('the skills', text => /release/.test(text));
    const row = await api.find(path.join(sample().orchard, '.claude', 'skills', 'release', 'SKILL.md'));
    assert.ok(row);
    await run('explain', row);
    await run('compareWithWinner', row);
    await run('showListing');
    await run('compareProducts');
    await run('migrateToCanonical', row);
    const { extensionPath } = vscode.extensions.getExtension(EXTENSION_ID)!;
    assert.deepEqual(
      seen.filter(stack => stack.includes(path.join(extensionPath, 'dist'))),
      [],
    );
  });
});
