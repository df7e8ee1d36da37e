import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slashCommandFor } from '../../src/core/slash-command';

test('which names can be typed as a command (rule 77)', () => {
  for (const name of ['deploy', 'Deploy_2', '-', '007', 'team:deploy', 'a:b:c'])
    assert.equal(slashCommandFor(name), `/skill:${name}`);
  const others = [
    '',
    ' ',
    'my skill',
    'a.b',
    'a/b',
    '../a',
    'überblick',
    '部署',
    'deploy\n',
    '\ndeploy',
    ' deploy',
  ];
  others.push(':', ':a', 'a:', 'a::b', 'a: b', 'straße', 'a\u200Db', '\uFF41');
  for (const name of others) assert.equal(slashCommandFor(name), null, JSON.stringify(name));
});
