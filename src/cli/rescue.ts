/** `which-skill rescue`: what is lost in the move from one product to another, and what would mend it. */
import type { FileSystem } from '../core/file-system';
import { CHANGE_WORDS } from '../core/mend-frontmatter';
import { clausesInRow, type Message, message, renderMessage } from '../core/message';
import { findLost, type LostSkill, type Mend, type TextEdit } from '../core/rescue';
import type { Resolution } from '../core/types';
import type { Answer } from './answer';
import { jsonText } from './json';
import type { Translate } from './language';
import { printable, Shower } from './text';

/**
 * In: the resolution for the product that is left, then for the one that is taken up. Nothing is changed. Exit status 0
 * where nothing is lost, 1 where something is.
 */
export async function rescue(
  files: FileSystem,
  resolutions: readonly Resolution[],
  json: boolean,
  translate: Translate,
): Promise<Answer> {
  const [before, after] = resolutions;
  if (!before || !after) throw new Error('rescue compares two resolutions');
  const lost = await findLost(files, before, after);
  const output = json
    ? jsonText(toJson(before, after, lost))
    : `${asText(before, after, lost, translate)}
`;
  return { output, errors: '', status: lost.some(({ loss }) => loss === 'gone') ? 1 : 0 };
}

function asText(
  before: Resolution,
  after: Resolution,
  lost: readonly LostSkill[],
  translate: Translate,
): string {
  const shower = new Shower(before, translate);
  const gone = lost.filter(({ loss }) => loss === 'gone').length;
  const head =
    lost.length === 0
      ? message('Nothing that {0} loads here is lost in {1}.', before.product, after.product)
      : gone === 1
        ? message(
            '1 of {0} that {1} loads here does not load in {2}.',
            before.skills.length,
            before.product,
            after.product,
          )
        : message(
            '{0} of {1} that {2} loads here do not load in {3}.',
            gone,
            before.skills.length,
            before.product,
            after.product,
          );
  const entries = lost.map(({ skill, reason, loss, mend }) => {
    const lines = [
      `${loss === 'gone' ? '✗' : '⚠'} ${printable(skill.name)}  ${shower.path(skill.file)}`,
      `    ${shower.message(reason)}`,
      ...(mend ? [`    → ${shower.message(mendInWords(mend))}`] : []),
    ];
    return lines.join('\n');
  });
  const canMend = lost.some(
    ({ mend, isDocument }) => !isDocument && (mend?.kind === 'copy' || mend?.kind === 'edit'),
  );
  const hint = canMend
    ? [
        '',
        shower.message(
          message(
            '{0} does what can be done; {1} takes it back.',
            'which-skill rescue --apply',
            'which-skill undo',
          ),
        ),
      ]
    : [];
  const reach = shower.message(
    message(
      'This is about what loads in {0}, your own skills included; ask in each of your projects.',
      printable(before.workDir),
    ),
  );
  return [shower.message(head), ...(entries.length > 0 ? ['', ...entries] : []), ...hint, '', reach].join(
    '\n',
  );
}

function mendInWords(mend: Mend): Message {
  switch (mend.kind) {
    case 'copy': {
      const copy = message('copy to {0}', { path: mend.to });
      const what = mend.edit
        ? message('{0} and put its frontmatter right ({1})', copy, changesInWords(mend.edit))
        : copy;
      return mend.occupied ? message('{0}: something is there already', what) : what;
    }
    case 'edit':
      return message('put its frontmatter right: {0}', changesInWords(mend.edit));
    case 'configure':
      return message('name {0} in extra_skill_dirs of {1}', mend.entry, { path: mend.file });
    case 'by-hand':
      return message('by hand: {0}', mend.why);
  }
}

function changesInWords({ changes }: TextEdit): Message {
  return clausesInRow(changes.map(change => CHANGE_WORDS[change]));
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
