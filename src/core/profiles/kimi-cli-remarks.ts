/** What is odd about a skill file that kimi-cli loads all the same: nothing here changes a verdict. */
import type { Frontmatter } from '../frontmatter';
import { message } from '../message';
import { pyStrip } from '../python-text';
import { slashCommandFor } from '../slash-command';
import type { Form, Remark } from '../types';

/** Files that belong to a folder of skills rather than being one, but that count as flat skills. */
const DOCUMENT_STEMS = new Set(['readme', 'changelog', 'license', 'contributing', 'notice', 'security']);

/** The name that the open Agent Skills format allows. */
const PORTABLE_NAME = /^(?!-)(?!.*--)[a-z0-9-]{1,64}(?<!-)$/;

/** Remarks on the frontmatter's fences. `text` has LF line ends. */
export function remarksOnShape(text: string, matter: Frontmatter): Remark[] {
  if (matter.state === 'closed' || matter.state === 'blank') return [];
  if (matter.state === 'unclosed') {
    return [
      {
        code: 'frontmatter-unclosed',
        text: message('its frontmatter is never closed, so all of it is body'),
        line: 1,
      },
    ];
  }
  if (text.startsWith('\ufeff') && pyStrip(text.slice(1).split('\n', 1)[0] ?? '') === '---') {
    return [
      {
        code: 'bom',
        text: message('a byte order mark before the --- keeps its frontmatter from being read'),
        line: 1,
      },
    ];
  }
  const lines = text.split('\n', 20);
  const opener = lines.findIndex(line => pyStrip(line) !== '');
  if (opener > 0 && pyStrip(lines[opener] ?? '') === '---') {
    const remark = message('its frontmatter starts on line {0}; only line 1 counts', opener + 1);
    return [{ code: 'frontmatter-not-first', text: remark, line: opener + 1 }];
  }
  return [
    { code: 'no-frontmatter', text: message('it has no frontmatter: name and description are defaults') },
  ];
}

/** Remarks on the name that it loads under. */
export function remarksOnName(name: string, defaultName: string, form: Form): Remark[] {
  const remarks: Remark[] = [];
  if (form === 'flat' && DOCUMENT_STEMS.has(defaultName.toLowerCase())) {
    remarks.push({ code: 'document-as-skill', text: message('kimi-cli counts this document as a skill') });
  }
  if (form === 'directory' && name !== defaultName) {
    remarks.push({
      code: 'name-not-folder',
      text: message('its folder is called {0}; tools that go by the folder name call it that', defaultName),
    });
  }
  if (slashCommandFor(name) === null) {
    remarks.push({ code: 'not-typeable', text: message('its name cannot be typed as a /skill: command') });
  }
  if (!PORTABLE_NAME.test(name)) {
    remarks.push({
      code: 'name-not-portable',
      text: message(
        'its name is outside the open format: lower-case letters, digits and single hyphens, at most 64',
      ),
    });
  }
  return remarks;
}
