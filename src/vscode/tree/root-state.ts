/** What stands beside a root: its group where it is scanned, else why it is not. */
import * as path from 'node:path';
import { type Message, message } from '../../core/message';
import { scopeTerm } from '../../core/scope-term';
import type { Resolution, Root } from '../../core/types';
import { pathBelow } from '../show-path';
import { hiddenRoot } from './candidate-state';
import { type Icon, NOT_LOADED_COLOR } from './nodes';

/** The state of a root in a few words. */
export function rootState(root: Root, resolution: Resolution): Message {
  switch (root.verdict) {
    case 'active':
      return activeRoot(root, resolution);
    case 'alias': {
      const first = resolution.roots.find(other => other.id === root.decidedBy);
      if (!first) return root.reason;
      const shown = { path: first.location };
      return first.scope === root.scope
        ? message('same directory as {0}', shown)
        : message('same directory as {0} {1}', scopeTerm(first.scope), shown);
    }
    case 'hidden':
      return hiddenRoot(root) ?? root.reason;
    case 'overridden':
    case 'missing':
      return root.carries ? message('compiled in, without files') : root.reason;
    case 'untrusted':
    case 'on-demand':
    case 'switched-off':
      return root.reason;
    case 'not-read':
      return root.code === 'below-project-root'
        ? message('not read: below the project root')
        : message('not read: {0}', root.reason);
  }
}

function activeRoot(root: Root, resolution: Resolution): Message {
  if (['unreadable', 'no-directory', 'loading'].includes(root.code)) return root.reason;
  const group = groupWord(root, resolution);
  return isLinked(root, resolution) ? message('{0}, leads to {1}', group, { path: root.path }) : group;
}

/** Whether a link leads from the place that the rule names to the directory. Links above the home directory do not count. */
function isLinked(root: Root, { home, projectRoot }: Resolution): boolean {
  if (root.group === 'builtin' || root.path === root.location) return false;
  const base = root.scope === 'project' ? projectRoot : home;
  const below = pathBelow(base, root.location);
  return below === undefined || !root.path.endsWith(path.sep + below);
}

/** The group of a root, as people call it in its scope. */
function groupWord(root: Root, resolution: Resolution): Message {
  switch (root.group) {
    case 'brand':
      return message('brand');
    case 'generic':
      return root.scope === 'project' ? message('canonical') : message('generic');
    case 'override':
      return message('given by --skills-dir');
    case 'configured': {
      const { file, extraSkillDirsLine } = resolution.configuration;
      return file === null || extraSkillDirsLine === undefined
        ? message('from the settings')
        : message('from {0}', { path: file });
    }
    case 'plugins':
      return message('plugins');
    case 'commands':
      return message('commands');
    case 'plugin':
      return message('plugin');
    case 'builtin':
      return message('{0}', { path: root.path });
    case 'unread':
      return message('not read');
  }
}

/** Whether a root is worth a row: one that is not there is not, unless somebody asked for it or a link to it is broken. */
export function isShown(root: Root): boolean {
  if (root.verdict !== 'missing' || root.carries) return true;
  if (root.group === 'builtin') return false;
  return root.group === 'configured' || root.code !== 'no-directory';
}

function isUsuallyAbsent({ code, group }: Root): boolean {
  return code === 'not-installed' || (code === 'no-directory' && group !== 'configured');
}

/** The icon of a root: a folder where it is scanned, else one that says why not. */
export function rootIcon(root: Root): Icon {
  if (root.code === 'loading') return { codicon: 'loading~spin' };
  switch (root.verdict) {
    case 'active':
      if (root.code === 'unreadable' || root.code === 'no-directory') return WARNING;
      if (root.group === 'builtin') return { codicon: 'package' };
      if (root.group === 'plugins') return { codicon: 'plug' };
      return { codicon: 'folder' };
    case 'missing':
      if (root.carries) return { codicon: 'package' };
      // Most of the places where skills could be are not there, and nobody misses them.
      return isUsuallyAbsent(root) ? ABSENT : WARNING;
    case 'alias':
      return { codicon: 'link', color: NOT_LOADED_COLOR };
    default:
      return { codicon: 'eye-closed', color: NOT_LOADED_COLOR };
  }
}

const ABSENT: Icon = { codicon: 'dash', color: NOT_LOADED_COLOR };
const WARNING: Icon = { codicon: 'warning', color: 'problemsWarningIcon.foreground' };
