import type { AgentViews } from '../agents/agent-views';
import type { MyAgents } from '../agents/my-agents';
import type { Drifts } from '../drifts';
import type { Log } from '../log';
import type { Refresh } from '../refresh';
import type { Resolutions } from '../resolutions';
import type { Tidying } from '../tidy/tidying';
import type { SkillsTree } from '../tree/skills-tree';

/** What explaining works with. The objects belong to the extension proper: of its modules, this part has copies. */
export interface ExplainingContext {
  readonly resolutions: Resolutions;
  readonly refresh: Refresh;
  readonly tree: SkillsTree;
  readonly tidying: Tidying;
  readonly drifts: Drifts;
  readonly agents: MyAgents;
  readonly views: AgentViews;
  readonly log: Log;
}
