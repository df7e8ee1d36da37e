/** The table of fixes that change a text, and finding out which of them help. */
import { checkSource } from '../checks/check-text';
import type { Problem } from '../checks/problem';
import { readSource, type SkillSource, type TextContext } from '../checks/skill-source';
import { isYamlFault } from '../checks/yaml-errors';
import { message } from '../message';
import type { YamlOutcome } from '../yaml-types';
import { applyEdits, toTextEdits } from './edits';
import { closeFence, moveFenceUp, rewriteRule } from './fence-fixes';
import type { Fix, TextEdit } from './fix';
import type { FixId } from './fix-id';
import { fillIn, keepLastKeys, removeType, renameKey, setName, setNameTitle, setType } from './key-fixes';
import {
  addSpaceAfterColon,
  dedent,
  fitIndentation,
  removeControlCharacters,
  replaceTabs,
} from './layout-fixes';
import { escapeBackslash, quoteValue } from './quote-value';
import type { TextFix } from './text-fix';

/** The table. `replace-tabs` needs the parser, which is loaded on first use. */
function textFix(id: FixId, load: (block: string) => YamlOutcome): TextFix | undefined {
  const table: Partial<Record<FixId, TextFix>> = {
    'quote-value': { title: () => message('Quote the value'), edit: quoteValue, isForMany: true },
    'escape-backslash': {
      title: () => message('Take the backslash as it stands'),
      edit: escapeBackslash,
      isForMany: true,
    },
    'add-space-after-colon': {
      title: () => message('Add the blank behind the colon'),
      edit: addSpaceAfterColon,
      isForMany: true,
    },
    'fit-indentation': {
      title: () => message('Correct the indentation'),
      edit: fitIndentation,
      isForMany: false,
    },
    'replace-tabs': {
      title: () => message('Replace tabs by spaces'),
      edit: source => replaceTabs(load, source),
      isForMany: true,
    },
    'remove-control-characters': {
      title: () => message('Remove the invisible characters'),
      edit: removeControlCharacters,
      isForMany: true,
    },
    dedent: { title: () => message('Remove the indentation'), edit: dedent, isForMany: true },
    'close-fence': { title: () => message('Close the frontmatter'), edit: closeFence, isForMany: true },
    'move-fence-up': {
      title: () => message('Move the frontmatter to line 1'),
      edit: moveFenceUp,
      isForMany: true,
    },
    'rewrite-rule': { title: () => message('Write - - - instead'), edit: rewriteRule, isForMany: true },
    'fill-in': { title: () => message('Declare name and description'), edit: fillIn, isForMany: true },
    'set-name': { title: setNameTitle, edit: setName, isForMany: false },
    'rename-key': {
      title: () => message('Write the key in small letters'),
      edit: renameKey,
      isForMany: true,
    },
    'set-type-standard': {
      title: () => message('Declare type: standard'),
      edit: setType('standard'),
      isForMany: false,
    },
    'set-type-flow': { title: () => message('Declare type: flow'), edit: setType('flow'), isForMany: false },
    'remove-type': { title: () => message('Remove the type'), edit: removeType, isForMany: true },
    'drop-earlier-key': {
      title: () => message('Keep the last of the keys that come twice'),
      edit: keepLastKeys,
      isForMany: false,
    },
  };
  return table[id];
}

/** A fix that was tried out, and the text that it leads to. */
export interface TriedFix {
  readonly fix: Fix;
  readonly after: SkillSource;
}

/**
 * The fixes of a problem that change the text, as far as each was seen to help: the problem is gone afterwards, and
 * nothing worse has come in its place. In the order of `problem.fixes`, the first one preferred.
 */
export async function textFixesFor(source: SkillSource, problem: Problem): Promise<readonly TriedFix[]> {
  const { loadPyYaml } = await import('../lazy/yaml');
  const tried: TriedFix[] = [];
  for (const id of problem.fixes) {
    const rule = textFix(id, loadPyYaml);
    const offsets = rule?.edit(source, problem);
    if (!rule || !offsets || offsets.length === 0) continue;
    const edits = toTextEdits(source.text, offsets);
    const after = await readSource(applyEdits(source.original, edits), source);
    if (!helps(source, problem, after)) continue;
    const title = rule.title(source, problem);
    tried.push({ fix: ofText(source.file, id, title, edits, tried.length === 0, rule.isForMany), after });
  }
  return tried;
}

function ofText(
  file: string,
  id: FixId,
  title: Fix['title'],
  edits: readonly TextEdit[],
  isPreferred: boolean,
  isForMany: boolean,
): Fix {
  return {
    id,
    title,
    file,
    edits,
    operations: [],
    plan: null,
    paste: null,
    preview: null,
    isPreferred,
    isForMany,
  };
}

/** Whether a text is better than it was. Of several errors in a file, the parser only ever sees the first. */
function helps(before: SkillSource, problem: Problem, after: SkillSource): boolean {
  const count = (source: SkillSource) =>
    checkSource(source).filter(({ code }) => code === problem.code).length;
  if (after.outcome.ok) return count(after) < count(before) || isAboutPlace(problem, before, after);
  if (before.outcome.ok) return false;
  // The values are only looked at once the text is YAML: a fault of one can stand above the fault that is gone.
  if (isYamlFault(before.outcome) && !isYamlFault(after.outcome)) return true;
  const [old, now] = [before.outcome.line ?? 0, after.outcome.line ?? 0];
  return (
    now > old ||
    (now === old && (after.outcome.column ?? 0) > (before.outcome.column ?? 0) && count(after) < 1)
  );
}

/** A problem that is not in the text is gone when the name has changed. */
function isAboutPlace({ code }: Problem, before: SkillSource, after: SkillSource): boolean {
  return code === 'ambiguous' && before.outcome.name !== after.outcome.name;
}

/** Rounds of fixing in one file; each removes at least one problem. */
const MOST_ROUNDS = 60;

export interface FixedText {
  readonly text: string;
  /** How many problems were fixed. */
  readonly fixed: number;
}

/**
 * Does one fix to all problems of a text that it helps with; all fixes that are fit for that, where none is named.
 * Never rejects on account of the text.
 */
export async function fixAllInText(text: string, context: TextContext, id?: FixId): Promise<FixedText> {
  let source = await readSource(text, context);
  let fixed = 0;
  while (fixed < MOST_ROUNDS) {
    const next = await firstFix(source, id);
    if (!next) break;
    source = next;
    fixed++;
  }
  return { text: source.original, fixed };
}

async function firstFix(source: SkillSource, id: FixId | undefined): Promise<SkillSource | undefined> {
  for (const problem of checkSource(source)) {
    // What is only advice is not changed in passing.
    if (id === undefined && problem.severity === 'information') continue;
    for (const { fix, after } of await textFixesFor(source, problem)) {
      if (id === undefined ? fix.isForMany && fix.isPreferred : fix.id === id) return after;
    }
  }
  return undefined;
}
