/** The text about skills that kimi-code gives its model (rule 19 of its specification). */
import { SCOPES, type Scope, type Skill } from '../types';

const HEADINGS: Readonly<Partial<Record<Scope, string>>> = {
  project: 'Project',
  user: 'User',
  extra: 'Extra',
  builtin: 'Built-in',
};

/** UTF-16 units of a description in the listing, its ellipsis included. */
export const KIMI_CODE_LONGEST_DESCRIPTION = 250;

const ELLIPSIS = '...';

/** What the listing says about one skill. */
export type KimiCodeListedSkill = Pick<
  Skill,
  'name' | 'description' | 'scope' | 'file' | 'listed' | 'whenToUse'
>;

/**
 * Renders the listing.
 *
 * In: the winners, in any order. Out: the exact text, without a final newline; empty where no skill is listed. Those
 * that the product brings along without a file are left out: what it says about them is not known.
 */
export function renderKimiCodeListing(skills: readonly KimiCodeListedSkill[]): string {
  const sorted = skills.filter(skill => skill.listed).sort((a, b) => a.name.localeCompare(b.name));
  const lines: string[] = [];
  for (const scope of SCOPES) {
    const group = sorted.filter(skill => skill.scope === scope);
    if (group.length > 0) lines.push(`### ${HEADINGS[scope]}`, ...group.flatMap(entry));
  }
  if (lines.length === 0) return '';
  return ['DISREGARD any earlier skill listings. Current available skills:', ...lines].join('\n');
}

function entry({ name, description, whenToUse, file }: KimiCodeListedSkill): readonly string[] {
  return [
    `- ${name}: ${shorten(description)}`,
    ...(whenToUse ? [`  When to use: ${whenToUse}`] : []),
    `  Path: ${file}`,
  ];
}

/** Cuts at the boundary of what a reader takes for one character. */
function shorten(text: string): string {
  if (text.length <= KIMI_CODE_LONGEST_DESCRIPTION) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    if (kept.length + segment.length > KIMI_CODE_LONGEST_DESCRIPTION - ELLIPSIS.length) break;
    kept += segment;
  }
  return kept + ELLIPSIS;
}
