import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Result, Shape } from '../vscode/harness';
import { outFolder, projectRoot, temporaryFolder } from './folders';
import { tail } from './processes';
import { buildSample, type Sample } from './sample';
import { type Opened, startServer } from './vscode-server';
import { openWorkbench } from './workbench';

/** Git's extension would report the sample's empty repositories. */
export const hostSettings = { 'git.enabled': false };

/** The module that loads and runs the suites. */
export const suitesModule = path.join(outFolder, 'vscode', 'index.suite.js');

/** What stands open in VS Code for a shape. */
export function openedFor(shape: Shape, sample: Sample): Opened {
  if (shape === 'none') return {};
  return shape === 'workspace' ? { workspace: sample.workspaceFile } : { folder: sample.orchard };
}

/** What the suites find in their environment. */
export function environmentFor(
  shape: Shape,
  sample: Sample,
  resultsFile: string,
): Record<string, string | undefined> {
  return {
    ...sample.env,
    WHICH_SKILL_SHAPE: shape,
    WHICH_SKILL_SAMPLE: JSON.stringify(sample),
    WHICH_SKILL_RESULTS: resultsFile,
  };
}

/** Where the suites of a shape leave their results. */
export function resultsFile(): string {
  return path.join(temporaryFolder('results'), 'results.json');
}

/** What the suites left in their file; one failed result where they left nothing. */
export function readResults(file: string, otherwise: () => string): Result[] {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Result[];
  return [{ name: 'the extension host', error: otherwise(), duration: 0 }];
}

/** Boots VS Code once with what the shape says, runs the suites of that shape, and ends it. */
export async function runInServer(shape: Shape, timeout = 480_000): Promise<Result[]> {
  const sample = buildSample();
  const file = resultsFile();
  const server = await startServer({
    home: sample.home,
    env: environmentFor(shape, sample, file),
    settings: hostSettings,
    restricted: shape === 'restricted',
    tests: true,
  });
  try {
    let ended: (why: string) => void = () => {};
    const end = new Promise<string>(resolve => {
      ended = resolve;
    });
    const workbench = await openWorkbench(server, {
      ...openedFor(shape, sample),
      tests: { extension: projectRoot, module: suitesModule },
      onTestsEnd: code => ended(`VS Code ended the tests with code ${code}, and without results.`),
    });
    void server.ended.then(() => ended('The VS Code server ended during the tests.'));
    const timer = setTimeout(() => ended(`The tests did not end within ${timeout / 1000} s.`), timeout);
    const why = await end;
    clearTimeout(timer);
    mkdirSync(path.join(outFolder, 'screenshots'), { recursive: true });
    const results = readResults(file, () =>
      [why, tail(workbench.consoleLines.join('\n'), 40), tail(server.output(), 20)].join('\n'),
    );
    if (results.some(({ error }) => error))
      await workbench.screenshot(`host-${shape}-failed`).catch(() => {});
    await workbench.close();
    return results;
  } finally {
    server.stop();
  }
}
