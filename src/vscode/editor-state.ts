import * as path from 'node:path';
import * as vscode from 'vscode';
import { isWinner } from '../core/is-winner';
import { candidateOf } from './candidate-of';
import type { Log } from './log';
import type { Resolutions } from './resolutions';
import type { TargetState } from './targets';

/** What a skill file in an editor is: the winner of its name, a loser against another file, or loaded by nothing. */
export type EditorState = 'wins' | 'loses' | 'lost';

/**
 * Keeps the context keys of the editor title up to date. `whichSkill.editorState` is about the active editor;
 * `whichSkill.editors.wins`, `.loses` and `.lost` hold the paths of all visible ones, since each group of editors
 * shows a title of its own.
 */
export class EditorStates implements vscode.Disposable {
  private readonly disposables: vscode.Disposable[];
  private updating: Promise<void> = Promise.resolve();
  private activeState: EditorState | undefined;

  constructor(
    private readonly resolutions: Resolutions,
    private readonly log: Log,
  ) {
    const update = () => this.update();
    this.disposables = [
      vscode.window.onDidChangeActiveTextEditor(update),
      vscode.window.onDidChangeVisibleTextEditors(update),
      resolutions.onDidChange(update),
    ];
    this.update();
  }

  /** Settles when the context keys say what is on the screen. */
  whenIdle(): Promise<void> {
    return this.updating;
  }

  /** The state of the active editor; undefined where its file is no skill. */
  get active(): EditorState | undefined {
    return this.activeState;
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private update(): void {
    this.updating = this.updating.then(() => this.announce());
    this.log.background('updating the editor titles', this.updating);
  }

  private async announce(): Promise<void> {
    const anyMarkdown = this.resolutions.latest !== undefined;
    const files = new Set(
      vscode.window.visibleTextEditors.flatMap(editor => skillFileOf(editor, anyMarkdown) ?? []),
    );
    // A document that could be a skill is the only reason to look at the disk.
    const states = files.size > 0 ? await this.resolutions.states() : [];
    const active = vscode.window.activeTextEditor;
    const activeFile = active && skillFileOf(active, anyMarkdown);
    const found = new Map([...files].map(file => [file, stateOf(file, states)]));
    this.activeState = activeFile === undefined ? undefined : found.get(activeFile);
    await setContext('editorState', this.activeState);
    for (const state of ['wins', 'loses', 'lost'] as const) {
      await setContext(
        `editors.${state}`,
        [...found].flatMap(([file, is]) => (is === state ? spellings(file) : [])),
      );
    }
  }
}

function stateOf(file: string, states: readonly TargetState[]): EditorState | undefined {
  const found = candidateOf(file, states);
  if (!found) return undefined;
  if (isWinner(found.candidate)) return 'wins';
  return found.candidate.winner === null ? 'lost' : 'loses';
}

/** A flat skill is any Markdown file directly in a root; these are the names that roots usually have. */
const IN_USUAL_ROOT = /[\\/](?:skills|plugins)[\\/][^\\/]+\.md$/i;

/**
 * The file in an editor, if it could be a skill by its path alone. While nobody has asked for a resolution, a Markdown
 * file in a directory of another name is no reason to make one: most are no skills.
 */
function skillFileOf({ document: { uri } }: vscode.TextEditor, anyMarkdown: boolean): string | undefined {
  if (uri.scheme !== 'file') return undefined;
  const { fsPath } = uri;
  const fits =
    path.basename(fsPath).toUpperCase() === 'SKILL.MD' ||
    IN_USUAL_ROOT.test(fsPath) ||
    (anyMarkdown && /\.md$/i.test(fsPath));
  return fits ? fsPath : undefined;
}

/** A path as the window may write it, which can run on another system than we do. */
function spellings(file: string): readonly string[] {
  return path.sep === '/' ? [file, file.replaceAll('/', '\\')] : [file];
}

function setContext(key: string, value: unknown): Thenable<unknown> {
  return vscode.commands.executeCommand('setContext', `whichSkill.${key}`, value);
}
