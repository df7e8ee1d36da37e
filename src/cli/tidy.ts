/** The commands that change files: `which-skill copy`, `migrate`, and all that `TIDY_COMMANDS` names. */
import * as path from 'node:path';
import { candidatesOf } from '../core/candidates';
import { message, namesInRow } from '../core/message';
import type { ApplyEnvironment, ApplyResult, Interrupted } from '../core/plan/apply';
import type { PlanContext, UserDirectory } from '../core/plan/context';
import type { Destination, Plan, PlanRequest, Selection } from '../core/plan/types';
import type { ResolveOptions } from '../core/resolve';
import { rootsForNew } from '../core/roots-for-new';
import type { Candidate, Resolution } from '../core/types';
import type { Answer } from './answer';
import { checkAnswers, tellUnfit } from './answers-of-plan';
import { UsageError } from './arguments';
import { planJson, resultJson } from './carry-out';
import type { Disks } from './disks';
import { backupsText, fixesOf, fixJson, fixText } from './fix-text';
import { jsonText } from './json';
import type { Translate } from './language';
import { type Engine, planEngine } from './plan-engine';
import { errorLine, inWords, Shower } from './text';
import type { TidyArguments } from './tidy-arguments';
import { interruptedText, notApplied, planText, resultText } from './tidy-text';
import { unreadableText } from './unreadable';

/** What these commands need to know beside what is asked. */
export interface TidySurroundings {
  readonly resolution: Resolution;
  readonly options: ResolveOptions;
  /** Other products of which a plan says where another skill loads afterwards. */
  readonly otherProducts: readonly ResolveOptions[];
  /** For `make-visible`: the agents, with what each of them makes of the work directory. */
  readonly agents: readonly { readonly options: ResolveOptions; readonly resolution: Resolution }[];
  /** Directory for journal and lock. */
  readonly storage: string;
  /** Makes a path of the command line absolute. */
  absolute(location: string): string;
  readonly translate: Translate;
  readonly disks: Disks;
}

/**
 * Plans what is asked, prints the plan, and carries it out where `--apply` is given. Exit status 0: planned or done; 1:
 * nothing to do, or an open question; 2: it cannot be asked like this, or it was to be done and could not be, or not all.
 * @throws UsageError
 */
export async function tidy(asked: TidyArguments, surroundings: TidySurroundings): Promise<Answer> {
  const engine = await planEngine(surroundings.disks);
  if (asked.command === 'recover') return recover(engine, asked, surroundings);
  const reply = await replyTo(engine, asked, surroundings);
  return { ...reply, errors: reminder(engine, surroundings) + reply.errors };
}

async function replyTo(
  engine: Engine,
  asked: TidyArguments,
  surroundings: TidySurroundings,
): Promise<Answer> {
  const context: PlanContext = {
    files: engine.nodeWritableFiles,
    options: surroundings.options,
    resolution: surroundings.resolution,
    otherProducts: surroundings.otherProducts,
    ...(surroundings.agents.length > 0 && {
      others: surroundings.agents.filter(
        ({ resolution }) => resolution.profile !== surroundings.resolution.profile,
      ),
    }),
    hasTrash: false,
    ...(surroundings.translate && { translate: surroundings.translate }),
    ...(asked.userDirectory !== null && { userDirectory: asked.userDirectory as UserDirectory }),
  };
  switch (asked.command) {
    case 'prefer':
      return prefer(engine, context, asked, surroundings);
    case 'fix':
      return fix(engine, context, asked, surroundings);
    case 'backups':
      return backups(engine, asked, surroundings);
    case 'restore':
      return restore(engine, context, asked, surroundings);
  }
  const plan = await engine.makePlan(context, requestOf(asked, surroundings), answersOf(asked));
  checkAnswers(plan, asked.given);
  return carryOut(engine, tellUnfit(plan, asked.answers), asked, surroundings);
}

/** `--user-dir` is a wish that is told what it does, where the other directory is there. */
function answersOf({ answers, userDirectory }: TidyArguments) {
  return userDirectory === null ? answers : { 'user-directory': userDirectory, ...answers };
}

function requestOf(asked: TidyArguments, surroundings: TidySurroundings): PlanRequest {
  if (asked.command === 'new') return newSkill(asked, surroundings);
  if (asked.command === 'rename') {
    const [skill = '', name = ''] = asked.names;
    const candidates = candidatesNamed(skill, false, surroundings).map(({ id }) => id);
    return { kind: 'rename', what: { candidates }, name };
  }
  const what = selectionOf(asked, surroundings);
  switch (asked.command) {
    case 'copy':
      return { kind: 'copy', what, to: destinationOf(asked.to ?? 'canonical', surroundings) };
    case 'move':
      return {
        kind: 'move',
        what,
        to: destinationOf(asked.to ?? 'canonical', surroundings),
        leaveLink: asked.leaveLink,
      };
    case 'to-folder': {
      const to = asked.to === null || asked.to === 'same' ? 'same' : destinationOf(asked.to, surroundings);
      return { kind: 'to-folder', what, to };
    }
    case 'delete':
      return { kind: 'delete', what };
    case 'make-visible':
      return {
        kind: 'make-visible',
        what,
        agents: surroundings.agents.map(({ resolution }) => resolution.profile),
      };
    default:
      return { kind: 'move', what, to: 'canonical', leaveLink: asked.leaveLink };
  }
}

/** Without a word about the place: where tools share skills, in the project. */
function newSkill(
  { names, root, scope, description }: TidyArguments,
  surroundings: TidySurroundings,
): PlanRequest {
  const wanted = scope ?? 'project';
  const place =
    root === null
      ? rootsForNew(surroundings.resolution).find(one => one.scope === wanted)?.id
      : rootNamed(root, '--root', surroundings);
  if (place === undefined)
    throw new UsageError(message('there is no directory for a new skill in the scope {0}', wanted));
  return { kind: 'create', root: place, name: names[0] ?? '', description };
}

function selectionOf(asked: TidyArguments, surroundings: TidySurroundings): Selection {
  if (asked.scope !== null) return { scope: asked.scope };
  if (asked.root !== null) return { root: rootNamed(asked.root, '--root', surroundings) };
  const found = asked.names.flatMap(name => candidatesNamed(name, asked.all, surroundings));
  return { candidates: [...new Set(found.map(({ id }) => id))] };
}

/** A path of a skill's folder or file, or a name: then the winner, or all of that name. */
function candidatesNamed(
  name: string,
  all: boolean,
  { resolution, absolute }: TidySurroundings,
): readonly Candidate[] {
  if (/[\\/]/.test(name)) {
    const place = absolute(name);
    const places = new Set([place, path.join(place, 'SKILL.md')]);
    const found = resolution.candidates.filter(({ file, form, dir }) => {
      return places.has(file) || (form === 'directory' && dir === place);
    });
    if (found.length === 0) throw new UsageError(message('no skill is at {0}', name));
    return found;
  }
  const named = candidatesOf(resolution, name);
  const winner = named.find(({ id, winnerId }) => id === winnerId);
  const chosen = all ? named : winner ? [winner] : named.slice(0, 1);
  if (chosen.length === 0)
    throw new UsageError(message('there is no skill {0}; for a path, write ./{0}', name));
  return chosen;
}

function destinationOf(to: string, surroundings: TidySurroundings): Destination {
  if (to === 'canonical') return 'canonical';
  if (to === 'project' || to === 'user') return { scope: to };
  return { root: rootNamed(to, '--to', surroundings) };
}

/** A root by its path or label: only directories that are known as roots can be meant. */
function rootNamed(name: string, option: string, { resolution, absolute }: TidySurroundings): string {
  const place = absolute(name);
  const isIt = ({ location, path: real }: { location: string; path: string }) =>
    location === place || real === place;
  const root = resolution.roots.find(isIt) ?? resolution.roots.find(({ label }) => label === name);
  if (!root) {
    const labels = namesInRow(resolution.roots.map(({ label }) => label));
    throw new UsageError(
      message('{0}: {1} is none of the directories that are looked at: {2}', option, name, labels),
    );
  }
  // An alias has no skills of its own: they are those of the directory that it is another name of.
  return root.verdict === 'alias' ? (root.decidedBy ?? root.id) : root.id;
}

/** The line under several ways. */
const WHICH_WAY = message('Nothing was changed. Add --way N --apply to do one of them.');

async function prefer(
  engine: Engine,
  context: PlanContext,
  asked: TidyArguments,
  surroundings: TidySurroundings,
): Promise<Answer> {
  const [candidate] = candidatesNamed(asked.names[0] ?? '', false, surroundings);
  const plans = candidate ? await engine.plansToWin(context, candidate.id) : [];
  const shower = new Shower(surroundings.resolution, surroundings.translate);
  const only = plans.length === 1 ? plans[0] : undefined;
  const chosen = asked.way === null ? only : plans[asked.way - 1];
  if (chosen) return carryOut(engine, chosen, asked, surroundings);
  if (asked.way !== null) throw new UsageError(message('--way: there are {0} ways', plans.length));
  if (asked.apply && plans.length > 1)
    throw new UsageError(message('there are several ways: say which with --way'));
  const output = asked.json
    ? jsonText(plans.map(plan => planJson(plan, null)))
    : plans.length === 0
      ? `${shower.message(message('There is nothing to do: it wins already, or no move or deletion would make it win.'))}\n`
      : `${plans.map((plan, index) => `--way ${index + 1}: ${planText(plan, shower)}\n`).join('\n')}\n${shower.message(WHICH_WAY)}\n`;
  return { output, errors: '', status: plans.length === 0 ? 1 : 0 };
}

/** The fixes of a skill's problems as they are numbered; one of them as a plan. */
async function fix(
  engine: Engine,
  context: PlanContext,
  asked: TidyArguments,
  surroundings: TidySurroundings,
): Promise<Answer> {
  const candidates = candidatesNamed(asked.names[0] ?? '', false, surroundings);
  const { resolution } = surroundings;
  const numbered = await fixesOf(context.files, resolution, candidates.slice(0, 1));
  const shower = new Shower(resolution, surroundings.translate);
  const text = numbered.map(one => fixText(one, engine.textChangeOf(context.files, one.fix), shower));
  if (numbered.length === 0) {
    const output = asked.json
      ? jsonText([])
      : `${shower.message(message('There is nothing to fix, or nothing that a fix is known for.'))}\n`;
    return { output, errors: '', status: 1 };
  }
  const only = numbered.length === 1 ? numbered[0] : undefined;
  const chosen = asked.fix === null ? only : numbered[asked.fix - 1];
  if (asked.fix !== null && !chosen) throw new UsageError(message('--fix: there are {0}', numbered.length));
  if (asked.apply && !chosen) throw new UsageError(message('there are several fixes: say which with --fix'));
  if (!chosen) {
    const listed = numbered.map(one => fixJson(one));
    const output = asked.json ? jsonText(listed) : `${text.join('\n')}\n${shower.message(WHICH_FIX)}\n`;
    return { output, errors: '', status: 0 };
  }
  if (chosen.fix.paste) {
    const output = asked.json ? jsonText(fixJson(chosen)) : fixText(chosen, null, shower);
    return { output, errors: '', status: asked.apply ? 1 : 0 };
  }
  const plan = await engine.planFix(context, chosen.fix);
  const reply = await carryOut(engine, plan, asked, surroundings);
  const shown = text[chosen.number - 1] ?? '';
  return asked.json ? reply : { ...reply, output: `${shown}\n${reply.output}` };
}

const WHICH_FIX = message('Nothing was changed. Add --fix N --apply to do one of them.');

function backups(engine: Engine, asked: TidyArguments, surroundings: TidySurroundings): Answer {
  const { resolution, storage } = surroundings;
  const found = engine.findBackups(engine.nodeWritableFiles, resolution, storage);
  const status = found.length > 0 ? 0 : 1;
  if (asked.json) return { output: jsonText(found), errors: '', status };
  return { output: backupsText(found, new Shower(resolution, surroundings.translate)), errors: '', status };
}

async function restore(
  engine: Engine,
  context: PlanContext,
  asked: TidyArguments,
  surroundings: TidySurroundings,
): Promise<Answer> {
  const { resolution, storage, absolute } = surroundings;
  const [name = ''] = asked.names;
  const place = absolute(name);
  const backup = engine
    .findBackups(engine.nodeWritableFiles, resolution, storage)
    .find(one => one.path === place);
  if (!backup) throw new UsageError(message('no backup is at {0}: see which-skill backups', name));
  const to = asked.to === null ? backup.from : path.join(absolute(asked.to), path.basename(place));
  if (to === null)
    throw new UsageError(message('nothing says where it was: name the directory with --to DIR'));
  return carryOut(engine, await engine.planRestore(context, backup, to), asked, surroundings);
}

async function carryOut(
  engine: Engine,
  plan: Plan,
  asked: TidyArguments,
  surroundings: TidySurroundings,
): Promise<Answer> {
  const shower = new Shower(surroundings.resolution, surroundings.translate);
  const result =
    asked.apply && plan.ready ? await engine.applyPlan(plan, environmentOf(engine, surroundings)) : null;
  const end = result ? resultText(result, shower) : shower.message(notApplied(plan));
  const output = asked.json ? jsonText(planJson(plan, result)) : `${planText(plan, shower)}\n\n${end}\n`;
  const status = result ? statusOf(result) : plan.ready ? 0 : 1;
  return { output, errors: '', status };
}

function environmentOf({ nodeWritableFiles }: Engine, { storage }: TidySurroundings): ApplyEnvironment {
  const controller = new AbortController();
  // Ctrl-C ends it between two steps, with everything consistent; a second one ends the process.
  process.once('SIGINT', () => controller.abort());
  return { files: nodeWritableFiles, storage, trash: null, signal: controller.signal };
}

function statusOf({ status }: ApplyResult): 0 | 2 {
  return status === 'complete' || status === 'cleaned' ? 0 : 2;
}

async function recover(
  engine: Engine,
  asked: TidyArguments,
  surroundings: TidySurroundings,
): Promise<Answer> {
  const shower = new Shower(surroundings.resolution, surroundings.translate);
  const holder = engine.lockHolder(engine.nodeWritableFiles, surroundings.storage);
  if (holder)
    return { output: '', errors: errorLine(inWords(holder.text, surroundings.translate)), status: 2 };
  const unreadable = unreadableText(engine, surroundings.storage, surroundings.translate);
  const interrupted = findInterrupted(engine, surroundings);
  if (interrupted.length === 0) {
    const output = asked.json ? jsonText([]) : `${shower.message(message('Nothing was interrupted.'))}\n`;
    return { output, errors: unreadable, status: 1 };
  }
  if (!asked.apply) {
    const hint = shower.message(
      message('To finish it: which-skill recover --apply. To take back what is half done: with --clean too.'),
    );
    const text = interrupted.map(one => interruptedText(one, shower)).join('\n');
    const shown = interrupted.map(({ title: _, ...rest }) => rest);
    return { output: asked.json ? jsonText(shown) : `${text}\n\n${hint}\n`, errors: unreadable, status: 0 };
  }
  const { id } = pick(interrupted, asked.names);
  const how = asked.clean ? 'clean' : 'finish';
  const result = await engine.recover(id, how, environmentOf(engine, surroundings));
  const output = asked.json ? jsonText(resultJson(result)) : `${resultText(result, shower)}\n`;
  return { output, errors: unreadable, status: statusOf(result) };
}

function findInterrupted(
  { interruptedPlans, nodeWritableFiles, isLocked }: Engine,
  { storage }: TidySurroundings,
): readonly Interrupted[] {
  return isLocked(nodeWritableFiles, storage) ? [] : interruptedPlans(nodeWritableFiles, storage);
}

/** One line on the side where something was interrupted earlier. */
function reminder(engine: Engine, surroundings: TidySurroundings): string {
  const count = findInterrupted(engine, surroundings).length;
  const text = message('an earlier change was interrupted: see which-skill recover');
  return count === 0 ? '' : errorLine(inWords(text, surroundings.translate));
}

/** The one that is named, or the newest. */
function pick<T extends { readonly id: string }>(all: readonly T[], names: readonly string[]): T {
  const [name] = names;
  const found = name === undefined ? all[0] : all.find(({ id }) => id === name);
  if (found) return found;
  throw new UsageError(
    name === undefined ? message('there is nothing to recover') : message('there is no {0} to recover', name),
  );
}
