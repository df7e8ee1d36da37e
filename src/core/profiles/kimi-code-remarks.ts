/** What is odd about a skill file that kimi-code loads all the same. */
import { message } from '../message';
import type { Form, Remark } from '../types';
import { KIMI_CODE_BUILTINS } from './kimi-code-builtins';
import { isDocumentStem, isPortableName } from './names';

/** Remarks on the name that it loads under, and on what it takes the place of. */
export function remarksOnKimiCodeSkill(
  name: string,
  defaultName: string,
  form: Form,
  descriptionFrom: 'frontmatter' | 'body' | 'none',
): readonly Remark[] {
  const remarks: Remark[] = [];
  if (form === 'flat' && descriptionFrom !== 'frontmatter' && isDocumentStem(defaultName)) {
    remarks.push({
      code: 'document-as-skill',
      severity: 'warning',
      text: message('kimi-code counts this document as a skill'),
    });
  }
  if (KIMI_CODE_BUILTINS.includes(name.toLowerCase())) {
    remarks.push({
      code: 'replaces-builtin',
      severity: 'warning',
      text: message('it takes the place of the {0} that kimi-code brings along', name),
    });
  }
  if (form === 'directory' && name !== defaultName) {
    remarks.push({
      code: 'name-not-folder',
      severity: 'information',
      text: message('its folder is called {0}; tools that go by the folder name call it that', defaultName),
    });
  }
  if (!isPortableName(name)) {
    remarks.push({
      code: 'name-not-portable',
      severity: 'information',
      text: message(
        'its name is outside the open format: lower-case letters, digits and single hyphens, at most 64',
      ),
    });
  }
  return remarks;
}
