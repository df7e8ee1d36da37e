/** What the core says, in the words of the reader: the one place where its messages meet VS Code's translations. */
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { renderMessage } from '../core/message';
import type { Resolution } from '../core/types';
import { realPath } from './real-path';
import type { Say } from './say';
import { showPath } from './show-path';

/** Without arguments `t` looks the template up and leaves its placeholders alone. */
export function translate(template: string): string {
  return vscode.l10n.t(template);
}

/** Renders a message that belongs to no resolution. */
export const say: Say = message => renderMessage(message, { translate });

/** Renders the messages of a resolution, with paths as short as they can be understood there. */
export function sayFor({ projectRoot, home }: Pick<Resolution, 'projectRoot' | 'home'>): Say {
  const surroundings = { projectRoot, homes: homesOf(home) };
  return message => renderMessage(message, { translate, showPath: file => showPath(file, surroundings) });
}

const knownHomes = new Map<string, readonly string[]>();

function homesOf(home: string): readonly string[] {
  const known = knownHomes.get(home);
  if (known) return known;
  const homes = [...new Set([home, realPath(home)])];
  knownHomes.set(home, homes);
  return homes;
}

/** Renders a message that belongs to no project, with paths in the home directory short. */
export const sayAtHome: Say = message => renderMessage(message, { translate, showPath: showPathAtHome });

/** A path for a person, where no resolution gives a project to shorten it by. */
export function showPathAtHome(file: string): string {
  return showPath(file, { homes: homesOf(homedir()) });
}
