/** What is odd about a skill file that kimi-code loads all the same. */
import { message } from '../message';
import type { Form, Remark } from '../types';
import { KIMI_CODE_BUILTINS } from './kimi-code-builtins';
import { remarkOnDocument, remarkOnFolder, remarkOnPortability } from './name-remarks';

/** Remarks on the name that it loads under, and on what it takes the place of. */
export function remarksOnKimiCodeSkill(
  name: string,
  defaultName: string,
  form: Form,
  descriptionFrom: 'frontmatter' | 'body' | 'none',
): readonly Remark[] {
  return [
    remarkOnDocument('kimi-code', defaultName, form, descriptionFrom),
    remarkOnBuiltin(name),
    remarkOnFolder(name, defaultName, form),
    remarkOnPortability(name),
  ].filter(one => one !== undefined);
}

function remarkOnBuiltin(name: string): Remark | undefined {
  if (!KIMI_CODE_BUILTINS.includes(name.toLowerCase())) return undefined;
  return {
    code: 'replaces-builtin',
    severity: 'warning',
    text: message('it takes the place of the {0} that kimi-code brings along', name),
  };
}
