/** An explanation as Markdown shows what a file says as text, whatever it is; and every code has words. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { TEXT_CHECKS } from '../../src/core/checks/check-text';
import { PLACEMENT_CHECKS } from '../../src/core/checks/placement-checks';
import { SURROUNDING_CHECKS } from '../../src/core/checks/root-checks';
import { explain } from '../../src/core/explain/explain';
import { EXPLANATIONS, explanationOf } from '../../src/core/explain/explanations';
import { outlineOf } from '../../src/core/explain/outline';
import { renderOutlineMarkdown } from '../../src/core/explain/render-markdown';
import { nodeFileSystem } from '../../src/core/file-system';
import { type Message, renderMessage } from '../../src/core/message';
import { resolveIn, within } from './resolved';

test('a hostile name stays text', async () => {
  const name = '[x](command:y) <b> `z` # h | $(icon)';
  const text = `---\nname: "${name}"\ndescription: "\`\`\`\\n# Not a heading"\n---\n`;
  await within({ 'R/.git': null, 'R/.agents/skills/x/SKILL.md': text }, async built => {
    const explanation = await explain(nodeFileSystem, await resolveIn(built), { name });
    const markdown = renderOutlineMarkdown(outlineOf(explanation), {
      showPath: () => 'SKILL.md',
      linkToFile: file => `file:${file.length}`,
      linkToRule: anchor => `rule:${anchor}`,
    });
    assert.match(markdown, /^# “\\\[x\\\]\\\(command\\:y\\\) \\<b\\> /);
    const links = [...markdown.matchAll(/(?<!\\)\]\(<([^>]*)>\)/g)].map(found => found[1]);
    assert.ok(links.length > 2 && links.every(link => /^(file:\d+|rule:[\w-]+)$/.test(link ?? '')));
    // The fence around the listing is longer than the one within.
    assert.match(markdown, /^ *````text$/m);
  });
});

test('paths and templates go through the style', async () => {
  await within({ 'R/.git': null }, async built => {
    const explanation = await explain(nodeFileSystem, await resolveIn(built), { name: 'gone' });
    const markdown = renderOutlineMarkdown(outlineOf(explanation), {
      translate: template => template.toUpperCase(),
    });
    assert.match(markdown, /^# NOTHING IS CALLED “gone” HERE/);
  });
});

test('each code of a check has an explanation, and each explanation four sentences', () => {
  for (const { code } of [...TEXT_CHECKS, ...PLACEMENT_CHECKS, ...SURROUNDING_CHECKS])
    assert.ok(explanationOf(code), code);
  const anchors = EXPLANATIONS.map(({ anchor }) => anchor);
  assert.equal(new Set(anchors).size, anchors.length);
  const isWhole = (text: Message) => /^(?:[A-Z“]|kimi-cli|--skills-dir).*[.”]$/s.test(renderMessage(text));
  for (const { anchor, title, what, why, remedy } of EXPLANATIONS) {
    assert.match(anchor, /^[a-z0-9-]+$/);
    assert.doesNotMatch(renderMessage(title), /\.$/);
    for (const text of [what, why, remedy]) assert.ok(isWhole(text), `${anchor}: ${renderMessage(text)}`);
  }
});

test('codes of one check only', () => {
  const codes = [...TEXT_CHECKS, ...PLACEMENT_CHECKS, ...SURROUNDING_CHECKS].map(({ code }) => code);
  assert.deepEqual(
    codes.filter((code, index) => codes.indexOf(code) !== index),
    [],
  );
});
