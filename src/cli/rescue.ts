/** `which-skill rescue`: what is lost in the move from one product to another, and what would mend it. */
import { nodeFileSystem } from '../core/file-system';
import { CHANGE_WORDS } from '../core/mend-frontmatter';
import { renderMessage } from '../core/message';
import { findLost, type LostSkill, type Mend, type TextEdit } from '../core/rescue';
import type { Resolution } from '../core/types';
import type { Answer } from './answer';
import { jsonText } from './json';
import { printable, Shower } from './text';

/**
 * In: the resolution for the product that is left, then for the one that is taken up. Nothing is changed. Exit status 0
 * where nothing is lost, 1 where something is.
 */
export async function rescue(resolutions: readonly Resolution[], json: boolean): Promise<Answer> {
  const [before, after] = resolutions;
  if (!before || !after) throw new Error('rescue compares two resolutions');
  const lost = await findLost(nodeFileSystem, before, after);
  const output = json
    ? jsonText(toJson(before, after, lost))
    : `${asText(before, after, lost)}
`;
  return { output, errors: '', status: lost.some(({ loss }) => loss === 'gone') ? 1 : 0 };
}

function asText(before: Resolution, after: Resolution, lost: readonly LostSkill[]): string {
  const shower = new Shower(before);
  const gone = lost.filter(({ loss }) => loss === 'gone').length;
  const head =
    lost.length === 0
      ? `Nothing that ${before.product} loads here is lost in ${after.product}.`
      : `${gone} of ${before.skills.length} that ${before.product} loads here ${gone === 1 ? 'does' : 'do'} not load in ${after.product}.`;
  const entries = lost.map(({ skill, reason, loss, mend }) => {
    const lines = [
      `${loss === 'gone' ? '✗' : '⚠'} ${printable(skill.name)}  ${shower.path(skill.file)}`,
      `    ${shower.message(reason)}`,
      ...(mend ? [`    → ${mendText(mend, shower)}`] : []),
    ];
    return lines.join('\n');
  });
  const canMend = lost.some(
    ({ mend, isDocument }) => !isDocument && (mend?.kind === 'copy' || mend?.kind === 'edit'),
  );
  const hint = canMend
    ? ['', 'which-skill rescue --apply does what can be done; which-skill undo takes it back.']
    : [];
  const reach = `This is about what loads in ${printable(before.workDir)}, your own skills included; ask in each of your projects.`;
  return [head, ...(entries.length > 0 ? ['', ...entries] : []), ...hint, '', reach].join('\n');
}

function mendText(mend: Mend, shower: Shower): string {
  switch (mend.kind) {
    case 'copy':
      return `copy to ${shower.path(mend.to)}${mend.edit ? ` and put its frontmatter right (${changesText(mend.edit, shower)})` : ''}${mend.occupied ? ': something is there already' : ''}`;
    case 'edit':
      return `put its frontmatter right: ${changesText(mend.edit, shower)}`;
    case 'configure':
      return `name ${printable(mend.entry)} in extra_skill_dirs of ${shower.path(mend.file)}`;
    case 'by-hand':
      return `by hand: ${shower.message(mend.why)}`;
  }
}

function changesText({ changes }: TextEdit, shower: Shower): string {
  return changes.map(change => shower.message(CHANGE_WORDS[change])).join(', ');
}

/** The public shape of `rescue --json`. */
function toJson(before: Resolution, after: Resolution, lost: readonly LostSkill[]) {
  return {
    workDir: before.workDir,
    from: before.profile,
    to: after.profile,
    lost: lost.map(({ loss, skill, now, code, reason, mend, isDocument }) => ({
      name: skill.name,
      loss,
      document: isDocument,
      file: skill.file,
      scope: skill.scope,
      now: now && { name: now.name, file: now.file },
      code,
      reason: renderMessage(reason),
      mend: mend && mendJson(mend),
    })),
  };
}

function mendJson(mend: Mend) {
  switch (mend.kind) {
    case 'copy': {
      const { kind, from, to, scope, occupied, edit } = mend;
      return { kind, from, to, scope, occupied, frontmatter: edit?.changes ?? [] };
    }
    case 'edit':
      return { kind: mend.kind, file: mend.file, frontmatter: mend.edit.changes };
    case 'configure':
      return mend;
    case 'by-hand':
      return { kind: mend.kind, reason: renderMessage(mend.why) };
  }
}
