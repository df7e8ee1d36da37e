import { compareCodePoints } from './python-text';
import { SCOPES, type Scope } from './types';

/** What the listing says about one skill. */
export interface ListedSkill {
  readonly name: string;
  readonly description: string;
  readonly scope: Scope;
  /** The skill's file, as the product writes its path. */
  readonly file: string;
}

const headings: Readonly<Partial<Record<Scope, string>>> = {
  project: 'Project',
  user: 'User',
  extra: 'Extra',
  builtin: 'Built-in',
};

/**
 * Renders the text about skills that kimi-cli puts into its model's system prompt (rule 75).
 *
 * In: the winners, in any order. Out: the exact text, without a final newline. Names, paths and descriptions go in raw,
 * newlines included, and there is no limit on the size: kimi-cli has none either.
 */
export function renderListing(skills: readonly ListedSkill[]): string {
  const groups: string[] = [];
  for (const scope of SCOPES) {
    const group = skills
      .filter(skill => skill.scope === scope)
      .sort((a, b) => compareCodePoints(a.name, b.name))
      .map(skill => `- ${skill.name}\n  - Path: ${skill.file}\n  - Description: ${skill.description}`);
    if (group.length > 0) groups.push([`### ${headings[scope]}`, ...group].join('\n'));
  }
  return groups.length > 0 ? groups.join('\n\n') : 'No skills found.';
}
