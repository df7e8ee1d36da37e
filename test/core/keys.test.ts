/** The keys of the view: one for every command that can be called there, none twice, all of them in the README. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Key {
  readonly command: string;
  readonly key: string;
  readonly when: string;
}

const read = (file: string) => readFileSync(file, 'utf8');
const { contributes } = JSON.parse(read('package.json')) as {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly keybindings: readonly Key[];
  };
};
const titles = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;

/** These are about the file in the active editor, whose title has them. */
const OF_EDITORS = ['whichSkill.explainEditor', 'whichSkill.goToWinner', 'whichSkill.whyNotLoaded'];

test('every command has a key', () => {
  const bound = new Set(contributes.keybindings.map(({ command }) => command));
  assert.deepEqual(
    contributes.commands.map(({ command }) => command).filter(command => !bound.has(command)),
    OF_EDITORS,
  );
});

test('no key has two meanings, and each counts only where the view has the focus', () => {
  const meanings = contributes.keybindings.map(({ key, when }) => `${key} ${when}`);
  assert.equal(new Set(meanings).size, meanings.length);
  for (const { when } of contributes.keybindings)
    assert.ok(when.startsWith('focusedView == whichSkill.skills && listFocus && !inputFocus'), when);
});

for (const { command, key } of contributes.keybindings) {
  test(`the README has ${key} for ${command}`, () => {
    const title = titles[contributes.commands.find(one => one.command === command)!.title.slice(1, -1)]!;
    const row = read('README.md')
      .split('\n')
      .find(line => line.toLowerCase().startsWith(`| \`${key}\` |`));
    assert.ok(row?.includes(title), `${key}: ${title}`);
  });
}
