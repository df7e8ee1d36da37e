/** The tree by scope: scopes, their roots by rank, the candidates of each, and last what is not read. */

import * as path from 'node:path';
import type { Comparison } from '../../core/compare';
import { countsInWords } from '../../core/counts-in-words';
import { clausesInRow, type Message, message } from '../../core/message';
import type { Readers } from '../../core/readers';
import { scopeTerm } from '../../core/scope-term';
import { type Candidate, type Resolution, type Root, SCOPES, type Scope } from '../../core/types';
import type { Differences } from '../products/differences';
import type { Say } from '../say';
import { oneLine } from '../text';
import { candidateNode } from './candidate-node';
import { Lookup } from './candidate-state';
import { carriedNodes } from './carried-node';
import { count } from './counts';
import { type Filtering, filterOf, isEverything } from './filter';
import type { Icon, RootNode, ScopeNode, TreeNode, UnreadNode } from './nodes';
import { isShown, rootIcon, rootState } from './root-state';
import { unreadNode } from './unread-node';

/** What the rows of one target are built from. */
export interface TargetContext extends Filtering {
  readonly parent: TreeNode | null;
  /** Start of the ids of all rows. */
  readonly key: string;
  readonly resolution: Resolution;
  /** How copies differ from their winners, by the id of the copy, as far as that is known by now. */
  readonly comparisons: ReadonlyMap<string, Comparison>;
  readonly say: Say;
  /** Whether there is a project: without a folder there is none, and its scope is left out where it is empty. */
  readonly withProject: boolean;
  /** For the filter `differs`: what another product does. */
  readonly differences?: Differences;
  /** Who reads what, where somebody has several agents. */
  readonly readers?: Readers;
}

/** A root with more candidates than this starts collapsed, so that the roots after it are in sight. */
const MOST_EXPANDED = 40;

const SCOPE_ICONS: Readonly<Record<Scope, Icon>> = {
  managed: { codicon: 'organization' },
  project: { codicon: 'repo' },
  user: { codicon: 'account' },
  extra: { codicon: 'library' },
  builtin: { codicon: 'package' },
};

/** Builds the scopes in order of priority. With a filter, what it empties is left out. */
export function buildByScope(context: TargetContext): readonly TreeNode[] {
  const builder = new ByScope(context);
  return [...SCOPES.flatMap(scope => builder.scope(scope)), ...builder.unread()];
}

class ByScope {
  private readonly lookup: Lookup;
  private readonly passes: (candidate: Candidate) => boolean;
  private readonly byRoot = new Map<string, Candidate[]>();

  constructor(private readonly context: TargetContext) {
    const { resolution, comparisons, differences } = context;
    this.lookup = new Lookup(resolution, comparisons, differences);
    this.passes = filterOf(context, resolution, differences);
    for (const candidate of resolution.candidates) {
      const others = this.byRoot.get(candidate.root);
      if (others) others.push(candidate);
      else this.byRoot.set(candidate.root, [candidate]);
    }
  }

  scope(scope: Scope): readonly ScopeNode[] {
    const { key, parent, resolution, say, withProject } = this.context;
    const roots = resolution.roots.filter(root => root.scope === scope && root.verdict !== 'not-read');
    const candidates = roots.flatMap(root => this.byRoot.get(root.id) ?? []);
    if (scope === 'managed' && roots.length === 0) return [];
    if (scope === 'project' && !withProject && candidates.length === 0) return [];
    const label = say(message('{0}', scopeTerm(scope)));
    const description = [
      ...(scope === 'project' ? [projectInWords(resolution)] : []),
      candidates.length > 0 ? countsInWords(count(candidates)) : emptyScope(scope, roots),
    ]
      .map(say)
      .join(' · ');
    const node: ScopeNode = {
      kind: 'scope',
      id: `${key}|scope|${scope}`,
      parent,
      scope,
      resolution,
      label,
      description,
      icon: SCOPE_ICONS[scope],
      spoken: say(clausesInRow([label, description])),
      expansion: 'expanded',
      children: [],
    };
    for (const root of roots) node.children.push(...this.root(root, node));
    if (node.children.length > 0) return [node];
    return isEverything(this.context) ? [{ ...node, expansion: 'none' }] : [];
  }

  unread(): readonly UnreadNode[] {
    const { resolution } = this.context;
    const roots = resolution.roots.filter(root => root.verdict === 'not-read' && this.byRoot.has(root.id));
    const total = roots.reduce((sum, root) => sum + (this.byRoot.get(root.id)?.length ?? 0), 0);
    const node = unreadNode(
      this.context,
      'unread',
      total === 1
        ? message('1 skill where {0} does not look', resolution.profile)
        : message('{0} skills where {1} does not look', total, resolution.profile),
    );
    for (const root of roots) node.children.push(...this.root(root, node));
    return node.children.length > 0 ? [node] : [];
  }

  private root(root: Root, parent: TreeNode): readonly RootNode[] {
    const { resolution, filter, text, say, key, withProject } = this.context;
    if (!isShown(root) || (!withProject && needsProject(root))) return [];
    const candidates = (this.byRoot.get(root.id) ?? []).filter(this.passes);
    const carried = { parent, key, root, resolution, filter, text, say, labelled: 'name' } as const;
    const below = candidates.length + carriedNodes(carried).length;
    if (!isEverything(this.context) && below === 0) return [];
    const made = rootNode({ root, resolution, parent, key, say, candidates: below });
    // Whoever looks for something wants to see it.
    const node: RootNode = text === '' ? made : { ...made, expansion: 'expanded' };
    node.children.push(...carriedNodes({ ...carried, parent: node }));
    for (const candidate of candidates) node.children.push(this.candidate(candidate, root, node));
    return [node];
  }

  private candidate(candidate: Candidate, root: Root, parent: TreeNode) {
    const { key, resolution, say, readers } = this.context;
    const id = `${key}|skill|${candidate.id}`;
    return candidateNode({
      parent,
      id,
      candidate,
      root,
      resolution,
      lookup: this.lookup,
      say,
      labelled: 'name',
      ...(readers && { readers }),
    });
  }
}

/** Relative entries start from the project: without one there is no telling whether they lead anywhere (rule 20). */
function needsProject({ group, verdict, label }: Root): boolean {
  return group === 'configured' && verdict === 'missing' && !label.startsWith('~') && !path.isAbsolute(label);
}

/** What the row of a root is made from. */
export interface RootRow {
  readonly root: Root;
  readonly resolution: Resolution;
  readonly parent: TreeNode;
  readonly key: string;
  readonly say: Say;
  /** How many rows will stand below it. */
  readonly candidates: number;
}

/** Builds the row of a root; its children are added by the caller. */
export function rootNode({ root, resolution, parent, key, say, candidates }: RootRow): RootNode {
  const label = oneLine(root.label);
  const state = say(rootState(root, resolution));
  const empty = root.verdict === 'active' && root.code === 'found' && candidates === 0;
  const description = empty ? `${state} · ${say(message('empty'))}` : state;
  const startsOpen = root.verdict === 'active' && root.group !== 'builtin' && candidates <= MOST_EXPANDED;
  return {
    kind: 'root',
    // VS Code keeps a row as it was, open or not: one that could not be opened would stay closed with its first skill.
    id: `${key}|root|${root.id}${candidates === 0 ? '|empty' : ''}`,
    parent,
    root,
    resolution,
    file: root.location,
    label,
    description,
    icon: rootIcon(root),
    spoken: say(clausesInRow([label, description])),
    expansion: candidates === 0 ? 'none' : startsOpen ? 'expanded' : 'collapsed',
    children: [],
  };
}

/** The project's name, and how it was found where it is not the folder itself (rules 8 to 10). */
function projectInWords({ projectRoot, workDir }: Resolution): Message {
  const name = path.basename(projectRoot) || projectRoot;
  return projectRoot === workDir
    ? message('{0}', name)
    : message('{0}, found upward from {1}', name, path.relative(projectRoot, workDir));
}

/** Why a scope has no skills. */
function emptyScope(scope: Scope, roots: readonly Root[]): Message {
  if (roots.some(root => root.verdict === 'active')) return message('no skills');
  const builtin = roots.find(root => root.group === 'builtin');
  if (builtin?.carries) return message('{0} compiled in', builtin.carries.length);
  if (builtin) return builtin.reason;
  return scope === 'extra' ? message('no extra directories') : message('no skills directory');
}
