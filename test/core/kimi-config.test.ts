import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type KimiConfig, readKimiConfig } from '../../src/core/kimi-config';
import { renderMessage } from '../../src/core/message';
import { parsePythonJson } from '../../src/core/python-json';
import { readTomlOutline } from '../../src/core/toml-outline';

const read = (text: string | Uint8Array, path = '/home/kim/.kimi/config.toml'): Promise<KimiConfig> =>
  readKimiConfig({ bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text, path });

/** One line that tells all of an outcome. */
function outcome({ mergeAllAvailableSkills, extraSkillDirs, failure, ineffective }: KimiConfig): string {
  const rest = ineffective.map(({ code, key, line }) => ` ${code}(${key}:${line})`).join('');
  if (!failure) return `merge=${mergeAllAvailableSkills} extra=${JSON.stringify(extraSkillDirs)}${rest}`;
  assert.equal(mergeAllAvailableSkills, true);
  assert.deepEqual(extraSkillDirs, []);
  const place = [failure.line, failure.column].filter(part => part !== undefined).join(':');
  return `${failure.code}@${place}${rest}`;
}

const nothing = 'merge=true extra=[]';

test('TOML', async t => {
  const table: [text: string, expected: string][] = [
    ['', nothing],
    ['# nothing\n\n', nothing],
    ['unknown = 1\n[unknown_too]\nx = 2\n', nothing],
    ['merge_all_available_skills = false', 'merge=false extra=[]'],
    [
      'extra_skill_dirs = ["a", \'C:\\b\', "", """c\nd"""]',
      `merge=true extra=${JSON.stringify(['a', 'C:\\b', '', 'c\nd'])}`,
    ],
    [
      'extra_skill_dirs = [\n  "a", # one\n  "b",\n]\r\nmerge_all_available_skills = true',
      'merge=true extra=["a","b"]',
    ],
    ['a = 1\rmerge_all_available_skills = false\r', 'merge=false extra=[]'],
    ['"extra_skill_dirs" = ["a"]', 'merge=true extra=["a"]'],
    ['constructor = 1\n__proto__ = 2\ntoString = 3', nothing],
    ['big = 99999999999999999999', nothing],
    // Rule 84: what the two keys may hold.
    ['extra_skill_dirs = "a"', 'invalid-extra@1'],
    ['\nextra_skill_dirs = ["a", 1]', 'invalid-extra@2'],
    ['extra_skill_dirs = [["a"]]', 'invalid-extra@1'],
    ['extra_skill_dirs = [1979-05-27]', 'invalid-extra@1'],
    ['[extra_skill_dirs]', 'invalid-extra@'],
    ['extra_skill_dirs = ["a\\u0000"]', 'nul-in-extra@1'],
    // Rule 84: references.
    ['default_model = ""', nothing],
    ['default_model = "m"', 'unknown-default-model@'],
    ['default_model = "toString"', 'unknown-default-model@'],
    ['default_model = 1', 'invalid-default-model@'],
    ['models = 1', 'invalid-models@'],
    ['[models]\nm = 1', 'invalid-models@'],
    ['default_model = "m"\n[models.m]\nprovider = "p"\n[providers.p]', nothing],
    ['[models.m]\nprovider = "p"', 'unknown-provider@'],
    ['[models.m]', 'unknown-provider@'],
    // Rule 85: keys that do nothing.
    ['[loop_control]\nextra_skill_dirs = ["a"]', `${nothing} inside-table(extra_skill_dirs:2)`],
    [
      '[mcp.client]\n\nmerge_all_available_skills = false',
      `${nothing} inside-table(merge_all_available_skills:3)`,
    ],
    ['skills = { a = 1, extra_skill_dirs = [] }', `${nothing} inside-table(extra_skill_dirs:1)`],
    ['skills.extra_skill_dirs = []', `${nothing} inside-table(extra_skill_dirs:1)`],
    ['[[hooks]]\nx = 1\n[[hooks]]\nextraSkillDirs = []', `${nothing} inside-table(extraSkillDirs:4)`],
    ['extraSkillDirs = ["a"]', `${nothing} wrong-spelling(extraSkillDirs:1)`],
    ['Extra_Skill_Dirs = ["a"]', `${nothing} wrong-spelling(Extra_Skill_Dirs:1)`],
    ['extra-skill-dirs = ["a"]', `${nothing} wrong-spelling(extra-skill-dirs:1)`],
    ['extra_skills_dirs = ["a"]', `${nothing} wrong-spelling(extra_skills_dirs:1)`],
    ['mergeAllAvailableSkills = false', `${nothing} wrong-spelling(mergeAllAvailableSkills:1)`],
    [
      'extra_skill_dirs = ["a"]\n[x]\nextra_skill_dirs = ["b"]',
      'merge=true extra=["a"] inside-table(extra_skill_dirs:3)',
    ],
    ['note = """\n[x]\nextra_skill_dirs = 1\n"""\n# extra_skill_dirs = 1', nothing],
    // Rule 86: what is no TOML at all.
    ['\uFEFFa = 1', 'bom@1:1'],
    ['extra_skill_dirs = []\na = 1\nextra_skill_dirs = ["a"]', 'duplicate-key@3:1'],
    ['[a]\n[b]\n[a]', 'duplicate-key@3:2'],
    ['extra_skill_dirs = ["C:\\Users\\kim"]', 'bad-escape@1:26'],
    ['a = "\\q"', 'bad-escape@1:7'],
    ['{"extra_skill_dirs": []}', 'json-in-toml@1:1'],
    ['\n{\n}', 'json-in-toml@2:1'],
    ['a = True', 'toml-syntax@1:5'],
    ['a', 'toml-syntax@1:1'],
    ['a = 1\nb = "x\n', 'toml-syntax@2:7'],
    ['a = ["x" "y"]', 'toml-syntax@1:10'],
    // kimi-cli's parser stops at TOML 1.0.
    ['a = { b = 1, }', 'toml-too-new@1'],
    ['a = {\n b = 1 }', 'toml-too-new@1'],
    ['x = 1\na = "\\e"', 'toml-too-new@2'],
    ['a = "\\x41"', 'toml-too-new@1'],
    ['a = 07:32', 'toml-too-new@1'],
    ['a = { b = [1,\n2,], c = """x\ny""" }\nb = \'\\e\'\nc = "\\\\e"\nd = 1979-05-27 07:32:00', nothing],
  ];
  for (const [text, expected] of table)
    await t.test(JSON.stringify(text), async () => assert.equal(outcome(await read(text)), expected));
});

test('JSON', async t => {
  const table: [text: string, expected: string][] = [
    ['{}', nothing],
    ['{"merge_all_available_skills": false, "extra_skill_dirs": ["a"]}', 'merge=false extra=["a"]'],
    ['{"extra_skill_dirs": ["a"],\n"extra_skill_dirs": ["b"]}', 'merge=true extra=["b"]'],
    ['{"temperature": NaN, "x": [-Infinity, 1e400]}', nothing],
    ['{"__proto__": {"extra_skill_dirs": 1}}', `${nothing} inside-table(extra_skill_dirs:1)`],
    ['{"extra_skill_dirs": null}', 'invalid-extra@1'],
    ['{"extra_skill_dirs": [null]}', 'invalid-extra@1'],
    ['{\n"extra_skill_dirs": {}}', 'invalid-extra@2'],
    ['{"extra_skill_dirs": ["a\\u0000"]}', 'nul-in-extra@1'],
    ['{"default_model": null}', 'invalid-default-model@'],
    ['{\n"loop_control": {\n"extra_skill_dirs": []}}', `${nothing} inside-table(extra_skill_dirs:3)`],
    ['{"extraSkillDirs": []}', `${nothing} wrong-spelling(extraSkillDirs:1)`],
    ['[]', 'not-a-table@1'],
    ['null', 'not-a-table@1'],
    ['', 'json-syntax@1:1'],
    ['{"a": 1,}', 'json-syntax@1:9'],
    ['{"a": 1} x', 'json-syntax@1:10'],
    ['{"a":\n "\t"}', 'json-syntax@2:3'],
    ['{a: 1}', 'json-syntax@1:2'],
    ['{"a": 01}', 'json-syntax@1:8'],
    ['// note\n{}', 'json-syntax@1:1'],
    [`${'['.repeat(100_000)}`, 'json-syntax@1:902'],
    ['\uFEFF{}', 'bom@1:1'],
    ['extra_skill_dirs = ["a"]', 'toml-in-json@1:1'],
    ['# note\n[x]', 'toml-in-json@1:1'],
    ['\n[loop_control]\n', 'toml-in-json@2:2'],
  ];
  for (const [text, expected] of table)
    await t.test(JSON.stringify(text.slice(0, 80)), async () =>
      assert.equal(outcome(await read(text, 'config.JSON')), expected),
    );
});

test('the suffix tells the format (rule 81)', async () => {
  for (const path of ['a.json', 'A.JSON', '/x.toml/a.Json'])
    assert.equal((await read('{}', path)).failure, null, path);
  for (const path of ['a.toml', '.json', 'json', '/x.json/config', 'a.json.bak'])
    assert.equal((await read('{}', path)).failure?.code, 'json-in-toml', path);
});

test('what counts as a truth value (rule 84)', async () => {
  const yes = [
    'true',
    '1',
    '1.0',
    '1e0',
    '0x1',
    ...['true', 'TRUE', 't', 'Yes', 'y', 'oN', '1'].map(word => `"${word}"`),
  ];
  const no = [
    'false',
    '0',
    '-0',
    '0.0',
    '-0.0',
    ...['false', 'F', 'no', 'N', 'OFF', '0'].map(word => `"${word}"`),
  ];
  const neither = ['2', '-1', '0.5', 'nan', 'inf', '99999999999999999999', '[]', '{}', '1979-05-27'];
  neither.push(
    ...['maybe', '', ' true', 'true ', '\\ttrue', '1.0', '2', 'ye\u017F'].map(word => `"${word}"`),
  );
  const merge = async (value: string): Promise<boolean | string> => {
    const { failure, mergeAllAvailableSkills } = await read(`merge_all_available_skills = ${value}`);
    return failure?.code ?? mergeAllAvailableSkills;
  };
  for (const value of yes) assert.equal(await merge(value), true, value);
  for (const value of no) assert.equal(await merge(value), false, value);
  for (const value of neither) assert.equal(await merge(value), 'invalid-merge', value);
  assert.equal((await read('{"merge_all_available_skills": null}', 'a.json')).failure?.code, 'invalid-merge');
});

test('bytes that are not UTF-8', async () => {
  const bytes = (latin1: string): Uint8Array => Uint8Array.from(Buffer.from(latin1, 'latin1'));
  const table: [content: string, expected: string][] = [
    ['a = 1\nb = "\xE9"\nc = 2\n', 'not-utf8@2'],
    ['# \xC3', 'not-utf8@1'],
    ['# \xED\xA0\x80', 'not-utf8@1'],
    ['\xFF\xFEa\0', 'not-utf8@1'],
  ];
  for (const [content, expected] of table) assert.equal(outcome(await read(bytes(content))), expected);
});

test('the line of the list is told, so that its entries can be pointed at', async () => {
  assert.equal((await read('a = 1\n\nextra_skill_dirs = []')).extraSkillDirsLine, 3);
  assert.equal((await read('a = 1')).extraSkillDirsLine, undefined);
  assert.equal((await read('{"a": 1,\n"extra_skill_dirs": []}', 'a.json')).extraSkillDirsLine, 2);
});

test('messages say what to do', async () => {
  const said = async (text: string): Promise<string> => {
    const { failure, ineffective } = await read(text);
    const found = failure ?? ineffective[0];
    assert.ok(found);
    return renderMessage(found.message);
  };
  const table: [text: string, expected: string][] = [
    [
      'extra_skill_dirs = []\n\nextra_skill_dirs = ["a"]',
      'extra_skill_dirs is set on line 1 and again on line 3: keep one of them',
    ],
    [
      '[mcp.client]\nextra_skill_dirs = []',
      'extra_skill_dirs on line 2 belongs to the table [mcp.client], so kimi-cli ignores it: move it above the first table',
    ],
    [
      '[mine]\nextra_skill_dirs = []',
      'extra_skill_dirs on line 2 belongs to a table, so kimi-cli ignores it: move it above the first table',
    ],
    [
      'extraSkillDirs = []',
      'extraSkillDirs on line 1 is not a key of kimi-cli, which ignores it: write extra_skill_dirs',
    ],
    ['extra_skill_dirs = ["a", 2]', 'extra_skill_dirs must be a list of strings, and its entry 2 is none'],
  ];
  for (const [text, expected] of table) assert.equal(await said(text), expected);
});

test('a secret in the file is never repeated', async () => {
  const secret = 'sk-SECRET';
  const lines = [
    `api_key = "${secret}`,
    `api_key = "${secret}\\q"`,
    `api_key = ${secret}`,
    `${secret} = 1\n${secret} = 2`,
    `["${secret}"]\nextra_skill_dirs = []`,
    `extra_skill_dirs = "${secret}"`,
    `default_model = "${secret}"`,
    `[models.${secret}]\nprovider = "${secret}"`,
    `{"api_key": "${secret}"}`,
    `{"api_key": "${secret}`,
    `api_key = "${secret}"\nextra_skill_dirs = ["a"]`,
  ];
  for (const text of lines)
    for (const path of ['config.toml', 'config.json']) {
      const told = JSON.stringify(await read(text, path));
      assert.ok(!told.includes('SECRET'), `${text}: ${told}`);
    }
});

test('the outline of a TOML text', () => {
  const table: [text: string, expected: string][] = [
    ['a.b = 1\n"c d".\'e\' = 2', 'a/b:1 c d/e:2'],
    ['[ x . y ]\na = 1\n[[z]] # note\nb = 2', 'x/y/a:2 z/b:4'],
    ['a = { b = 1, c = { d = 2 } }\ne = 3', 'a:1 a/b:1 a/c:1 a/c/d:1 e:2'],
    ['a = [{ b = 1 }, { c = 2 }]', 'a:1 a/b:1 a/c:1'],
    ['a = """x""""\nb = 1', 'a:1 b:2'],
    ["a = '''\nx = 1\n'''\nb = '\\'\nc = 1", 'a:1 b:4 c:5'],
    ['a = "\\"" # x = 1\nb = ""\nc = """"""\nd = 1', 'a:1 b:2 c:3 d:4'],
    ['a = """x \\\n  y"""\nb = 1', 'a:1 b:3'],
    ['= 1\n] }\na = [}\n]\nb', 'a:3 b:5'],
  ];
  for (const [text, expected] of table) {
    const keys: string[] = [];
    readTomlOutline(text, (path, key, line) => keys.push(`${[...path, key].join('/')}:${line}`));
    assert.equal(keys.join(' '), expected, text);
  }
});

test('JSON as Python reads it', () => {
  const table: [text: string, expected: unknown][] = [
    ['"\\u0041\\n\\/\\ud800"', 'A\n/\ud800'],
    [' [1, -0.5e+2, true, null]\r\n', [1, -50, true, null]],
    ['NaN', Number.NaN],
  ];
  for (const [text, expected] of table) {
    const parsed = parsePythonJson(text);
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.value, expected);
  }
  for (const text of [
    '"\\x41"',
    '"\\u12G4"',
    '1.',
    '+1',
    '.5',
    '-',
    "'a'",
    '[1 2]',
    '{"a" 1}',
    '"a',
    '\u00A01',
  ])
    assert.equal(parsePythonJson(text).ok, false, text);
});
