/** Checking one text, on disk or in an editor: what the product will do to it. */
import { anchorOf } from '../explain/explanations';
import type { Problem } from './problem';
import { checksOf } from './product-checks';
import {
  lineNumbered,
  nameSpan,
  rangeBetween,
  readSource,
  type SkillSource,
  type TextContext,
} from './skill-source';
import type { Finding, TextCheck } from './text-check';
import { verdictOf } from './verdict';

/**
 * Checks a text. A byte order mark that the file has must stand at the start of the text, though an editor hides it.
 * Out: by place. Never rejects on account of the text.
 */
export async function checkText(text: string, context: TextContext): Promise<readonly Problem[]> {
  return checkSource(await readSource(text, context));
}

/** The same for a text that was taken apart already. */
export function checkSource(source: SkillSource): readonly Problem[] {
  const checks = checksOf(source.profile);
  const found = checks.flatMap(check => check.find(source).map(finding => toProblem(source, check, finding)));
  const verdict = verdictOf(source);
  const problems = verdict
    ? // What loses the skill is said once, and as what it is.
      [
        ...found.filter(({ anchor }) => anchor !== anchorOf(verdict.check.code)),
        toProblem(source, verdict.check, verdict.finding),
      ]
    : [...found, ...otherRemarks(source, new Set(checks.map(({ code }) => code)))];
  return problems.sort(byPlace);
}

/** The remarks of the product's parser that no check has more to say about. */
function otherRemarks(source: SkillSource, known: ReadonlySet<string>): readonly Problem[] {
  const { outcome, text } = source;
  if (!outcome.ok) return [];
  return outcome.remarks
    .filter(({ code }) => !known.has(code))
    .map(({ code, severity, text: said, line }) => {
      const span = line === undefined ? nameSpan(source) : lineNumbered(text, line - 1);
      return toProblem(source, { code, severity, fixes: [], find: () => [] }, { ...span, message: said });
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
    ...(finding.loss && { loss: finding.loss }),
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
