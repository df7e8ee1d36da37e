/** The text about skills that VS Code gives its model. */
import type { Skill } from '../types';

/**
 * Renders the block, in the order in which the skills were found. The sentences that VS Code puts before it are left out:
 * they are not about these skills.
 */
export function renderVsCodeListing(skills: readonly Skill[]): string {
  const listed = skills.filter(skill => skill.listed);
  if (listed.length === 0) return '';
  return ['<skills>', ...listed.flatMap(entry), '</skills>'].join('\n');
}

function entry({ name, description, file }: Skill): readonly string[] {
  return [
    '<skill>',
    `<name>${escaped(name)}</name>`,
    `<description>${escaped(description)}</description>`,
    `<file>${file}</file>`,
    '</skill>',
  ];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
