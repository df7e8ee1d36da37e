/** Each fix of a text: what it leads to, and that the product's own parser then has the verdict that was promised. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { checkSource } from '../../../src/core/checks/check-text';
import { readSource, type SkillSource, type TextContext } from '../../../src/core/checks/skill-source';
import { applyEdits } from '../../../src/core/fixes/edits';
import type { FixId } from '../../../src/core/fixes/fix-id';
import { fixAllInText, textFixesFor } from '../../../src/core/fixes/text-fixes';
import type { ProfileId } from '../../../src/core/types';

interface Row {
  readonly code: string;
  readonly fix: FixId;
  readonly before: string;
  readonly after: string;
  /** What the product makes of it then. */
  readonly loads: { readonly name: string; readonly description: string; readonly type?: string };
  /** Default: `kimi-cli`. */
  readonly profile?: ProfileId;
}

const matter = (...lines: readonly string[]) => `---\n${lines.join('\n')}\n---\n\nBody.\n`;
const described = (description: string) => matter('name: x', `description: ${description}`);
const loadsAs = (description: string, name = 'x') => ({ name, description });

/** A description that is dropped, quoted, and then loads as the text that was meant. */
function quoting(code: string, value: string, quoted: string, meant: string): Row {
  return {
    code,
    fix: 'quote-value',
    before: described(value),
    after: described(quoted),
    loads: loadsAs(meant),
  };
}

/** The same for kimi-code, whose YAML is another one, and which wants name and description. */
const KIMI_CODE: readonly Omit<Row, 'profile'>[] = [
  quoting('unquoted-colon', 'Use when: editing', '"Use when: editing"', 'Use when: editing'),
  quoting('reserved-character', '@home `x`', '"@home `x`"', '@home `x`'),
  quoting('alias', '*bold* words', '"*bold* words"', '*bold* words'),
  quoting('unclosed-quote', '"Draws maps', '"Draws maps"', 'Draws maps'),
  quoting('description-not-text', '42', '"42"', '42'),
  quoting('description-not-text', '2026-01-02', '"2026-01-02"', '2026-01-02'),
  quoting('comment-in-value', 'Fixes #12', '"Fixes #12"', 'Fixes #12'),
  {
    code: 'name-not-text',
    fix: 'quote-value',
    before: `\ufeff${matter('name: 123', 'description: d')}`,
    after: `\ufeff${matter('name: "123"', 'description: d')}`,
    loads: loadsAs('d', '123'),
  },
  {
    code: 'no-frontmatter',
    fix: 'fill-in',
    before: 'Draws maps.\n',
    after: '---\nname: x\ndescription: Draws maps.\n---\n\nDraws maps.\n',
    loads: loadsAs('Draws maps.'),
  },
  {
    code: 'no-frontmatter',
    fix: 'move-fence-up',
    before: `Above.\n\n${matter('name: x', 'description: d')}`,
    after: '---\nname: x\ndescription: d\n---\n\nAbove.\n\nBody.\n',
    loads: loadsAs('d'),
  },
  {
    code: 'no-name',
    fix: 'fill-in',
    before: matter('name: " "'),
    after: matter('name: x', 'description: Body.'),
    loads: loadsAs('Body.'),
  },
  {
    code: 'no-name',
    fix: 'fill-in',
    before: '---\n---\n\nDraws maps.\n',
    after: '---\nname: x\ndescription: Draws maps.\n---\n\nDraws maps.\n',
    loads: loadsAs('Draws maps.'),
  },
  {
    code: 'no-description',
    fix: 'fill-in',
    before: matter('name: x', 'description:'),
    after: matter('name: x', 'description: Body.'),
    loads: loadsAs('Body.'),
  },
  {
    code: 'frontmatter-not-first',
    fix: 'move-fence-up',
    before: `\n\n${matter('name: x', 'description: d')}`,
    after: matter('name: x', 'description: d'),
    loads: loadsAs('d'),
  },
  {
    code: 'frontmatter-unclosed',
    fix: 'close-fence',
    before: '---\nname: x\ndescription: d\n\n# Body\n',
    after: '---\nname: x\ndescription: d\n---\n\n# Body\n',
    loads: loadsAs('d'),
  },
  {
    code: 'unknown-type',
    fix: 'remove-type',
    before: matter('name: x', 'description: d', 'type: standard'),
    after: matter('name: x', 'description: d'),
    loads: loadsAs('d'),
  },
  {
    code: 'unknown-type',
    fix: 'remove-type',
    before: matter('type: agent', 'name: x', 'description: d'),
    after: matter('name: x', 'description: d'),
    loads: loadsAs('d'),
  },
  {
    code: 'duplicate-key',
    fix: 'drop-earlier-key',
    before: matter('name: a', 'name: b', 'description: d', 'name: x'),
    after: matter('description: d', 'name: x'),
    loads: loadsAs('d'),
  },
  {
    code: 'indented-frontmatter',
    fix: 'dedent',
    before: matter('  name: x', '  description: d'),
    after: matter('name: x', 'description: d'),
    loads: loadsAs('d'),
  },
  {
    code: 'tab',
    fix: 'replace-tabs',
    before: matter('name: x', 'metadata:', '\ta: b', 'description: d'),
    after: matter('name: x', 'metadata:', '  a: b', 'description: d'),
    loads: loadsAs('d'),
  },
];

const ROWS: readonly Row[] = [
  ...KIMI_CODE.map((row): Row => ({ ...row, profile: 'kimi-code' })),
  {
    code: 'duplicate-key',
    fix: 'drop-earlier-key',
    before: matter('name: a', 'description: d', 'name: x'),
    after: matter('description: d', 'name: x'),
    loads: loadsAs('d'),
  },

  quoting('unquoted-colon', 'Use when: editing', '"Use when: editing"', 'Use when: editing'),
  quoting('unquoted-colon', 'Say "hi": now', `'Say "hi": now'`, 'Say "hi": now'),
  quoting('unquoted-colon', `It's "hi": now`, `'It''s "hi": now'`, `It's "hi": now`),
  quoting('unquoted-colon', `It's so: now`, `"It's so: now"`, `It's so: now`),
  quoting('unquoted-colon', 'C:\\Temp: now', `'C:\\Temp: now'`, 'C:\\Temp: now'),
  quoting(
    'unquoted-colon',
    'Use when: editing # a comment',
    '"Use when: editing" # a comment',
    'Use when: editing',
  ),
  quoting('unquoted-colon', 'One: two\n  three: four', '"One: two\n  three: four"', 'One: two three: four'),
  quoting('alias', '*bold* words', '"*bold* words"', '*bold* words'),
  quoting('anchor', '& more', '"& more"', '& more'),
  quoting('bad-date', '2026-13-01', '"2026-13-01"', '2026-13-01'),
  quoting('bare-equals', '=', '"="', '='),
  quoting('block-scalar', '> 5 items', '"> 5 items"', '> 5 items'),
  quoting('brackets', ']x', '"]x"', ']x'),
  quoting('misplaced-dash', '- item', '"- item"', '- item'),
  quoting('misplaced-question-mark', '? what', '"? what"', '? what'),
  quoting('reserved-character', '@home `x`', '"@home `x`"', '@home `x`'),
  quoting('reserved-character', '%d of', '"%d of"', '%d of'),
  quoting('syntax', '[b, , c]', '"[b, , c]"', '[b, , c]'),
  quoting('text-after-value', '"Draws" maps', `'"Draws" maps'`, '"Draws" maps'),
  quoting('text-after-value', `'it's'`, `'it''s'`, `it's`),
  quoting('text-after-value', '[draft] Maps', '"[draft] Maps"', '[draft] Maps'),
  quoting('unclosed-bracket', '[draft', '"[draft"', '[draft'),
  quoting('unclosed-quote', '"Draws maps', '"Draws maps"', 'Draws maps'),
  quoting('unclosed-quote', `'tis a map`, `"'tis a map"`, `'tis a map`),
  quoting('unknown-tag', '!important', '"!important"', '!important'),
  quoting('description-not-text', '42', '"42"', '42'),
  quoting('description-not-text', '[a]', '"[a]"', '[a]'),
  quoting('value-ignored', 'off', '"off"', 'off'),
  quoting('comment-in-value', 'Fixes issue #12', '"Fixes issue #12"', 'Fixes issue #12'),
  quoting('comment-in-value', '# of items', '"# of items"', '# of items'),
  {
    code: 'merge',
    fix: 'quote-value',
    before: matter('name: x', 'description: d', 'a: <<'),
    after: matter('name: x', 'description: d', 'a: "<<"'),
    loads: loadsAs('d'),
  },
  {
    code: 'unquoted-colon',
    fix: 'quote-value',
    before: matter('name: x', 'description: d', 'metadata:', '  note: so: what'),
    after: matter('name: x', 'description: d', 'metadata:', '  note: "so: what"'),
    loads: loadsAs('d'),
  },
  {
    code: 'indentation',
    fix: 'quote-value',
    before: described('One\n  two: three'),
    after: described('"One\n  two: three"'),
    loads: loadsAs('One two: three'),
  },
  {
    code: 'name-not-text',
    fix: 'quote-value',
    before: matter('name: 1:30', 'description: d'),
    after: matter('name: "1:30"', 'description: d'),
    loads: loadsAs('d', '1:30'),
  },
  {
    code: 'bad-escape',
    fix: 'escape-backslash',
    before: described('"In C:\\Users\\new"'),
    after: described(`'In C:\\Users\\new'`),
    loads: loadsAs('In C:\\Users\\new'),
  },
  {
    code: 'bad-escape',
    fix: 'escape-backslash',
    before: described('"say \\"\\q\\""'),
    after: described('"say \\"\\\\q\\""'),
    loads: loadsAs('say "\\q"'),
  },
  {
    code: 'key-without-colon',
    fix: 'add-space-after-colon',
    before: matter('name: x', 'description:d'),
    after: matter('name: x', 'description: d'),
    loads: loadsAs('d'),
  },
  {
    code: 'not-a-mapping',
    fix: 'add-space-after-colon',
    before: matter('name:x', 'description:d'),
    after: matter('name: x', 'description: d'),
    loads: loadsAs('d'),
  },
  {
    code: 'key-without-colon',
    fix: 'fit-indentation',
    before: described('One\ntwo\nthree\nlicense: MIT'),
    after: described('One\n  two\n  three\nlicense: MIT'),
    loads: loadsAs('One two three'),
  },
  {
    code: 'indentation',
    fix: 'fit-indentation',
    before: matter('name: x', '  description: d'),
    after: matter('name: x', 'description: d'),
    loads: loadsAs('d'),
  },
  {
    code: 'tab',
    fix: 'replace-tabs',
    before: matter('name:\tx', 'description: "a\tb"', 'metadata:', '\tnote:\tn\t', 'a: b'),
    after: matter('name: x', 'description: "a\tb"', 'metadata:', '  note: n ', 'a: b'),
    loads: loadsAs('a\tb'),
  },
  {
    code: 'control-character',
    fix: 'remove-control-characters',
    before: matter('name: x', 'description: a\u0007b\u0000', '# \u007f'),
    after: matter('name: x', 'description: ab', '# '),
    loads: loadsAs('ab'),
  },
  {
    code: 'indented-frontmatter',
    fix: 'dedent',
    before: matter('  name: x', '  description: d', '  metadata:', '    a: b'),
    after: matter('name: x', 'description: d', 'metadata:', '  a: b'),
    loads: loadsAs('d'),
  },
  {
    code: 'frontmatter-unclosed',
    fix: 'close-fence',
    before: '---\nname: x\ndescription: d\nmetadata:\n  a: b\n\n# Body\n',
    after: '---\nname: x\ndescription: d\nmetadata:\n  a: b\n---\n\n# Body\n',
    loads: loadsAs('d'),
  },
  {
    code: 'frontmatter-unclosed',
    fix: 'close-fence',
    before: '---\nname: x\ndescription: d',
    after: '---\nname: x\ndescription: d\n---\n',
    loads: loadsAs('d'),
  },
  {
    code: 'frontmatter-not-first',
    fix: 'move-fence-up',
    before: `\n \n${described('d')}`,
    after: described('d'),
    loads: loadsAs('d'),
  },
  {
    code: 'frontmatter-not-first',
    fix: 'move-fence-up',
    before: `<!-- Licence -->\n\n${described('d')}`,
    after: '---\nname: x\ndescription: d\n---\n\n<!-- Licence -->\n\nBody.\n',
    loads: loadsAs('d'),
  },
  {
    code: 'fence-in-block-scalar',
    fix: 'rewrite-rule',
    before: '---\nname: x\ndescription: |\n  One\n  ---\n  Two\n---\n\nBody.\n',
    after: '---\nname: x\ndescription: |\n  One\n  - - -\n  Two\n---\n\nBody.\n',
    loads: loadsAs('One\n- - -\nTwo'),
  },
  {
    code: 'no-frontmatter',
    fix: 'fill-in',
    before: '# Maps: how to\n\nDraws maps.\n',
    after: '---\nname: x\ndescription: "# Maps: how to"\n---\n\n# Maps: how to\n\nDraws maps.\n',
    loads: loadsAs('# Maps: how to'),
  },
  {
    code: 'no-frontmatter',
    fix: 'fill-in',
    before: '---\n\n---\nDraws maps.\n',
    after: '---\nname: x\ndescription: Draws maps.\n\n---\nDraws maps.\n',
    loads: loadsAs('Draws maps.'),
  },
  {
    code: 'no-description',
    fix: 'fill-in',
    before: matter('name: x'),
    after: matter('name: x', 'description: Body.'),
    loads: loadsAs('Body.'),
  },
  {
    code: 'no-description',
    fix: 'fill-in',
    before: matter('name: x', 'description:', 'license: MIT'),
    after: matter('name: x', 'description: Body.', 'license: MIT'),
    loads: loadsAs('Body.'),
  },
  {
    code: 'comment-only',
    fix: 'fill-in',
    before: matter('# to do'),
    after: matter('# to do', 'name: x', 'description: Body.'),
    loads: loadsAs('Body.'),
  },
  {
    code: 'not-typeable',
    fix: 'set-name',
    before: matter('name: Mein Täglicher Skill!', 'description: d'),
    after: matter('name: mein-taglicher-skill', 'description: d'),
    loads: loadsAs('d', 'mein-taglicher-skill'),
  },
  {
    code: 'name-not-portable',
    fix: 'set-name',
    before: matter('name: "-My_Skill"', 'description: d'),
    after: matter('name: my-skill', 'description: d'),
    loads: loadsAs('d', 'my-skill'),
  },
  {
    code: 'name-not-folder',
    fix: 'set-name',
    before: matter('name: toolkit', 'description: d'),
    after: matter('name: x', 'description: d'),
    loads: loadsAs('d'),
  },
  {
    code: 'key-wrong-case',
    fix: 'rename-key',
    before: matter('Name: maps', 'description: d'),
    after: matter('name: maps', 'description: d'),
    loads: loadsAs('d', 'maps'),
  },
  {
    code: 'unknown-type',
    fix: 'set-type-standard',
    before: matter('name: x', 'description: d', 'type: agent'),
    after: matter('name: x', 'description: d', 'type: standard'),
    loads: loadsAs('d'),
  },
  {
    code: 'unknown-type',
    fix: 'set-type-flow',
    before: `${matter('name: x', 'description: d', 'type: Flow')}\n\`\`\`d2\nBEGIN -> END\n\`\`\`\n`,
    after: `${matter('name: x', 'description: d', 'type: flow')}\n\`\`\`d2\nBEGIN -> END\n\`\`\`\n`,
    loads: { name: 'x', description: 'd', type: 'flow' },
  },
];

const contextOf = (profile: ProfileId = 'kimi-cli'): TextContext => ({
  profile,
  file: '/root/x/SKILL.md',
  form: 'directory',
  defaultName: 'x',
});
const context = contextOf();

async function fixed(source: SkillSource, { code, fix }: Row): Promise<string | undefined> {
  const problem = checkSource(source).find(found => found.code === code);
  assert.ok(problem, `${code} is found`);
  const tried = await textFixesFor(source, problem);
  const found = tried.find(other => other.fix.id === fix);
  return found && applyEdits(source.original, found.fix.edits);
}

for (const [index, row] of ROWS.entries()) {
  test(`${row.profile ?? ''} ${row.fix} for ${row.code}, ${index + 1}`.trim(), async () => {
    const source = await readSource(row.before, contextOf(row.profile));
    assert.equal(await fixed(source, row), row.after);
    const { outcome } = await readSource(row.after, contextOf(row.profile));
    assert.ok(outcome.ok, JSON.stringify(outcome));
    const { name, description, type } = outcome;
    const usual = row.profile === undefined ? 'standard' : null;
    assert.deepEqual({ name, description, type }, { type: usual, ...row.loads });
  });
}

test('line ends stay as they are, mixed ones too', async () => {
  for (const row of ROWS) {
    // A lone CR ends no line in kimi-code.
    for (const end of row.profile === 'kimi-code' ? ['\r\n'] : ['\r\n', '\r']) {
      const source = await readSource(row.before.replaceAll('\n', end), contextOf(row.profile));
      assert.equal(await fixed(source, row), row.after.replaceAll('\n', end), `${row.fix} for ${row.code}`);
    }
  }
  const mixed = '---\r\nname: x\ndescription: Use when: editing\r\n---\n\nBody.\r';
  const { text } = await fixAllInText(mixed, context);
  assert.equal(text, '---\r\nname: x\ndescription: "Use when: editing"\r\n---\n\nBody.\r');
});

test('fixes of one kind leave other problems alone', async () => {
  const before = matter('Name: a: b', 'description: Use when: editing', 'note: x: y');
  const { text, fixed: count } = await fixAllInText(before, context, 'quote-value');
  assert.equal(text, matter('Name: "a: b"', 'description: "Use when: editing"', 'note: "x: y"'));
  assert.equal(count, 3);
});

test('all fixes at once end with a text that loads', async () => {
  const before = `\n---\nName:\tmaps\ndescription: Use when: editing #1\nnote: "a" b\nmore\n\n# Body\n`;
  const { text } = await fixAllInText(before, context);
  const { outcome } = await readSource(text, context);
  assert.ok(outcome.ok, text);
});

test('one fault after another: those of the parser, then those of the values above them', async () => {
  const before = matter('name: on', 'description: Use when: editing');
  const { text } = await fixAllInText(before, context);
  assert.equal(text, matter('name: "on"', 'description: "Use when: editing"'));
});

test('a fix that would not help is not offered', async () => {
  const source = await readSource(matter('name: x', 'description: {a: [b}'), context);
  for (const problem of checkSource(source)) {
    for (const { after } of await textFixesFor(source, problem)) assert.ok(after.outcome.ok);
  }
});
