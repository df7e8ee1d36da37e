/** `which-skill undo`: takes back what the command did, the last first. */
import * as path from 'node:path';
import { type Message, message, renderMessage } from '../core/message';
import type { PlanContext } from '../core/plan/context';
import type { Journal } from '../core/plan/journal';
import type { Answers, Note, Operation, Plan, Question } from '../core/plan/types';
import type { Extent } from '../core/plan/undo';
import type { PlanningFiles } from '../core/plan/writable-files';
import { findProjectRoot } from '../core/project-root';
import type { Answer } from './answer';
import { UsageError } from './arguments';
import { carryOut, planJson, resultLine } from './carry-out';
import type { Disks } from './disks';
import { jsonText } from './json';
import type { Translate } from './language';
import { planEngine } from './plan-engine';
import { errorLine, inWords, printable, Shower, table } from './text';
import { operationRows, UNDO_WORDS } from './tidy-text';
import { unreadableText } from './unreadable';

export interface UndoQuestion {
  /** The id of one of those that can be undone, or none for the last one. */
  readonly names: readonly string[];
  readonly apply: boolean;
  /** Take back the one before the last, where the last cannot be undone. */
  readonly before: boolean;
  /** Only list what can be undone. */
  readonly list: boolean;
  /** Take back the skills that can be, where not all can. */
  readonly partly: boolean;
  readonly json: boolean;
}

/** What undoing starts from. */
export interface UndoSurroundings {
  /** Directory with the journal. */
  readonly storage: string;
  readonly workDir: string;
  readonly home: string;
  readonly translate: Translate;
  readonly disks: Disks;
  /** What loads now: asked only where there is a plan that has an outcome. */
  context(files: PlanningFiles): Promise<PlanContext>;
}

/**
 * Shows what would be taken back; does it with `apply`. Exit status 1 where there is nothing, where a file has changed
 * since, or where the last change cannot be undone and nobody asked for the one before; 2 where it failed.
 * @throws UsageError where there is no such id
 */
export async function undo(surroundings: UndoSurroundings, question: UndoQuestion): Promise<Answer> {
  const { storage, workDir, home, translate, disks } = surroundings;
  const { apply, before, json, names, partly } = question;
  const engine = await planEngine(disks);
  const { nodeWritableFiles: files } = engine;
  const projectRoot = findProjectRoot(files, workDir).path;
  const shower = new Shower({ projectRoot, home }, translate);
  const holder = engine.lockHolder(files, storage);
  if (holder) return { output: '', errors: errorLine(inWords(holder.text, translate)), status: 2 };
  const unreadable = unreadableText(engine, storage, translate);
  const undoable = engine.undoablePlans(files, storage);
  if (question.list) {
    const listed = undoable.map(journal => ({ ...journal, ...engine.extentOf(files, journal) }));
    return { ...listText(listed, shower, json), errors: unreadable };
  }
  const [id] = names;
  const last = id === undefined ? undoable[0] : undoable.find(journal => journal.id === id);
  if (id !== undefined && !last)
    throw new UsageError(message('nothing with the id {0} can be undone: which-skill undo --list', id));
  const final = id === undefined ? engine.finalPlans(files, storage) : [];
  if (!last) {
    const [latest] = final;
    const text = latest
      ? message('{0} cannot be undone, and there is nothing that could be undone', latest.title)
      : message('there is nothing that could be undone');
    return { output: '', errors: unreadable + errorLine(shower.message(text)), status: 1 };
  }
  const answers: Answers = partly ? { [engine.UNDO_REST]: engine.OTHERS } : {};
  const planned = await engine.planUndo(files, last, await surroundings.context(files), answers);
  const plan: Plan = { ...planned, notes: [...final.map(({ title }) => isFinal(title)), ...planned.notes] };
  const isMeant = final.length === 0 || before;
  const result = apply && isMeant && plan.ready ? await carryOut(plan, storage, disks) : null;
  const isFailed = result !== null && result.status !== 'complete';
  const status = isFailed ? 2 : plan.ready && (isMeant || !apply) ? 0 : 1;
  if (json) return { output: jsonText(planJson(plan, result)), errors: unreadable, status };
  const { title } = plan;
  const place = elsewhere(plan.operations, projectRoot);
  const command = [
    'undo',
    ...names,
    ...(final.length > 0 ? ['--before'] : []),
    ...(partly ? ['--partly'] : []),
  ];
  const restText = ({ choices }: Question) =>
    choices
      .filter(({ value }) => value === engine.OTHERS)
      .map(({ label }) =>
        shower.message(message('{0}: {1}', label, `which-skill ${[...command, '--partly'].join(' ')}`)),
      );
  const lines = [
    ...plan.notes.map(({ text }) => `⚠ ${shower.message(text)}`),
    ...(place === null
      ? []
      : [`⚠ ${shower.message(message('this was not done in this project, but in {0}', { path: place }))}`]),
    table(operationRows(plan.operations, shower, UNDO_WORDS)).replace(/^/gm, '  '),
    ...plan.refusals.map(({ text }) => `✗ ${shower.message(text)}`),
    ...(plan.ready ? [] : plan.questions.flatMap(restText)),
    shower.message(
      result
        ? resultLine(title, result)
        : plan.ready
          ? message(
              '{0}: nothing was done yet; {1} does it.',
              title,
              `which-skill ${command.join(' ')} --apply`,
            )
          : plan.questions.length > 0
            ? message('{0}: nothing was done.', title)
            : message('{0}: this cannot be undone.', title),
    ),
  ];
  return { output: `${lines.join('\n')}\n`, errors: unreadable, status };
}

/** One line for each that can be undone, newest first. */
function listText(
  undoable: readonly (Journal & Extent)[],
  shower: Shower,
  json: boolean,
): Pick<Answer, 'output' | 'status'> {
  const status = undoable.length > 0 ? 0 : 1;
  if (json) {
    const listed = undoable.map(({ id, at, title, units, files }) => {
      return { id, at, title: renderMessage(title), skills: units, files };
    });
    return { output: jsonText(listed), status };
  }
  if (undoable.length === 0)
    return { output: `${shower.message(message('There is nothing that could be undone.'))}\n`, status };
  const rows = undoable.map(({ id, at, title, files }) => [
    id,
    printable(at.slice(0, 16).replace('T', ' ')),
    // Nothing is where it was put where a later change has moved it on: that one is to be undone first.
    shower.message(
      files === 0 ? message('changed later') : files === 1 ? message('1 file') : message('{0} files', files),
    ),
    shower.message(title),
  ]);
  const hint = message('To see what one of them would take back: {0}', 'which-skill undo ID');
  return { output: `${table(rows)}\n\n${shower.message(hint)}\n`, status };
}

function isFinal(title: Message): Note {
  const text = message('{0} came later, and cannot be undone; this is what was done before it', title);
  return { severity: 'warning', code: 'last-is-final', text };
}

/** Where all of it was done, if nothing of it in this project. */
function elsewhere(operations: readonly Operation[], projectRoot: string): string | null {
  const places = operations.flatMap(({ from, to }) => [from, to]).filter(place => place !== null);
  const isWithin = (folder: string, place: string) =>
    place === folder || place.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
  if (places.length === 0 || places.some(place => isWithin(projectRoot, place))) return null;
  let common = path.dirname(places[0]!);
  while (!places.every(place => isWithin(common, place)) && path.dirname(common) !== common)
    common = path.dirname(common);
  return common;
}
