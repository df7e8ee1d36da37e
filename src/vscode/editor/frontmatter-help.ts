import * as vscode from 'vscode';
import { textContextOf } from '../../core/checks/check-resolution';
import { keyPlace, rangeBetween, readSource, type SkillSource } from '../../core/checks/skill-source';
import { type Message, message } from '../../core/message';
import type { PyValue } from '../../core/yaml-types';
import { candidateOf, type FoundCandidate } from '../candidate-of';
import type { ExplainingContext } from '../explain/context';
import { sayFor } from '../localize';
import { toRange, unsavedText } from '../problems/problems';
import { markdownText } from '../text';
import { type KeyDescription, keysOf } from './frontmatter-keys';

/** Where frontmatter can be: these are asked for, and then only those that are skills are answered for. */
export const SKILL_FILES: vscode.DocumentSelector = [
  { scheme: 'file', pattern: '**/[sS][kK][iI][lL][lL].[mM][dD]' },
  { scheme: 'file', language: 'markdown' },
];

/** The longest value that a hover shows whole. */
const LONGEST_VALUE = 600;

/** Hovers and completions in the frontmatter of skill files. */
export class FrontmatterHelp implements vscode.HoverProvider, vscode.CompletionItemProvider {
  constructor(private readonly context: ExplainingContext) {}

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.Hover | undefined> {
    const found = await this.skillIn(document);
    if (!found) return undefined;
    const source = await sourceOf(document, found);
    const key = keyAt(source, position);
    if (!key) return undefined;
    const say = sayFor(found.resolution);
    const description = keysOf(found.resolution.profile).get(key.name);
    const { profile } = found.resolution;
    const parts = description
      ? [say(description.what), say(made(key.name, source))]
      : [say(message('{0} does not know this key and passes over it.', profile))];
    const text = new vscode.MarkdownString(
      [`**${markdownText(key.name)}** · ${markdownText(profile)}`, ...parts.map(markdownText)].join('\n\n'),
    );
    return new vscode.Hover(text, key.range);
  }

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.CompletionItem[]> {
    if (!isInFrontmatter(document, position.line)) return [];
    const found = await this.skillIn(document);
    if (!found) return [];
    const say = sayFor(found.resolution);
    const keys = keysOf(found.resolution.profile);
    const before = document.lineAt(position.line).text.slice(0, position.character);
    const product = found.resolution.profile;
    const value = /^([\w-]+):[ \t]*(\S*)$/.exec(before);
    if (value) {
      const start = position.translate(0, -(value[2] ?? '').length);
      const space = /:$/.test(before) ? ' ' : '';
      return (keys.get(value[1] ?? '')?.values ?? []).map(({ value: text, what }) => {
        const item = new vscode.CompletionItem(text, vscode.CompletionItemKind.EnumMember);
        item.insertText = `${space}${text}`;
        item.range = new vscode.Range(start, position);
        item.filterText = text;
        item.detail = product;
        item.documentation = say(what);
        return item;
      });
    }
    if (!/^[\w-]*$/.test(before)) return [];
    const present = keysIn(document);
    const range = new vscode.Range(position.with({ character: 0 }), position);
    return [...keys]
      .filter(([key]) => !present.has(key))
      .map(([key, description]) => keyItem(key, description, range, product, say(description.what)));
  }

  private async skillIn({ uri }: vscode.TextDocument): Promise<FoundCandidate | undefined> {
    if (uri.scheme !== 'file') return undefined;
    return candidateOf(uri.fsPath, await this.context.resolutions.states());
  }
}

function keyItem(
  key: string,
  { values }: KeyDescription,
  range: vscode.Range,
  product: string,
  what: string,
): vscode.CompletionItem {
  const item = new vscode.CompletionItem(key, vscode.CompletionItemKind.Property);
  item.insertText = `${key}: `;
  item.range = range;
  item.detail = product;
  item.documentation = what;
  if (values) item.command = { command: 'editor.action.triggerSuggest', title: '' };
  return item;
}

function sourceOf(
  document: vscode.TextDocument,
  { candidate, resolution }: FoundCandidate,
): Promise<SkillSource> {
  const text = unsavedText(document.uri.fsPath) ?? document.getText();
  return readSource(text, textContextOf(resolution, candidate));
}

interface KeyAt {
  readonly name: string;
  readonly range: vscode.Range;
}

function keyAt(source: SkillSource, position: vscode.Position): KeyAt | undefined {
  if (!source.yaml?.ok) return undefined;
  for (const name of source.yaml.positions.keys()) {
    const place = keyPlace(source, name);
    const range = place && toRange(rangeBetween(source, place.keyFrom, place.keyTo));
    if (range?.contains(position)) return { name, range };
  }
  return undefined;
}

/** What comes of the value in this file. */
function made(key: string, source: SkillSource): Message {
  const { outcome } = source;
  const value = valueInWords(keyPlace(source, key)?.value);
  if (!outcome.ok && outcome.reason)
    return message('Here it is {0}. The skill is dropped: {1}', value, outcome.reason);
  if (!outcome.ok) return message('Here it is {0}.', value);
  switch (key) {
    case 'name':
      return message('Here it is {0}: the skill is called “{1}”.', value, outcome.name);
    case 'description': {
      const text = outcome.description;
      const shown = text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
      return message(
        'Here it is {0}. The model is told, in {1} characters: “{2}”',
        value,
        text.length,
        shown,
      );
    }
    case 'type':
      return message(
        'Here it is {0}: the skill is taken for {1}.',
        value,
        outcome.type ?? message('one without a type'),
      );
    default:
      return message('Here it is {0}.', value);
  }
}

function valueInWords(value: PyValue | undefined): Message {
  switch (value?.type) {
    case 'str':
      return message('text');
    case 'bool':
      return value.value ? message('the boolean true, not text') : message('the boolean false, not text');
    case 'int':
    case 'float':
      return message('the number {0}, not text', value.source);
    case 'date':
      return message('the date {0}, not text', value.source);
    case 'list':
      return message('a list, not text');
    case 'map':
      return message('a mapping, not text');
    case 'set':
      return message('a set, not text');
    case 'bytes':
      return message('binary data');
    default:
      return message('nothing, as if it were not there');
  }
}

/** Between the fences as far as they are written: a frontmatter that is only being typed has no second one yet. */
function isInFrontmatter(document: vscode.TextDocument, line: number): boolean {
  if (line === 0 || document.lineAt(0).text.trimEnd() !== '---') return false;
  for (let at = 1; at < line; at++) if (document.lineAt(at).text.trimEnd() === '---') return false;
  return document.lineAt(line).text.trimEnd() !== '---';
}

function keysIn(document: vscode.TextDocument): ReadonlySet<string> {
  const keys = new Set<string>();
  for (let at = 1; at < document.lineCount; at++) {
    const { text } = document.lineAt(at);
    if (text.trimEnd() === '---') break;
    const key = /^([\w-]+)\s*:/.exec(text)?.[1];
    if (key !== undefined) keys.add(key);
  }
  return keys;
}
