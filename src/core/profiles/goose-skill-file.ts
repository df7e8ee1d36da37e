/** What Goose makes of the text of one skill file. Read from its source; it was not run. */
import type { YamlNode } from '../lazy/yaml/nodes';
import { type Message, message } from '../message';
import type { ParseOutcome } from '../scan/found';
import { readPlainKeys } from './agent-frontmatter';
import { remarkOnFolder, remarkOnPortability } from './name-remarks';
import { fieldsOf, isGiven, isText, lineOfNode, readSerdeYaml } from './serde-yaml';

/** Goose does not look for lines: the first three dashes open the frontmatter wherever they stand, the next close it. */
const DASHES = '---';

interface Said {
  readonly name: string;
  readonly description: string;
}

/** Never throws. */
export function parseGooseSkill(source: string, folder: string): ParseOutcome {
  const drop = (code: string, reason: Message, line: number): ParseOutcome => {
    return { ok: false, name: folder, code, reason, line };
  };
  const opener = source.indexOf(DASHES);
  const closer = source.indexOf(DASHES, opener + DASHES.length);
  if (opener < 0)
    return drop('no-frontmatter', message('it has no frontmatter, and Goose wants a name there'), 1);
  if (closer < 0) {
    const reason = message('its frontmatter is never closed: a second --- is missing');
    return drop('frontmatter-unclosed', reason, lineAt(source, opener));
  }
  const raw = source.slice(opener + DASHES.length, closer);
  const block = raw.trim();
  const firstLine = lineAt(source, opener + DASHES.length + raw.indexOf(block));
  const fail = (code: string, reason: Message, node: YamlNode) =>
    drop(code, reason, firstLine + lineOfNode(block, node));
  const said = readPlain(block) ?? readBlock(block, firstLine, drop, fail);
  return 'ok' in said ? said : evaluate(said, folder, firstLine);
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length;
}

function readPlain(block: string): Said | undefined {
  const plain = block.includes('\ufeff') ? undefined : readPlainKeys(block.replaceAll('\r\n', '\n'));
  if (!plain || plain.has('metadata') || plain.get('description') === null) return undefined;
  return { name: String(plain.get('name') ?? ''), description: String(plain.get('description') ?? '') };
}

function readBlock(
  block: string,
  firstLine: number,
  drop: (code: string, reason: Message, line: number) => ParseOutcome,
  fail: (code: string, reason: Message, node: YamlNode) => ParseOutcome,
): Said | ParseOutcome {
  const yaml = readSerdeYaml(block);
  if (!yaml.ok) return drop(yaml.code, yaml.reason, firstLine + yaml.line);
  const { root } = yaml;
  if (!isGiven(root)) return { name: '', description: '' };
  if (root.kind !== 'mapping')
    return fail('not-a-mapping', message('its frontmatter is no mapping of keys to values'), root);
  const read = fieldsOf(root, ['name', 'description', 'metadata']);
  if (!read.ok)
    return fail('duplicate-key', message('{0} is there for the second time', read.twice), read.key);
  const [name, description, metadata] = ['name', 'description', 'metadata'].map(key => read.fields.get(key));
  if (name && !isText(name)) return fail('name-not-text', message('{0} is no text', 'name'), name);
  if (description && !isText(description))
    return fail('description-not-text', message('{0} is no text', 'description'), description);
  if (isGiven(metadata) && metadata.kind !== 'mapping')
    return fail('metadata-not-a-mapping', message('metadata is no mapping of keys to values'), metadata);
  // A null is no name, but a description it is: the word, as it is written.
  return { name: isGiven(name) ? name.text : '', description: description?.text ?? '' };
}

function evaluate({ name, description }: Said, folder: string, firstLine: number): ParseOutcome {
  if (name === '') {
    const reason = message('its frontmatter has no {0}, which Goose wants', 'name');
    return { ok: false, name: folder, code: 'no-name', reason, line: firstLine };
  }
  if (name.includes('/')) {
    const reason = message('its name, {0}, holds a slash, which Goose does not take', name);
    return { ok: false, name, code: 'bad-name', reason, line: firstLine };
  }
  const remarks = [remarkOnFolder(name, folder, 'directory'), remarkOnPortability(name)];
  return {
    ok: true,
    name,
    description,
    descriptionFrom: description === '' ? 'none' : 'frontmatter',
    type: null,
    remarks: remarks.filter(one => one !== undefined),
  };
}
