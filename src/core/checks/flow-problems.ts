/** Checks for a `type: flow` skill whose diagram does not hold: it loads as an ordinary one (rules 70 to 74). */
import { lineNumbered } from './skill-source';
import type { TextCheck } from './text-check';

/** What `readFlow` can find, as codes of remarks. */
const FLOW_CODES = [
  'flow-no-diagram',
  'flow-unclosed-fence',
  'flow-no-begin',
  'flow-several-begin',
  'flow-no-end',
  'flow-several-end',
  'flow-end-not-reached',
  'flow-unlabelled-edge',
  'flow-same-label',
  'flow-empty-label',
  'flow-two-labels',
  'flow-unclosed-block',
  'flow-unmatched-brace',
  'flow-unclosed-brace',
  'flow-unclosed-quote',
  'flow-no-id',
  'flow-bad-id',
  'flow-after-label',
] as const;

function checkFor(code: string): TextCheck {
  return {
    code,
    severity: 'warning',
    fixes: code === 'flow-no-diagram' ? ['set-type-standard'] : [],
    find: source => {
      if (!source.outcome.ok) return [];
      return source.outcome.remarks
        .filter(remark => remark.code === code)
        .map(({ text, line }) => ({ ...lineNumbered(source.text, (line ?? 1) - 1), message: text }));
    },
  };
}

export const FLOW_CHECKS: readonly TextCheck[] = FLOW_CODES.map(checkFor);
