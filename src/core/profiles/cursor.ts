/** The directories that Cursor's documentation names. It says no more than that, and Cursor was not run. */
import * as path from 'node:path';
import { message } from '../message';
import { PRODUCTS } from '../products';
import { FOLDERS_IN_ROOT } from '../scan/scan-rules';
import type { Remark } from '../types';
import { agentRoot } from './agent-roots';
import { parseCursorSkill } from './cursor-skill-file';
import type { Preparation, Profile, ProfileContext, RootPlan } from './profile';

/** In the order of the documentation: its own first, then those that it reads for compatibility. */
const PLACES = ['.agents/skills', '.cursor/skills', '.claude/skills', '.codex/skills'];

export const cursor = {
  product: PRODUCTS.cursor,
  prepare,
  parse: parseCursorSkill,
  scan: FOLDERS_IN_ROOT,
  clash: 'uncertain',
  uncertainty: {
    code: 'not-documented',
    reason: message('which of several skills of one name Cursor takes is not documented'),
  },
  ties: 'first-registered',
  sameFile: 'name',
  realPaths: true,
  unread: { known: new Map() },
  precedence: () => ({
    code: 'not-documented',
    reason: message('the order of the directories is not documented'),
  }),
  listing: null,
} satisfies Profile;

const DIRECTORIES_ONLY: Remark = {
  code: 'directories-only',
  severity: 'information',
  text: message(
    'of Cursor only the directories are known: how deep it looks, which links it follows and what loses it a skill is not documented',
  ),
};

async function prepare(context: ProfileContext): Promise<Preparation> {
  return {
    plans: [...rootPlans(context)],
    configuration: {
      file: null,
      shareDir: path.join(context.home, '.cursor'),
      mergeBrands: true,
      extraSkillDirs: [],
      remarks: [DIRECTORIES_ONLY],
    },
    failure: null,
  };
}

function* rootPlans({ files, projectRoot, home }: ProfileContext): Generator<RootPlan> {
  for (const scope of ['project', 'user'] as const) {
    for (const place of PLACES) {
      yield agentRoot(
        { files, projectRoot, home },
        {
          location: path.join(scope === 'project' ? projectRoot : home, place),
          scope,
          group: place.startsWith('.agents') ? 'generic' : 'brand',
          source: scope,
          reason: message('named in its documentation'),
        },
      );
    }
  }
}
