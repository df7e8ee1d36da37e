/** An explanation as Markdown shows what a file says as text, whatever it is; and every code has words. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { PLACEMENT_CHECKS } from '../../src/core/checks/placement-checks';
import { checksOf } from '../../src/core/checks/product-checks';
import { SURROUNDING_CHECKS } from '../../src/core/checks/root-checks';
import { explain } from '../../src/core/explain/explain';
import { anchorOf, explanationsFor, ruleFor } from '../../src/core/explain/explanations';
import { outlineOf } from '../../src/core/explain/outline';
import { factsOf } from '../../src/core/explain/product-facts';
import { renderOutlineMarkdown } from '../../src/core/explain/render-markdown';
import { nodeFileSystem } from '../../src/core/file-system';
import { type Message, renderMessage } from '../../src/core/message';
import { PROFILE_IDS } from '../../src/core/products';
import { loadProfile } from '../../src/core/profiles/load-profile';
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
  const isWhole = (text: Message) =>
    /^(?:[A-Z“]|kimi-c|--skills-dir).*[.”]$/s.test(renderMessage(text)) &&
    !/\{\d\}/.test(renderMessage(text));
  for (const profile of PROFILE_IDS) {
    for (const { code } of [...checksOf(profile), ...SURROUNDING_CHECKS])
      assert.ok(ruleFor(profile, code), `${profile}: ${code}`);
    const rules = explanationsFor(profile);
    const anchors = rules.map(({ anchor }) => anchor);
    assert.equal(new Set(anchors).size, anchors.length);
    for (const { anchor, title, what, why, remedy } of rules) {
      assert.match(anchor, /^[a-z0-9-]+$/);
      assert.doesNotMatch(renderMessage(title), /\.$/);
      for (const text of [what, why, remedy]) assert.ok(isWhole(text), `${anchor}: ${renderMessage(text)}`);
    }
  }
});

test('the rules of a product name no other as what does it', () => {
  for (const { anchor, what, why } of explanationsFor('kimi-code')) {
    if (anchor === 'only-kimi-cli') continue;
    for (const text of [what, why]) assert.doesNotMatch(renderMessage(text), /kimi-cli/, anchor);
  }
});

test('a code has one anchor whatever the product, and one without a rule has itself', () => {
  assert.equal(anchorOf('alias'), 'needs-quotes');
  assert.equal(anchorOf('flow-no-begin'), 'flow-does-not-hold');
  assert.equal(ruleFor('kimi-code', 'flow-no-begin'), undefined);
  assert.equal(anchorOf('never-heard-of'), 'never-heard-of');
});

test('codes of one check only', () => {
  for (const profile of PROFILE_IDS) {
    const codes = [...checksOf(profile), ...PLACEMENT_CHECKS, ...SURROUNDING_CHECKS].map(({ code }) => code);
    assert.deepEqual(
      codes.filter((code, index) => codes.indexOf(code) !== index),
      [],
    );
  }
});

test('what is said of a product without loading its rules is what its rules say', async () => {
  for (const id of PROFILE_IDS) {
    const { scan, ties, clash } = await loadProfile(id);
    const { id: _, name, places, ...facts } = factsOf(id);
    assert.deepEqual(
      facts,
      {
        levels: scan.levels,
        insideSkills: scan.insideSkills,
        takesRootFile: scan.inRoot !== 'passed-over',
        takesFiles: scan.isFlatName('any.md'),
        badBytes: scan.badBytes,
        isAmbiguous: ties === 'directory-order',
        clash,
      },
      id,
    );
  }
});
