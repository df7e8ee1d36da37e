/** The themes that VS Code has by default, one of each kind. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Workbench } from '../host/workbench';

export const themes = [
  { name: 'Dark Modern', id: 'Default Dark Modern', mark: 'vs-dark', kind: 'vscode-dark', short: 'dark' },
  { name: 'Light Modern', id: 'Default Light Modern', mark: 'vs', kind: 'vscode-light', short: 'light' },
  {
    name: 'Dark High Contrast',
    id: 'Default High Contrast',
    mark: 'hc-black',
    kind: 'vscode-high-contrast',
    short: 'contrast',
  },
  {
    name: 'Light High Contrast',
    id: 'Default High Contrast Light',
    mark: 'hc-light',
    kind: 'vscode-high-contrast-light',
    short: 'contrast-light',
  },
] as const;

export type Theme = (typeof themes)[number];

/**
 * Has a folder say which theme it is shown in. Before VS Code is started, the first one: a file that comes into being later is
 * heard of late.
 */
export function setTheme(folder: string, { id }: Theme): void {
  const settings = path.join(folder, '.vscode', 'settings.json');
  mkdirSync(path.dirname(settings), { recursive: true });
  writeFileSync(settings, JSON.stringify({ 'workbench.colorTheme': id }));
}

/** Changes the theme where that is needed, and waits until the workbench has it. A quick pick would take seconds. */
export async function useTheme({ page }: Workbench, folder: string, theme: Theme): Promise<void> {
  const shown = page.locator(`.monaco-workbench.${theme.mark}`);
  if (await shown.count()) return;
  setTheme(folder, theme);
  await shown.waitFor();
}
