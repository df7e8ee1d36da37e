/** Fixes that rename, write, link or plan: what each is made of, and what loads once it is done. */
import assert from 'node:assert/strict';
import { renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { checkResolution } from '../../../src/core/checks/check-resolution';
import type { Problem } from '../../../src/core/checks/problem';
import { nodeFileSystem } from '../../../src/core/file-system';
import type { FileOperation, Fix } from '../../../src/core/fixes/fix';
import type { FixId } from '../../../src/core/fixes/fix-id';
import { fixAllInRoot, fixesFor } from '../../../src/core/fixes/fixes-for';
import { type Encoding, guessEncoding } from '../../../src/core/fixes/guess-encoding';
import { renderMessage } from '../../../src/core/message';
import type { Resolution } from '../../../src/core/types';
import { type BuiltLayout, type Layout, skillText } from '../../layout';
import { type Asked, relative, resolveIn, within } from '../resolved';

const git = { 'R/.git': null } as const;

interface Offered {
  readonly resolution: Resolution;
  readonly problem: Problem;
  readonly fix: Fix | undefined;
}

/** The fix of a kind that is offered for the first problem of a code. */
async function offered(built: BuiltLayout, code: string, id: FixId, asked?: Asked): Promise<Offered> {
  const resolution = await resolveIn(built, asked);
  const problems = await checkResolution(nodeFileSystem, resolution);
  const problem = problems.find(found => found.code === code);
  assert.ok(problem, `${code} among ${problems.map(found => found.code).join(', ')}`);
  const fixes = await fixesFor(nodeFileSystem, resolution, problem);
  return { resolution, problem, fix: fixes.find(fix => fix.id === id) };
}

/** Carries operations out, as whoever shows a fix does. */
function carryOut(operations: readonly FileOperation[]): void {
  for (const operation of operations) {
    if (operation.kind === 'write') writeFileSync(operation.file, operation.bytes);
    else if (operation.kind === 'rename') for (const { from, to } of operation.steps) renameSync(from, to);
    else {
      unlinkSync(operation.path);
      if (operation.kind === 'make-link') symlinkSync(operation.target, operation.path);
    }
  }
}

/** Does the fix on a real tree, and gives the names that load afterwards. */
async function namesAfter(
  layout: Layout,
  code: string,
  id: FixId,
): Promise<{ title: string; names: string[] }> {
  return within(layout, async built => {
    const { fix } = await offered(built, code, id);
    assert.ok(fix, 'the fix is offered');
    carryOut(fix.operations);
    const { skills } = await resolveIn(built);
    return { title: relative(renderMessage(fix.title), built), names: skills.map(({ name }) => name) };
  });
}

test('strip-bom: the file keeps all but its mark, and loads under its declared name', async () => {
  const layout = { ...git, 'R/.agents/skills/kea/SKILL.md': `\ufeff${skillText('parrot')}` };
  assert.deepEqual(await namesAfter(layout, 'bom', 'strip-bom'), {
    title: 'Remove the byte order mark',
    names: ['parrot'],
  });
});

test('rename-to-skill-md: two steps, as case may not matter', async () => {
  await within({ ...git, 'R/.agents/skills/rhea/wrong.md': skillText('rhea') }, async built => {
    renameSync(built.at('R/.agents/skills/rhea/wrong.md'), built.at('R/.agents/skills/rhea/skill.md'));
    const { skills } = await resolveIn(built);
    // Where case does not matter, there is nothing to mend.
    if (skills.length > 0) return;
    const { fix } = await offered(built, 'wrong-case', 'rename-to-skill-md');
    assert.equal(fix?.operations[0]?.kind === 'rename' && fix.operations[0].steps.length, 2);
    carryOut(fix?.operations ?? []);
    assert.deepEqual(
      (await resolveIn(built)).skills.map(({ name }) => name),
      ['rhea'],
    );
  });
});

test('rename-to-markdown: a document is no skill any more', async () => {
  const layout = { ...git, 'R/.agents/skills/README.md': '# Our skills\n' };
  assert.deepEqual(await namesAfter(layout, 'document-as-skill', 'rename-to-markdown'), {
    title: 'Rename it to README.markdown',
    names: [],
  });
});

test('rename-folder: the folder is called like the skill', async () => {
  const layout = { ...git, 'R/.agents/skills/tool-kit/SKILL.md': skillText('toolkit') };
  await within(layout, async built => {
    const { fix } = await offered(built, 'name-not-folder', 'rename-folder');
    carryOut(fix?.operations ?? []);
    const { skills } = await resolveIn(built);
    assert.deepEqual(
      skills.map(({ name, dir }) => [name, path.basename(dir)]),
      [['toolkit', 'toolkit']],
    );
  });
});

test('rename-folder is not offered where the name is taken', async () => {
  const layout = {
    ...git,
    'R/.agents/skills/tool-kit/SKILL.md': skillText('toolkit'),
    'R/.agents/skills/toolkit/notes.txt': '',
  };
  await within(layout, async built => {
    assert.equal((await offered(built, 'name-not-folder', 'rename-folder')).fix, undefined);
  });
});

test('remove-link: the link goes, what is beside it stays', async () => {
  const layout = {
    ...git,
    'R/.agents/skills/dodo': { symlink: './gone' },
    'R/.agents/skills/zebra/SKILL.md': skillText('zebra'),
  };
  await within(layout, async built => {
    const { fix } = await offered(built, 'broken-link', 'remove-link');
    assert.deepEqual(fix?.operations, [{ kind: 'remove-link', path: built.at('R/.agents/skills/dodo') }]);
    carryOut(fix?.operations ?? []);
    const { skills, candidates } = await resolveIn(built);
    assert.deepEqual([skills.length, candidates.length], [1, 1]);
  });
});

test('restore-link: a link where a text file stood for one', async () => {
  const layout = {
    ...git,
    'R/.claude/skills/stork': '../../shared/stork\n',
    'R/shared/stork/SKILL.md': skillText('stork'),
  };
  assert.deepEqual(await namesAfter(layout, 'link-as-text', 'restore-link'), {
    title: 'Make it a link to ../../shared/stork',
    names: ['stork'],
  });
});

test('restore-link is not offered where the target is not there', async () => {
  await within({ ...git, 'R/.claude/skills/stork': '../../gone\n' }, async built => {
    assert.equal((await offered(built, 'link-as-text', 'restore-link')).fix, undefined);
  });
});

function idOf({ candidates }: Resolution, name: string): string {
  return candidates.find(candidate => candidate.name === name)?.id ?? '';
}

test('what a plan carries out is handed over as a request', async () => {
  const layout = {
    ...git,
    'home/.config/agents/skills': null,
    'home/.agents/skills/teal/SKILL.md': skillText('teal'),
    'R/.agents/skills/birds/avocet/SKILL.md': skillText('avocet'),
  };
  await within(layout, async built => {
    const remove = await offered(built, 'empty-directory-hides', 'remove-empty-directory');
    assert.deepEqual(remove.fix?.plan, {
      kind: 'remove-empty-root',
      root: built.at('home/.config/agents/skills'),
    });
    const copy = await offered(built, 'empty-directory-hides', 'copy-to-canonical');
    const teal = idOf(copy.resolution, 'teal');
    assert.deepEqual(copy.fix?.plan, { kind: 'copy', what: { candidates: [teal] }, to: 'canonical' });
    const lift = await offered(built, 'too-deep', 'copy-to-root');
    const root = built.at('R/.agents/skills');
    const avocet = idOf(lift.resolution, 'avocet');
    assert.deepEqual(lift.fix?.plan, { kind: 'copy', what: { candidates: [avocet] }, to: { root } });
  });
});

test('add-extra-skill-dir: the whole line, with what is there already', async () => {
  const layout = {
    ...git,
    'home/.kimi/config.toml': 'merge_all_available_skills = true\nextra_skill_dirs = ["~/a"]\n',
    'home/team/pair/SKILL.md': skillText('pair'),
    'R/.agents/skills/team': { symlink: '$ROOT/home/team' },
  };
  await within(layout, async built => {
    const { fix } = await offered(built, 'link-to-folder-of-skills', 'add-extra-skill-dir');
    assert.equal(fix?.paste?.file, built.at('home/.kimi/config.toml'));
    assert.equal(fix?.paste?.replacesLine, 2);
    assert.equal(
      relative(fix?.paste?.text ?? '', built),
      'extra_skill_dirs = ["~/a", "R/.agents/skills/team"]',
    );
  });
});

test('set-name ends an ambiguity', async () => {
  const layout = {
    ...git,
    'R/.agents/skills/ibis/SKILL.md': skillText('ibis', 'One.'),
    'R/.agents/skills/ibis-copy/SKILL.md': skillText('ibis', 'Another.'),
  };
  await within(layout, async built => {
    const { fix, problem } = await offered(built, 'ambiguous', 'set-name');
    assert.equal(path.basename(path.dirname(problem.file)), 'ibis-copy');
    assert.equal(fix && renderMessage(fix.title), 'Call it “ibis-copy”');
    assert.equal(fix?.edits[0]?.newText, 'ibis-copy');
  });
});

const chinese =
  '---\nname: x\ndescription: 发布新版本的时候使用，说明文件和测试的方法\n---\n正文：先看代码。\n';
const japanese =
  '---\nname: x\ndescription: リリースのときに使います。テストのしかた\n---\nまず読んでください。\n';
const western = '---\nname: x\ndescription: Für émigrés, naïve cafés – “ça va”\n---\nÜber alles.\n';

/** What cannot be written with Node is given as bytes. */
const ENCODED: readonly (readonly [Encoding, Buffer, string])[] = [
  ['utf-16le', Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(chinese, 'utf16le')]), chinese],
  ['utf-16le', Buffer.from(western, 'utf16le'), western],
  ['utf-16be', Buffer.concat([Buffer.of(0xfe, 0xff), Buffer.from(western, 'utf16le').swap16()]), western],
  ['utf-16be', Buffer.from(western, 'utf16le').swap16(), western],
  ['gb18030', encodedAs('gb18030', chinese), chinese],
  ['shift_jis', encodedAs('shift_jis', japanese), japanese],
  ['euc-jp', encodedAs('euc-jp', japanese), japanese],
  ['windows-1252', encodedWestern(western), western],
  ['utf-8', Buffer.concat([Buffer.from(western), Buffer.of(0x96), Buffer.from('x\n')]), `${western}–x\n`],
];

/** Some versions of Node decode windows-1252 wrongly, so that its way back cannot be tried out. */
function encodedWestern(text: string): Buffer {
  const own = new Map([...'–“”'].map((character, index) => [character, [0x96, 0x93, 0x94][index] ?? 0]));
  return Buffer.from([...text].map(character => own.get(character) ?? character.charCodeAt(0)));
}

/** The way back from a decoder: by trying all bytes and pairs of bytes once. */
function encodedAs(encoding: string, text: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const bytesOf = new Map<string, readonly number[]>();
  for (let lead = 255; lead >= 0; lead--) {
    for (let trail = 255; trail >= 0x40; trail--) {
      const pair = decoder.decode(Uint8Array.of(lead, trail));
      if ([...pair].length === 1) bytesOf.set(pair, [lead, trail]);
    }
    const single = decoder.decode(Uint8Array.of(lead));
    if (single !== '\ufffd') bytesOf.set(single, [lead]);
  }
  return Buffer.from([...text].flatMap(character => bytesOf.get(character) ?? assert.fail(character)));
}

for (const [index, [encoding, bytes, text]] of ENCODED.entries()) {
  test(`convert-to-utf8 from ${encoding}, ${index + 1}`, async () => {
    assert.equal(guessEncoding(bytes), encoding);
    const layout = { ...git, 'R/.agents/skills/x/SKILL.md': { base64: bytes.toString('base64') } };
    await within(layout, async built => {
      assert.notEqual((await resolveIn(built)).failure, null);
      const { fix } = await offered(built, 'not-utf8', 'convert-to-utf8');
      assert.equal(fix?.preview?.encoding, encoding);
      assert.equal(fix?.preview?.lines[2], text.split('\n')[2]);
      const [operation] = fix?.operations ?? [];
      assert.equal(operation?.kind === 'write' && Buffer.from(operation.bytes).toString(), text);
      carryOut(fix?.operations ?? []);
      const { failure, skills } = await resolveIn(built);
      assert.equal(failure, null);
      assert.equal(skills[0]?.description, /description: (.*)/.exec(text)?.[1]);
    });
  });
}

test('one kind of fix in a whole root changes only the files that it helps', async () => {
  const layout = {
    ...git,
    'R/.agents/skills/a/SKILL.md': '---\r\nname: a\r\ndescription: Use when: one\r\n---\r\n',
    'R/.agents/skills/b.md': '---\nname: b\ndescription: Use when: two\n---\n',
    'R/.agents/skills/c/SKILL.md': skillText('c'),
    'R/.agents/skills/d/SKILL.md': `\ufeff${skillText('d')}`,
    'home/.agents/skills/e/SKILL.md': '---\nname: e\ndescription: Use when: three\n---\n',
  };
  await within(layout, async built => {
    const resolution = await resolveIn(built);
    const root = resolution.roots.find(({ label }) => label === '.agents/skills')?.id ?? '';
    const quoted = await fixAllInRoot(nodeFileSystem, resolution, root, 'quote-value');
    assert.deepEqual(
      quoted.map(({ file, text }) => [relative(file, built), text]),
      [
        ['R/.agents/skills/a/SKILL.md', '---\r\nname: a\r\ndescription: "Use when: one"\r\n---\r\n'],
        ['R/.agents/skills/b.md', '---\nname: b\ndescription: "Use when: two"\n---\n'],
      ],
    );
    assert.deepEqual(
      quoted[0]?.edits.map(({ range, newText }) => [range.start.line, newText]),
      [[2, '"Use when: one"']],
    );
    const all = await fixAllInRoot(nodeFileSystem, resolution, root);
    assert.deepEqual(
      all.map(({ file, operations }) => [relative(file, built), operations.length]),
      [
        ['R/.agents/skills/a/SKILL.md', 0],
        ['R/.agents/skills/b.md', 0],
        ['R/.agents/skills/d/SKILL.md', 1],
      ],
    );
  });
});
