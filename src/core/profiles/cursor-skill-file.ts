/** What can be said of a skill file in Cursor. Its documentation does not tell what a fault in one leads to. */
import { message } from '../message';
import type { ParseOutcome } from '../scan/found';
import type { Remark } from '../types';
import { keysOf, readPlainKeys } from './agent-frontmatter';
import { remarkOnFolder, remarkOnPortability } from './name-remarks';
import { loadYaml12 } from './yaml12';

const BLOCK = /^---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/;

/** Never throws. A file that has no frontmatter, or one that is no YAML, goes by its folder, with a remark. */
export function parseCursorSkill(source: string, folder: string): ParseOutcome {
  const block = BLOCK.exec(source)?.[1];
  const keys = block === undefined ? undefined : readKeys(block.replaceAll('\r\n', '\n'));
  const textOf = (key: string) => {
    const value = keys?.get(key);
    return typeof value === 'string' ? value.trim() : '';
  };
  const name = textOf('name') || folder;
  const description = textOf('description');
  const remarks = [
    keys ? undefined : NOT_DOCUMENTED,
    remarkOnFolder(name, folder, 'directory'),
    remarkOnPortability(name),
  ];
  return {
    ok: true,
    name,
    description,
    descriptionFrom: description === '' ? 'none' : 'frontmatter',
    type: null,
    ...(keys?.get('disable-model-invocation') === true && {
      unlisted: {
        code: 'disabled',
        reason: message('not listed for the model: disable-model-invocation is true'),
      },
    }),
    remarks: remarks.filter(one => one !== undefined),
  };
}

const NOT_DOCUMENTED: Remark = {
  code: 'not-documented',
  severity: 'warning',
  text: message('its frontmatter cannot be read, and what Cursor does then is not documented'),
  line: 1,
};

function readKeys(block: string): ReadonlyMap<string, unknown> | undefined {
  const plain = readPlainKeys(block);
  if (plain) return plain;
  const yaml = loadYaml12(block, { uniqueKeys: false });
  return yaml.ok ? keysOf(yaml.value) : undefined;
}
