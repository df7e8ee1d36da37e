/** The core as it is on Windows: built with `node:path` and the platform of that system, run on any. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { runInThisContext } from 'node:vm';
import { buildSync } from 'esbuild';
import type { Live } from '../../src/core/live/live';
import type { Resolver } from '../../src/core/live/resolver';
import type { applyPlan } from '../../src/core/plan/apply';
import type { readJournals } from '../../src/core/plan/journal';
import type { makePlan } from '../../src/core/plan/make-plan';
import type { planUndo } from '../../src/core/plan/undo';
import type { resolve } from '../../src/core/resolve';

export interface Core {
  readonly resolve: typeof resolve;
  readonly makePlan: typeof makePlan;
  readonly applyPlan: typeof applyPlan;
  readonly readJournals: typeof readJournals;
  readonly planUndo: typeof planUndo;
  readonly Resolver: typeof Resolver;
  readonly Live: typeof Live;
}

const PARTS = {
  resolve: ['resolve'],
  'plan/make-plan': ['makePlan'],
  'plan/apply': ['applyPlan'],
  'plan/journal': ['readJournals'],
  'plan/undo': ['planUndo'],
  'live/resolver': ['Resolver'],
  'live/live': ['Live'],
};

export function coreOfWindows(): Core {
  const lines = Object.entries(PARTS).map(
    ([part, names]) => `export { ${names} } from './src/core/${part}';`,
  );
  const { outputFiles } = buildSync({
    stdin: { contents: lines.join('\n'), resolveDir: path.resolve('.'), loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields: ['module', 'main'],
    alias: { 'node:path': 'node:path/win32' },
    define: { 'process.platform': '"win32"' },
    logLevel: 'silent',
  });
  const module = { exports: {} as Core };
  const wrapped = `(function (module, exports, require) {${outputFiles[0]!.text}\n})`;
  runInThisContext(wrapped)(module, module.exports, createRequire(path.resolve('package.json')));
  return module.exports;
}
