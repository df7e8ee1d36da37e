/** Comparing what we say with what was recorded from a product, case by case, on real directories. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { loadProfile } from '../../src/core/profiles/load-profile';
import type { Overrides } from '../../src/core/profiles/profile';
import { resolve } from '../../src/core/resolve';
import type { ProfileId, Resolution } from '../../src/core/types';
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
    readonly skills?: readonly Readonly<Record<string, string | null>>[];
    readonly skipped?: readonly string[];
    readonly prompt?: string;
    readonly error?: string;
  };
}

/** What is recorded of a product. */
export interface Recording {
  readonly profile: ProfileId;
  /** Names of files in `fixtures`. */
  readonly fixtures: readonly string[];
  /** Cases that cannot agree, by id, each with the reason. */
  readonly knownDifferences: Readonly<Record<string, string>>;
  /** Where the packaged skills lie in a case; null where the product has none on disk. */
  readonly builtinDir: string | null;
}

/** Defines one test for each recorded case. A known difference that agrees after all fails, so that the list stays short. */
export function testRecorded(recording: Recording): void {
  for (const file of recording.fixtures) {
    for (const line of readFileSync(path.join('test/conformance/fixtures', file), 'utf8').split('\n')) {
      if (line === '') continue;
      const recorded = JSON.parse(line) as RecordedCase;
      test(`${recording.profile} ${recorded.id}`, async () => {
        const difference = recording.knownDifferences[recorded.id];
        if (difference === undefined) await agrees(recording, recorded);
        else
          await assert.rejects(
            agrees(recording, recorded),
            `agrees now, so take it off the list: ${difference}`,
          );
      });
    }
  }
}

async function agrees(recording: Recording, { tree, workDir, config, expect }: RecordedCase): Promise<void> {
  const layout = buildLayout(tree);
  try {
    const place = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('$ROOT', layout.root)) as T;
    const overrides: Overrides = {
      mergeBrands: config.mergeAllAvailableSkills ?? true,
      extraSkillDirs: place(config.extraSkillDirs ?? []),
      skillsDirs: place(config.skillsDirs ?? []),
      builtinDir: recording.builtinDir === null ? null : layout.at(recording.builtinDir),
    };
    const resolution = await resolve({
      profile: recording.profile,
      workDir: layout.at(workDir),
      home: layout.at('home'),
      environment: {},
      overrides,
    });
    if (expect.error !== undefined) {
      assert.notEqual(resolution.failure, null);
      return;
    }
    assert.equal(resolution.failure, null);
    const skills = resolution.skills.map(({ name, description, type, scope, dir, file }) => {
      return { name, description, type, scope, dir, file };
    });
    assert.deepEqual(
      { roots: rootsOf(resolution), skills },
      place({ roots: expect.roots, skills: expect.skills }),
    );
    for (const candidate of resolution.candidates) {
      assert.notEqual(candidate.reason.template, '');
      assert.notEqual(candidate.verdict, 'ambiguous', 'no recorded case depends on the order of a directory');
    }
    if (expect.skipped !== undefined) assert.deepEqual(skippedOf(resolution), place(expect.skipped));
    if (expect.prompt !== undefined) {
      const { listing } = await loadProfile(recording.profile);
      assert.equal(listing?.(resolution.skills), place(expect.prompt));
    }
  } finally {
    layout.remove();
  }
}

/** kimi-code registers a directory once more for each scope; we say that the second is the first again. */
function rootsOf({ profile, roots }: Resolution): readonly { path: string; scope: string }[] {
  const overridden = roots.some(({ group, verdict }) => group === 'override' && verdict === 'active');
  const registered = new Map<string, { path: string; scope: string }>();
  for (const { verdict, group, path: location, scope } of roots) {
    const isReplaced = overridden && (group === 'brand' || group === 'generic');
    const isOfOtherScope = profile === 'kimi-code' && verdict === 'alias' && !isReplaced;
    if (verdict !== 'active' && !isOfOtherScope) continue;
    const key = `${scope} ${location}`;
    if (!registered.has(key)) registered.set(key, { path: location, scope });
  }
  return [...registered.values()];
}

/** The files that were read and dropped. */
function skippedOf({ candidates }: Resolution): readonly string[] {
  return candidates
    .filter(({ verdict }) => verdict === 'invalid')
    .map(({ file }) => file)
    .sort();
}
