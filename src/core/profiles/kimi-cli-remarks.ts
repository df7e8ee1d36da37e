/** What is odd about a skill file that kimi-cli loads all the same: nothing here changes a verdict. */
import type { Frontmatter } from '../frontmatter';
import { type Message, message } from '../message';
import { pyStrip } from '../python-text';
import { isTypeable } from '../slash-command';
import type { Form, Remark } from '../types';
import { remarkOnDocument, remarkOnFolder, remarkOnPortability } from './name-remarks';

function remark(severity: Remark['severity'], code: string, text: Message, line?: number): Remark {
  return { code, severity, text, ...(line !== undefined && { line }) };
}

const NONE: readonly Remark[] = [];

const NOT_TYPEABLE = remark(
  'warning',
  'not-typeable',
  message('its name cannot be typed as a /skill: command'),
);

/** Remarks on the frontmatter's fences. `text` has LF line ends. */
export function remarksOnShape(text: string, matter: Frontmatter): readonly Remark[] {
  if (matter.state === 'closed' || matter.state === 'blank') return NONE;
  if (matter.state === 'unclosed') {
    const unclosed = message('its frontmatter is never closed, so all of it is body');
    return [remark('warning', 'frontmatter-unclosed', unclosed, 1)];
  }
  const lines = text.split('\n', 20);
  if (text.startsWith('\ufeff') && pyStrip(lines[0]?.slice(1) ?? '') === '---') {
    const bom = message('a byte order mark before the --- keeps its frontmatter from being read');
    return [remark('warning', 'bom', bom, 1)];
  }
  const opener = lines.findIndex(line => pyStrip(line) !== '');
  if (opener > 0 && pyStrip(lines[opener] ?? '') === '---') {
    const late = message('its frontmatter starts on line {0}; only line 1 counts', opener + 1);
    return [remark('warning', 'frontmatter-not-first', late, opener + 1)];
  }
  const none = message('it has no frontmatter: name and description are defaults');
  return [remark('information', 'no-frontmatter', none)];
}

/** Remarks on the name that it loads under. */
export function remarksOnName(
  name: string,
  defaultName: string,
  form: Form,
  descriptionFrom: 'frontmatter' | 'body' | 'none',
): readonly Remark[] {
  const document = remarkOnDocument('kimi-cli', defaultName, form, descriptionFrom);
  const folder = remarkOnFolder(name, defaultName, form);
  const typeable = isTypeable(name) ? undefined : NOT_TYPEABLE;
  const portability = remarkOnPortability(name);
  // Most names have nothing odd about them.
  if (!document && !folder && !typeable && !portability) return NONE;
  return [document, folder, typeable, portability].filter(one => one !== undefined);
}

/** The flow of a `type: flow` skill does not hold, so that it loads as an ordinary one (rule 70). */
export function remarkOnFlow(flow: { code: string; message: Message; line?: number | undefined }): Remark {
  const text = message('loads as standard, since its flow does not hold: {0}', flow.message);
  return remark('warning', `flow-${flow.code}`, text, flow.line === undefined ? undefined : flow.line + 1);
}
