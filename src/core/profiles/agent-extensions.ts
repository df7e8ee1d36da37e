/**
 * Extensions of Gemini CLI and of Qwen Code, which descends from it: a directory each below the product's own, with a
 * manifest, and a file beside them that switches them on and off by path.
 */
import * as path from 'node:path';
import { type FileSystem, isDirectory, isFault } from '../file-system';
import { type Message, message } from '../message';
import { compareCodePoints } from '../python-text';
import { type JsonObject, objectOf, readSettings, textsOf } from './agent-settings';

/** An extension whose directory holds skills. */
export interface AgentExtension {
  /** The name in its manifest; that of its directory where it has none. */
  readonly name: string;
  readonly dir: string;
  readonly skills: string;
  readonly manifest: JsonObject;
  /** Why it is not active, where it is not. */
  readonly off?: { readonly code: string; readonly reason: Message };
}

export interface ExtensionRules {
  readonly files: FileSystem;
  /** Where they are installed. */
  readonly directory: string;
  /** Name of the manifest, such as `gemini-extension.json`. */
  readonly manifest: string;
  /** Name of the file that is written when one is installed, which says where a linked one is. */
  readonly installed: string;
  /** The work directory, under each of its paths that the product compares. */
  readonly workDirs: readonly string[];
}

/** All installed extensions that have a directory of skills, by the names of their directories. */
export function installedExtensions(rules: ExtensionRules): readonly AgentExtension[] {
  const { files, directory, workDirs } = rules;
  const entries = files.readDirectory(directory);
  if (isFault(entries)) return [];
  const enablement = readSettings(files, path.join(directory, 'extension-enablement.json'), false).values;
  return entries
    .map(({ name }) => name)
    .sort(compareCodePoints)
    .flatMap(folder => {
      const own = path.join(directory, folder);
      if (!isDirectory(files, own)) return [];
      const dir = linkedTo(rules, own) ?? own;
      const skills = path.join(dir, 'skills');
      if (!isDirectory(files, skills)) return [];
      const manifest = readSettings(files, path.join(dir, rules.manifest), false).values;
      const { name, version } = manifest;
      if (typeof name !== 'string' || name === '' || !version) {
        const reason = message('not read: {0} there does not give name and version', rules.manifest);
        return [{ name: folder, dir, skills, manifest, off: { code: 'no-manifest', reason } }];
      }
      if (isEnabled(enablement, name, workDirs)) return [{ name, dir, skills, manifest }];
      const reason = message('not read: the extension {0} is switched off here', name);
      return [{ name, dir, skills, manifest, off: { code: 'extension-disabled', reason } }];
    });
}

/** Where a linked extension really is; undefined where it is not linked. */
function linkedTo({ files, installed }: ExtensionRules, dir: string): string | undefined {
  const { type, source } = readSettings(files, path.join(dir, installed), false).values;
  return type === 'link' && typeof source === 'string' ? source : undefined;
}

/** The last rule that matches the work directory decides: `!` in front switches off, `*` at the end takes in what is below. */
function isEnabled(enablement: JsonObject, name: string, workDirs: readonly string[]): boolean {
  const own = Object.hasOwn(enablement, name) ? objectOf(enablement[name]) : undefined;
  const slashed = workDirs.map(withSlashes);
  let enabled = true;
  for (const rule of textsOf(own?.overrides)) {
    const isDisable = rule.startsWith('!');
    const pattern = pathPattern(isDisable ? rule.slice(1) : rule);
    if (slashed.some(dir => pattern.test(dir))) enabled = !isDisable;
  }
  return enabled;
}

function withSlashes(dir: string): string {
  const plain = dir.replaceAll('\\', '/');
  return `${plain.startsWith('/') ? '' : '/'}${plain}${plain.endsWith('/') ? '' : '/'}`;
}

/** `*` stands for anything, and with a slash before it for nothing as well. */
function pathPattern(rule: string): RegExp {
  const literal = rule.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/(\/?)\*/g, '($1.*)?')}$`);
}
