/** axe on a page or a part of the workbench. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame } from 'playwright-core';

interface Finding {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

const source = readFileSync(createRequire(`${process.cwd()}/`).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Every fault that axe finds, as text: the rule, then what is wrong where.
 * @param within a selector. Default: the whole document
 * @param rules only these. Default: all of WCAG 2.2 A and AA, and the practices that axe calls best
 */
export async function faultsIn(frame: Frame, within?: string, rules?: readonly string[]): Promise<string[]> {
  await frame.evaluate(source);
  const options = rules
    ? { runOnly: { type: 'rule', values: rules } }
    : {
        runOnly: {
          type: 'tag',
          values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        },
      };
  const findings = (await frame.evaluate(
    `axe.run(${JSON.stringify(within ?? null)} ?? document, ${JSON.stringify(options)}).then(({ violations, passes }) => ({ violations, passes: passes.length }))`,
  )) as { violations: Finding[]; passes: number };
  // Where no rule applied, nothing was looked at.
  if (findings.passes + findings.violations.length === 0) return ['axe found nothing to look at'];
  return findings.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  );
}
