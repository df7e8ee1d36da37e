/** Checking one text, on disk or in an editor: what the product will do to it. */
import { anchorOf } from '../explain/explanations';
import { message } from '../message';
import { FENCE_CHECKS } from './fences';
import { FLOW_CHECKS } from './flow-problems';
import { OPEN_FORMAT_CHECKS } from './open-format';
import type { Problem } from './problem';
import {
  lineNumbered,
  nameSpan,
  rangeBetween,
  readSource,
  type SkillSource,
  type TextContext,
} from './skill-source';
import type { Finding, TextCheck } from './text-check';
import { VALUE_CHECKS } from './values';
import { YAML_CHECKS } from './yaml-errors';

/** The table: every check that needs no more than the text of a skill file. */
export const TEXT_CHECKS: readonly TextCheck[] = [
  ...FENCE_CHECKS,
  ...YAML_CHECKS,
  ...VALUE_CHECKS,
  ...FLOW_CHECKS,
  ...OPEN_FORMAT_CHECKS,
];

/**
 * Checks a text. A byte order mark that the file has must stand at the start of the text, though an editor hides it.
 * Out: by place. Never rejects on account of the text.
 */
export async function checkText(text: string, context: TextContext): Promise<readonly Problem[]> {
  return checkSource(await readSource(text, context));
}

/** The same for a text that was taken apart already. */
export function checkSource(source: SkillSource): readonly Problem[] {
  if (source.profile !== 'kimi-cli') return verdictProblems(source);
  const problems = TEXT_CHECKS.flatMap(check =>
    check.find(source).map(finding => toProblem(source, check, finding)),
  );
  return problems.sort(byPlace);
}

/** For a product without a table of its own: the verdict of its parser, and its remarks. */
function verdictProblems(source: SkillSource): readonly Problem[] {
  const { outcome } = source;
  const found = outcome.ok
    ? outcome.remarks
    : [
        {
          ...outcome,
          severity: 'error',
          text: message('{0} drops this skill: {1}', source.profile, outcome.reason),
        } as const,
      ];
  return found.map(({ code, severity, text, line }) => {
    const span = line === undefined ? nameSpan(source) : lineNumbered(source.text, line - 1);
    return toProblem(source, { code, severity, fixes: [], find: () => [] }, { ...span, message: text });
  });
}

function toProblem(source: SkillSource, check: TextCheck, finding: Finding): Problem {
  return {
    code: check.code,
    severity: finding.severity ?? check.severity,
    file: source.file,
    range: rangeBetween(source, finding.from, finding.to),
    message: finding.message,
    related: [],
    fixes: fixesFitting(source, finding.fixes ?? check.fixes),
    anchor: anchorOf(check.code),
    knownToEditor: source.form === 'directory' && (finding.knownToEditor ?? false),
  };
}

/** A flat file has no folder of its own that could be renamed. */
function fixesFitting({ form }: SkillSource, fixes: Problem['fixes']): Problem['fixes'] {
  return form === 'directory' ? fixes : fixes.filter(fix => fix !== 'rename-folder');
}

/** Orders problems by file, then by place. */
export function byPlace(a: Problem, b: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  const [one, other] = [a.range.start, b.range.start];
  return one.line - other.line || one.character - other.character;
}
