/**
 * Texts that nobody would write, to every reader of skill files: each costs no more than in proportion to its length, so
 * that a file of the largest size that is read holds nothing up.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROFILE_IDS } from '../../../src/core/products';
import { loadProfile } from '../../../src/core/profiles/load-profile';
import { matter } from './answers';

/** What is repeated. */
const PIECES: readonly string[] = [
  '\n',
  ' ',
  '\t',
  '\r',
  '\u2028',
  '-',
  '--- ',
  '---x\n',
  ': ',
  ':\n',
  'a: b: c\n',
  'description: |\n',
  '"',
  "'",
  '\\"',
  ' #',
  '[',
  ',',
  '<',
  '*a ',
  '%\n',
  '? ',
  '- ',
  '\ta: b\n',
];

/** Where it stands, so that each part of a reader comes upon it: in YAML that holds and that does not, mended or not. */
const PLACES: Readonly<Record<string, (many: string) => string>> = {
  'without dashes': many => many,
  'behind the dashes': many => `---${many}x\nname: x\n---\n`,
  'on lines of dashes': many => `---\nname: x\n${many.replaceAll('\n', '\n---')}`,
  'before the keys': many => matter(`${many}name: x`, 'description: d'),
  'in place of a name': many => matter(many, 'description: d', 'list: []'),
  'below the keys': many => matter('name: x', 'description: d', many, 'list: []'),
  'in a value': many => matter('name: x', `description: d${many}x\ry\u2028z`, 'fault: a: b'),
  'behind a colon': many => matter('fault: @x', `name:${many}x\ry`, 'description: d'),
  'in a second line': many => matter('name: x', `  ${many}a b: c`, 'description: d'),
  'in quotes that stay open': many => matter('name: x', `description: '${many}`),
  'in brackets': many => matter('name: x', 'description: d', `list: [${many}] x`),
  'in the body': many => `${matter('name: x')}#${many}x`,
};

/** Lines, each with its number, up to a length. */
function lines(length: number, line: (number: number) => string): string {
  let text = '';
  for (let number = 0; text.length < length; number++) text += `${line(number)}\n`;
  return text.trimEnd();
}

const keyed = (more: (length: number) => string) => (length: number) =>
  matter('name: x', 'description: d', 'list: []', more(length));

/** What is more than one piece over and over, by its length. */
const TEXTS: Readonly<Record<string, (length: number) => string>> = {
  'many keys': keyed(length => lines(length, key => `k${key}: v`)),
  'many keys in brackets': keyed(length => `m: {${lines(length, key => `k${key}: v,`)}}`),
  'nothing but keys in brackets': length =>
    matter(`{name: x, description: d, ${lines(length, key => `k${key}: v,`)}}`),
  'many keys on one line': length => matter(lines(length, key => `"k${key}": "v"`).replaceAll('\n', ' ')),
  'many keys with question marks': keyed(length => lines(length, key => `? k${key}`)),
  'one key over and over': keyed(length => lines(length, () => 'name: y')),
  'many anchors': keyed(length => lines(length, key => `k${key}: &a${key} v`)),
  'many aliases of one anchor': keyed(length => `a: &a v\n${lines(length, key => `k${key}: *a`)}`),
  'an alias of each anchor': keyed(length => lines(length, key => `k${key}: &a${key} v\nl${key}: *a${key}`)),
  'aliases that double': keyed(length =>
    lines(length, key => (key === 0 ? 'a0: &a0 [x]' : `a${key}: &a${key} [*a${key - 1}, *a${key - 1}]`)),
  ),
  'many merges': keyed(length => `a: &a {b: c}\n${lines(length, key => `k${key}: {<<: *a}`)}`),
  'many tags': keyed(length => lines(length, key => `k${key}: !t${key} v`)),
  'a long list': keyed(length => `l:\n${lines(length, item => ` - v${item}`)}`),
  'a long list of tools': keyed(length => `allowed-tools:\n${lines(length, item => ` - v${item}`)}`),
  'many paths': keyed(length => `paths:\n${lines(length, item => ` - v${item}`)}`),
  'much metadata': keyed(length => `metadata:\n${lines(length, key => ` k${key}: v`)}`),
  'many blocks of text': keyed(length => lines(length, key => `k${key}: |\n  x`)),
  'deeper and deeper': keyed(length => lines(length, level => `${' '.repeat(level)}k:`)),
  'deep over and over': keyed(length => lines(length, key => `${' '.repeat(key % 60)}k${key}:`)),
  'brackets in brackets': keyed(length => `x: ${'['.repeat(length / 2)}${']'.repeat(length / 2)}`),
  'many faults': keyed(length => lines(length, key => `k${key}: [draft] b`)),
  'one long fault': keyed(length => `k: [${'draft '.repeat(length / 6)}] b`),
  'tabs that indent': keyed(length => lines(length, () => 'x:\n\ty: z')),
  'a long word behind the dashes': length => `---${'a'.repeat(length)}\nname: x\n---\n`,
  JSON: length => `---json\n{"name":"x","description":"d","x":[${'0,'.repeat(length / 2)}0]}\n---\n`,
  'a long diagram': length =>
    `${matter('name: x', 'description: d', 'type: flow')}\n\`\`\`mermaid\nflowchart TD\n${lines(length, node => `a${node} --> a${node + 1}`)}\n\`\`\`\n`,
  'many fences': length =>
    `${matter('name: x', 'description: d', 'type: flow')}${'```mermaid\n'.repeat(length / 11)}`,
};

/** By the length of the text that they make. */
function* shapes(): Generator<readonly [string, (length: number) => string]> {
  for (const [place, textWith] of Object.entries(PLACES)) {
    for (const piece of PIECES)
      yield [
        `${JSON.stringify(piece)} ${place}`,
        length => textWith(piece.repeat(Math.ceil(length / piece.length))),
      ];
  }
  yield* Object.entries(TEXTS);
}

const LENGTH = 1_000;
const TIMES_LONGER = 4;
/** What is proportional grows by four, what grows with the square by sixteen. */
const STEEP = 10;
/** Milliseconds below which nothing can be told, and nothing is slow. */
const NOISE = 2;
/** A machine that does something else in between can spoil some, but hardly all. */
const TRIES = 8;

/** Time of this process alone, so that it does not matter what else runs. */
async function timeOf(parse: (text: string) => unknown, text: string): Promise<number> {
  const before = process.cpuUsage();
  await parse(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Whether four times the text takes far more than four times as long, however often it is tried. */
async function isSteep(
  parse: (text: string) => unknown,
  shape: (length: number) => string,
): Promise<boolean> {
  const long = shape(LENGTH * TIMES_LONGER);
  let ofLong = await timeOf(parse, long);
  if (ofLong < NOISE) return false;
  const short = shape(LENGTH);
  let ofShort = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    ofShort = Math.min(ofShort, await timeOf(parse, short));
    if (ofLong < NOISE || ofLong / ofShort < STEEP) return false;
    ofLong = Math.min(ofLong, await timeOf(parse, long));
  }
  return true;
}

async function steepOnes(parse: (text: string) => unknown): Promise<readonly string[]> {
  const steep: string[] = [];
  for (const [name, shape] of shapes()) if (await isSteep(parse, shape)) steep.push(name);
  return steep;
}

for (const id of PROFILE_IDS) {
  test(`${id}: no text costs more than in proportion to its length`, async () => {
    const { parse } = await loadProfile(id);
    assert.deepEqual(await steepOnes(text => parse(text, 'x', 'directory')), []);
  });
}

test('what grows with the square is told from what does not', async () => {
  const square = ({ length }: string) => {
    let sum = 0;
    for (let one = 0; one < length; one++) for (let other = 0; other < length; other++) sum += one ^ other;
    return sum;
  };
  const straight = (text: string) => JSON.stringify([...text].sort());
  const shape = (length: number) => ' '.repeat(length);
  assert.equal(await isSteep(square, shape), true);
  assert.equal(await isSteep(straight, shape), false);
});
