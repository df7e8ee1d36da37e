/** The module that VS Code is told to run: loads every suite beside it and runs those of the shape that is open. */
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Result, runSuites, type Shape } from './harness';

/** Writes what became of each test to the file that `WHICH_SKILL_RESULTS` names. Rejects when a test failed. */
export async function run(): Promise<void> {
  const { WHICH_SKILL_SHAPE, WHICH_SKILL_RESULTS } = process.env;
  if (!WHICH_SKILL_SHAPE || !WHICH_SKILL_RESULTS) throw new Error('Start this with npm run test:vscode.');
  const results = await loadAndRun(WHICH_SKILL_SHAPE as Shape);
  writeFileSync(WHICH_SKILL_RESULTS, JSON.stringify(results));
  const failed = results.filter(({ error }) => error !== undefined).length;
  if (failed > 0) throw new Error(`${failed} of ${results.length} tests failed.`);
}

async function loadAndRun(shape: Shape): Promise<Result[]> {
  for (const file of readdirSync(__dirname).sort()) {
    if (!file.endsWith('.suite.js') || file === path.basename(__filename)) continue;
    try {
      require(path.join(__dirname, file));
    } catch (error) {
      return [{ name: file, error: String((error as Error).stack ?? error), duration: 0 }];
    }
  }
  return runSuites(shape);
}
