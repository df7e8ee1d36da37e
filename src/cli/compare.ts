/** `which-skill compare`: what each of several products loads, name by name. */
import {
  type ComparedName,
  compareProducts,
  type NameDifference,
  type NameInProduct,
} from '../core/compare-products';
import type { FileSystem } from '../core/file-system';
import { clausesInRow, type Message, message, renderMessage } from '../core/message';
import type { Resolution } from '../core/types';
import type { Answer } from './answer';
import { jsonText } from './json';
import type { Translate } from './language';
import { printable, Shower, table } from './text';

const MARKS: Readonly<Record<NameDifference, string>> = {
  same: '=',
  'other-file': '≠',
  'only-some': '−',
  none: '⊘',
};

/** How many names there are of a kind, in words. */
function countInWords(difference: NameDifference, count: number): Message {
  switch (difference) {
    case 'same':
      return message('{0} the same file', count);
    case 'other-file':
      return message('{0} another file', count);
    case 'only-some':
      return message('{0} not in all', count);
    case 'none':
      return message('{0} in none', count);
  }
}

/** Compares the resolutions of one work directory. */
export async function compare(
  files: FileSystem,
  resolutions: readonly Resolution[],
  json: boolean,
  translate: Translate,
): Promise<Answer> {
  const names = await compareProducts(files, resolutions);
  const output = json ? jsonText(toJson(resolutions, names)) : `${asText(resolutions, names, translate)}\n`;
  return { output, errors: '', status: 0 };
}

function asText(
  resolutions: readonly Resolution[],
  names: readonly ComparedName[],
  translate: Translate,
): string {
  const [first] = resolutions;
  if (!first) return '';
  const shower = new Shower(first, translate);
  const counts = (['same', 'other-file', 'only-some', 'none'] as const)
    .map(difference => ({ difference, count: names.filter(name => name.difference === difference).length }))
    .filter(({ count }) => count > 0)
    .map(({ difference, count }) => countInWords(difference, count));
  const all = names.length === 1 ? message('1 name') : message('{0} names', names.length);
  const products = resolutions.map(({ product }) => message('{0}', product));
  const head = message(
    '{0} · {1}',
    products.reduce((some, one) => message('{0} and {1}', some, one)),
    counts.length > 0 ? message('{0}: {1}', all, clausesInRow(counts)) : all,
  );
  const lines = names.map(name => {
    const title = `${MARKS[name.difference]} ${printable(name.name)}${comparisonText(name, shower)}`;
    if (name.difference === 'same')
      return [title, shower.path(name.products[0]?.skill?.file ?? ''), ...unlisted(name, shower)].join(
        '\n    ',
      );
    const rows = name.products.map(product => ['', product.profile, cell(product, shower)]);
    return `${title}\n${table(rows).replace(/^/gm, '  ')}`;
  });
  return [shower.message(head), ...(lines.length > 0 ? ['', ...lines] : [])].join('\n');
}

/** Of products that load the same file, some tell their model of it and others do not. */
function unlisted({ products }: ComparedName, shower: Shower): readonly string[] {
  const silent = products.filter(({ skill }) => skill && !skill.listed);
  if (silent.length === products.length) return [];
  return silent.map(({ profile }) => shower.message(message('{0} does not list it for the model', profile)));
}

function cell({ skill, why }: NameInProduct, shower: Shower): string {
  if (skill) return shower.path(skill.file);
  return shower.message(why ? message('not loaded: {0}', why.reason) : message('not loaded'));
}

function comparisonText({ comparison }: ComparedName, shower: Shower): string {
  if (!comparison) return '';
  const { length } = comparison.differences;
  const text =
    length === 0
      ? message('(identical copies)')
      : length === 1
        ? message('(they differ in 1 file)')
        : message('(they differ in {0} files)', length);
  return `  ${shower.message(text)}`;
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
