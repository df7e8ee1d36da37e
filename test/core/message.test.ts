/** Messages: a template and its arguments, apart until somebody reads them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultMessage } from '../../src/core/fault-message';
import { message, renderMessage, term } from '../../src/core/message';
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
