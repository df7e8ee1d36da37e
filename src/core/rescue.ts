/**
 * What is lost in the move from one product to another: skills that the one loads and the other does not, each with the
 * reason and with what would mend it. Nothing is changed here; a plan carries it out.
 */
import * as path from 'node:path';
import { compareSkills } from './compare';
import { type FileSystem, isFault } from './file-system';
import { type FrontmatterChange, mendFrontmatter } from './mend-frontmatter';
import { type Message, message } from './message';
import { portableName } from './plan/names';
import { productOf } from './products';
import { isDocumentStem } from './profiles/names';
import { Slices } from './slices';
import { readSmallFile } from './small-file';
import type { Candidate, Resolution, Root, Scope, Skill } from './types';

/** What becomes of a skill that loaded before. */
export type Loss =
  /** Nothing loads under its name any more. */
  | 'gone'
  /** The file loads, but under another name. */
  | 'other-name'
  /** The name loads from another file, whose content differs. */
  | 'other-file'
  /** It loads, but is not listed for the model. */
  | 'unlisted';

/** The text of a skill file before and after. */
export interface TextEdit {
  readonly before: string;
  readonly after: string;
  readonly changes: readonly FrontmatterChange[];
}

/** What would make the other product load the skill. */
export type Mend =
  /** Copy it to the canonical directory of its scope, where both products read it; `edit` concerns its skill file there. */
  | {
      readonly kind: 'copy';
      /** The skill's folder, or the flat file. */
      readonly from: string;
      readonly to: string;
      readonly scope: 'project' | 'user';
      readonly edit: TextEdit | null;
      /** Whether something is at the target already, or will be by another mend. */
      readonly occupied: boolean;
    }
  /** It lies where both look for it: its frontmatter is what is wrong. */
  | { readonly kind: 'edit'; readonly file: string; readonly edit: TextEdit }
  /** Name its directory in `extra_skill_dirs` of the other product's configuration, which we never write. */
  | { readonly kind: 'configure'; readonly file: string; readonly entry: string }
  | { readonly kind: 'by-hand'; readonly why: Message };

export interface LostSkill {
  readonly loss: Loss;
  /** As it loaded before. */
  readonly skill: Skill;
  /** What loads now: under its name, or the same file under another name. Null where it is gone. */
  readonly now: Skill | null;
  /** Why it does not load any more: code and reason as of a candidate or root. */
  readonly code: string;
  readonly reason: Message;
  /** Null where nothing needs to be done, or nothing can be said. */
  readonly mend: Mend | null;
  /** Whether it is rather a document about a folder of skills, such as `README.md`: to be left out unless asked for. */
  readonly isDocument: boolean;
}

/**
 * Compares what is loaded before and after. Skills that a product brings along itself are left out.
 *
 * Mends are worked out only where `after` is kimi-code: the other way round it is a report of what would be lost.
 * @param before a resolution of a work directory
 * @param after one of the same directory and moment for the other product
 * @throws only the reason of the signal, when it is aborted
 */
export async function findLost(
  files: FileSystem,
  before: Resolution,
  after: Resolution,
  signal?: AbortSignal,
): Promise<readonly LostSkill[]> {
  const rescue = new Rescue(files, before, after, new Slices(signal));
  const lost: LostSkill[] = [];
  for (const skill of before.skills) {
    const found = skill.scope === 'builtin' ? null : await rescue.check(skill);
    const isDocument =
      skill.form === 'flat' && isDocumentStem(path.basename(skill.file).slice(0, -'.md'.length));
    if (found) lost.push({ ...found, isDocument });
  }
  return lost;
}

class Rescue {
  private readonly nowByName = new Map<string, Skill>();
  private readonly nowByFile = new Map<string, Skill>();
  private readonly candidates = new Map<string, Candidate[]>();
  private readonly targets = new Set<string>();

  constructor(
    private readonly files: FileSystem,
    private readonly before: Resolution,
    private readonly after: Resolution,
    private readonly slices: Slices,
  ) {
    for (const skill of after.skills) {
      this.nowByName.set(this.fold(skill.name), skill);
      this.nowByFile.set(this.real(skill.file), skill);
    }
    for (const candidate of after.candidates) {
      const file = this.real(candidate.file);
      this.candidates.set(file, [...(this.candidates.get(file) ?? []), candidate]);
    }
  }

  async check(skill: Skill): Promise<Omit<LostSkill, 'isDocument'> | null> {
    if (this.slices.due) await this.slices.pause();
    const sameName = this.nowByName.get(this.fold(skill.name));
    const sameFile = this.nowByFile.get(this.real(skill.file));
    if (sameName && this.real(sameName.file) === this.real(skill.file)) return this.unlisted(skill, sameName);
    if (sameFile) {
      const reason = message('the same file loads as {0}', sameFile.name);
      return { loss: 'other-name', skill, now: sameFile, code: 'other-name', reason, mend: null };
    }
    const why = this.whyNot(skill);
    if (sameName) {
      const { differences } = await compareSkills(this.files, skill, sameName, this.slices);
      const isSame =
        differences.length === 0 || (differences.length === 1 && (await this.isMended(skill, sameName)));
      if (isSame) return this.unlisted(skill, sameName);
      const reason = message('{0} loads in its place: {1}', { path: sameName.file }, why.reason);
      return { loss: 'other-file', skill, now: sameName, code: why.code, reason, mend: null };
    }
    const mend = this.after.profile === 'kimi-code' ? await this.mend(skill, why.candidate) : null;
    return { loss: 'gone', skill, now: null, code: why.code, reason: why.reason, mend };
  }

  private unlisted(skill: Skill, now: Skill): Omit<LostSkill, 'isDocument'> | null {
    if (!skill.listed || now.listed) return null;
    const { unlisted } = this.after.candidates.find(({ id }) => id === now.candidate) ?? {};
    if (!unlisted) return null;
    return { loss: 'unlisted', skill, now, code: unlisted.code, reason: unlisted.reason, mend: null };
  }

  private whyNot(skill: Skill): { code: string; reason: Message; candidate: Candidate | null } {
    const all = this.candidates.get(this.real(skill.file)) ?? [];
    const candidate = all.find(({ verdict }) => verdict === 'invalid') ?? all[0] ?? null;
    if (candidate) return { code: candidate.code, reason: candidate.reason, candidate };
    const reason = message('{0} does not read {1}', this.after.product, { path: skill.root });
    return { code: 'not-read', reason, candidate: null };
  }

  private async mend(skill: Skill, candidate: Candidate | null): Promise<Mend> {
    const isRead = candidate !== null && this.rootOf(candidate, this.after)?.verdict === 'active';
    if (isRead && (candidate.verdict === 'shadowed' || candidate.verdict === 'unreadable'))
      return { kind: 'by-hand', why: candidate.reason };
    const root = this.before.roots.find(({ path: location }) => location === skill.root);
    if (!isRead && root?.group === 'configured') {
      const file = path.join(this.after.configuration.shareDir, 'config.toml');
      // `~user` means something to kimi-cli only.
      const entry = /^~(?!\/|$)/.test(root.label) ? root.location : root.label;
      return { kind: 'configure', file, entry };
    }
    const edit = await this.edit(skill);
    if (edit === 'impossible') {
      return { kind: 'by-hand', why: message('its frontmatter has to be put right by hand') };
    }
    if (isRead && candidate.verdict === 'invalid' && edit)
      return { kind: 'edit', file: candidate.file, edit };
    return this.copy(skill, edit);
  }

  private copy(skill: Skill, edit: TextEdit | null): Mend {
    const scope: 'project' | 'user' = skill.scope === 'project' ? 'project' : 'user';
    const canonical = canonicalDirectory(this.after, scope);
    const isFolder = skill.form === 'directory';
    const from = isFolder ? skill.dir : skill.file;
    const stem = isFolder ? path.basename(from) : path.basename(from).slice(0, -'.md'.length);
    const place = (name: string) => path.join(canonical, isFolder ? name : `${name}.md`);
    const isFree = (target: string) => !this.targets.has(target) && isFault(this.files.linkState(target));
    const to = [stem, portableName(skill.name) || 'skill'].map(place).find(isFree) ?? place(stem);
    const occupied = !isFree(to);
    this.targets.add(to);
    return { kind: 'copy', from, to, scope, edit, occupied };
  }

  /** Whether another skill is this one with its frontmatter put right: what a rescue leaves. */
  private async isMended(skill: Skill, now: Skill): Promise<boolean> {
    const edit = await this.edit(skill);
    if (edit === null || edit === 'impossible') return false;
    const bytes = readSmallFile(this.files, now.file);
    return !isFault(bytes) && Buffer.from(bytes).toString('utf8') === edit.after;
  }

  /** What has to change in the skill file. Null: nothing. */
  private async edit({ file, form, name, description }: Skill): Promise<TextEdit | null | 'impossible'> {
    const bytes = readSmallFile(this.files, file);
    if (isFault(bytes)) return 'impossible';
    const before = Buffer.from(bytes).toString('utf8');
    const mended = await mendFrontmatter(before, form, { name, description });
    if (!mended) return 'impossible';
    return mended.changes.length === 0 ? null : { before, after: mended.text, changes: mended.changes };
  }

  private rootOf({ root }: Candidate, { roots }: Resolution): Root | undefined {
    return roots.find(({ id }) => id === root);
  }

  private fold(name: string): string {
    return productOf(this.after.profile).fold(name);
  }

  private real(file: string): string {
    const real = this.files.realPath(file);
    return isFault(real) ? file : real;
  }
}

/** The directory of a scope that tools share. */
export function canonicalDirectory(
  { projectRoot, home }: Pick<Resolution, 'projectRoot' | 'home'>,
  scope: Extract<Scope, 'project' | 'user'>,
): string {
  return path.join(scope === 'project' ? projectRoot : home, '.agents', 'skills');
}
