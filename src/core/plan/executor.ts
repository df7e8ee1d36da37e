/**
 * Carrying out one operation, and settling one that was broken off. Whatever happens in between, the source or a
 * complete target is there: a move on one file system is one rename, everything else is copied aside, checked, renamed
 * into place, and only then is the source taken away.
 */
import * as path from 'node:path';
import { isUnanswered } from '../fault-message';
import { type FileSystemFault, isFault } from '../file-system';
import { message } from '../message';
import type { Slices } from '../slices';
import { attempt, must, PlanFailure, systemFailure } from './failure';
import { fingerprint } from './fingerprint';
import type { OpenJournal, OperationRecord } from './journal';
import { deleteTree, manifestOf, verifyManifest, writeManifest } from './manifest';
import type { CreateFile, Transfer } from './types';
import { makeWorkplace, WORKPLACE_PREFIX, workplaceCandidates } from './workplace';
import { codeOf, type WritableFiles } from './writable-files';

/** Puts a file or folder into the system's trash. Rejects where it cannot. */
export type Trash = (path: string) => Promise<void>;

/** Errors that say that a second name for a file cannot be had here, but a copy can. */
const NO_HARD_LINK = new Set([
  'EXDEV',
  'EPERM',
  'EACCES',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
]);

export class Executor {
  constructor(
    private readonly files: WritableFiles,
    private readonly journal: OpenJournal,
    private readonly trash: Trash | null,
    private readonly platform: NodeJS.Platform,
  ) {}

  /**
   * Carries out the operation of that number. What was begun when it throws is for `settle`.
   * @throws PlanFailure, or the reason of a cancelled signal
   */
  async run(number: number, slices: Slices): Promise<void> {
    const { operation } = this.recordOf(number);
    switch (operation.kind) {
      case 'copy':
      case 'move':
        return this.transfer(number, operation, slices);
      case 'set-aside':
        this.requireAbsent(operation.to);
        await this.requireSame(operation.from, operation.fingerprint, slices);
        this.start(number);
        this.moveExclusive(operation.from, operation.to);
        return this.done(number, operation.fingerprint);
      case 'make-directory':
        return this.makeDirectory(number, operation.to);
      case 'make-link': {
        this.requireAbsent(operation.to);
        this.start(number);
        const junction = this.platform === 'win32' && operation.leadsTo === 'directory';
        const type = junction ? 'junction' : operation.leadsTo;
        attempt(operation.to, () => this.files.makeLink(operation.target, operation.to, type));
        return this.done(number, await this.fingerprintOf(operation.to, slices));
      }
      case 'create-file':
        return this.createFile(number, operation, slices);
      case 'trash':
        return this.throwAway(number, operation.from, operation.fingerprint, slices);
      case 'delete':
        await this.requireSame(operation.from, operation.fingerprint, slices);
        if (operation.only) await this.requireOriginal(operation.only, operation.from, slices);
        this.start(number);
        await this.discard(operation.from, operation.fingerprint, `${number}`, slices);
        return this.done(number);
      case 'remove-directory':
        return this.removeDirectory(number, operation.from, operation.optional);
    }
  }

  private makeDirectory(number: number, folder: string): void {
    const state = this.files.state(folder);
    if (!isFault(state)) {
      if (state.kind !== 'directory') throw systemFailure('ENOTDIR', folder);
      this.journal.write({ type: 'done', operation: number, nothing: true });
      return;
    }
    if (state.fault !== 'ENOENT') throw systemFailure(state.fault, folder);
    this.start(number);
    attempt(folder, () => this.files.makeDirectory(folder));
    this.done(number);
  }

  private removeDirectory(number: number, folder: string, optional: boolean): void {
    this.start(number);
    this.leaveWorkplaceIn(folder);
    try {
      this.files.removeDirectory(folder);
    } catch (error) {
      const code = codeOf(error);
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw systemFailure(code, folder);
      if (!optional) throw new PlanFailure(code, message('{0} is not empty', { path: folder }), folder);
      // What an error says is looked at once more: an empty directory left behind could hide another one.
      if (this.isThere(folder) && this.holdsOnlyWorkplace(folder)) throw systemFailure(code, folder);
      this.journal.write({ type: 'done', operation: number, nothing: true });
      return;
    }
    this.done(number);
  }

  /** The plan's own temporary folder must not be what keeps a directory. */
  private leaveWorkplaceIn(folder: string): void {
    const workplace = path.join(folder, WORKPLACE_PREFIX + this.journal.id);
    if (!this.isThere(workplace) || must(workplace, this.files.readDirectory(workplace)).length > 0) return;
    attempt(workplace, () => this.files.removeDirectory(workplace));
  }

  private holdsOnlyWorkplace(folder: string): boolean {
    const listed = must(folder, this.files.readDirectory(folder));
    return listed.every(({ name }) => name === WORKPLACE_PREFIX + this.journal.id);
  }

  private async throwAway(number: number, from: string, expected: string, slices: Slices): Promise<void> {
    if (!this.trash) {
      const text = message('there is no trash here; {0} stays', { path: from });
      throw new PlanFailure('no-trash', text, from);
    }
    await this.requireSame(from, expected, slices);
    this.start(number);
    try {
      await this.trash(from);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const text = message('{0} could not be put into the trash: {1}', { path: from }, reason);
      throw new PlanFailure('no-trash', text, from);
    }
    if (this.isThere(from)) {
      throw new PlanFailure('no-trash', message('{0} did not go into the trash', { path: from }), from);
    }
    this.done(number);
  }

  private async transfer(number: number, operation: Transfer, slices: Slices): Promise<void> {
    const { kind, from, to, shape, changes } = operation;
    this.requireAbsent(to);
    await this.requireSame(from, operation.fingerprint, slices);
    this.start(number);
    // One rename keeps everything, and cannot be half done: no copy could be as safe.
    const asItIs = changes.length === 0 && (shape === 'tree' || shape === 'file');
    if (kind === 'move' && asItIs && this.renamed(from, to, shape)) {
      return this.done(number, operation.fingerprint);
    }
    const stage = path.join(makeWorkplace(this.files, to, this.journal.id), `${number}-new`);
    const entries = await manifestOf(this.files, from, shape, changes, slices);
    const hashes = await writeManifest(this.files, entries, stage, { sync: kind === 'move' }, slices);
    await verifyManifest(this.files, entries, hashes, stage, slices);
    await this.requireSame(from, operation.fingerprint, slices);
    const staged = await this.fingerprintOf(stage, slices);
    this.journal.write({ type: 'staged', operation: number, fingerprint: staged });
    this.moveExclusive(stage, to);
    if (kind === 'move') {
      await this.journal.syncWith(path.dirname(to));
      await this.discard(from, operation.fingerprint, `${number}`, slices);
    }
    this.done(number, staged);
  }

  /** Written aside and then moved into place, so that the file is there as a whole or not at all. */
  private async createFile(number: number, { to, content }: CreateFile, slices: Slices): Promise<void> {
    this.requireAbsent(to);
    this.start(number);
    const stage = path.join(makeWorkplace(this.files, to, this.journal.id), `${number}-new`);
    const writer = attempt(stage, () => this.files.createFile(stage, 0o666));
    try {
      attempt(stage, () => writer.write(Buffer.from(content)));
      attempt(stage, () => writer.sync());
    } finally {
      attempt(stage, () => writer.close());
    }
    const staged = await this.fingerprintOf(stage, slices);
    this.journal.write({ type: 'staged', operation: number, fingerprint: staged });
    this.moveExclusive(stage, to);
    attempt(to, () => this.files.syncDirectory(path.dirname(to)));
    this.done(number, staged);
  }

  /** Moves by rename. False where the two places are on different file systems. */
  private renamed(from: string, to: string, shape: 'tree' | 'file'): boolean {
    if (shape === 'tree') return this.renameFolder(from, to);
    if (!this.givesSecondNames) return this.renameFile(from, to);
    try {
      this.files.hardLink(from, to);
    } catch (error) {
      const code = codeOf(error);
      if (NO_HARD_LINK.has(code)) return false;
      throw systemFailure(code, to);
    }
    attempt(from, () => this.files.removeFile(from));
    return true;
  }

  /**
   * Renames a folder without ever replacing anything: the new name is first taken by an empty folder of our own, which
   * is all that a rename replaces. Windows replaces no folder at all.
   */
  private renameFolder(from: string, to: string): boolean {
    const claims = this.platform !== 'win32';
    if (claims) attempt(to, () => this.files.makeDirectory(to));
    try {
      this.files.rename(from, to);
      return true;
    } catch (error) {
      const code = codeOf(error);
      if (claims) attempt(to, () => this.files.removeDirectory(to));
      if (code === 'EXDEV') return false;
      throw systemFailure(code, code === 'ENOTEMPTY' || code === 'EEXIST' ? to : from);
    }
  }

  /**
   * Moves on one file system without ever replacing anything.
   * @throws PlanFailure
   */
  private moveExclusive(from: string, to: string): void {
    const details = must(from, this.files.details(from));
    if (details.kind === 'directory') {
      if (!this.renameFolder(from, to)) throw systemFailure('EXDEV', to);
    } else if (details.kind === 'link') {
      const target = must(from, this.files.readLink(from));
      const behind = this.files.state(path.resolve(path.dirname(to), target));
      const type = !isFault(behind) && behind.kind === 'directory' ? 'directory' : 'file';
      attempt(to, () => this.files.makeLink(target, to, type));
      attempt(to, () => this.files.setTimes(to, details.accessed, details.modified));
      attempt(from, () => this.files.removeFile(from));
    } else this.moveFile(from, to);
  }

  /**
   * Renames a file without ever replacing one of others: the new name is first taken by an empty file of our own. False
   * where the two places are on different file systems.
   */
  private renameFile(from: string, to: string): boolean {
    attempt(to, () => this.files.createFile(to, 0o600).close());
    try {
      this.files.rename(from, to);
      return true;
    } catch (error) {
      const code = codeOf(error);
      attempt(to, () => this.files.removeFile(to));
      if (code === 'EXDEV') return false;
      throw systemFailure(code, from);
    }
  }

  /**
   * Whether a file gets its new name before it loses the old one. On Windows neither could be taken away where another
   * program has the file open, and taking one away makes a file writable that was not.
   */
  private get givesSecondNames(): boolean {
    return this.platform !== 'win32';
  }

  private moveFile(from: string, to: string): void {
    if (!this.givesSecondNames) {
      if (!this.renameFile(from, to)) throw systemFailure('EXDEV', to);
      return;
    }
    try {
      this.files.hardLink(from, to);
    } catch (error) {
      const code = codeOf(error);
      if (!NO_HARD_LINK.has(code) || code === 'EXDEV') throw systemFailure(code, to);
      if (!this.renameFile(from, to)) throw systemFailure('EXDEV', to);
      return;
    }
    attempt(from, () => this.files.removeFile(from));
  }

  /**
   * Deletes something for good, in three steps of which each can be told from the others afterwards: aside under one
   * name, compared with what it should be, aside under another name, deleted.
   * @throws PlanFailure where it is something else by now: then it stays
   */
  private async discard(location: string, expected: string, label: string, slices: Slices): Promise<void> {
    const workplace = makeWorkplace(this.files, location, this.journal.id);
    const [old, gone] = [path.join(workplace, `${label}-old`), path.join(workplace, `${label}-gone`)];
    this.requireAbsent(old);
    attempt(location, () => this.files.rename(location, old));
    const found = await fingerprint(this.files, old, slices);
    if (found !== expected) {
      this.moveExclusive(old, location);
      throw isFault(found) ? systemFailure(found.fault, found.path) : changed(location);
    }
    attempt(old, () => this.files.rename(old, gone));
    await deleteTree(this.files, gone, slices);
  }

  /**
   * Brings an operation that was broken off into one of two states: done, or as if it had never begun.
   * @param suspect whether an operation without a start in the journal may have been begun all the same: the machine
   *   may have stopped before the line was on the disk
   * @throws PlanFailure where neither can be reached; what is left over then keeps its place
   */
  async settle(number: number, suspect: boolean, slices: Slices): Promise<void> {
    const record = this.recordOf(number);
    if (record.done || !(record.started || suspect)) return;
    const done = await this.settled(number, record, slices);
    if (done !== null) this.done(number, done === '' ? undefined : done);
    else if (record.started) this.journal.write({ type: 'undone', operation: number });
  }

  /** Fingerprint of the target where the operation turned out to be done, empty where it has none; null where it is undone. */
  private async settled(number: number, record: OperationRecord, slices: Slices): Promise<string | null> {
    const { operation, started } = record;
    switch (operation.kind) {
      case 'copy':
      case 'move':
        return this.settleTransfer(number, record, operation, slices);
      case 'set-aside': {
        const { from, to } = operation;
        if (!this.isThere(from)) return this.arrived(to, operation.fingerprint, started, slices);
        if (started) await this.dropDouble(from, to, operation.fingerprint, slices);
        return null;
      }
      case 'make-directory':
        return started && this.isThere(operation.to) ? '' : null;
      case 'make-link': {
        const target = this.files.readLink(operation.to);
        if (!started) return null;
        // What was asked of a disk that fell silent may have been done all the same.
        if (isFault(target) && isUnanswered(target.fault)) throw systemFailure(target.fault, operation.to);
        if (isFault(target)) return null;
        return this.fingerprintOf(operation.to, slices);
      }
      case 'create-file':
        return this.settleCreated(number, record, operation, slices);
      case 'trash':
      case 'remove-directory':
        return started && !this.isThere(operation.from) ? '' : null;
      case 'delete':
        if (await this.settleDiscard(operation.from, `${number}`, slices)) return '';
        return started && !this.isThere(operation.from) ? '' : null;
    }
  }

  private async settleTransfer(
    number: number,
    record: OperationRecord,
    operation: Transfer,
    slices: Slices,
  ): Promise<string | null> {
    const { kind, from, to } = operation;
    const expected = record.staged ?? (operation.changes.length === 0 ? operation.fingerprint : null);
    for (const workplace of workplaceCandidates(to, this.journal.id)) {
      const stage = path.join(workplace, `${number}-new`);
      if (this.isThere(stage)) await deleteTree(this.files, stage, slices);
    }
    await this.settleDiscard(to, `${number}-target`, slices);
    if (kind === 'move') {
      const removed = await this.settleDiscard(from, `${number}`, slices);
      if (removed || !this.isThere(from)) return this.arrived(to, expected, record.started, slices);
    }
    if (!this.isThere(to)) return null;
    if (!record.started) return null;
    if (this.removeClaim(from, to)) return null;
    const found = await this.fingerprintOf(to, slices);
    if (found !== expected) return null;
    if (kind === 'copy') return found;
    // The source is still there: so the target is the one too many, unless the source is not what was copied.
    const source = await this.fingerprintOf(from, slices);
    if (source !== operation.fingerprint) throw changed(from);
    await this.discard(to, found, `${number}-target`, slices);
    return null;
  }

  private async settleCreated(
    number: number,
    { started, staged }: OperationRecord,
    { to, content }: CreateFile,
    slices: Slices,
  ): Promise<string | null> {
    for (const workplace of workplaceCandidates(to, this.journal.id)) {
      const stage = path.join(workplace, `${number}-new`);
      if (this.isThere(stage)) attempt(stage, () => this.files.removeFile(stage));
    }
    if (!started || !this.isThere(to)) return null;
    const details = must(to, this.files.details(to));
    // The empty file that was to take the name.
    if (details.kind === 'file' && details.size === 0 && content !== '') {
      attempt(to, () => this.files.removeFile(to));
      return null;
    }
    const found = await this.fingerprintOf(to, slices);
    return found === staged ? found : null;
  }

  /** The source is gone: whether that is because it has arrived. Only what the journal says to have begun is taken on trust. */
  private async arrived(
    to: string,
    expected: string | null,
    started: boolean,
    slices: Slices,
  ): Promise<string | null> {
    if (!this.isThere(to)) return null;
    const found = await this.fingerprintOf(to, slices);
    return started || found === expected ? found : null;
  }

  /** Settles what `discard` had begun. Out: whether it is deleted. */
  private async settleDiscard(location: string, label: string, slices: Slices): Promise<boolean> {
    let deleted = false;
    for (const workplace of workplaceCandidates(location, this.journal.id)) {
      const [old, gone] = [path.join(workplace, `${label}-old`), path.join(workplace, `${label}-gone`)];
      if (this.isThere(gone)) {
        await deleteTree(this.files, gone, slices);
        deleted = true;
      } else if (this.isThere(old)) {
        if (this.isThere(location) && !this.removeClaim(old, location)) {
          await this.dropDouble(old, location, await this.fingerprintOf(old, slices), slices);
        }
        this.moveExclusive(old, location);
      }
    }
    return deleted;
  }

  /** Removes the empty folder or file that was to take a name. Out: whether there was one. */
  private removeClaim(source: string, claim: string): boolean {
    const [of, at] = [this.files.details(source), this.files.details(claim)];
    if (isFault(of) || isFault(at)) return false;
    if (at.kind === 'directory') {
      if (!this.isEmpty(claim) || (of.kind === 'directory' && this.isEmpty(source))) return false;
      attempt(claim, () => this.files.removeDirectory(claim));
      return true;
    }
    if (at.kind !== 'file' || at.size > 0 || (of.kind === 'file' && of.size === 0)) return false;
    attempt(claim, () => this.files.removeFile(claim));
    return true;
  }

  /** Removes the second name of a file or link that `moveExclusive` had made, or what it took the name with. */
  private async dropDouble(source: string, double: string, expected: string, slices: Slices): Promise<void> {
    if (!this.isThere(double) || this.removeClaim(source, double)) return;
    const details = must(double, this.files.details(double));
    const same = (await this.fingerprintOf(double, slices)) === expected;
    if (details.kind === 'directory' || !same) throw systemFailure('EEXIST', double);
    attempt(double, () => this.files.removeFile(double));
  }

  private isEmpty(folder: string): boolean {
    const listed = this.files.readDirectory(folder);
    return !isFault(listed) && listed.length === 0;
  }

  private isThere(location: string): boolean {
    const details = this.files.details(location);
    if (!isFault(details)) return true;
    if (details.fault === 'ENOENT' || details.fault === 'ENOTDIR') return false;
    throw systemFailure(details.fault, location);
  }

  private requireAbsent(location: string): void {
    if (this.isThere(location)) throw systemFailure('EEXIST', location);
  }

  private async requireSame(location: string, expected: string, slices: Slices): Promise<void> {
    if ((await this.fingerprintOf(location, slices)) !== expected) throw changed(location);
  }

  private async requireOriginal(
    original: { readonly path: string; readonly fingerprint: string },
    copy: string,
    slices: Slices,
  ): Promise<void> {
    const found = await fingerprint(this.files, original.path, slices);
    if (found === original.fingerprint) return;
    const text = message(
      '{0} stays: {1}, of which it is a copy, has changed or gone since',
      { path: copy },
      { path: original.path },
    );
    throw new PlanFailure('original-changed', text, copy);
  }

  private async fingerprintOf(location: string, slices: Slices): Promise<string> {
    const found: string | (FileSystemFault & { path: string }) = await fingerprint(
      this.files,
      location,
      slices,
    );
    if (isFault(found)) throw systemFailure(found.fault, found.path);
    return found;
  }

  private recordOf(number: number): OperationRecord {
    const record = this.journal.operations[number];
    if (!record) throw new Error(`no operation ${number}`);
    return record;
  }

  private start(operation: number): void {
    this.journal.write({ type: 'start', operation });
  }

  private done(operation: number, found?: string): void {
    this.journal.write({ type: 'done', operation, ...(found !== undefined && { fingerprint: found }) });
  }
}

function changed(location: string): PlanFailure {
  return new PlanFailure('changed', message('{0} has changed meanwhile', { path: location }), location);
}
