/** An explanation in the order in which it is read: the same for the page and for the terminal. */
import { fewNames, type Message, message, term } from '../message';
import { scopeTerm } from '../scope-term';
import type { ConfigurationInput } from '../types';
import type {
  Change,
  ExplainedAgent,
  ExplainedCandidate,
  ExplainedDirectory,
  Explanation,
} from './explanation';

/** One entry of a section. */
export interface OutlineItem {
  readonly text: Message;
  /** Further sentences about it. */
  readonly details: readonly Message[];
  /** The file it is about, to be opened; line and column from 1. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** Text that stands as it is: part of the listing, a line to paste. */
  readonly code?: string;
  readonly anchor?: string;
  /** Set on a change: what carries it out. */
  readonly change?: Change;
}

export interface OutlineSection {
  readonly title: Message;
  /** Whether the order of the items means something. */
  readonly isOrdered: boolean;
  readonly items: readonly OutlineItem[];
}

export interface Outline {
  readonly title: Message;
  readonly sections: readonly OutlineSection[];
}

/** Arranges an explanation. Sections without an item are left out. */
export function outlineOf(explanation: Explanation): Outline {
  const sections = [
    {
      title: message('What was found'),
      isOrdered: true,
      items: [...explanation.candidates.map(candidateItem), ...carriedItems(explanation)],
    },
    { title: message('The rule'), isOrdered: false, items: placeItems(explanation) },
    { title: message('What would change it'), isOrdered: false, items: changeItems(explanation) },
    { title: message('What the model is told'), isOrdered: false, items: toldItems(explanation) },
    {
      title: message('Where {0} looks, in this order', explanation.product),
      isOrdered: false,
      items: explanation.directories.map(directoryItem),
    },
    {
      title: message('Other agents'),
      isOrdered: false,
      items: explanation.agents.map(one => agentItem(one, explanation)),
    },
    { title: message('What was read'), isOrdered: false, items: inputItems(explanation) },
    {
      title: message('Good to know'),
      isOrdered: false,
      items: explanation.notes.map(text => ({ text, details: [] })),
    },
  ];
  return { title: explanation.headline, sections: sections.filter(({ items }) => items.length > 0) };
}

/** What an agent makes of it, with the reason where there is more to say than that it loads. */
export function agentInWords(
  { agent, verdict, code, reason, loads, name }: ExplainedAgent,
  asked: string | null,
): Message {
  if (code === 'not-seen') return message('{0}: {1}', agent, reason);
  const word = verdictWord({ verdict, loads });
  const said = !loads || name === null || name === asked ? word : message('{0} as “{1}”', word, name);
  const isPlain = loads && verdict === 'active' && (code === 'wins' || code === 'active');
  return isPlain ? message('{0}: {1}', agent, said) : message('{0}: {1}: {2}', agent, said, reason);
}

/** What an agent takes under the name in place of the file in question. */
export function takenInstead({ loads, takes }: ExplainedAgent): Message | undefined {
  if (loads || takes === null) return undefined;
  return message('Under the name it takes {0}', { path: takes });
}

function agentItem(agent: ExplainedAgent, { name }: Explanation): OutlineItem {
  const taken = takenInstead(agent);
  return { text: agentInWords(agent, name), details: taken ? [taken] : [] };
}

/** Settings, variables, arguments and trust, each with the file that it is from. */
function inputItems({ inputs }: Explanation): readonly OutlineItem[] {
  return inputs.map(input => ({
    text: inputInWords(input),
    details: [],
    ...(input.file !== undefined && { file: input.file }),
  }));
}

/** What was read, and where. */
export function inputInWords({ name, value, file }: ConfigurationInput): Message {
  return file === undefined
    ? message('{0} = {1}', name, value)
    : message('{0} = {1} ({2})', name, value, { path: file });
}

function candidateItem(candidate: ExplainedCandidate): OutlineItem {
  const { file, line, column, anchor, rule } = candidate;
  return {
    text: message(
      '{0}: {1} ({2}, {3})',
      verdictWord(candidate),
      { path: file },
      scopeTerm(candidate.scope),
      candidate.directory,
    ),
    details: [
      reasonWithPlace(candidate),
      ...(rule ? [rule] : []),
      ...differences(candidate),
      ...(candidate.link === undefined
        ? []
        : [message('It is a link, or lies behind one: {0}', candidate.link)]),
      ...candidate.remarks.map(({ text }) => text),
    ],
    file,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(anchor !== null && { anchor }),
  };
}

function carriedItems({ carried }: Explanation): readonly OutlineItem[] {
  if (!carried) return [];
  const text = message('{0}: {1}', carried.loads ? term('loads') : term('shadowed'), carried.from);
  const { reason, anchor } = carried;
  return [{ text, details: [reason], ...(anchor !== null && { anchor }) }];
}

/** Why a candidate does or does not load, with the place in its file. */
export function reasonWithPlace({ reason, line, column }: ExplainedCandidate): Message {
  if (line === undefined) return reason;
  return column === undefined
    ? message('Line {0}: {1}', line, reason)
    : message('Line {0}, column {1}: {2}', line, column, reason);
}

function differences({ comparison }: ExplainedCandidate): readonly Message[] {
  if (!comparison) return [];
  const { differences: found, complete } = comparison;
  if (found.length === 0) {
    return [
      complete ? message('Identical with the one that loads') : message('Identical as far as compared'),
    ];
  }
  const names = fewNames(
    found.map(({ path }) => path),
    5,
  );
  return [
    found.length > 5
      ? message('Differs from the one that loads in {0} files: {1}', found.length, names)
      : message('Differs from the one that loads in: {0}', names),
  ];
}

/** The verdict as a word in front of a path. */
export function verdictWord({ verdict, loads }: Pick<ExplainedCandidate, 'verdict' | 'loads'>) {
  switch (verdict) {
    case 'active':
      return term('loads');
    case 'listed':
      return term('also listed');
    case 'disabled':
      return term('switched off');
    case 'untrusted':
      return term('waits for trust');
    case 'on-demand':
      return term('on demand');
    case 'shadowed':
      return term('shadowed');
    case 'alias':
      return term('alias');
    case 'ambiguous':
      return loads ? term('ambiguous, taken here to load') : term('ambiguous');
    case 'invalid':
    case 'unreadable':
      return term('dropped');
    case 'hidden':
      return term('hidden');
    case 'not-read':
      return term('not read');
  }
}

/** The reason is in the title already. */
function placeItems({ place }: Explanation): readonly OutlineItem[] {
  if (!place) return [];
  return [
    {
      text: place.rule ?? place.reason,
      details: [],
      file: place.path,
      ...(place.anchor !== null && { anchor: place.anchor }),
    },
  ];
}

function changeItems({ changes, similar }: Explanation): readonly OutlineItem[] {
  return [
    ...similar.map(name => ({ text: message('Ask for “{0}”, if that was meant', name), details: [] })),
    ...changes.map(change => ({
      text: change.text,
      details: change.paste ? [pasteHint(change.paste)] : [],
      ...(change.paste && { code: change.paste.text }),
      change,
    })),
  ];
}

function pasteHint({ file, replacesLine }: NonNullable<Change['paste']>): Message {
  return replacesLine === null
    ? message('In {0}, above the first table:', { path: file })
    : message('In {0}, in place of line {1}:', { path: file }, replacesLine);
}

function toldItems({ told }: Explanation): readonly OutlineItem[] {
  const items: OutlineItem[] = [];
  if (told.listing !== null) {
    items.push({ text: message('In the list of skills:'), details: [], code: told.listing });
  }
  if (told.reason) items.push({ text: told.reason, details: [] });
  if (told.command !== null) items.push({ text: message('Its command is {0}', told.command), details: [] });
  else if (told.listing !== null && told.hasCommands)
    items.push({ text: message('No command can be typed for it'), details: [] });
  return items;
}

function directoryItem(directory: ExplainedDirectory): OutlineItem {
  const { rank, label, scope, verdict, reason, rule, anchor, holds } = directory;
  const place = rank === null ? '–' : String(rank);
  const text =
    holds > 0
      ? message('{0} {1} ({2}): {3}; {4} of these in it', place, label, scopeTerm(scope), reason, holds)
      : message('{0} {1} ({2}): {3}', place, label, scopeTerm(scope), reason);
  return {
    text,
    details: rule && verdict !== 'active' && verdict !== 'missing' ? [rule] : [],
    ...(directory.exists && { file: directory.location }),
    ...(anchor !== null && { anchor }),
  };
}
