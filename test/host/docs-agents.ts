/** The table of agents in the README, made from their profiles: which directories each of them reads, and what it does with copies. */
import { nodeFileSystem } from '../../src/core/file-system';
import { PROFILE_IDS, productOf, productTitle } from '../../src/core/products';
import { loadProfile } from '../../src/core/profiles/load-profile';
import type { Clash, RootPlan } from '../../src/core/profiles/profile';
import type { Scope } from '../../src/core/types';
import { buildLayout } from '../layout';

/** The words of the table in one language. */
export interface AgentWords {
  readonly agent: string;
  readonly project: string;
  readonly user: string;
  readonly copies: string;
  readonly known: string;
  readonly clash: Readonly<Record<Clash, string>>;
  readonly evidence: Readonly<Record<'recorded' | 'read' | 'documented', string>>;
}

/** How a language writes what stands between things, or before what explains one. */
export interface Marks {
  readonly list: string;
  readonly comma: string;
  readonly colon: string;
}

/** The rows of the table, as cells: the head first. */
export async function agentRows(words: AgentWords, marks: Marks): Promise<readonly (readonly string[])[]> {
  const layout = buildLayout({
    'project/.git/HEAD': 'ref: refs/heads/main\n',
    'project/.git/objects': null,
    'project/.git/refs': null,
  });
  try {
    const rows: (readonly string[])[] = [];
    for (const id of PROFILE_IDS) {
      const profile = await loadProfile(id);
      const { plans } = await profile.prepare({
        files: nodeFileSystem,
        workDir: layout.at('project'),
        projectRoot: layout.at('project'),
        home: layout.at('home'),
        environment: {},
        platform: 'linux',
        overrides: { systemDir: layout.at('etc') },
      });
      const { evidence, since } = productOf(id);
      rows.push([
        productTitle(productOf(id)),
        placesIn(plans, 'project', marks.list),
        placesIn(plans, 'user', marks.list),
        words.clash[profile.clash],
        `${words.evidence[evidence]}${marks.comma}${since}`,
      ]);
    }
    return [[words.agent, words.project, words.user, words.copies, words.known], ...rows];
  } finally {
    layout.remove();
  }
}

/** The directories that a product looks at in a scope, best first. */
function placesIn(plans: readonly RootPlan[], wanted: Scope, between: string): string {
  const labels = plans
    .filter(({ scope, group }) => scope === wanted && ['brand', 'generic', 'commands'].includes(group))
    .map(({ label }) => `\`${label}\``);
  return [...new Set(labels)].join(between);
}
