/** Everything that people read in VS Code is there in Simplified Chinese: no text without, no translation left over. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { codeSpans, linkTargets, placeholders, readTranslatable } from './translatable';

type Texts = Readonly<Record<string, string>>;

const read = (file: string) => readFileSync(path.resolve(file), 'utf8');
const texts = (file: string) => JSON.parse(read(file)) as Texts;
const manifest = JSON.parse(read('package.json'));

/** A translation keeps what is no word of a language: `check` compares it as a set, since a sentence may repeat it. */
function kept(originals: Texts, translations: Texts, check: (text: string) => readonly string[]): string[] {
  const set = (text: string) => [...new Set(check(text))].sort().join(' ');
  return Object.entries(originals)
    .filter(([key, original]) => translations[key] !== undefined && set(original) !== set(translations[key]!))
    .map(([key]) => `${key} → ${translations[key]}`);
}

function looksLikeChinese(translations: Texts): void {
  const having = (pattern: RegExp) =>
    Object.values(translations).filter(text => pattern.test(withoutCode(text)));
  const han = '\\p{Script=Han}';
  assert.deepEqual(having(new RegExp(`${han}[A-Za-z0-9]|[A-Za-z0-9]${han}`, 'u')), [], 'a space is missing');
  assert.deepEqual(having(new RegExp(`${han}[,;:!?()]`, 'u')), [], 'punctuation of half width');
}

/** Code and the targets of links stand as they are. */
function withoutCode(text: string): string {
  return text.replace(/`[^`]*`/g, '').replace(/\]\([^)]*\)/g, ']');
}

function keysAreSorted(translations: Texts): void {
  assert.deepEqual(Object.keys(translations), Object.keys(translations).sort());
}

describe('the manifest in Chinese', () => {
  const english = texts('package.nls.json');
  const chinese = texts('package.nls.zh-cn.json');

  test('has all texts, and none that is left over', () => {
    assert.deepEqual(Object.keys(chinese).sort(), Object.keys(english).sort());
  });

  test('keeps placeholders, code and the commands of links', () => {
    for (const check of [placeholders, codeSpans, linkTargets])
      assert.deepEqual(kept(english, chinese, check), []);
  });

  test('is written as Chinese is', () => looksLikeChinese(chinese));

  test('English has every text that the manifest asks for, and no other', () => {
    const asked = [...JSON.stringify(manifest).matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key!);
    assert.deepEqual([...new Set(asked)].sort(), Object.keys(english).sort());
  });
});

describe('the messages in Chinese', () => {
  const { texts: said, unclear } = readTranslatable(path.resolve('.'));
  const english = Object.fromEntries([...said.keys()].map(key => [key, key]));
  const chinese = texts(path.join(manifest.l10n, 'bundle.l10n.zh-cn.json'));

  test('can be found: every template is known when the sources are read', () => {
    assert.ok(said.size > 500);
    assert.deepEqual(unclear, []);
  });

  test('have all texts', () => {
    const missing = [...said].filter(([key]) => chinese[key] === undefined);
    assert.deepEqual(
      missing.map(([key, [place]]) => `${place}: ${key}`),
      [],
    );
  });

  test('are never joined by hand: what stands between them is up to the language', () => {
    // A line of TOML, and the log.
    const others = ['src/core/fixes/extra-skill-dirs.ts', 'src/vscode/product.ts'];
    const joining = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .map(file => `src/${file.replaceAll('\\', '/')}`)
      .filter(file => file.endsWith('.ts') && /\.join\(['"](?:, |; |: )['"]\)/.test(read(file)));
    assert.deepEqual(joining.sort(), others);
  });

  test('have none that is left over', () => {
    assert.deepEqual(
      Object.keys(chinese).filter(key => !said.has(key)),
      [],
    );
  });

  test('keep placeholders, code and the targets of links', () => {
    for (const check of [placeholders, codeSpans, linkTargets])
      assert.deepEqual(kept(english, chinese, check), []);
  });

  test('keep the blanks around them, by which fragments are joined', () => {
    const ends = (text: string) => [/^\s*/.exec(text)![0], /\s*$/.exec(text)![0]];
    assert.deepEqual(kept(english, chinese, ends), []);
  });

  test('are written as Chinese is', () => looksLikeChinese(chinese));
  test('are sorted, so that two who translate do not collide', () => keysAreSorted(chinese));
});
