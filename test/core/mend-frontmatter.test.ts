/** Putting frontmatter right for kimi-code: only the lines that are wrong change. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mendFrontmatter } from '../../src/core/mend-frontmatter';

const wanted = { name: 'heron', description: 'Stands still.' };

function mends(title: string, before: string, after: string | null, changes: readonly string[] = []): void {
  test(title, async () => {
    const mended = await mendFrontmatter(before, 'directory', wanted);
    assert.deepEqual(mended, after === null ? null : { text: after, changes });
  });
}

const right = '---\nname: heron\ndescription: d\n---\nBody.\n';
mends('nothing to do', right, right);
mends('no frontmatter', 'Body.\n', '---\nname: heron\ndescription: Stands still.\n---\n\nBody.\n', [
  'add-frontmatter',
]);
mends('an empty file', '', '---\nname: heron\ndescription: Stands still.\n---\n', ['add-frontmatter']);
mends(
  'no frontmatter, CRLF and a byte order mark',
  '\ufeffBody.\r\n',
  '---\r\nname: heron\r\ndescription: Stands still.\r\n---\r\n\r\nBody.\r\n',
  ['add-frontmatter'],
);
mends('lines before the fence', `\n \n${right}`, right, ['move-fence-up']);
mends(
  'no closing fence',
  '---\nname: heron\ndescription: d\nBody: is prose\n\nMore.\n',
  '---\nname: heron\ndescription: d\nBody: is prose\n---\n\nMore.\n',
  ['close-fence'],
);
mends('no name', '---\ndescription: d\n---\n', '---\nname: heron\ndescription: d\n---\n', ['set-name']);
mends(
  'a name that is no text',
  '---\na: b # c\nname: 12\ndescription: d\n---\n',
  '---\nname: heron\na: b # c\ndescription: d\n---\n',
  ['set-name'],
);
mends(
  'no description',
  '---\nname: x\r\nmore: y\n---\n',
  '---\nname: x\r\ndescription: Stands still.\r\nmore: y\n---\n',
  ['set-description'],
);
mends(
  'a description that is a list',
  '---\nname: x\ndescription:\n  - a\n  - b\nmore: y\n---\n',
  '---\nname: x\ndescription: Stands still.\nmore: y\n---\n',
  ['set-description'],
);
mends(
  'type: standard',
  '---\nname: x\ntype: standard\ndescription: d\n---\n',
  '---\nname: x\ndescription: d\n---\n',
  ['remove-type'],
);
mends(
  'a key twice: the last counts',
  '---\nname: x\nname: y\ndescription: d\n---\n',
  '---\nname: y\ndescription: d\n---\n',
  ['drop-earlier-key'],
);
mends(
  'several faults',
  '\n---\ntype:\nname: ~\n---\n',
  '---\nname: heron\ndescription: Stands still.\n---\n',
  ['move-fence-up', 'remove-type', 'set-name', 'set-description'],
);
mends('YAML that is wrong in another way', '---\nname: x\ndescription: Use when: now\n---\n', null);

test('texts that YAML would read otherwise are quoted', async () => {
  for (const text of ['yes', '1:30', 'a: b', 'a #b', '- x', '"q"', 'ä', 'x\ny', '#', 'null', '12']) {
    const mended = await mendFrontmatter('Body.\n', 'directory', { name: text, description: text });
    const again = await mendFrontmatter(mended?.text ?? '', 'directory', wanted);
    assert.deepEqual(again?.changes, [], text);
  }
});
