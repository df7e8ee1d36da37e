/**
 * Where kimi-code's plugins keep their skills: `<data>/plugins/installed.json` names the plugins, the manifest of each its
 * directories of skills. Read from its source; the recorded outcomes leave plugins out.
 */
import * as path from 'node:path';
import { isDirectory, isFault } from '../file-system';
import { message } from '../message';
import { resolvePath } from '../real-path';
import { readSmallFile } from '../small-file';
import type { ProfileContext, RootPlan } from './profile';
import { shorten } from './root-plans';

const MANIFESTS = ['kimi.plugin.json', '.kimi-plugin/plugin.json'];

/** The roots of all enabled plugins, in the order in which they are installed. What cannot be read brings none. */
export function pluginPlans(context: ProfileContext, data: string): readonly RootPlan[] {
  const installed = readJson(context, path.join(data, 'plugins', 'installed.json'));
  const plugins = Array.isArray(installed?.plugins) ? installed.plugins : [];
  return plugins.flatMap(plugin => {
    const { id, root, enabled } = asRecord(plugin) ?? {};
    if (typeof id !== 'string' || typeof root !== 'string' || enabled !== true) return [];
    return skillDirs(context, root).map(
      (location): RootPlan => ({
        location,
        label: `${id} · ${shorten(location, context.home)}`,
        scope: 'extra',
        group: 'plugin',
        verdict: 'active',
        code: 'found',
        reason: message('brought along by the plugin {0}', id),
      }),
    );
  });
}

/** The directories that a plugin's manifest names, inside the plugin; without any, the plugin itself if it is a skill. */
function skillDirs(context: ProfileContext, root: string): readonly string[] {
  const { files } = context;
  const manifest = MANIFESTS.map(name => readJson(context, path.join(root, name))).find(Boolean);
  if (!manifest || typeof manifest.name !== 'string') return [];
  const { skills } = manifest;
  if (skills === undefined) {
    const state = files.state(path.join(root, 'SKILL.md'));
    return !isFault(state) && state.kind === 'file' ? [root] : [];
  }
  const entries = typeof skills === 'string' ? [skills] : skills;
  if (!Array.isArray(entries)) return [];
  const realRoot = resolvePath(files, root);
  return entries.flatMap(entry => {
    if (typeof entry !== 'string' || !entry.startsWith('./')) return [];
    const real = resolvePath(files, path.resolve(root, entry));
    const isInside = real === realRoot || real.startsWith(realRoot + path.sep);
    return isInside && isDirectory(files, real) ? [real] : [];
  });
}

function readJson({ files }: ProfileContext, file: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = readSmallFile(files, file);
  if (isFault(bytes)) return undefined;
  try {
    return asRecord(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch {
    return undefined;
  }
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}
