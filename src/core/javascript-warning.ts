/**
 * The warning of frontmatter in JavaScript, which is the same whoever is asked: OpenCode runs it in every folder where it
 * looks for skills, also where another product that is looked at here makes nothing of the file, or does not read it.
 */
import { type Message, message } from './message';
import { opensJavaScript } from './profiles/javascript-frontmatter';
import type { ParseOutcome, ParseSkill } from './scan/found';
import type { Candidate, Remark } from './types';

/** The code of the warning, and of OpenCode's own verdict. */
export const EVALUATES_JAVASCRIPT = 'evaluates-javascript';

export const JAVASCRIPT_WARNING = message(
  'OpenCode runs this frontmatter as JavaScript as soon as it looks for skills here, and asks nobody before',
);

/** A product's parser that says of such a text, beside what the product makes of it, what OpenCode does to it. */
export function warningOfJavaScript(parse: ParseSkill): ParseSkill {
  return (text, defaultName, form) => {
    const parsed = parse(text, defaultName, form);
    if (!opensJavaScript(text)) return parsed;
    return parsed instanceof Promise ? parsed.then(warned) : warned(parsed);
  };
}

/** What is dropped has no remarks, only a reason. */
function warned(outcome: ParseOutcome): ParseOutcome {
  if (!outcome.ok) {
    if (outcome.code === EVALUATES_JAVASCRIPT) return outcome;
    return { ...outcome, reason: message('{0}; {1}', outcome.reason, JAVASCRIPT_WARNING) };
  }
  const remark = {
    code: EVALUATES_JAVASCRIPT,
    severity: 'warning',
    text: JAVASCRIPT_WARNING,
    line: 1,
  } as const;
  return { ...outcome, remarks: [...outcome.remarks, remark] };
}

/** Whether a candidate is such a file. */
export function isJavaScript({ code, reason, remarks }: Candidate): boolean {
  if (code === EVALUATES_JAVASCRIPT || isWarning(reason)) return true;
  return remarks.some(isJavaScriptRemark);
}

/** Whether a remark warns of it, alone or beside what else is wrong with the file. */
export function isJavaScriptRemark({ code, text }: Remark): boolean {
  return code === EVALUATES_JAVASCRIPT || isWarning(text);
}

function isWarning({ args }: Message): boolean {
  return args.some(
    arg => typeof arg === 'object' && 'template' in arg && arg.template === JAVASCRIPT_WARNING.template,
  );
}
