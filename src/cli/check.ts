/** `which-skill check`: for continuous integration and commit hooks. */
import * as path from 'node:path';
import { anchorOf } from '../core/explain/explanations';
import type { FileSystem } from '../core/file-system';
import { clausesInRow, type Message, message, namesInRow, renderMessage } from '../core/message';
import {
  CHECK_RULES,
  type CheckFinding,
  type CheckRule,
  checkProject,
  type ProjectCheck,
} from '../core/project-check';
import { rememberedRealPaths } from '../core/real-path';
import type { Resolution } from '../core/types';
import type { Answer } from './answer';
import { workflowCommand } from './github';
import { jsonText } from './json';
import type { Translate } from './language';
import { inWords, Shower, table } from './text';

export interface CheckQuestion {
  /** Those that count. */
  readonly rules: ReadonlySet<CheckRule>;
  readonly json: boolean;
  /** Whether to print annotations too; null: where GitHub Actions runs it. */
  readonly github: boolean | null;
}

/** Where it runs. */
export interface CheckPlace {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether the product was not named, so that another machine may choose another one. */
  readonly isAutomatic: boolean;
}

const RULE_WORDS: Readonly<Record<CheckRule, Message>> = {
  dropped: message('dropped'),
  shadowed: message('shadowed'),
  ambiguous: message('ambiguous'),
  brand: message('in a brand directory'),
};

/** How many findings a rule has, in words. */
function countInWords(rule: CheckRule, count: number): Message {
  switch (rule) {
    case 'dropped':
      return message('{0} dropped', count);
    case 'shadowed':
      return message('{0} shadowed', count);
    case 'ambiguous':
      return message('{0} ambiguous', count);
    case 'brand':
      return message('{0} in a brand directory', count);
  }
}

/** What one or several products say to the same. */
interface Told {
  readonly finding: CheckFinding;
  readonly products: Resolution['profile'][];
  readonly resolution: Resolution;
}

/**
 * A directory that is not there, in the place of the home directory: what a machine has for itself is no fault of the
 * project, and must not hide one.
 */
export function noHome(workDir: string): string {
  return path.join(path.parse(workDir).root, '.which-skill-no-home');
}

/**
 * Checks the project by the rules of each product. Exit status 1 where a skill of the project breaks one.
 * @param resolutions of the same work directory, made without a home directory
 */
export function check(
  files: FileSystem,
  resolutions: readonly Resolution[],
  { rules, json, github }: CheckQuestion,
  place: CheckPlace,
  translate: Translate,
): Answer {
  const checks = resolutions.map(resolution => ({ resolution, ...checkProject(resolution, rules) }));
  const told = merged(files, checks);
  const status = told.length === 0 ? 0 : 1;
  if (json) return { output: jsonText(toJson(checks, told, rules)), errors: '', status };
  const isOnGitHub = github ?? place.environment.GITHUB_ACTIONS === 'true';
  const text = [
    list(told, translate),
    ...checks.map(one => summary(one, rules, translate)),
    hint(place, resolutions, translate),
  ]
    .filter(part => part !== '')
    .join('\n');
  const annotations = isOnGitHub ? told.map(one => annotation(one, place, translate)).join('') : '';
  return { output: `${isOnGitHub ? harmless(text) : text}\n${annotations}`, errors: '', status };
}

/** The same fault of one file is one, in the words of the first of the products that find it. */
function merged(
  files: FileSystem,
  checks: readonly (ProjectCheck & { readonly resolution: Resolution })[],
): readonly Told[] {
  const told = new Map<string, Told>();
  const realPath = rememberedRealPaths(files);
  for (const { resolution, findings } of checks) {
    for (const finding of findings) {
      const { file, rule, code, winner = '' } = finding;
      const key = [realPath(file), rule, rule === 'dropped' ? anchorOf(code) : realPath(winner)].join('\0');
      const known = told.get(key);
      if (!known) told.set(key, { finding, products: [resolution.profile], resolution });
      else if (!known.products.includes(resolution.profile)) known.products.push(resolution.profile);
    }
  }
  return [...told.values()].sort((a, b) => compare(a.finding.file, b.finding.file));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function list(told: readonly Told[], translate: Translate): string {
  const isOfSeveral = new Set(told.flatMap(({ products }) => products)).size > 1;
  const rows = told.map(({ finding, products, resolution }) => {
    const { line, column, rule, text } = finding;
    const shower = new Shower(resolution, translate);
    const at = line === undefined ? '' : column === undefined ? `:${line}` : `:${line}:${column}`;
    return [
      shower.path(finding.file) + at,
      rule,
      ...(isOfSeveral ? [inWords(namesInRow(products), translate)] : []),
      shower.message(text),
    ];
  });
  return rows.length === 0 ? '' : `${table(rows)}\n`;
}

function summary(
  { resolution, checked, findings }: ProjectCheck & { readonly resolution: Resolution },
  rules: ReadonlySet<CheckRule>,
  translate: Translate,
): string {
  const what =
    checked === 1 ? message('1 skill of the project') : message('{0} skills of the project', checked);
  const counts = CHECK_RULES.filter(rule => rules.has(rule)).flatMap(rule => {
    const count = findings.filter(finding => finding.rule === rule).length;
    return count === 0 ? [] : [countInWords(rule, count)];
  });
  const found = counts.length === 0 ? [message('all as they should be')] : counts;
  return inWords(message('{0}: {1}', resolution.product, clausesInRow([what, ...found])), translate);
}

function hint({ isAutomatic }: CheckPlace, [first]: readonly Resolution[], translate: Translate): string {
  if (!isAutomatic || !first) return '';
  const text = message(
    '(the product was chosen by what this machine uses: {0} makes every machine ask the same)',
    `--profile ${first.profile}`,
  );
  return inWords(text, translate);
}

function annotation(
  { finding, products, resolution }: Told,
  { environment }: CheckPlace,
  translate: Translate,
): string {
  const { file, line, column, rule, name, text } = finding;
  const workspace = environment.GITHUB_WORKSPACE;
  const below = workspace ? path.relative(workspace, file) : '';
  const isInWorkspace = below !== '' && below.split(path.sep)[0] !== '..' && !path.isAbsolute(below);
  const place = isInWorkspace ? below : path.relative(resolution.projectRoot, file);
  const shower = new Shower(resolution, translate);
  return workflowCommand(
    'error',
    {
      file: place.split(path.sep).join('/'),
      ...(line !== undefined && { line: String(line) }),
      ...(column !== undefined && { col: String(column) }),
      title: shower.message(message('{0}: {1}', name, RULE_WORDS[rule])),
    },
    shower.message(message('{0} ({1})', text, namesInRow(products))),
  );
}

/** In the log of a workflow, no name of a file may be taken for a command to the runner. */
function harmless(text: string): string {
  return text.replaceAll('##[', '##\\u005b').replace(/^(\s*):(?=:)/gm, '$1\\u003a');
}

function toJson(
  checks: readonly (ProjectCheck & { readonly resolution: Resolution })[],
  told: readonly Told[],
  rules: ReadonlySet<CheckRule>,
) {
  return {
    projectRoot: checks[0]?.resolution.projectRoot ?? null,
    rules: CHECK_RULES.filter(rule => rules.has(rule)),
    products: checks.map(({ resolution, checked, findings }) => ({
      profile: resolution.profile,
      product: resolution.product,
      checked,
      findings: findings.length,
    })),
    findings: told.map(({ finding, products, resolution }) => {
      const { rule, code, name, file, line, column, winner, text } = finding;
      return {
        rule,
        code,
        name,
        file,
        path: path.relative(resolution.projectRoot, file).split(path.sep).join('/'),
        ...(line !== undefined && { line }),
        ...(column !== undefined && { column }),
        winner: winner ?? null,
        reason: renderMessage(text),
        profiles: products,
      };
    }),
  };
}
