/** Whether the answers of the command line fit the questions of a plan. */
import { message, namesInRow } from '../core/message';
import type { Answers, Plan, Question } from '../core/plan/types';
import { UsageError } from './arguments';

/**
 * Checks what `--answer` says.
 * @throws UsageError where an answer is one to no question of the plan, or is not allowed: nothing may be done then, since
 * it would be something else than what is meant
 */
export function checkAnswers(plan: Plan, given: Answers): void {
  const questions: readonly Question[] = [...plan.questions, ...plan.conflicts];
  for (const [id, value] of Object.entries(given)) {
    const meant = questions.filter(question => question.id === id || `${kindOf(question.id)}:*` === id);
    if (meant.length === 0) {
      const known = questions.map(question => question.id);
      throw new UsageError(
        known.length === 0
          ? message('--answer: this plan asks nothing, so not {0}', id)
          : message('--answer: there is no question {0}; there is: {1}', id, namesInRow(known)),
      );
    }
    const refused = meant.find(({ fault, choices }) => fault ?? !allows(choices, value));
    if (!refused) continue;
    const { fault, choices } = refused;
    throw new UsageError(
      choices.length > 0
        ? message(
            '--answer: {0} is no answer to {1}; it takes {2}',
            value,
            refused.id,
            namesInRow(choices.map(choice => choice.value)),
          )
        : fault
          ? message('--answer: {0} is no answer to {1}: {2}', value, refused.id, fault)
          : message('--answer: {0} is no answer to {1}', value, refused.id),
    );
  }
}

/** The plan with a word on each question that an answer for all of its kind does not fit: its default counts there. */
export function tellUnfit(plan: Plan, answers: Answers): Plan {
  const told = <T extends Question>(question: T): T => {
    const wished = answers[`${kindOf(question.id)}:*`];
    const isUnfit =
      wished !== undefined && answers[question.id] === undefined && !allows(question.choices, wished);
    return isUnfit
      ? {
          ...question,
          fault: message('{0} is not possible here: {1} counts', wished, question.answer ?? '–'),
        }
      : question;
  };
  return { ...plan, conflicts: plan.conflicts.map(told), questions: plan.questions.map(told) };
}

function allows(choices: Question['choices'], value: string): boolean {
  return choices.length === 0 || choices.some(choice => choice.value === value);
}

function kindOf(id: string): string {
  return id.split(':', 1)[0]!;
}
