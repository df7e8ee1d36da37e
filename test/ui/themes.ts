/** The themes that VS Code has by default, one of each kind. */
import type { Workbench } from '../host/workbench';

export const themes = [
  { name: 'Dark Modern', mark: 'vs-dark', short: 'dark' },
  { name: 'Light Modern', mark: 'vs', short: 'light' },
  { name: 'Dark High Contrast', mark: 'hc-black', short: 'contrast' },
  { name: 'Light High Contrast', mark: 'hc-light', short: 'contrast-light' },
] as const;

export type Theme = (typeof themes)[number];

/** Changes the theme where that is needed, and waits until the workbench has it. */
export async function useTheme(workbench: Workbench, { name, mark }: Theme): Promise<void> {
  if (await workbench.page.locator(`.monaco-workbench.${mark}`).count()) return;
  await workbench.runCommand('Preferences: Color Theme');
  await workbench.quickPick(name);
  await workbench.page.locator(`.monaco-workbench.${mark}`).waitFor();
}
