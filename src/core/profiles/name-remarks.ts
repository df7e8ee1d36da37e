/** What is odd about the name of a skill whatever the product; undefined where nothing is. */
import { message } from '../message';
import type { Found } from '../scan/found';
import type { Form, Remark } from '../types';
import { isDocumentStem, isPortableName } from './names';

/** A flat file that was hardly meant as a skill. */
export function remarkOnDocument(
  product: string,
  stem: string,
  form: Form,
  descriptionFrom: 'frontmatter' | 'body' | 'none',
): Remark | undefined {
  if (form !== 'flat' || descriptionFrom === 'frontmatter' || !isDocumentStem(stem)) return undefined;
  return {
    code: 'document-as-skill',
    severity: 'warning',
    text: message('{0} counts this document as a skill', product),
  };
}

/** A skill whose folder has another name. */
export function remarkOnFolder(name: string, folder: string, form: Form): Remark | undefined {
  if (form !== 'directory' || name === folder) return undefined;
  return {
    code: 'name-not-folder',
    severity: 'information',
    text: message('its folder is called {0}; tools that go by the folder name call it that', folder),
  };
}

/** A name that other products may refuse. */
export function remarkOnPortability(name: string): Remark | undefined {
  if (isPortableName(name)) return undefined;
  return {
    code: 'name-not-portable',
    severity: 'information',
    text: message(
      'its name is outside the open format: lower-case letters, digits and single hyphens, at most 64',
    ),
  };
}

/**
 * A found skill, with a remark where it has the name of one that the product brings along.
 * @param builtins their names, as the product compares names
 */
export function remarkedOnBuiltin(found: Found, product: string, builtins: readonly string[]): Found {
  if (found.outcome.kind !== 'skill' || !builtins.includes(found.name)) return found;
  const text = message('it takes the place of the {0} that {1} brings along', found.name, product);
  return { ...found, remarks: [...found.remarks, { code: 'replaces-builtin', severity: 'warning', text }] };
}
