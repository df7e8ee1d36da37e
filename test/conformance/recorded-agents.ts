/** Comparing what we say with what was recorded from an agent beside the two Kimis, case by case, on real directories. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { productOf } from '../../src/core/products';
import { resolve } from '../../src/core/resolve';
import type { ProfileId, Resolution, Skill } from '../../src/core/types';
import { type BuiltLayout, buildLayout, type Layout } from '../layout';

/** A skill as it was recorded: fields that a product does not give are not there. */
export type RecordedSkill = Readonly<Record<string, unknown>> & {
  readonly name: string;
  readonly file: string | null;
};

export interface RecordedCase {
  readonly id: string;
  readonly about: string;
  readonly tree: Layout;
  readonly workDir: string;
  /** Variables by name, or one as a shell has it. */
  readonly env?: Readonly<Record<string, string>> | string;
  readonly args?: readonly string[];
  readonly via?: string;
  readonly expect: {
    readonly skills: readonly RecordedSkill[];
    readonly skipped?: readonly { readonly file: string | null; readonly reason: string }[];
  };
  readonly [more: string]: unknown;
}

export interface AgentRecording {
  readonly profile: ProfileId;
  /** Name of the file in `fixtures`. */
  readonly fixture: string;
  /** Cases that cannot agree, by id, each with the reason: at most 2 in 100, and none about which of two copies wins. */
  readonly knownDifferences: Readonly<Record<string, string>>;
  /** Whether the product's own order was recorded, so that ours must be the same. */
  readonly ordered: boolean;
  /** What was recorded of a skill beside its name and file, from ours: same keys, `undefined` where one is not there. */
  readonly fields: (skill: Skill) => Readonly<Record<string, unknown>>;
  /** Cases that ask the product something that we do not answer, each with the reason. */
  readonly leftOut?: (recorded: RecordedCase) => string | undefined;
  /** What we say in answer to a case, where that is not all that the product lists. */
  readonly answer?: (recorded: RecordedCase, resolution: Resolution) => readonly RecordedSkill[] | undefined;
  /** Fields that a case tells nothing of, though they are recorded. */
  readonly untold?: (recorded: RecordedCase) => readonly string[];
  /** What else a case tells. */
  readonly check?: (recorded: RecordedCase, resolution: Resolution, layout: BuiltLayout) => void;
}

/** The least share of cases that must agree. */
const LEAST_AGREEING = 0.98;

/** Defines one test for each recorded case, and one for how many of them agree. */
export function testRecordedAgent(recording: AgentRecording): void {
  const { profile, fixture, knownDifferences } = recording;
  const cases = readFileSync(path.join('test/conformance/fixtures', fixture), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as RecordedCase);
  for (const recorded of cases) {
    const difference = knownDifferences[recorded.id];
    const reason = recording.leftOut?.(recorded);
    if (reason !== undefined) continue;
    test(`${profile} ${recorded.id}: ${recorded.about}`, async () => {
      if (difference === undefined) await agrees(recording, recorded);
      else
        await assert.rejects(
          agrees(recording, recorded),
          `agrees now, so take it off the list: ${difference}`,
        );
    });
  }
  test(`${profile}: most recorded outcomes agree`, context => {
    const ids = new Set(cases.map(({ id }) => id));
    for (const id of Object.keys(knownDifferences)) assert.ok(ids.has(id), `no such case: ${id}`);
    const asked = cases.filter(one => recording.leftOut?.(one) === undefined);
    const agreeing = asked.length - Object.keys(knownDifferences).length;
    assert.ok(agreeing >= asked.length * LEAST_AGREEING, `${agreeing} of ${asked.length}`);
    const leftOut = cases.length - asked.length;
    const rest = leftOut > 0 ? `, ${leftOut} of the records are no such question` : '';
    context.diagnostic(`${productOf(profile).name}: ${agreeing} of ${asked.length} agree${rest}`);
    for (const [id, why] of Object.entries(knownDifferences)) context.diagnostic(`  ${id} differs: ${why}`);
    for (const one of cases) {
      const why = recording.leftOut?.(one);
      if (why !== undefined) context.diagnostic(`  ${one.id} is no such question: ${why}`);
    }
  });
}

async function agrees(recording: AgentRecording, recorded: RecordedCase): Promise<void> {
  const { profile, ordered, fields, check, answer, untold } = recording;
  const { tree, workDir, env = {}, args = [], expect } = recorded;
  const layout = buildLayout(tree);
  try {
    const place = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('$ROOT', layout.root)) as T;
    const resolution = await resolve({
      profile,
      workDir: layout.at(workDir),
      home: layout.at('home'),
      environment: place(environmentOf(env)),
      overrides: { arguments: place(args), systemDir: layout.at('etc'), builtinDir: null },
    });
    // What comes with a program lies in a cache of its own, which no layout has.
    const expected = place(expect.skills).filter(({ file }) => !file?.startsWith('$CACHE'));
    const actual: readonly RecordedSkill[] =
      answer?.(place(recorded), resolution) ??
      resolution.skills.map(skill => ({ name: skill.name, file: skill.file, ...fields(skill) }));
    const known = new Set(actual.flatMap(skill => Object.keys(skill)));
    for (const field of untold?.(recorded) ?? []) known.delete(field);
    const inOrder = <T extends { name: string; file: string | null }>(skills: readonly T[]) =>
      ordered ? skills : [...skills].sort((a, b) => compare(keyOf(a), keyOf(b)));
    assert.deepEqual(
      inOrder(actual.map(skill => only(skill, known))),
      inOrder(expected.map(skill => only(skill, known))),
    );
    for (const { reason } of resolution.candidates) assert.notEqual(reason.template, '');
    check?.(place(recorded), resolution, layout);
  } finally {
    layout.remove();
  }
}

/** `NAME=value` as variables. */
function environmentOf(env: Readonly<Record<string, string>> | string): Readonly<Record<string, string>> {
  if (typeof env !== 'string') return env;
  const end = env.indexOf('=');
  return { [env.slice(0, end)]: env.slice(end + 1) };
}

function keyOf({ name, file }: { name: string; file: string | null }): string {
  return `${name}\0${file}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The fields that both sides speak of; what is not there and what is undefined is the same. */
function only<T extends { name: string; file: string | null }>(skill: T, keys: ReadonlySet<string>) {
  const entries = Object.entries(skill).filter(([key, value]) => keys.has(key) && value !== undefined);
  return { name: skill.name, file: skill.file, ...Object.fromEntries(entries) };
}
