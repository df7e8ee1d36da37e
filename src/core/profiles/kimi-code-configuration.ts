/** Reading kimi-code's configuration: read, never written, and no more kept of it than its skill keys (rule 20). */
import * as path from 'node:path';
import { faultMessage } from '../fault-message';
import { isFault } from '../file-system';
import { type Message, message } from '../message';
import { readSmallFile } from '../small-file';
import type { ConfigurationRead, Failure, Remark } from '../types';
import type { ProfileContext } from './profile';

const MERGE = 'merge_all_available_skills';
const EXTRA = 'extra_skill_dirs';
const BUILTINS = 'builtin_product_skills';

interface Read {
  readonly mergeBrands: boolean;
  readonly extraSkillDirs: readonly string[];
  readonly extraSkillDirsLine?: number;
  readonly builtinSkills: boolean;
  readonly remarks: readonly Remark[];
  readonly failure: Pick<Failure, 'code' | 'reason' | 'line'> | null;
}

const DEFAULTS: Read = {
  mergeBrands: true,
  extraSkillDirs: [],
  builtinSkills: true,
  remarks: [],
  failure: null,
};

/** Where kimi-code keeps its data: `$KIMI_CODE_HOME`, else `~/.kimi-code` (rule 2). */
export function kimiCodeData({ environment, home, workDir, overrides }: ProfileContext): string {
  const chosen = overrides.shareDir || environment.KIMI_CODE_HOME;
  return chosen ? path.resolve(workDir, chosen) : path.join(home, '.kimi-code');
}

/** Reads the configuration that kimi-code would read here. What the overrides give takes the place of what it says. */
export async function readKimiCodeConfiguration(
  context: ProfileContext,
): Promise<{ configuration: ConfigurationRead; failure: Failure | null }> {
  const { overrides, files, workDir } = context;
  const shareDir = kimiCodeData(context);
  const file = overrides.configFile
    ? path.resolve(workDir, overrides.configFile)
    : path.join(shareDir, 'config.toml');
  const bytes = overrides.configFile === null ? { fault: 'ENOENT' } : readSmallFile(files, file);
  const isThere = !isFault(bytes) || bytes.fault !== 'ENOENT';
  const read = isFault(bytes) ? unread(bytes.fault) : await readText(Buffer.from(bytes).toString('utf8'));
  const line = overrides.extraSkillDirs ? undefined : read.extraSkillDirsLine;
  return {
    configuration: {
      file: isThere ? file : null,
      shareDir,
      mergeBrands: overrides.mergeBrands ?? read.mergeBrands,
      extraSkillDirs: overrides.extraSkillDirs ?? read.extraSkillDirs,
      ...(line !== undefined && { extraSkillDirsLine: line }),
      builtinSkills: fromVariable(context.environment.KIMI_CODE_BUILTIN_PRODUCT_SKILLS) ?? read.builtinSkills,
      remarks: read.remarks,
    },
    failure: read.failure && { file, ...read.failure },
  };
}

/** What a variable says that stands for true or false; undefined where it says neither. */
function fromVariable(value: string | undefined): boolean | undefined {
  if (/^(?:1|true|yes|on)$/i.test(value?.trim() ?? '')) return true;
  return /^(?:0|false|no|off)$/i.test(value?.trim() ?? '') ? false : undefined;
}

function unread(fault: string): Read {
  if (fault === 'ENOENT') return DEFAULTS;
  return { ...DEFAULTS, failure: { code: 'config-unreadable', reason: faultMessage(fault) } };
}

/** A fault of syntax keeps kimi-code from starting; a wrong value only loses its key. */
async function readText(text: string): Promise<Read> {
  if (text.trim() === '') return DEFAULTS;
  const { parseToml, readTomlOutline } = await import('../lazy/toml');
  const parsed = parseToml(text.replace(/\r\n/g, '\n'));
  if (!parsed.ok) {
    const { line } = parsed;
    if (line === undefined)
      return {
        ...DEFAULTS,
        failure: { code: 'config-toml-syntax', reason: message('the file is not valid TOML') },
      };
    const reason = message('line {0} is not valid TOML', line);
    return { ...DEFAULTS, failure: { code: 'config-toml-syntax', reason, line } };
  }
  const remarks: Remark[] = [];
  const lines = new Map<string, number>();
  readTomlOutline(text, (table, key, line) => {
    if (key !== MERGE && key !== EXTRA && key !== BUILTINS) return;
    if (table.length === 0) lines.set(key, line);
    else remarks.push({ ...insideTable(key, line), line });
  });
  const ignored = (key: string, wanted: Message) => {
    const line = lines.get(key);
    const text = message('{0} is ignored: {1} was expected', key, wanted);
    remarks.push({
      code: 'config-ignored',
      severity: 'warning',
      text,
      ...(line !== undefined && { line }),
    });
  };
  const { [MERGE]: merge = true, [EXTRA]: extra = [], [BUILTINS]: builtins = true } = parsed.value;
  if (typeof merge !== 'boolean') ignored(MERGE, message('true or false'));
  if (typeof builtins !== 'boolean') ignored(BUILTINS, message('true or false'));
  const isList = Array.isArray(extra) && extra.every(entry => typeof entry === 'string');
  if (!isList) ignored(EXTRA, message('a list of strings'));
  const line = lines.get(EXTRA);
  return {
    mergeBrands: typeof merge === 'boolean' ? merge : true,
    extraSkillDirs: isList ? extra : [],
    ...(line !== undefined && { extraSkillDirsLine: line }),
    builtinSkills: builtins !== false,
    remarks,
    failure: null,
  };
}

function insideTable(key: string, line: number): Pick<Remark, 'code' | 'severity' | 'text'> {
  const text = message(
    '{0} on line {1} belongs to a table, so kimi-code ignores it: move it above the first table',
    key,
    line,
  );
  return { code: 'inside-table', severity: 'warning', text };
}
