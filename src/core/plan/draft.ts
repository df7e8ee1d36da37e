/** A plan while it is being made: collects operations, questions and remarks, and knows what is planned already. */
import * as path from 'node:path';
import { isUnanswered } from '../fault-message';
import { isFault } from '../file-system';
import { foldName } from '../fold-name';
import { type Message, message } from '../message';
import { Slices } from '../slices';
import type { Candidate, Root } from '../types';
import { ignoresCase } from './case-folding';
import type { PlanContext } from './context';
import { wordsFor } from './failure';
import { fingerprint } from './fingerprint';
import type { Answers, Conflict, Note, Operation, Question, Refusal } from './types';

/** A question before it is known what is answered. */
export type Asked = Omit<Question, 'answer' | 'fault'> & {
  /** Why an answer cannot be taken; null where it can. For questions without choices. */
  readonly check?: (answer: string) => Message | null;
};

type WithoutUnit<T> = T extends unknown ? Omit<T, 'unit'> : never;

/** Folder for what is replaced or deleted but kept: beside the root, where no product reads. */
export const BACKUPS = '.which-skill-backups';

export class Draft {
  readonly operations: Operation[] = [];
  readonly questions: Question[] = [];
  readonly conflicts: Conflict[] = [];
  readonly notes: Note[] = [];
  readonly skipped: Refusal[] = [];
  readonly refusals: Refusal[] = [];
  readonly slices: Slices;
  private unit = 0;
  private readonly answered = new Map<string, string | null>();
  private readonly made = new Set<string>();
  private readonly alreadyThere = new Map<string, number>();
  private readonly taken = new Map<string, Candidate | null>();
  private readonly caseless = new Map<string, boolean>();

  constructor(
    readonly context: PlanContext,
    readonly answers: Answers,
    /** Folded names that are left alone, since moving only some of their copies would make another one win. */
    readonly held: ReadonlySet<string> = new Set(),
  ) {
    this.slices = new Slices(context.signal);
  }

  /** The answer that was given, if any: to this question, or to all of its kind. */
  answerOf(id: string): string | undefined {
    return this.answers[id] ?? this.answers[`${id.split(':', 1)[0]}:*`];
  }

  /** Puts a question, once. Out: the answer that counts, or null where one must be given first. */
  ask(asked: Asked): string | null {
    const known = this.answered.get(asked.id);
    if (known !== undefined) return known;
    const { check, ...question } = asked;
    const { answer, fault } = this.judge(asked);
    this.questions.push({ ...question, answer, ...(fault && { fault }) });
    this.answered.set(asked.id, answer);
    return answer;
  }

  /** As `ask`, for a target that is there already. */
  askConflict(asked: Asked & Omit<Conflict, 'answer' | 'fault'>): string | null {
    const { check, ...conflict } = asked;
    const { answer, fault } = this.judge(asked);
    this.conflicts.push({ ...conflict, answer, ...(fault && { fault }) });
    return answer;
  }

  private judge(asked: Asked): { answer: string | null; fault?: Message } {
    const given = this.answerOf(asked.id);
    if (given === undefined) return { answer: asked.default };
    if (asked.choices.length === 0) {
      const fault = asked.check?.(given);
      return fault ? { answer: asked.default, fault } : { answer: given };
    }
    if (asked.choices.some(({ value }) => value === given)) return { answer: given };
    // An answer for all of a kind does not fit all of them.
    if (this.answers[asked.id] === undefined) return { answer: asked.default };
    return { answer: asked.default, fault: message('{0} is none of the choices', given) };
  }

  /** Begins the operations of one skill. */
  nextUnit(): void {
    this.unit++;
  }

  add(operation: WithoutUnit<Operation>): void {
    this.operations.push({ ...operation, unit: this.unit } as Operation);
  }

  refuse(code: string, text: Message, place: string, candidate?: Candidate): void {
    this.refusals.push({ code, text, path: place, ...(candidate && { candidate: candidate.id }) });
  }

  skip(code: string, text: Message, place: string, candidate?: Candidate): void {
    this.skipped.push({ code, text, path: place, ...(candidate && { candidate: candidate.id }) });
  }

  /** Leaves out one more skill of a whole root or scope that is where it should be: all of a directory are one line. */
  countAlreadyThere(directory: string): void {
    const index = this.skipped.findIndex(
      ({ code, path: at }) => code === 'already-there' && at === directory,
    );
    const count = (this.alreadyThere.get(directory) ?? 0) + 1;
    this.alreadyThere.set(directory, count);
    const text =
      count === 1 ? message('1 skill is there already') : message('{0} skills are there already', count);
    if (index < 0) this.skip('already-there', text, directory);
    else this.skipped[index] = { ...this.skipped[index]!, text };
  }

  /** State of a file or folder, for the check that it is still the same when the plan is applied. Null: refused. */
  async fingerprintOf(place: string, candidate?: Candidate): Promise<string | null> {
    const found = await fingerprint(this.context.files, place, this.slices);
    if (!isFault(found)) return found;
    this.refuse('unreadable', wordsFor(found.fault, found.path), place, candidate);
    return null;
  }

  /** Plans the directories that are missing above a new entry. */
  makeDirectory(directory: string): void {
    if (this.made.has(directory) || path.dirname(directory) === directory) return;
    const state = this.context.files.state(directory);
    if (!isFault(state) || state.fault !== 'ENOENT') return;
    this.makeDirectory(path.dirname(directory));
    this.made.add(directory);
    this.add({
      kind: 'make-directory',
      from: null,
      to: directory,
      text: message('make the directory {0}', { path: directory }),
    });
  }

  /** Says that a copy will declare another name than its source. */
  noteNewName(name: string, file: string): void {
    const text = message('changes name: to {0} in {1}', name, { path: file });
    this.notes.push({ severity: 'information', code: 'new-name', text, path: file });
  }

  /** Remembers that a name will be taken. `by`: the skill that takes it. */
  take(place: string, by: Candidate | null): void {
    this.taken.set(this.keyOf(place), by);
  }

  /** What will stand at a place by this plan; undefined where it plans nothing there. */
  plannedAt(place: string): Candidate | null | undefined {
    return this.taken.get(this.keyOf(place));
  }

  /** Whether something is at a place, or will be. */
  isTaken(place: string): boolean {
    if (this.taken.has(this.keyOf(place))) return true;
    const state = this.context.files.linkState(place);
    return !isFault(state) || (state.fault !== 'ENOENT' && state.fault !== 'ENOTDIR');
  }

  private keyOf(place: string): string {
    const directory = path.dirname(place);
    const caseless = this.caseless.get(directory) ?? ignoresCase(this.context.files, directory);
    this.caseless.set(directory, caseless);
    return caseless ? path.join(directory, foldName(path.basename(place))) : place;
  }

  /** Plans to move what is at a place to a backup. Out: where that is. */
  setAside(place: string, state: string): string {
    const backup = this.backupPlace(place);
    const text = message('keep the old {0} as {1}', { path: place }, { path: backup });
    this.add({ kind: 'set-aside', from: place, to: backup, fingerprint: state, text });
    return backup;
  }

  /** Plans to put a backup into the trash: last, since until then it can be put back. */
  trashBackup(backup: string, state: string): void {
    const text = message('put the old {0} into the trash', path.basename(backup));
    this.add({ kind: 'trash', from: backup, to: null, fingerprint: state, text });
  }

  /** Plans to remove the folders for backups whose content goes into the trash, or back. Last, since units share them. */
  tidyBackups(): void {
    const folders = new Set(
      this.operations.flatMap(({ kind, from }) =>
        (kind === 'trash' || kind === 'move') && from.includes(`${path.sep}${BACKUPS}${path.sep}`)
          ? [path.dirname(from)]
          : [],
      ),
    );
    for (const folder of folders) {
      for (const place of [folder, path.dirname(folder)]) {
        const text = message('remove {0} if it is empty', { path: place });
        this.add({ kind: 'remove-directory', from: place, to: null, optional: true, text });
      }
    }
  }

  /** Where something is kept that is replaced or deleted. The directories for it are planned. */
  backupPlace(entry: string): string {
    const root = path.dirname(entry);
    const base = this.sameDevice(path.dirname(root), root) ? path.dirname(root) : root;
    const stamp = (this.context.now ?? new Date())
      .toISOString()
      .replace(/[-:]/g, '')
      .replace('T', '-')
      .slice(0, 15);
    const folder = path.join(base, BACKUPS, stamp);
    const name = path.basename(entry);
    let place = path.join(folder, name);
    for (let number = 2; this.isTaken(place); number++) place = path.join(folder, `${name}-${number}`);
    this.makeDirectory(folder);
    this.take(place, null);
    return place;
  }

  private sameDevice(one: string, other: string): boolean {
    const [first, second] = [this.context.files.details(one), this.context.files.details(other)];
    return (
      !isFault(first) &&
      !isFault(second) &&
      first.device === second.device &&
      this.context.files.mayWrite(one)
    );
  }

  /** Refuses what lies on a disk that does not answer. Out: whether it does. */
  refuseSilent(place: string, candidate?: Candidate): boolean {
    const state = this.context.files.linkState(place);
    if (!isFault(state) || !isUnanswered(state.fault)) return false;
    this.refuse('loading', wordsFor(state.fault, place), place, candidate);
    return true;
  }

  /** Whether entries can be made in a directory, or in the one that it would have to be made in. */
  mayWrite(directory: string): boolean {
    return this.context.files.mayWrite(this.nearest(directory));
  }

  /** The file that stands where a directory would have to be; null where nothing is in the way. */
  fileInPlaceOf(directory: string): string | null {
    const place = this.nearest(directory);
    const state = this.context.files.state(place);
    return !isFault(state) && state.kind !== 'directory' ? place : null;
  }

  /** The place itself, or what there is above it. */
  private nearest(directory: string): string {
    let place = directory;
    while (isFault(this.context.files.state(place)) && path.dirname(place) !== place)
      place = path.dirname(place);
    return place;
  }

  rootOf(candidate: Candidate): Root | undefined {
    return this.context.resolution.roots.find(({ id }) => id === candidate.root);
  }
}
