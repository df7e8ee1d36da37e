/** `which-skill why NAME|PATH`: the chain that leads to a verdict, and what would change it. */
import * as path from 'node:path';
import { candidatesOf, carriedUnder } from '../core/candidates';
import { explain } from '../core/explain/explain';
import type { Explanation, Subject } from '../core/explain/explanation';
import { otherAgents } from '../core/explain/other-agents';
import { outlineOf } from '../core/explain/outline';
import { renderOutlineText } from '../core/explain/render-text';
import { exists, type FileSystem } from '../core/file-system';
import { type Message, message, renderMessage } from '../core/message';
import type { Resolution } from '../core/types';
import type { Answer } from './answer';
import { jsonText } from './json';
import type { Translate } from './language';
import { printable, quoted, Shower } from './text';

export interface WhyQuestion {
  /** Names and paths, as they were typed. */
  readonly names: readonly string[];
  readonly json: boolean;
}

/**
 * Explains each name or path in turn. Exit status 1 where one of them does not load.
 * @param absolute makes a path of the command line absolute
 * @param others what other agents make of the same work directory
 */
export async function why(
  files: FileSystem,
  resolution: Resolution,
  { names, json }: WhyQuestion,
  absolute: (location: string) => string,
  translate: Translate,
  others: readonly Resolution[] = [],
): Promise<Answer> {
  const explanations: Explanation[] = [];
  for (const name of names) {
    const explanation = await explain(files, resolution, subjectOf(files, resolution, name, absolute));
    explanations.push({ ...explanation, agents: otherAgents(files, explanation, others) });
  }
  const status = explanations.every(({ loads }) => loads) ? 0 : 1;
  if (json) {
    const objects = explanations.map(toWhyJson);
    return { output: jsonText(objects.length === 1 ? objects[0] : objects), errors: '', status };
  }
  const shower = new Shower(resolution, translate);
  const { path: showPath } = shower;
  const texts = explanations.map(explanation =>
    [
      renderOutlineText(outlineOf(explanation), {
        showPath,
        clean: printable,
        ...(translate && { translate }),
      }),
      ...commandHints(explanation, resolution, shower),
    ].join('\n\n'),
  );
  return { output: `${texts.join('\n\n')}\n`, errors: '', status };
}

/** How what the explanation proposes is had from the command line: one line for each file. */
function commandHints(
  { changes }: Explanation,
  { candidates, roots, workDir, projectRoot }: Resolution,
  shower: Shower,
): readonly string[] {
  const unread = new Set(roots.filter(({ verdict }) => verdict === 'not-read').map(({ id }) => id));
  const lines = changes.flatMap(({ candidate: id, fixes, plan }) => {
    const candidate = candidates.find(other => other.id === id);
    if (!candidate || fixes.length === 0) return [];
    const isUnread = unread.has(candidate.root);
    if (isUnread && plan?.kind !== 'copy') return [];
    const shown = workDir === projectRoot ? shower.path(candidate.file) : candidate.file;
    // A name without a separator would be taken for that of a skill.
    const place = /[\\/]/.test(shown) ? shown : `./${shown}`;
    return isUnread
      ? [shower.message(message('To see and apply the copy: {0}', `which-skill copy ${quoted(place)}`))]
      : [shower.message(message('To see and apply its fixes: {0}', `which-skill fix ${quoted(place)}`))];
  });
  return [...new Set(lines)];
}

/**
 * What has a separator in it is a path, unless it is the command that calls a skill; so is the name of a file that is here,
 * unless a skill is called like it.
 */
function subjectOf(
  files: FileSystem,
  resolution: Resolution,
  asked: string,
  absolute: (location: string) => string,
): Subject {
  const isPath = asked.includes('/') || asked.includes(path.sep) || asked === '.' || asked === '..';
  const isCommand = isPath && asked.startsWith('/') && candidatesOf(resolution, asked).length > 0;
  const location = absolute(asked);
  if (isCommand && !exists(files, location)) return { name: asked };
  if (isPath) return { path: location };
  if (candidatesOf(resolution, asked).length > 0 || carriedUnder(resolution, asked)) return { name: asked };
  return exists(files, location) ? { path: location } : { name: asked };
}

/** The explanation with its messages as text: their templates are nobody's business. */
export function toWhyJson(explanation: Explanation): unknown {
  return rendered(explanation);
}

function rendered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rendered);
  if (typeof value !== 'object' || value === null) return value;
  if (isMessage(value)) return renderMessage(value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rendered(inner)]));
}

function isMessage(value: object): value is Message {
  return 'template' in value && 'args' in value;
}
