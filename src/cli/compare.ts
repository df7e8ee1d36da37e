/** `which-skill compare`: what each of several products loads, name by name. */
import {
  type ComparedName,
  compareProducts,
  type NameDifference,
  type NameInProduct,
} from '../core/compare-products';
import { nodeFileSystem } from '../core/file-system';
import { renderMessage } from '../core/message';
import type { Resolution } from '../core/types';
import type { Answer } from './answer';
import { jsonText } from './json';
import { printable, Shower, table } from './text';

const MARKS: Readonly<Record<NameDifference, string>> = {
  same: '=',
  'other-file': '≠',
  'only-some': '−',
  none: '⊘',
};

const HEADINGS: Readonly<Record<NameDifference, string>> = {
  same: 'the same file',
  'other-file': 'another file',
  'only-some': 'not in all',
  none: 'in none',
};

/** Compares the resolutions of one work directory. */
export async function compare(resolutions: readonly Resolution[], json: boolean): Promise<Answer> {
  const names = await compareProducts(nodeFileSystem, resolutions);
  const output = json ? jsonText(toJson(resolutions, names)) : `${asText(resolutions, names)}\n`;
  return { output, errors: '', status: 0 };
}

function asText(resolutions: readonly Resolution[], names: readonly ComparedName[]): string {
  const [first] = resolutions;
  if (!first) return '';
  const shower = new Shower(first);
  const counts = (['same', 'other-file', 'only-some', 'none'] as const)
    .map(difference => ({ difference, count: names.filter(name => name.difference === difference).length }))
    .filter(({ count }) => count > 0)
    .map(({ difference, count }) => `${count} ${HEADINGS[difference]}`);
  const head = `${resolutions.map(({ product }) => product).join(' and ')} · ${names.length} ${names.length === 1 ? 'name' : 'names'}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}`;
  const lines = names.map(name => {
    const title = `${MARKS[name.difference]} ${printable(name.name)}${comparisonText(name)}`;
    if (name.difference === 'same')
      return [title, shower.path(name.products[0]?.skill?.file ?? ''), ...unlisted(name)].join('\n    ');
    const rows = name.products.map(product => ['', product.profile, cell(product, shower)]);
    return `${title}\n${table(rows).replace(/^/gm, '  ')}`;
  });
  return [head, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n');
}

/** Of products that load the same file, some tell their model of it and others do not. */
function unlisted({ products }: ComparedName): readonly string[] {
  const silent = products.filter(({ skill }) => skill && !skill.listed);
  if (silent.length === products.length) return [];
  return silent.map(({ profile }) => `${profile} does not list it for the model`);
}

function cell({ skill, why }: NameInProduct, shower: Shower): string {
  if (skill) return shower.path(skill.file);
  return why ? `not loaded: ${shower.message(why.reason)}` : 'not loaded';
}

function comparisonText({ comparison }: ComparedName): string {
  if (!comparison) return '';
  const { length } = comparison.differences;
  return length === 0
    ? '  (identical copies)'
    : `  (they differ in ${length} ${length === 1 ? 'file' : 'files'})`;
}

/** The public shape of `compare --json`. */
function toJson(resolutions: readonly Resolution[], names: readonly ComparedName[]) {
  return {
    workDir: resolutions[0]?.workDir ?? null,
    profiles: resolutions.map(({ profile, product }) => ({ profile, product })),
    names: names.map(({ name, difference, products, comparison }) => ({
      name,
      difference,
      products: products.map(({ profile, skill, candidate, why }) => ({
        profile,
        file: skill?.file ?? null,
        scope: skill?.scope ?? null,
        listed: skill?.listed ?? false,
        candidate: candidate?.file ?? null,
        code: why?.code ?? null,
        reason: why ? renderMessage(why.reason) : null,
      })),
      ...(comparison && { differences: comparison.differences }),
    })),
  };
}
