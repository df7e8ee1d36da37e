/** The workflows do what they say: what would only be seen on the day of a release is seen here. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { load } from 'js-yaml';

interface Job {
  readonly needs?: string | readonly string[];
  readonly if?: string;
  readonly uses?: string;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly env?: Readonly<Record<string, string>>;
  readonly steps?: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, unknown>>;
  }[];
}

const read = (file: string) => readFileSync(path.resolve(file), 'utf8');
const manifest = JSON.parse(read('package.json'));
const folder = '.github/workflows';
const workflows = readdirSync(path.resolve(folder)).map(file => {
  const text = read(`${folder}/${file}`);
  return { file, text, jobs: (load(text) as { jobs: Readonly<Record<string, Job>> }).jobs };
});

const needsOf = ({ needs = [] }: Job) => [needs].flat();

for (const { file, text, jobs } of workflows) {
  describe(file, () => {
    test('each job waits for jobs that there are', () => {
      for (const job of Object.values(jobs))
        assert.deepEqual(
          needsOf(job).filter(name => !(name in jobs)),
          [],
        );
    });

    test('each job asks only after those that it waits for: of any other the outcome is empty', () => {
      for (const [name, job] of Object.entries(jobs)) {
        const asked = [...JSON.stringify(job).matchAll(/\bneeds\.([\w-]+)/g)].map(([, other]) => other!);
        assert.deepEqual(
          asked.filter(other => !needsOf(job).includes(other)),
          [],
          name,
        );
      }
    });

    test('each npm script that is run is one', () => {
      const run = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script!);
      assert.ok(run.length > 0);
      assert.deepEqual(
        run.filter(script => !(script in manifest.scripts)),
        [],
      );
    });

    test('each job fetches the project before it runs anything of it', () => {
      for (const [name, { steps = [] }] of Object.entries(jobs)) {
        const own = steps.findIndex(({ run = '' }) => /\bnpm (ci|run|test)\b/.test(run));
        const fetched = steps.findIndex(({ uses = '' }) => uses.startsWith('actions/checkout@'));
        if (own >= 0) assert.ok(fetched >= 0 && fetched < own, name);
      }
    });
  });
}

test('the tests run on three systems, with the oldest VS Code of the manifest and the newest', () => {
  const { strategy } = workflows.find(({ file }) => file === 'test.yml')!.jobs.desktop!;
  assert.deepEqual(
    strategy?.matrix.os?.map(system => system.replace(/-.*/, '')),
    ['ubuntu', 'macos', 'windows'],
  );
  assert.deepEqual(strategy?.matrix.vscode, [manifest.engines.vscode.replace('^', ''), 'stable']);
});

test('a release is tested first, and goes to both marketplaces by secrets that the documents name', () => {
  const { jobs, text } = workflows.find(({ file }) => file === 'release.yml')!;
  assert.equal(jobs.test?.uses, './.github/workflows/test.yml');
  for (const name of ['marketplace', 'open-vsx']) {
    assert.deepEqual(needsOf(jobs[name]!), ['package']);
    assert.deepEqual(needsOf(jobs.package!), ['test']);
  }
  const secrets = [...text.matchAll(/secrets\.(\w+)/g)].map(([, secret]) => secret!);
  assert.deepEqual(secrets, ['VSCE_PAT', 'OVSX_PAT']);
  const told = read('CONTRIBUTING.md');
  for (const secret of secrets) assert.ok(told.includes(`\`${secret}\``), secret);
});

test('who publishes it stands in the manifest alone', () => {
  const id = `${manifest.publisher}.${manifest.name}`;
  const naming = ['src', 'test', 'media', 'l10n'].flatMap(top =>
    readdirSync(path.resolve(top), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && /\.(ts|js|mjs|json)$/.test(entry.name))
      .map(entry => path.join(entry.parentPath, entry.name))
      .filter(file => readFileSync(file, 'utf8').includes(id)),
  );
  assert.deepEqual(naming, []);
});
