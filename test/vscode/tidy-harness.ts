/** What the suites about changing files share: answers in the place of dialogs, and the sample put back after each test. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Plan } from '../../src/core/plan/types';
import { type Dialogs, type ProgressTask, windowDialogs } from '../../src/vscode/tidy/dialogs';
import type { Tidy } from '../../src/vscode/tidy/tidy';
import type { TrashCan } from '../../src/vscode/tidy/trash';
import { run, whichSkill } from './extension';
import { sample, until } from './harness';

/** Answers what it was told to, and keeps what was asked and told. */
export class FakeDialogs implements Dialogs {
  /** Buttons for the next modal questions. */
  readonly answers: (string | undefined)[] = [];
  /** Buttons for the next notifications. Those without one stay open. */
  readonly buttons: string[] = [];
  /** Labels to choose in the next quick pick. */
  picks: readonly string[] = [];
  readonly asked: string[] = [];
  readonly askedButtons: (readonly string[])[] = [];
  readonly told: string[] = [];
  offered: readonly string[] = [];
  /** After how many steps the next work that takes its time is cancelled, as the button of its notification does it. */
  cancelAfter: number | null = null;

  async progress<T>(title: string, task: ProgressTask<T>): Promise<T> {
    const source = new vscode.CancellationTokenSource();
    const steps = this.cancelAfter;
    this.cancelAfter = null;
    let reported = 0;
    const report = () => {
      if (++reported === steps) source.cancel();
    };
    try {
      return await (steps === null ? windowDialogs.progress(title, task) : task({ report }, source.token));
    } finally {
      source.dispose();
    }
  }

  async ask(question: string, _detail: string, ...buttons: string[]): Promise<string | undefined> {
    this.asked.push(question);
    this.askedButtons.push(buttons);
    return this.answers.shift();
  }

  async tell(_severity: string, text: string, ...offered: string[]): Promise<string | undefined> {
    this.told.push(text);
    const [next] = this.buttons;
    return next !== undefined && offered.includes(next) ? this.buttons.shift() : undefined;
  }

  async pick<T extends { readonly label: string }>(items: readonly T[]): Promise<T[]> {
    this.offered = items.map(({ label }) => label);
    return items.filter(({ label }) => this.picks.includes(label));
  }

  /** Texts for the next inputs; undefined closes one. What is refused is asked no more. */
  readonly inputs: (string | undefined)[] = [];
  /** What was said of each text that was typed. */
  readonly judged: string[] = [];

  async input({ value, validateInput }: vscode.InputBoxOptions): Promise<string | undefined> {
    const text = this.inputs.length > 0 ? this.inputs.shift() : value;
    if (text === undefined) return undefined;
    const said = await validateInput?.(text);
    if (!said) return text;
    const { message, severity } = typeof said === 'string' ? { message: said, severity: 3 } : said;
    this.judged.push(message);
    return severity === vscode.InputBoxValidationSeverity.Error ? undefined : text;
  }

  async pickOne<T extends { readonly label: string }>(items: readonly T[]): Promise<T | undefined> {
    return (await this.pick(items))[0];
  }
}

/** A trash in a directory, for machines without one. */
export class FakeTrash implements TrashCan {
  readonly put = async (place: string): Promise<void> => {
    cpSync(place, path.join(this.folder, path.basename(place)), { recursive: true, verbatimSymlinks: true });
    rmSync(place, { recursive: true });
  };

  constructor(readonly folder: string) {}

  exists = async () => true;
}

/** The real thing, with our answers. */
export async function tidyWith(dialogs: Dialogs, trash?: TrashCan): Promise<Tidy> {
  const tidy = await (await whichSkill()).tidying();
  tidy.dialogs = dialogs;
  if (trash) tidy.trash = trash;
  return tidy;
}

/** Runs a command that shows a preview, and gives its plan. */
export async function planOf(tidy: Tidy, command: string, ...args: unknown[]): Promise<Plan> {
  tidy.preview?.dispose();
  tidy.preview = undefined;
  await run(command, ...args);
  const preview = await until(`a preview of ${command}`, () => tidy.preview);
  return preview.current();
}

/** Uses something in the preview, and gives the plan that comes of it. */
export async function act(tidy: Tidy, name: string, value = '', choice?: string | boolean): Promise<Plan> {
  assert(tidy.preview, 'there is a preview');
  const { preview } = tidy;
  await preview.act({
    name,
    value,
    ...(typeof choice === 'string' && { choice }),
    ...(typeof choice === 'boolean' && { checked: choice }),
  });
  return preview.current();
}

/** Confirms the preview, and waits until the tree shows what came of it. */
export async function confirm(tidy: Tidy): Promise<void> {
  await act(tidy, 'confirm');
  await (await whichSkill()).whenIdle();
}

/** The operations, each as its kind and the places below the sample. */
export function operationsOf({ operations }: Plan): readonly string[] {
  const short = (place: string | null) =>
    place === null ? '' : ` ${path.relative(sample().root, place).split(path.sep).join('/')}`;
  return operations.map(
    ({ kind, from, to }) => `${kind}${short(from)}${to === null ? '' : ` ->${short(to)}`}`,
  );
}

/** Everything below a directory: paths, links with their targets. */
export function listing(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map(name => {
      const place = path.join(directory, name);
      return lstatSync(place).isSymbolicLink() ? `${name} -> ${readlinkSync(place)}` : name;
    })
    .sort();
}

/** Keeps a copy of the sample. Out: what puts it back. */
export function keepSample(): () => Promise<void> {
  const { root } = sample();
  const copy = mkdtempSync(path.join(os.tmpdir(), 'which-skill-kept-'));
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  return async () => {
    // The home holds what VS Code itself writes, so only the directories with skills are put back.
    for (const below of ['orchard', 'cider', 'home']) {
      for (const name of [
        '.agents',
        '.claude',
        '.codex',
        '.config',
        '.kimi',
        '.github',
        '.kimi-code',
        'work',
        'tools',
      ]) {
        const place = path.join(root, below, name);
        rmSync(place, { recursive: true, force: true });
        const kept = path.join(copy, below, name);
        if (existsSync(kept)) {
          cpSync(kept, place, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
        }
      }
    }
    await run('refresh');
  };
}
