/** Naming the roots of a product: what the rules of several products have in common. */
import * as path from 'node:path';
import { faultMessage } from '../fault-message';
import { type FileSystem, isFault } from '../file-system';
import { type Message, message } from '../message';
import type { Scope } from '../types';
import type { RootPlan } from './profile';

/** Directories of one kind below one base, best first. */
export interface GroupRule {
  readonly files: FileSystem;
  readonly base: string;
  readonly places: readonly string[];
  readonly prefix: string;
  readonly scope: Scope;
  readonly group: 'brand' | 'generic';
  /** Whether only the first that exists counts, even when it is empty (rule 14 of kimi-cli). */
  readonly firstOnly: boolean;
  /** Whether `--skills-dir` takes the place of the whole group. */
  readonly overridden: boolean;
}

/** The plans of a group: which of its directories are read, and why not the others. */
export function* group(rule: GroupRule): Generator<RootPlan> {
  let first: string | undefined;
  for (const place of rule.places) {
    const location = path.join(rule.base, place);
    const plan = { location, label: rule.prefix + place, scope: rule.scope, group: rule.group };
    const missing = whyMissing(rule.files, location);
    if (missing) {
      yield { ...plan, verdict: 'missing', ...missing };
    } else if (rule.overridden) {
      yield {
        ...plan,
        verdict: 'overridden',
        code: 'skills-dir',
        reason: message('not read: --skills-dir takes its place'),
      };
    } else if (rule.firstOnly && first !== undefined) {
      const code = rule.group === 'generic' ? 'better-generic' : 'first-brand-only';
      const reason =
        rule.group === 'generic'
          ? message('not read: {0} exists, and only the first of the two counts, even when it is empty', {
              path: first,
            })
          : message('not read: {0} exists, and merge_all_available_skills is off', { path: first });
      yield { ...plan, verdict: 'hidden', code, reason, decidedBy: first };
    } else {
      first ??= location;
      yield { ...plan, verdict: 'active', code: 'found', reason: foundReason(rule.group) };
    }
  }
}

function foundReason(group: 'brand' | 'generic'): Message {
  return group === 'brand' ? message('a tool’s own directory') : message('the directory that tools share');
}

/** Why no directory is at a place; undefined where one is. */
export function whyMissing(
  files: FileSystem,
  location: string,
): { code: string; reason: Message } | undefined {
  const state = files.state(location);
  if (!isFault(state)) {
    if (state.kind === 'directory') return undefined;
    return { code: 'not-a-directory', reason: message('a file stands where the directory should be') };
  }
  if (state.fault === 'ELOOP') return { code: 'link-loop', reason: message('its link leads in a circle') };
  if (state.fault === 'ENOENT' || state.fault === 'ENOTDIR') {
    const target = files.readLink(location);
    return isFault(target)
      ? { code: 'no-directory', reason: message('no such directory') }
      : { code: 'broken-link', reason: message('link target missing: {0}', target) };
  }
  return { code: 'unreadable', reason: faultMessage(state.fault) };
}

/**
 * An entry of `extra_skill_dirs`. One that names no directory is dropped without a word.
 * @param location null where the entry names no place at all
 */
export function extraPlan(files: FileSystem, entry: string, location: string | null): RootPlan {
  const plan = { label: entry || '""', scope: 'extra', group: 'configured' } as const;
  if (location === null) {
    const reason = entry === '' ? message('an empty entry') : message('no such user');
    return { ...plan, location: entry, verdict: 'missing', code: 'no-place', reason };
  }
  const missing = whyMissing(files, location);
  if (missing) return { ...plan, location, verdict: 'missing', ...missing };
  return {
    ...plan,
    location,
    verdict: 'active',
    code: 'found',
    reason: message('named in extra_skill_dirs'),
  };
}

/** A path with `~` for the home directory. */
export function shorten(location: string, home: string): string {
  return location.startsWith(home + path.sep) ? `~${location.slice(home.length)}` : location;
}
