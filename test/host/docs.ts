import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type AgentWords, agentRows, type Marks } from './docs-agents';
import { projectRoot } from './folders';

/** The parts of package.json that the tables are made from. */
interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: Readonly<
      Record<
        string,
        readonly { readonly command?: string; readonly when?: string; readonly group?: string }[]
      >
    >;
    readonly keybindings?: readonly {
      readonly command: string;
      readonly key: string;
      readonly mac?: string;
    }[];
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
  };
}

interface Setting {
  readonly default?: unknown;
  readonly markdownDescription: string;
  readonly enum?: readonly string[];
  readonly markdownEnumDescriptions?: readonly string[];
  readonly order?: number;
}

/** The words of the tables in each language that there is a README in. */
interface Words {
  readonly setting: string;
  readonly default: string;
  readonly meaning: string;
  readonly command: string;
  readonly where: string;
  readonly keys: string;
  readonly marks: Marks;
  readonly agents: AgentWords;
  readonly places: Readonly<Record<string, string>>;
}

const words: Readonly<Record<string, Words>> = {
  '': {
    setting: 'setting',
    default: 'default',
    meaning: 'what it says',
    command: 'command',
    where: 'where, beside the palette',
    keys: 'key',
    marks: { list: ', ', comma: ', ', colon: ': ' },
    agents: {
      agent: 'agent',
      project: 'in a project, best first',
      user: 'of the user, best first',
      copies: 'two of one name',
      known: 'how this is known',
      clash: {
        first: 'the first one wins',
        all: 'all are listed',
        'all-first-called': 'all are listed, the first one is called',
        uncertain: 'which one wins is not certain',
      },
      evidence: {
        recorded: 'checked against the program',
        read: 'read from its source, not run',
        documented: 'documentation only',
      },
    },
    places: {
      'view/item/context': 'row',
      'view/title': 'title bar of the view',
      'editor/title': 'title bar of a skill file',
      'editor/title/context': 'tab',
      'explorer/context': 'explorer',
    },
  },
  'zh-cn': {
    setting: '设置',
    default: '默认值',
    meaning: '说明',
    command: '命令',
    where: '命令面板之外的位置',
    keys: '按键',
    marks: { list: '、', comma: '，', colon: '：' },
    agents: {
      agent: 'Agent',
      project: '项目目录（优先者在前）',
      user: '用户目录（优先者在前）',
      copies: '同名技能',
      known: '依据',
      clash: {
        first: '排在最前的生效',
        all: '全部列出',
        'all-first-called': '全部列出，调用时取最前的',
        uncertain: '哪个生效并不确定',
      },
      evidence: {
        recorded: '已与程序本身核对',
        read: '读自源码，未实际运行',
        documented: '仅依据文档',
      },
    },
    places: {
      'view/item/context': '树中的行',
      'view/title': '视图标题栏',
      'editor/title': '技能文件的标题栏',
      'editor/title/context': '编辑器标签',
      'explorer/context': '资源管理器',
    },
  },
};

/** Every README, with the language that its name tells: `README.md`, `README.zh-cn.md`. */
export function readmes(): readonly { readonly file: string; readonly language: string }[] {
  return readdirSync(projectRoot)
    .map(file => ({
      file,
      language: /^README(?:\.([a-z-]+))?\.md$/.exec(file)?.[1] ?? '',
      is: /^README/.test(file),
    }))
    .filter(({ is, file }) => is && file.endsWith('.md'));
}

/** The text of a README with its tables as the manifest has them. Throws where a mark is missing. */
export async function withTables(file: string, language: string): Promise<string> {
  const manifest = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as Manifest;
  const translate = translator(language);
  const said = words[language] ?? words['']!;
  const text = readFileSync(path.join(projectRoot, file), 'utf8');
  const tables = {
    settings: settingsTable(manifest, translate, said),
    commands: commandsTable(manifest, translate, said),
    agents: await agentsTable(said),
  };
  return Object.entries(tables).reduce((whole, [mark, table]) => replaced(whole, mark, table, file), text);
}

/** `npm run docs`: makes the tables of every README anew. */
export async function writeDocs(): Promise<number> {
  for (const { file, language } of readmes())
    writeFileSync(path.join(projectRoot, file), await withTables(file, language));
  return 0;
}

function translator(language: string): (text: string) => string {
  const read = (file: string): Record<string, string> =>
    existsSync(path.join(projectRoot, file))
      ? JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8'))
      : {};
  const texts = { ...read('package.nls.json'), ...(language && read(`package.nls.${language}.json`)) };
  return text => text.replace(/^%(.*)%$/, (whole, key: string) => texts[key] ?? whole);
}

function replaced(text: string, mark: string, table: string, file: string): string {
  const [begin, end] = [`<!-- ${mark}: npm run docs -->`, `<!-- /${mark} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no place for its ${mark}: ${begin} … ${end}`);
  return `${text.slice(0, from)}${begin}\n${table}\n${text.slice(to)}`;
}

async function agentsTable({ agents, marks }: Words): Promise<string> {
  const [head = [], ...rows] = await agentRows(agents, marks);
  return [row(...head), `|${head.map(() => '---|').join('')}`, ...rows.map(cells => row(...cells))].join(
    '\n',
  );
}

function settingsTable(manifest: Manifest, translate: (text: string) => string, said: Words): string {
  const settings = Object.entries(manifest.contributes.configuration.properties).sort(
    ([, a], [, b]) => (a.order ?? 0) - (b.order ?? 0),
  );
  const rows = settings.map(([id, setting]) => {
    const choices = (setting.enum ?? []).map(
      (value, index) =>
        `\`${value}\`${said.marks.colon}${translate(setting.markdownEnumDescriptions?.[index] ?? '')}`,
    );
    const meaning = [translate(setting.markdownDescription), ...choices].join('<br>');
    return row(`\`${id}\``, `\`${JSON.stringify(setting.default)}\``, meaning);
  });
  return [row(said.setting, said.default, said.meaning), '|---|---|---|', ...rows].join('\n');
}

function commandsTable(manifest: Manifest, translate: (text: string) => string, said: Words): string {
  const { commands, menus, keybindings = [] } = manifest.contributes;
  const rows = commands.map(({ command, title }) => {
    const submenus = Object.entries(menus).filter(
      ([menu, items]) => !menu.includes('/') && holds(items, command),
    );
    const places = Object.entries(said.places).filter(
      ([menu]) => holds(menus[menu] ?? [], command) || (menu === 'view/title' && submenus.some(isOfView)),
    );
    const keys = keybindings
      .filter(one => one.command === command)
      .map(({ key, mac }) =>
        mac === undefined ? `\`${key}\`` : `\`${key}\`${said.marks.comma}macOS \`${mac}\``,
      );
    return row(
      translate(title),
      places.map(([, place]) => place).join(said.marks.list),
      keys.join(said.marks.list),
    );
  });
  return [row(said.command, said.where, said.keys), '|---|---|---|', ...rows].join('\n');
}

function holds(items: readonly { readonly command?: string }[], command: string): boolean {
  return items.some(item => item.command === command);
}

/** Menus that open from a button have names with a dot; the palette's own has none. */
function isOfView([menu]: readonly [string, unknown]): boolean {
  return menu.startsWith('whichSkill.');
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|').replaceAll('\n', '<br>')).join(' | ')} |`;
}
