/** The page that explains: the answer first, then what was found, what would change it, and where the product looks. */
import * as path from 'node:path';
import type {
  CarriedSkill,
  Change,
  ExplainedAgent,
  ExplainedCandidate,
  ExplainedDirectory,
  Explanation,
} from '../../core/explain/explanation';
import { agentInWords, reasonWithPlace, takenInstead } from '../../core/explain/outline';
import { type Message, message } from '../../core/message';
import { scopeTerm } from '../../core/scope-term';
import { driftOfComparison } from '../drifts';
import { badge, button, type Html, html, select } from '../pages/html';
import type { Say } from '../say';
import { lookOf } from '../tree/candidate-state';
import type { FixButton } from './fix-buttons';
import type { Answering } from './subject';

/** What the page shows beside the explanation itself. */
export interface ExplainView {
  readonly say: Say;
  /** The folder it is seen from, and all that there are. */
  readonly from: Answering;
  readonly folders: readonly Answering[];
  /** Buttons that carry a change out, by the position of the change. */
  readonly buttons: readonly (readonly FixButton[])[];
}

/** Where a link on a page leads. Line and column from 1. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** The whole page. */
export function explainBody(explanation: Explanation, view: ExplainView): Html {
  const { say } = view;
  return html`<h1>${titleOf(explanation, say)}</h1>
<p class="lead">${verdictBadge(explanation, say)} ${say(message('{0}.', explanation.headline))}</p>
${seenFrom(explanation, view)}
${failure(view)}
${section(say, message('The rule'), placeRule(explanation, say))}
${section(say, message('What was found'), found(explanation, say))}
${section(say, message('What would change it'), changes(explanation, view))}
${section(say, message('What the model is told'), told(explanation, say))}
${section(say, message('Where {0} looks, in this order', explanation.product), directories(explanation, say))}
${section(say, message('Other agents'), others(explanation, say))}
${section(say, message('What was read'), inputs(explanation, say))}
${section(say, message('Good to know'), notes(explanation, say))}`;
}

/** What it is about, as short as a tab can hold it. */
export function titleOf({ name, subject, place }: Explanation, say: Say): string {
  if (place) return path.basename(place.path);
  return name ?? ('path' in subject ? path.basename(subject.path) : say(message('(no name)')));
}

function section(say: Say, title: Message, content: Html | undefined): Html | undefined {
  return content && html`<section><h2>${say(title)}</h2>${content}</section>`;
}

function verdictBadge({ loads, candidates }: Explanation, say: Say): Html {
  const subject = candidates.find(({ isSubject }) => isSubject) ?? candidates.find(one => one.loads);
  if (loads && subject?.verdict !== 'ambiguous') return badge(say(message('loads')), 'good');
  if (subject?.verdict === 'ambiguous') return badge(say(message('ambiguous')), 'warning');
  return badge(say(message('does not load')), 'error');
}

function seenFrom({ product, evidence }: Explanation, { say, from, folders }: ExplainView): Html {
  const text = say(message('As {0} sees it from {1}', product, { path: from.resolution.workDir }));
  const chosen =
    folders.length > 1 &&
    select(
      say(message('Folder')),
      folders.map(({ key, label }) => ({ value: key, label })),
      from.key,
      { action: 'folder' },
    );
  return html`<p class="muted">${text} ${chosen}</p>
<p class="muted">${say(evidence)}</p>`;
}

/** Where the product does not start, whatever would load is beside the point: that comes first. */
function failure({ say, from }: ExplainView): Html | undefined {
  const { failure: found, product } = from.resolution;
  if (!found) return undefined;
  const place = placeValue({ file: found.file, ...(found.line !== undefined && { line: found.line }) });
  return html`<p class="note error">${say(message('{0} does not start here: {1}', product, found.reason))} ${
    found.file !== '' &&
    button(say(message('{0}', { path: found.file })), { action: 'open', value: place }, { look: 'link' })
  }</p>`;
}

function placeRule({ place }: Explanation, say: Say): Html | undefined {
  if (!place) return undefined;
  return html`<p>${say(place.rule ?? place.reason)}</p>${whyButton(place.anchor, say)}`;
}

function found({ candidates, carried, winner }: Explanation, say: Say): Html | undefined {
  if (candidates.length === 0 && !carried) return undefined;
  return html`<ol class="cards">${candidates.map(candidate => candidateCard(candidate, winner, say))}${carried && carriedCard(carried, say)}</ol>`;
}

/** There is no file to open. */
function carriedCard({ name, reason, rule, anchor, loads }: CarriedSkill, say: Say): Html {
  const state = loads ? badge(say(message('loads')), 'good') : badge(say(message('shadowed')), 'quiet');
  return html`<li class="${loads ? 'wins' : ''}">
<h3>${name} ${state}</h3>
<p>${say(reason)}</p>
${rule && html`<p class="detail">${say(rule)} ${whyButton(anchor, say)}</p>`}
</li>`;
}

function candidateCard(candidate: ExplainedCandidate, winner: string | null, say: Say): Html {
  const { file, line, column, verdict, loads, isSubject, rule, link, remarks } = candidate;
  const kind = [loads ? 'wins' : '', isSubject ? 'subject' : ''].filter(Boolean).join(' ');
  const place = placeValue({
    file,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  });
  const drift = candidate.comparison && driftOfComparison(candidate.comparison);
  const canCompare =
    winner !== null && drift !== undefined && (candidate.comparison?.differences.length ?? 0) > 0;
  return html`<li class="${kind}">
<h3>${button(say(message('{0}', { path: file })), { action: 'open', value: place }, { look: 'link' })} ${badge(say(lookOf(verdict).word), toneOf(candidate))}</h3>
<p class="detail">${whereabouts(candidate, say)}</p>
<p>${say(reasonWithPlace(candidate))}</p>
${rule && html`<p class="detail">${say(rule)} ${whyButton(candidate.anchor, say)}</p>`}
${link !== undefined && html`<p class="detail">${say(message('It is a link, or lies behind one: {0}', link))}</p>`}
${remarks.map(({ text }) => html`<p class="detail">⚠ ${say(text)}</p>`)}
${drift && html`<p>${say(message('Against the one that loads: {0}', drift))} ${canCompare && button(say(message('Compare…')), { action: 'compare', value: candidate.id }, { look: 'link' })}</p>`}
</li>`;
}

function whereabouts({ scope, directory, rank }: ExplainedCandidate, say: Say): string {
  const where = say(message('{0}', scopeTerm(scope)));
  return rank === null
    ? say(message('{0}, in {1}, which is not read', where, directory))
    : say(message('{0}, in {1}, the directory of rank {2}', where, directory, rank));
}

function toneOf({ verdict, loads }: ExplainedCandidate): 'good' | 'warning' | 'error' | 'quiet' {
  if (verdict === 'ambiguous') return 'warning';
  if (loads) return 'good';
  return verdict === 'invalid' || verdict === 'unreadable' ? 'error' : 'quiet';
}

function changes(
  { changes: all, similar, candidates }: Explanation,
  { say, buttons }: ExplainView,
): Html | undefined {
  const beaten = candidates.find(one => one.isSubject && isBeaten(one));
  if (all.length + similar.length === 0 && !beaten) return undefined;
  return html`<ul>${similar.map(
    name =>
      html`<li>${button(say(message('Ask for “{0}”, if that was meant', name)), { action: 'name', value: name }, { look: 'link' })}</li>`,
  )}${all.map((change, index) => html`<li>${say(change.text)}${paste(change, say)}${fixButtons(buttons[index] ?? [])}</li>`)}${beaten && winning(beaten, say)}</ul>`;
}

/** Whether another place, and not its own text, keeps it from loading. */
function isBeaten({ verdict, loads, group }: ExplainedCandidate): boolean {
  const isProducts = group === 'builtin' || group === 'plugin' || group === 'plugins';
  return !loads && !isProducts && ['shadowed', 'ambiguous', 'hidden', 'not-read'].includes(verdict);
}

function winning({ file }: ExplainedCandidate, say: Say): Html {
  return html`<li>${say(message('Have this copy load: what would be moved or copied for that is shown first.'))}<div class="actions">${button(
    say(message('Make It Win…')),
    { action: 'win', value: file },
  )}</div></li>`;
}

function fixButtons(buttons: readonly FixButton[]): Html | undefined {
  if (buttons.length === 0) return undefined;
  return html`<div class="actions">${buttons.map(({ label, value, spoken }) =>
    button(label, { action: 'fix', value }, { look: 'secondary', ...(spoken !== undefined && { spoken }) }),
  )}</div>`;
}

function paste({ paste: line }: Change, say: Say): Html | undefined {
  if (!line) return undefined;
  const hint =
    line.replacesLine === null
      ? message('In {0}, above the first table:', { path: line.file })
      : message('In {0}, in place of line {1}:', { path: line.file }, line.replacesLine);
  const open = {
    action: 'open',
    value: placeValue({ file: line.file, ...(line.replacesLine !== null && { line: line.replacesLine }) }),
  };
  return html`<p class="detail">${say(hint)}</p><pre>${line.text}</pre><div class="actions">${button(
    say(message('Copy the Line')),
    { action: 'copy', value: line.text },
  )}${button(say(message('Open the Configuration')), open)}</div>`;
}

function told({ told: { listing, reason, command, hasCommands } }: Explanation, say: Say): Html | undefined {
  if (listing === null && reason === null && command === null) return undefined;
  const noCommand = listing !== null && command === null && hasCommands;
  return html`${reason && html`<p>${say(reason)}</p>`}${listing !== null && html`<pre>${listing}</pre>`}${
    command !== null &&
    html`<p>${say(message('Its command is {0}', command))} ${button(say(message('Copy')), { action: 'copy', value: command }, { look: 'link', spoken: say(message('Copy {0}', command)) })}</p>`
  }${noCommand && html`<p>${say(message('No command can be typed for it'))}</p>`}`;
}

function directories({ directories: all }: Explanation, say: Say): Html {
  return html`<table class="columns"><thead><tr><th scope="col" class="figure">${say(message('Rank'))}</th><th scope="col">${say(message('Directory'))}</th><th scope="col">${say(message('Scope'))}</th><th scope="col">${say(message('State'))}</th></tr></thead><tbody>${all.map(
    directory => directoryRow(directory, say),
  )}</tbody></table>`;
}

function directoryRow(directory: ExplainedDirectory, say: Say): Html {
  const {
    rank,
    label,
    location,
    path: real,
    exists,
    scope,
    holds,
    verdict,
    reason,
    rule,
    anchor,
  } = directory;
  const name = exists
    ? button(label, { action: 'root', value: location }, { look: 'link' })
    : html`<span class="muted">${label}</span>`;
  const target =
    real === location ? undefined : html`<p class="detail">→ ${say(message('{0}', { path: real }))}</p>`;
  const held =
    holds > 0 &&
    html` · <strong>${holds === 1 ? say(message('holds one of these')) : say(message('holds {0} of these', holds))}</strong>`;
  const more =
    rule && verdict !== 'active' && verdict !== 'missing'
      ? html`<p class="detail">${say(rule)} ${whyButton(anchor, say)}</p>`
      : undefined;
  return html`<tr><td class="figure">${rank ?? '–'}</td><td>${name}${target}</td><td class="word">${say(message('{0}', scopeTerm(scope)))}</td><td${
    verdict === 'missing' ? html` class="muted"` : ''
  }>${say(reason)}${held}${more}</td></tr>`;
}

function notes({ notes: notesAndFailure, evidence }: Explanation, say: Say): Html | undefined {
  // Both stand above already.
  const all = notesAndFailure.filter(
    note => !note.template.startsWith('{0} does not start here') && say(note) !== say(evidence),
  );
  return all.length > 0 ? html`<ul>${all.map(note => html`<li>${say(note)}</li>`)}</ul>` : undefined;
}

/** What my other agents make of the file. */
function others({ agents, name }: Explanation, say: Say): Html | undefined {
  if (agents.length === 0) return undefined;
  return html`<ul>${agents.map(one => html`<li>${say(agentInWords(one, name))}${otherFile(one, say)}</li>`)}</ul>`;
}

function otherFile(agent: ExplainedAgent, say: Say): Html | undefined {
  const taken = takenInstead(agent);
  if (!taken || agent.takes === null) return undefined;
  const place = placeValue({ file: agent.takes });
  return html`<br>${button(say(taken), { action: 'open', value: place }, { look: 'link' })}`;
}

/** Settings, variables, arguments and trust that the rules of the product depend on. */
function inputs({ inputs: all }: Explanation, say: Say): Html | undefined {
  if (all.length === 0) return undefined;
  return html`<ul>${all.map(
    ({ name, value, file }) =>
      html`<li><code>${name} = ${value}</code>${
        file !== undefined &&
        html` ${button(say(message('{0}', { path: file })), { action: 'open', value: placeValue({ file }) }, { look: 'link' })}`
      }</li>`,
  )}</ul>`;
}

function whyButton(anchor: string | null, say: Say): Html | undefined {
  return anchor === null
    ? undefined
    : button(say(message('More about this rule')), { action: 'rule', value: anchor }, { look: 'link' });
}

/** A place as the value of a button. */
export function placeValue(place: Place): string {
  return JSON.stringify(place);
}
