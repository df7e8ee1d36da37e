/** What is good to know beside the verdicts: where the project root came from, and what other tools would do. */
import { evidenceWithName } from '../evidence';
import { type Message, message } from '../message';
import { productOf } from '../products';
import type { Candidate, Resolution } from '../types';
import { factsOf, PRODUCT_NOTES } from './product-facts';

/** Notes for an answer about these candidates. */
export function notesOn(resolution: Resolution, candidates: readonly Candidate[]): readonly Message[] {
  const { failure, product, profile } = resolution;
  return [
    ...(failure
      ? [message('{0} does not start here: {1} ({2})', product, failure.reason, { path: failure.file })]
      : []),
    ...projectRoot(resolution),
    ...roots(resolution, candidates),
    ...otherTools(resolution, candidates),
    ...(productOf(profile).evidence === 'recorded' ? [] : [evidenceWithName(profile)]),
    ...(PRODUCT_NOTES[profile] ?? []),
  ];
}

function* projectRoot({ projectRoot: root, projectRootFrom, workDir, home }: Resolution): Generator<Message> {
  if (root === home)
    yield message(
      'The home directory is the project root as well: its directories count as those of the project.',
    );
  else if (projectRootFrom === 'git' && root !== workDir)
    yield message(
      'The project root {0} was found upward from {1}, by its .git.',
      { path: root },
      { path: workDir },
    );
  else if (projectRootFrom === 'work-dir')
    yield message('There is no .git from {0} upward, so that this directory itself is the project root.', {
      path: workDir,
    });
}

function* roots(resolution: Resolution, candidates: readonly Candidate[]): Generator<Message> {
  const ids = new Set(candidates.map(({ root }) => root));
  for (const { id, location, path: real, verdict } of resolution.roots) {
    if (!ids.has(id) || verdict === 'missing' || location === real) continue;
    yield message('{0} is a link, or lies behind one: it leads to {1}.', { path: location }, { path: real });
  }
}

/** What another tool makes of the same candidates. */
interface OtherTool {
  readonly tool: string;
  readonly note: Message;
  readonly holds: (resolution: Resolution, candidates: readonly Candidate[]) => boolean;
}

/** Only what was seen to be different. */
const OTHER_TOOLS: readonly OtherTool[] = [
  {
    tool: 'Claude Code',
    note: message('Claude Code would take the copy of the user, not that of the project.'),
    holds: isInBothClaudes,
  },
  {
    tool: 'Codex',
    note: message('Codex passes over a SKILL.md that is a link.'),
    holds: (_, candidates) =>
      candidates.some(
        ({ link, form, verdict }) =>
          link !== undefined && form === 'directory' && /\.md$/i.test(link) && verdict === 'active',
      ),
  },
];

/** The product itself is no other tool. */
function otherTools(resolution: Resolution, candidates: readonly Candidate[]): readonly Message[] {
  const { name } = factsOf(resolution.profile);
  return OTHER_TOOLS.filter(({ tool, holds }) => tool !== name && holds(resolution, candidates)).map(
    ({ note }) => note,
  );
}

function isInBothClaudes(resolution: Resolution, candidates: readonly Candidate[]): boolean {
  const groupOf = (candidate: Candidate) =>
    resolution.roots.find(({ id }) => id === candidate.root)?.label ?? '';
  const inClaude = candidates.filter(candidate => /(^|[\\/])\.claude[\\/]skills$/.test(groupOf(candidate)));
  return new Set(inClaude.map(({ scope }) => scope)).size > 1;
}
