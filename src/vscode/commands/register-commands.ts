import * as vscode from 'vscode';
import type { Services } from './command';

/**
 * Registers every command that the manifest names. What they do is a lazy part, which loads with the first call; what
 * goes wrong in one is told to the person who called it.
 */
export function registerCommands(
  { contributes }: vscode.Extension<unknown>['packageJSON'],
  services: Services,
): vscode.Disposable {
  const ids: readonly { readonly command: string }[] = contributes.commands;
  return vscode.Disposable.from(
    ...ids.map(({ command: id }) =>
      vscode.commands.registerCommand(id, (argument: unknown, selected: unknown) =>
        services.log.attempt(id, async () => {
          const { runCommand } = await import('../lazy/commands');
          await runCommand(id, services, argument, selected);
        }),
      ),
    ),
  );
}
