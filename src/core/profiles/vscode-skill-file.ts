/** What VS Code makes of the text of one skill file: always a skill, called after its folder. */
import { type Message, message } from '../message';
import type { ParseOutcome } from '../scan/found';
import type { Remark, Unlisted } from '../types';
import { remarkOnPortability } from './name-remarks';
import { readVsCodeHeader, type VsCodeHeader } from './vscode-header';

/** UTF-16 units of a description, and of a name, that are kept. */
const LONGEST_DESCRIPTION = 1024;
const LONGEST_NAME = 64;

/** Never throws, and never drops a skill: what is wrong with it only keeps it from the model. */
export function parseVsCodeSkill(source: string, folder: string): ParseOutcome {
  const header = readVsCodeHeader(source);
  const declared = header?.values.get('description');
  const text = declared && declared.text !== null ? withoutTags(declared.text) : null;
  const description = text?.slice(0, LONGEST_DESCRIPTION) ?? '';
  const unlisted = whyUnlisted(header, description);
  const remarks: readonly (Remark | undefined)[] = [
    header === null ? remarkOnNoHeader(source) : undefined,
    header ? remarkOnStop(header) : undefined,
    declared?.text === null ? remarkOnNoText(declared.line) : undefined,
    text !== null && text.length > LONGEST_DESCRIPTION ? remarkOnCut(text, declared?.line ?? 1) : undefined,
    declared && text !== null && text !== declared.text ? remarkOnTags(declared.line) : undefined,
    header ? remarkOnName(header, folder) : undefined,
    ...(header ? remarksOnFlags(header) : []),
    remarkOnSlashName(folder),
    remarkOnPortability(folder),
  ];
  return {
    ok: true,
    name: folder,
    description,
    descriptionFrom: text === null ? 'none' : 'frontmatter',
    type: null,
    ...(unlisted && { unlisted }),
    remarks: remarks.filter(one => one !== undefined),
  };
}

/** A text without what is in angle brackets, brackets included. By hand: a pattern would look for an end from each start. */
function withoutTags(text: string): string {
  let kept = '';
  let at = 0;
  for (let open = text.indexOf('<'); open >= 0; ) {
    const isEmpty = text[open + 1] === '>';
    const close = isEmpty ? open : text.indexOf('>', open);
    if (close < 0) break;
    kept += text.slice(at, isEmpty ? open + 1 : open);
    at = close + 1;
    open = text.indexOf('<', at);
  }
  return kept + text.slice(at);
}

/** The name that people type behind a slash. */
export function vsCodeSlashName(name: string): string {
  return name.replace(/[^\p{L}\d_\-.:]+/gu, '-');
}

function whyUnlisted(header: VsCodeHeader | null, description: string): Unlisted | undefined {
  if (header?.values.get('disable-model-invocation')?.text === 'true')
    return {
      code: 'disabled',
      reason: message('not listed for the model: disable-model-invocation is true'),
    };
  if (description !== '') return undefined;
  return { code: 'no-description', reason: message('not listed for the model: it has no description') };
}

function warning(code: string, text: Message, line: number): Remark {
  return { code, severity: 'warning', text, line };
}

function remarkOnNoHeader(source: string): Remark {
  if (source.startsWith('\ufeff')) {
    const text = message('it starts with a byte order mark, so that VS Code sees no header in it');
    return warning('bom', text, 1);
  }
  const lines = source.split(/\r\n?|\n/, 20);
  const opener = lines.findIndex(line => line.trim() !== '');
  if (opener > 0 && /^---\s*$/.test(lines[opener] ?? '')) {
    const text = message('its frontmatter starts on line {0}; only line 1 counts', opener + 1);
    return warning('frontmatter-not-first', text, opener + 1);
  }
  return warning('no-frontmatter', message('it has no frontmatter, so that VS Code knows no description'), 1);
}

function remarkOnStop({ stoppedAt }: VsCodeHeader): Remark | undefined {
  if (stoppedAt === null) return undefined;
  const text = message(
    'VS Code reads the frontmatter up to line {0} only, which is no key with a value',
    stoppedAt,
  );
  return warning('header-cut', text, stoppedAt);
}

function remarkOnNoText(line: number): Remark {
  const text = message('description is a list or a map to VS Code, not text: put it in quotes');
  return warning('description-not-text', text, line);
}

function remarkOnCut({ length }: string, line: number): Remark {
  const text = message('description has {0} characters; VS Code cuts it to {1}', length, LONGEST_DESCRIPTION);
  return warning('description-cut', text, line);
}

function remarkOnTags(line: number): Remark {
  const text = message('VS Code takes the parts in angle brackets out of the description');
  return { code: 'tags-removed', severity: 'information', text, line };
}

function remarkOnName({ values }: VsCodeHeader, folder: string): Remark | undefined {
  const declared = values.get('name');
  const name = declared?.text === null ? undefined : withoutTags(declared?.text ?? '').slice(0, LONGEST_NAME);
  if (declared === undefined || name === folder || name === '') return undefined;
  const text =
    name === undefined
      ? message('the name in it is no text; VS Code calls it after its folder, {0}', folder)
      : message('the name in it, {0}, is ignored; VS Code calls it after its folder, {1}', name, folder);
  return warning('name-ignored', text, declared.line);
}

function* remarksOnFlags({ values }: VsCodeHeader): Generator<Remark> {
  for (const key of ['disable-model-invocation', 'user-invocable']) {
    const flag = values.get(key);
    if (flag === undefined || flag.text === 'true' || flag.text === 'false') continue;
    yield warning('value-ignored', message('{0} is ignored: only true and false count', key), flag.line);
  }
  const invocable = values.get('user-invocable');
  if (invocable?.text !== 'false') return;
  const text = message('not in the menu of slash commands: user-invocable is false');
  yield { code: 'not-invocable', severity: 'information', text, line: invocable.line };
}

function remarkOnSlashName(name: string): Remark | undefined {
  const slash = vsCodeSlashName(name);
  if (slash === name) return undefined;
  return { code: 'slash-name', severity: 'information', text: message('typed as /{0}', slash) };
}
