/** What a row tells when the mouse rests on it, or when it is asked for with the keyboard. */

import * as vscode from 'vscode';
import { isFault } from '../../core/file-system';
import { isWinner } from '../../core/is-winner';
import { clausesInRow, type Message, message, term } from '../../core/message';
import { scopeTerm } from '../../core/scope-term';
import type { Candidate, Resolution, Root } from '../../core/types';
import { filesForNow } from '../real-path';
import type { Say } from '../say';
import { markdownText, visible } from '../text';
import { lookOf } from './candidate-state';
import type { CandidateNode, RootNode, ScopeNode, TreeNode } from './nodes';
import { rootState } from './root-state';

/** The longest description that is shown whole. */
const LONGEST_DESCRIPTION = 1_500;

/** The tooltip of a row; undefined where label and description say all there is. */
export function tooltipOf(
  node: TreeNode,
  sayFor: (resolution: Resolution) => Say,
): vscode.MarkdownString | string | undefined {
  switch (node.kind) {
    case 'candidate':
      return candidateTooltip(node, sayFor(node.resolution));
    case 'root':
      return rootTooltip(node, sayFor(node.resolution));
    case 'scope':
      return scopeTooltip(node, sayFor(node.resolution));
    case 'agent':
    case 'carried':
    case 'message':
      return visible(node.text);
    case 'file':
      return visible(node.file);
    default:
      return undefined;
  }
}

function candidateTooltip(
  { candidate, root, resolution, readers }: CandidateNode,
  say: Say,
): vscode.MarkdownString {
  const text = new Tooltip(say);
  text.title(candidate.name, say(lookOf(candidate.verdict).word));
  if (candidate.description !== null) text.paragraph(cut(candidate.description));
  text.paragraph(say(candidate.reason));
  if (candidate.unlisted) text.paragraph(say(candidate.unlisted.reason));
  text.facts([
    [message('Scope'), say(message('{0}', scopeTerm(root.scope)))],
    [message('Root'), rootInWords(root, say)],
    ...pathFacts(candidate),
    ...(candidate.link === undefined ? [] : [[message('Link to'), candidate.link] as const]),
    [message('Form'), formInWords(candidate, say)],
    ...(isWinner(candidate) || candidate.winner === null
      ? []
      : [[message('Loads instead'), candidate.winner] as const]),
    ...(candidate.line === undefined ? [] : [[message('Where'), whereInWords(candidate, say)] as const]),
  ]);
  if (readers !== undefined) text.paragraph(capitalized(readers));
  text.list(candidate.remarks.map(remark => say(remark.text)));
  text.note(say(message('As {0} sees it from {1}', resolution.product, { path: resolution.workDir })));
  return text.markdown();
}

function rootTooltip({ root, resolution }: RootNode, say: Say): vscode.MarkdownString {
  const text = new Tooltip(say);
  text.title(root.label, say(rootState(root, resolution)));
  text.paragraph(say(root.reason));
  if (root.note) text.paragraph(say(root.note));
  text.facts([
    [message('Scope'), say(message('{0}', scopeTerm(root.scope)))],
    ...(root.rank === null ? [] : [[message('Rank'), rankInWords(root.rank, resolution, say)] as const]),
    // What is compiled in, and what was not found, lies nowhere.
    ...(root.location === '' ? [] : [[message('Path'), root.location] as const]),
    ...(root.path === root.location ? [] : [[message('Real path'), root.path] as const]),
  ]);
  return text.markdown();
}

/** Every directory of the scope with its state: also those that are not there, which have no row. */
function scopeTooltip({ scope, label, resolution }: ScopeNode, say: Say): vscode.MarkdownString {
  const text = new Tooltip(say);
  text.title(label, '');
  if (scope === 'project') {
    text.paragraph(
      say(
        resolution.projectRootFrom === 'git'
          ? message('The project is the nearest directory with a .git: {0}', resolution.projectRoot)
          : message(
              'There is no .git here or above, so the project is the work directory itself: {0}',
              resolution.projectRoot,
            ),
      ),
    );
  }
  const roots = resolution.roots.filter(root => root.scope === scope && root.verdict !== 'not-read');
  text.list(roots.map(root => say(message('{0}: {1}', root.label, rootState(root, resolution)))));
  return text.markdown();
}

type Fact = readonly [name: Message, value: string];

function pathFacts({ file }: Candidate): readonly Fact[] {
  const real = realPathOf(file);
  return [
    [message('File'), file],
    ...(real === undefined || real === file ? [] : [[message('Real path'), real] as const]),
  ];
}

function realPathOf(file: string): string | undefined {
  const real = filesForNow().realPath(file);
  return isFault(real) ? undefined : real;
}

function rootInWords(root: Root, say: Say): string {
  return root.rank === null ? root.label : say(message('{0}, rank {1}', root.label, root.rank));
}

function rankInWords(rank: number, { roots }: Resolution, say: Say): string {
  return say(message('{0} of {1}', rank, roots.filter(root => root.rank !== null).length));
}

function formInWords({ form, type }: Candidate, say: Say): string {
  const shape = say(form === 'directory' ? message('folder with SKILL.md') : message('flat file'));
  return type === 'flow' ? say(clausesInRow([shape, term('flow')])) : shape;
}

function whereInWords({ line, column }: Candidate, say: Say): string {
  return say(
    column === undefined
      ? message('line {0}', line ?? 1)
      : message('line {0}, column {1}', line ?? 1, column),
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

function cut(text: string): string {
  return text.length > LONGEST_DESCRIPTION ? `${text.slice(0, LONGEST_DESCRIPTION)}…` : text;
}

/** Puts a tooltip together. All text is escaped, and the result is not trusted: it can run no command. */
class Tooltip {
  private readonly parts: string[] = [];

  constructor(private readonly say: Say) {}

  title(name: string, state: string): void {
    const shown = name.trim() === '' ? this.say(message('(no name)')) : name;
    this.parts.push(
      `**${markdownText(shown.replace(/\s+/g, ' ').trim())}**${state === '' ? '' : ` — ${markdownText(state)}`}`,
    );
  }

  paragraph(text: string): void {
    if (text.trim() !== '') this.parts.push(markdownText(text.trim()));
  }

  facts(facts: readonly Fact[]): void {
    this.parts.push(
      facts
        .map(([name, value]) =>
          vscode.l10n.t('*{0}:* {1}', markdownText(this.say(name)), markdownText(value)),
        )
        .join('  \n'),
    );
  }

  list(items: readonly string[]): void {
    if (items.length > 0)
      this.parts.push(items.map(item => `- ${markdownText(item).replaceAll('\n', ' ')}`).join('\n'));
  }

  note(text: string): void {
    this.parts.push(`*${markdownText(text)}*`);
  }

  markdown(): vscode.MarkdownString {
    const markdown = new vscode.MarkdownString(this.parts.join('\n\n'));
    markdown.isTrusted = false;
    markdown.supportHtml = false;
    markdown.supportThemeIcons = false;
    return markdown;
  }
}
