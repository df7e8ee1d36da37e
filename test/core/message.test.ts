/** Messages: a template and its arguments, apart until somebody reads them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { faultMessage } from '../../src/core/fault-message';
import {
  clausesInRow,
  fewNames,
  message,
  namesInRow,
  renderMessage,
  sentencesInRow,
  term,
} from '../../src/core/message';
import { scopeTerm } from '../../src/core/scope-term';
import { SCOPES } from '../../src/core/types';

test('arguments stand where their numbers are', () => {
  assert.equal(renderMessage(message('{1} before {0}, {1}', 'a', 2)), '2 before a, 2');
  assert.equal(renderMessage(message('nothing to fill in')), 'nothing to fill in');
});

test('a placeholder without an argument stays', () => {
  assert.equal(renderMessage(message('{0} and {1}', 'a')), 'a and {1}');
});

test('an argument is never taken for a template', () => {
  assert.equal(renderMessage(message('{0} {1}', '{1}', '$&')), '{1} $&');
  assert.equal(renderMessage(message('{0}', { path: '/a/{0}/$1' })), '/a/{0}/$1');
  const translate = (text: string) => (text === 'Project' ? 'Projekt' : text);
  assert.equal(renderMessage(message('{0}', 'Project'), { translate }), 'Project');
});

test('templates and terms are translated, paths shortened, in messages inside messages too', () => {
  const inner = message('{0} comes before {1}', term('Project'), term('User'));
  const outer = message('shadowed by {0}: {1}', { path: '/home/kim/x' }, inner);
  assert.equal(renderMessage(outer), 'shadowed by /home/kim/x: Project comes before User');
  const words: Readonly<Record<string, string>> = {
    'shadowed by {0}: {1}': '{1}, verdeckt von {0}',
    '{0} comes before {1}': '{0} kommt vor {1}',
    Project: 'Projekt',
  };
  const style = {
    translate: (text: string) => words[text] ?? text,
    showPath: (path: string) => path.replace('/home/kim', '~'),
  };
  assert.equal(renderMessage(outer, style), 'Projekt kommt vor User, verdeckt von ~/x');
});

describe('several in a row', () => {
  const bundle: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(path.resolve('l10n/bundle.l10n.zh-cn.json'), 'utf8'),
  );
  const chinese = {
    translate: (text: string) => bundle[text] ?? text,
    showPath: (file: string) => file.replace('/home/kim', '~'),
  };
  const items = ['Codex', { path: '/home/kim/a' }, term('Project'), 7];

  test('are joined as the language joins what they are', () => {
    assert.equal(renderMessage(namesInRow(items)), 'Codex, /home/kim/a, Project, 7');
    assert.equal(renderMessage(namesInRow(items), chinese), 'Codex、~/a、项目、7');
    assert.equal(renderMessage(clausesInRow(items), chinese), 'Codex，~/a，项目，7');
    assert.equal(renderMessage(sentencesInRow(items)), 'Codex; /home/kim/a; Project; 7');
    assert.equal(renderMessage(sentencesInRow(items), chinese), 'Codex；~/a；项目；7');
  });

  test('one stands alone, and none is nothing', () => {
    assert.equal(renderMessage(namesInRow(['Codex']), chinese), 'Codex');
    assert.equal(renderMessage(message('[{0}]', namesInRow([])), chinese), '[]');
  });

  test('of many only the first are named, and that there are more is said', () => {
    assert.equal(renderMessage(fewNames(['a', 'b', 'c'], 3)), 'a, b, c');
    assert.equal(renderMessage(fewNames(['a', 'b', 'c'], 2)), 'a, b, …');
    assert.equal(renderMessage(fewNames(['a', 'b', 'c'], 2), chinese), 'a、b 等');
  });

  test('what they are is never taken for a template', () => {
    assert.equal(renderMessage(namesInRow(['{0}', '$1', 'a\nb'])), '{0}, $1, a\\nb');
  });

  test('as many as a file may name fill no stack', () => {
    const names = Array.from({ length: 100_000 }, (_, index) => index);
    assert.equal(renderMessage(namesInRow(names)), names.join(', '));
  });
});

test('every scope has a word of its own', () => {
  assert.deepEqual(
    SCOPES.map(scope => renderMessage(message('{0}', scopeTerm(scope)))),
    ['Managed', 'Project', 'User', 'Extra', 'Built-in'],
  );
});

test('a fault of the file system is put into words, a rare one by its code', () => {
  assert.equal(renderMessage(faultMessage('EACCES')), 'no permission to read it');
  assert.equal(renderMessage(faultMessage('ELOOP')), 'its links lead in a circle');
  assert.equal(renderMessage(faultMessage('ESTALE')), 'cannot be read: ESTALE');
});
