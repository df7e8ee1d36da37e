/** Random changes to a layout, the same for the same seed. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { skillText } from '../../layout';

const ROOTS = [
  'R/.agents/skills',
  'R/.kimi/skills',
  'R/.claude/skills',
  'home/.agents/skills',
  'home/.kimi/skills',
  'home/.config/agents/skills',
  'shared/skills',
];
const NAMES = ['heron', 'crane', 'owl', 'wren', 'gull', 'tern', 'rook', 'lark'];

export class RandomChanges {
  constructor(
    private readonly top: string,
    private state: number,
  ) {}

  /** Does something to something. What cannot be done is left undone. */
  change(): void {
    try {
      this.pick([
        () => this.write(),
        () => this.write(),
        () => this.write(),
        () => this.replace(),
        () => this.flat(),
        () => this.link(),
        () => this.remove(),
        () => this.remove(),
        () => this.rename(),
        () => this.broken(),
        () => this.removeRoot(),
        () => this.renameRoot(),
        () => this.configuration(),
        () => this.git(),
      ])();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    }
  }

  private write(): void {
    const folder = path.join(this.root(), this.name());
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'SKILL.md'), skillText(this.name(), `Number ${this.next(1000)}.`));
  }

  private replace(): void {
    const file = path.join(this.root(), this.name(), 'SKILL.md');
    writeFileSync(`${file}.tmp`, skillText(this.name()));
    renameSync(`${file}.tmp`, file);
  }

  private flat(): void {
    writeFileSync(path.join(this.root(), `${this.name()}.md`), skillText(this.name()));
  }

  private broken(): void {
    writeFileSync(path.join(this.root(), this.name(), 'SKILL.md'), '---\nname: a: b\n---\n');
  }

  private link(): void {
    symlinkSync(path.join(this.root(), this.name()), path.join(this.root(), this.name()));
  }

  private remove(): void {
    const root = this.root();
    rmSync(path.join(root, this.pick(readdirSync(root))), { recursive: true, force: true });
  }

  private rename(): void {
    const root = this.root();
    renameSync(path.join(root, this.pick(readdirSync(root))), path.join(this.root(), this.name()));
  }

  private removeRoot(): void {
    rmSync(this.upFrom(this.root()), { recursive: true, force: true });
  }

  private renameRoot(): void {
    const root = this.upFrom(this.root());
    const away = `${root}-away`;
    if (existsSync(away) && !existsSync(root)) renameSync(away, root);
    else if (existsSync(away)) rmSync(away, { recursive: true });
    else renameSync(root, away);
  }

  private configuration(): void {
    mkdirSync(path.join(this.top, 'home/.kimi'), { recursive: true });
    const merge = this.pick(['true', 'false']);
    writeFileSync(path.join(this.top, 'home/.kimi/config.toml'), `merge_all_available_skills = ${merge}\n`);
  }

  private git(): void {
    const git = path.join(this.top, this.pick(['R/.git', 'R/pkg/.git']));
    if (statSync(git, { throwIfNoEntry: false })) rmSync(git, { recursive: true });
    else mkdirSync(git);
  }

  /** A root, or one of its parents below the top. */
  private upFrom(root: string): string {
    return this.next(2) === 0 ? root : path.dirname(root);
  }

  private root(): string {
    return path.join(this.top, this.pick(ROOTS));
  }

  private name(): string {
    return this.pick(NAMES);
  }

  private pick<T>(items: readonly T[]): T {
    return items[this.next(Math.max(1, items.length))]!;
  }

  private next(limit: number): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * limit);
  }
}
