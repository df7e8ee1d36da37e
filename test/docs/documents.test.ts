/** What the documents say is so: tables, pictures, versions, files. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { readmes, withTables } from '../host/docs';
import { readPng } from '../host/png';

const read = (file: string) => readFileSync(path.resolve(file), 'utf8');
const manifest = JSON.parse(read('package.json'));

describe('a README', () => {
  test('is there', () => assert.ok(readmes().some(({ language }) => language === '')));

  for (const { file, language } of readmes()) {
    test(`${file}: its tables are those of the manifest and the profiles (npm run docs)`, async () => {
      assert.equal(await withTables(file, language), read(file));
    });

    test(`${file}: every picture is there, in both themes, with words for those who do not see it`, () => {
      const text = read(file);
      const sources = [...text.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, source]) => source!);
      assert.ok(sources.length > 0);
      assert.deepEqual(
        sources.filter(source => !existsSync(path.resolve(source))),
        [],
      );
      for (const [whole, light] of text.matchAll(/<img src="([^"]+)"[^>]*>/g)) {
        assert.match(whole, /alt="[^"]{10,}"/);
        assert.ok(sources.includes(light!.replace('-light.', '-dark.')), `${light} has a dark twin`);
      }
    });

    test(`${file}: every command that it names is one`, () => {
      const nls = JSON.parse(
        read(
          existsSync(`package.nls.${language}.json`) ? `package.nls.${language}.json` : 'package.nls.json',
        ),
      );
      const titles = new Set(
        manifest.contributes.commands.map(({ title }: { title: string }) => nls[title.slice(1, -1)]),
      );
      const first = [...read(file).matchAll(/^\| \*\*([^*]+)\*\*/gm)].map(([, title]) => title!);
      assert.deepEqual(
        first.filter(title => !titles.has(title)),
        [],
      );
    });
  }

  test('no picture is kept that none shows', () => {
    const shown = readmes()
      .map(({ file }) => read(file))
      .join('\n');
    const kept = readdirSync(path.resolve('media', 'readme'));
    assert.deepEqual(
      kept.filter(name => !shown.includes(`media/readme/${name}`)),
      [],
    );
  });

  test('pictures of one thing have one size in both themes', () => {
    const folder = path.resolve('media', 'readme');
    for (const name of readdirSync(folder).filter(one => one.endsWith('-light.png'))) {
      // Their own format is the one with a palette: the size stands in the same place in every PNG.
      const [light, dark] = [name, name.replace('-light.', '-dark.')].map(one => {
        const file = readFileSync(path.join(folder, one));
        return [file.readUInt32BE(16), file.readUInt32BE(20)];
      });
      assert.deepEqual(light, dark, name);
    }
  });
});

describe('the manifest', () => {
  test('names pictures that are there: an icon of 256 by 256, and one for each step of the walkthrough', () => {
    const icon = readFileSync(path.resolve(manifest.icon));
    assert.deepEqual([icon.readUInt32BE(16), icon.readUInt32BE(20)], [256, 256]);
    assert.doesNotThrow(() => readPng(icon));
    const steps: { media: { svg: string } }[] = manifest.contributes.walkthroughs[0].steps;
    assert.equal(steps.length, 6);
    for (const { media } of steps) {
      const drawing = read(media.svg);
      // A colour of its own would be wrong in some theme.
      assert.doesNotMatch(drawing, /#[0-9a-f]{3,8}\b|rgb\(/i);
      assert.match(drawing, /fill="var\(--vscode-/);
    }
  });

  test('asks for the oldest VS Code that is tested, and for no interface newer than that', () => {
    const oldest = manifest.engines.vscode.replace(/^\^/, '');
    assert.match(
      manifest.devDependencies['@types/vscode'],
      new RegExp(`^${oldest.split('.').slice(0, 2).join('\\.')}\\.`),
    );
    const short = oldest.split('.').slice(0, 2).join('.');
    assert.match(read('README.md'), new RegExp(`VS Code ${short} or newer`));
    assert.match(read('.github/workflows/test.yml'), new RegExp(`${oldest.replaceAll('.', '\\.')}`));
    assert.match(read('CONTRIBUTING.md'), new RegExp(`VS Code ${short}\\b`));
  });
});

describe('documents', () => {
  for (const file of [
    'README.md',
    'README.zh-cn.md',
    'CONTRIBUTING.md',
    'ARCHITECTURE.md',
    'SECURITY.md',
    'CHANGELOG.md',
  ]) {
    test(`${file}: what it links to is there`, () => {
      const links = [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => link!);
      assert.deepEqual(
        links.filter(link => !existsSync(path.resolve(link))),
        [],
      );
    });
  }

  test('ARCHITECTURE.md: every file and folder that it names is there', () => {
    const named = [...read('ARCHITECTURE.md').matchAll(/`((?:src|test|media)\/[\w./-]+)`/g)].map(
      ([, name]) => name!,
    );
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter(name => !existsSync(path.resolve(name))),
      [],
    );
  });
});
