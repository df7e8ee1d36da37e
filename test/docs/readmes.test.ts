/** The READMEs in all languages tell the same: what one of them has, the others have in the same place. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { readmes } from '../host/docs';

interface Section {
  /** As in `##`. */
  readonly level: number;
  readonly title: string;
  /** Everything up to the next heading. */
  readonly body: string;
}

type Texts = Readonly<Record<string, string>>;

const read = (file: string) => readFileSync(path.resolve(file), 'utf8');
const english = sectionsOf('README.md');

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'.split(
  '|',
);

function sectionsOf(file: string): readonly Section[] {
  return read(file)
    .split(/^(?=#{1,6} )/m)
    .map(part => {
      const [, marks = '', title = '', body = ''] = /^(#+) (.*)\n([\s\S]*)$/.exec(part) ?? [];
      return { level: marks.length, title, body };
    });
}

/** What stands in a section, in order, without what is said in words. */
const blocks: Readonly<Record<string, (body: string) => readonly unknown[]>> = {
  'tables, by columns and rows': body =>
    [...prose(body).matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => {
      const rows = table.trimEnd().split('\n');
      return [rows[1]!.split('|').length - 2, rows.length - 2];
    }),
  'items of lists': body => [prose(body).match(/^(?:- |\d+\. )/gm)?.length ?? 0],
  'blocks of code': body =>
    // What the command prints is in the language of the reader, and a test of its own.
    [...body.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, code]) =>
      /^\$ /.test(code!) ? code!.match(/^\$ .*/gm) : [language, code],
    ),
  pictures: body =>
    [...body.matchAll(/media\/readme\/([\w-]+?)(?:-zh-cn)?-(light|dark)\.png/g)].map(([, name, theme]) => [
      name,
      theme,
    ]),
  'widths of pictures': body => body.match(/width="\d+"/g) ?? [],
  'pieces of code': body => unique(prose(body).match(/`[^`\n]+`/g) ?? []),
  figures: body =>
    (
      prose(body)
        .replace(/`[^`\n]+`|\]\([^)]*\)|="[^"]*"/g, ' ')
        .replace(new RegExp(MONTHS.join('|'), 'g'), month => String(MONTHS.indexOf(month) + 1))
        .match(/\d[\d.,]*\d|\d/g) ?? []
    ).sort(),
  // A place in the same document is named after its heading, and each README leads to the others.
  'addresses of links': body => unique(prose(body).match(/\]\((?!#|README)[^)]*\)/g) ?? []),
};

/** Without blocks of code, and without tables that are made from the manifest: a test compares those with it. */
function prose(body: string): string {
  return body.replace(/^```[\s\S]*?^```$/gm, '').replace(/<!-- (\w+): [\s\S]*?<!-- \/\1 -->/g, '');
}

function unique(all: readonly string[]): string[] {
  return [...new Set(all)].sort();
}

/** The ids of the commands that a text names, in bold or in a cell of a table, by their titles in its language. */
function commandsIn(body: string, texts: Texts): string[] {
  const bare = (text: string) => text.replace(/\s+/g, ' ').replace(/…$/, '').toLowerCase();
  const ids = new Map(
    Object.entries(texts)
      .filter(([key]) => key.startsWith('command.'))
      .map(([key, title]) => [bare(title), key]),
  );
  const named = [...prose(body).matchAll(/\*\*([^*|]+)\*\*|\*([^*|\n]+)\*|\| ([^|\n]+) (?=\|)/g)];
  return unique(named.flatMap(([, ...found]) => ids.get(bare(found.find(Boolean) ?? '')) ?? []));
}

for (const { file, language } of readmes().filter(one => one.language !== '')) {
  const others = sectionsOf(file);

  describe(file, () => {
    test('has the same headings, level by level', () => {
      assert.deepEqual(
        others.map(({ level }) => level),
        english.map(({ level }) => level),
      );
    });

    for (const [index, { title, body }] of english.entries()) {
      const other = others[index]?.body ?? '';
      for (const [what, found] of Object.entries(blocks))
        test(`${title}: ${what}`, () => assert.deepEqual(found(other), found(body)));

      test(`${title}: commands`, () => {
        const own = `package.nls.${language}.json`;
        assert.ok(existsSync(path.resolve(own)));
        assert.deepEqual(
          commandsIn(other, JSON.parse(read(own))),
          commandsIn(body, JSON.parse(read('package.nls.json'))),
        );
      });
    }

    test('shows its own pictures', () => {
      const all = read(file).match(/media\/readme\/[\w-]+\.png/g) ?? [];
      assert.deepEqual(
        all.filter(picture => !picture.includes(`-${language}-`)),
        [],
      );
    });

    test('ends no line between two characters of Chinese, where a blank would be seen', () => {
      const seen = prose(read(file)).match(/^.*[\p{Script=Han}*]\n\*{0,2}\p{Script=Han}.*$/gmu) ?? [];
      assert.deepEqual(seen, []);
    });
  });
}
