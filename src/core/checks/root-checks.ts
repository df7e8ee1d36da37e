/** Checks on the directories that are looked at, and on the configuration that names some of them. */

import { factsOf } from '../explain/product-facts';
import type { FixId } from '../fixes/fix-id';
import { type Message, message } from '../message';
import type { Resolution, Root } from '../types';
import type { Severity } from './problem';

/** One thing found, at a line of a file counted from 1, or at a directory as a whole. */
export interface SurroundingFinding {
  readonly file: string;
  readonly line?: number;
  readonly message: Message;
}

/** One entry of the table of checks on what surrounds the skills. */
export interface SurroundingCheck {
  readonly code: string;
  readonly severity: Severity;
  readonly fixes: readonly FixId[];
  readonly find: (resolution: Resolution) => readonly SurroundingFinding[];
}

/** Entries of `extra_skill_dirs` that come to nothing, said at the key where the configuration has it. */
const extraDirMissing: SurroundingCheck = {
  code: 'extra-dir-missing',
  severity: 'warning',
  fixes: [],
  find: ({ roots, configuration, profile }) => {
    const { file, extraSkillDirsLine } = configuration;
    if (file === null || extraSkillDirsLine === undefined) return [];
    return roots
      .filter(root => root.group === 'configured' && root.verdict === 'missing')
      .map(root => ({ file, line: extraSkillDirsLine, message: whyMissing(factsOf(profile).name, root) }));
  },
};

function whyMissing(product: string, { label, location, reason }: Root): Message {
  if (/^\$|^%/.test(label))
    return message(
      'extra_skill_dirs: {0} is taken as it stands, since {1} fills in no variables',
      label,
      product,
    );
  if (/[*?[\]]/.test(label))
    return message(
      'extra_skill_dirs: {0} is taken as it stands, since {1} knows no patterns',
      label,
      product,
    );
  return message('extra_skill_dirs: {0} comes to nothing: {1} ({2})', label, reason, { path: location });
}

/** A place where a root should be, and something else is. */
function rootCheck(code: string, rootCode: string, fixes: readonly FixId[], say: (root: Root) => Message) {
  return {
    code,
    severity: 'warning',
    fixes,
    find: ({ roots }) =>
      roots
        .filter(root => root.code === rootCode && root.group !== 'configured' && root.verdict !== 'not-read')
        .map(root => ({ file: root.location, message: say(root) })),
  } satisfies SurroundingCheck as SurroundingCheck;
}

/** A key of the configuration that the product passes over. */
function remarkCheck(code: 'inside-table' | 'wrong-spelling' | 'config-ignored'): SurroundingCheck {
  return {
    code,
    severity: 'warning',
    fixes: [],
    find: ({ configuration: { file, remarks } }) =>
      file === null
        ? []
        : remarks
            .filter(remark => remark.code === code)
            .map(({ text, line }) => ({ file, message: text, ...(line !== undefined && { line }) })),
  };
}

/** The configuration keeps the product from starting. Skill files that do so are reported at their text. */
const configurationFailure: SurroundingCheck = {
  code: 'configuration-failure',
  severity: 'error',
  fixes: [],
  find: ({ failure, profile }) => {
    if (!failure || !/^config-|^nul-in-extra/.test(failure.code) || failure.file === '') return [];
    const { file, line, reason } = failure;
    return [
      {
        file,
        message: message('{0}: {1} does not start with this configuration', reason, factsOf(profile).name),
        ...(line !== undefined && { line }),
      },
    ];
  },
};

/** The table. */
export const SURROUNDING_CHECKS: readonly SurroundingCheck[] = [
  extraDirMissing,
  rootCheck('root-not-a-directory', 'not-a-directory', ['restore-link'], ({ location }) =>
    message('{0} is a file, where a directory is wanted', { path: location }),
  ),
  rootCheck('root-broken-link', 'broken-link', ['remove-link'], ({ location, reason }) =>
    message('{0} leads nowhere: {1}', { path: location }, reason),
  ),
  rootCheck('root-link-loop', 'link-loop', ['remove-link'], ({ location }) =>
    message('the link {0} leads in a circle', { path: location }),
  ),
  rootCheck('root-unreadable', 'unreadable', [], ({ location, reason }) =>
    message('{0} {1}', { path: location }, reason),
  ),
  remarkCheck('inside-table'),
  remarkCheck('wrong-spelling'),
  remarkCheck('config-ignored'),
  configurationFailure,
];
