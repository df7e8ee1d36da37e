/** What YAML libraries say: the same in English, and in Chinese where somebody put it into Chinese. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { loadJsYaml } from '../../src/core/lazy/js-yaml';
import { type Message, renderMessage } from '../../src/core/message';
import { loadYaml12 } from '../../src/core/profiles/yaml12';
import { notYaml } from '../../src/core/yaml-library-text';

const bundle: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(path.resolve('l10n/bundle.l10n.zh-cn.json'), 'utf8'),
);
const inChinese = (text: Message) => renderMessage(text, { translate: key => bundle[key] ?? key });

/** Blocks that do not load, with what is said of them in both languages. */
type Faults = Readonly<Record<string, readonly [english: string, chinese: string]>>;

function check(load: (block: string) => { readonly ok: boolean; readonly reason?: Message }, faults: Faults) {
  for (const [block, [english, chinese]] of Object.entries(faults)) {
    test(JSON.stringify(block), () => {
      const { ok, reason } = load(block);
      assert.ok(!ok && reason);
      assert.deepEqual([renderMessage(reason), inChinese(reason)], [english, chinese]);
    });
  }
}

describe('js-yaml', () => {
  check(loadJsYaml, {
    'name: *other': ['not YAML: unidentified alias "other"', '不是 YAML：别名 "other" 没有对应的锚点'],
    'name: !<x> y': ['not YAML: unknown tag !<x>', '不是 YAML：未知的标签 !<x>'],
    'name: "\\q"': ['not YAML: unknown escape sequence', '不是 YAML：未知的转义序列'],
    'name: a\nb': [
      'not YAML: can not read a block mapping entry; a multiline key may not be an implicit key',
      '不是 YAML：隐式的键不能跨越多行',
    ],
    'name: !!int x': [
      'not YAML: cannot resolve a node with !<tag:yaml.org,2002:int> explicit tag',
      '不是 YAML：显式标签 !<tag:yaml.org,2002:int> 与它的值不符',
    ],
  });
});

describe('yaml', () => {
  check(block => loadYaml12(block, { uniqueKeys: true }), {
    'name: "\\q"': ['not YAML: Invalid escape sequence \\q', '不是 YAML：无效的转义序列 \\q'],
    'name: &a &b c': ['not YAML: A node can have at most one anchor', '不是 YAML：一个值最多只能有一个锚点'],
    'name: !e!x y': ['not YAML: Could not resolve tag: !e!x', '不是 YAML：无法识别标签 !e!x'],
    'name: [a]#b': [
      'not YAML: Comments must be separated from other tokens by white space characters',
      '不是 YAML：注释的 # 之前必须有空白',
    ],
  });
});

test('what is not known is quoted in Chinese, and in English as it was', () => {
  const reason = notYaml('Brand new words {0}');
  assert.equal(renderMessage(reason), 'not YAML: Brand new words {0}');
  assert.equal(inChinese(reason), '不是 YAML，解析库的原文是“Brand new words {0}”');
});
