import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import type { Result, Shape } from '../vscode/harness';
import { environmentFor, openedFor, readResults, resultsFile, suitesModule } from './extension-host';
import { cacheFolder, projectRoot, temporaryFolder } from './folders';
import { run, tail } from './processes';
import { buildSample } from './sample';
import { calmSettings } from './vscode-server';

/**
 * Fetches desktop VS Code, once. `VSCODE_VERSION` chooses one, as in `1.96.0` or `insiders`.
 * Throws an error whose message is fit for the user.
 */
export async function fetchDesktop(): Promise<string> {
  const version = process.env.VSCODE_VERSION || 'stable';
  try {
    return await downloadAndUnzipVSCode({ version, cachePath: path.join(cacheFolder, 'vscode-desktop') });
  } catch (error) {
    throw new Error(
      `Desktop VS Code (${version}) could not be fetched: ${(error as Error).message}\nThe same suites run without it in: npm run test:vscode`,
    );
  }
}

/** A data directory for desktop VS Code, with the settings that every run has. */
export function desktopData(settings: Readonly<Record<string, unknown>> = {}): string[] {
  const data = temporaryFolder('code');
  mkdirSync(path.join(data, 'u', 'User'), { recursive: true });
  writeFileSync(
    path.join(data, 'u', 'User', 'settings.json'),
    JSON.stringify({ ...calmSettings, ...settings }, undefined, 2),
  );
  return ['--user-data-dir', path.join(data, 'u'), '--extensions-dir', path.join(data, 'e')];
}

/** Runs the suites of a shape in desktop VS Code. `@vscode/test-electron` itself always trusts the folder. */
export async function runInDesktop(executable: string, shape: Shape): Promise<Result[]> {
  const sample = buildSample();
  const file = resultsFile();
  const { folder, workspace } = openedFor(shape, sample);
  const { code, output } = await run(
    executable,
    [
      ...(workspace || folder ? [(workspace ?? folder)!] : []),
      ...desktopData(),
      '--no-sandbox',
      '--disable-gpu-sandbox',
      '--disable-updates',
      '--skip-welcome',
      '--skip-release-notes',
      ...(shape === 'restricted' ? [] : ['--disable-workspace-trust']),
      `--extensionDevelopmentPath=${projectRoot}`,
      `--extensionTestsPath=${suitesModule}`,
    ],
    { env: { ...process.env, ...environmentFor(shape, sample, file) } },
  );
  return readResults(
    file,
    () => `VS Code ended with code ${code}, and without results.\n${tail(output, 40)}`,
  );
}
