/** Every outcome recorded from kimi-cli 1.49, on real directories. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { profileOf, resolve } from '../../src/core/resolve';
import { buildLayout, type Layout } from '../layout';

interface RecordedCase {
  readonly id: string;
  readonly tree: Layout;
  readonly workDir: string;
  readonly config: {
    readonly mergeAllAvailableSkills?: boolean;
    readonly extraSkillDirs?: readonly string[];
    readonly skillsDirs?: readonly string[];
  };
  readonly expect: {
    readonly roots?: readonly { path: string; scope: string }[];
    readonly skills?: readonly Record<string, string>[];
    readonly prompt?: string;
    readonly error?: string;
  };
}

/** Cases that cannot agree, each with the reason. At most three of the first file, none of them a layout. */
const KNOWN_DIFFERENCES: Readonly<Record<string, string>> = {};

for (const file of ['kimi-cli.jsonl', 'kimi-cli-fuzz.jsonl']) {
  for (const line of readFileSync(path.join('test/conformance/fixtures', file), 'utf8').split('\n')) {
    if (line === '') continue;
    const recorded = JSON.parse(line) as RecordedCase;
    test(recorded.id, async () => {
      const difference = KNOWN_DIFFERENCES[recorded.id];
      if (difference === undefined) await agrees(recorded);
      else await assert.rejects(agrees(recorded), `agrees now, so take it off the list: ${difference}`);
    });
  }
}

async function agrees({ tree, workDir, config, expect }: RecordedCase): Promise<void> {
  const layout = buildLayout(tree);
  try {
    const place = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('$ROOT', layout.root)) as T;
    const resolution = await resolve({
      profile: 'kimi-cli',
      workDir: layout.at(workDir),
      home: layout.at('home'),
      environment: {},
      overrides: {
        mergeBrands: config.mergeAllAvailableSkills ?? true,
        extraSkillDirs: place(config.extraSkillDirs ?? []),
        skillsDirs: place(config.skillsDirs ?? []),
        builtinDir: layout.at('builtin'),
      },
    });
    if (expect.error !== undefined) {
      assert.notEqual(resolution.failure, null);
      return;
    }
    assert.equal(resolution.failure, null);
    const roots = resolution.roots
      .filter(root => root.verdict === 'active')
      .map(root => ({ path: root.path, scope: root.scope }));
    const skills = resolution.skills.map(({ name, description, type, scope, dir, file }) => {
      return { name, description, type, scope, dir, file };
    });
    assert.deepEqual({ roots, skills }, place({ roots: expect.roots, skills: expect.skills }));
    for (const candidate of resolution.candidates) {
      assert.notEqual(candidate.reason.template, '');
      assert.notEqual(candidate.verdict, 'ambiguous', 'no recorded case depends on the order of a directory');
    }
    if (expect.prompt !== undefined) {
      assert.equal(profileOf('kimi-cli').listing(resolution.skills), place(expect.prompt));
    }
  } finally {
    layout.remove();
  }
}
