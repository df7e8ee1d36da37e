/** What stands in Problems, and what its fixes do. */
import assert from 'node:assert/strict';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { closeEditors, run, whichSkill } from './extension';
import { after, afterEach, sample, suite, test, until } from './harness';

/** `severity code line:column-line:column message`, of what we report about a file. */
function problemsIn(file: string): string[] {
  return vscode.languages
    .getDiagnostics(vscode.Uri.file(file))
    .filter(({ source }) => source === 'Which Skill')
    .map(({ severity, code, range: { start, end }, message }) => {
      const value = typeof code === 'object' ? code.value : code;
      const place = `${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`;
      return `${vscode.DiagnosticSeverity[severity]} ${value} ${place} ${message}`;
    });
}

async function actionsAt(
  file: string,
  line: number,
  kind?: vscode.CodeActionKind,
): Promise<vscode.CodeAction[]> {
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    vscode.Uri.file(file),
    new vscode.Range(line, 0, line, 200),
    kind?.value,
  );
}

async function take(actions: readonly vscode.CodeAction[], title: string): Promise<void> {
  const action = actions.find(one => one.title === title);
  assert(action, `there is “${title}” among: ${actions.map(one => one.title).join(', ')}`);
  if (action.edit) assert.equal(await vscode.workspace.applyEdit(action.edit), true);
  if (action.command) {
    await vscode.commands.executeCommand(action.command.command, ...(action.command.arguments ?? []));
  }
}

suite('problems', 'folder', () => {
  const skills = (...parts: string[]) => path.join(sample().orchard, '.kimi', 'skills', ...parts);
  const estimate = () => skills('estimate', 'SKILL.md');
  const made = () => skills('made', 'SKILL.md');

  async function make(text: string | Uint8Array, file = made()): Promise<void> {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    await run('refresh');
  }

  /** Opens what was made. An editor can still have what an earlier test left there, until VS Code sees the change. */
  async function open(file = made()): Promise<vscode.TextDocument> {
    const { document } = await vscode.window.showTextDocument(vscode.Uri.file(file));
    const text = readFileSync(file, 'utf8').replace('\uFEFF', '');
    await until('the editor to have the file', () => document.getText() === text);
    return document;
  }

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await closeEditors();
    rmSync(skills('made'), { recursive: true, force: true });
    rmSync(skills('other'), { recursive: true, force: true });
    await run('refresh');
  });

  after(async () => {
    await vscode.workspace.getConfiguration('whichSkill').update('problems.enabled', undefined, true);
  });

  test('of files that are not open, with severity, code and range', async () => {
    await whichSkill();
    assert.deepEqual(problemsIn(estimate()), [
      'Error unquoted-colon 3:29-3:69 unquoted ": " in a value: kimi-cli drops this skill',
    ]);
    const [problem] = vscode.languages.getDiagnostics(vscode.Uri.file(estimate()));
    assert(problem && typeof problem.code === 'object');
    assert.equal(problem.code.target.scheme, 'command');
  });

  test('a shadowed copy leads to its winner', async () => {
    const loser = path.join(sample().orchard, '.claude', 'skills', 'release', 'SKILL.md');
    const problem = vscode.languages
      .getDiagnostics(vscode.Uri.file(loser))
      .find(({ code }) => typeof code === 'object' && code.value === 'shadowed');
    assert.equal(problem?.severity, vscode.DiagnosticSeverity.Warning);
    assert.equal(problem?.relatedInformation?.[0]?.location.uri.fsPath, skills('release', 'SKILL.md'));
  });

  test('nothing about directories that are not read', () => {
    assert.deepEqual(problemsIn(path.join(sample().orchard, '.github', 'skills', 'review', 'SKILL.md')), []);
  });

  test('while somebody types, and no more when it is given up', async () => {
    await make('---\nname: made\ndescription: Fine\n---\n');
    assert.deepEqual(problemsIn(made()), []);
    const editor = await vscode.window.showTextDocument(await open());
    await editor.edit(edit => edit.replace(new vscode.Range(2, 13, 2, 17), 'Use when: asked'));
    await until('the problem of what was typed', () => /unquoted-colon 3:/.test(problemsIn(made()).join()));
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await until('it to be gone', () => problemsIn(made()).length === 0);
  });

  test('none where the setting says so', async () => {
    const settings = vscode.workspace.getConfiguration('whichSkill');
    await settings.update('problems.enabled', false, true);
    await until('no problems', () => problemsIn(estimate()).length === 0);
    await settings.update('problems.enabled', undefined, true);
    await until('problems again', () => problemsIn(estimate()).length === 1);
  });

  test('fix: quote the value, line ends kept', async () => {
    await make('---\r\nname: made\r\ndescription: Use when: asked\r\n---\r\n\r\nBody.\r\n');
    await open();
    await take(await actionsAt(made(), 2), 'Quote the value');
    await vscode.workspace.saveAll();
    assert.equal(
      readFileSync(made(), 'utf8'),
      '---\r\nname: made\r\ndescription: "Use when: asked"\r\n---\r\n\r\nBody.\r\n',
    );
    await until('the problem to be gone', () => problemsIn(made()).length === 0);
  });

  test('fix: the byte order mark, by the bytes of the file', async () => {
    await make('\uFEFF---\nname: made\ndescription: Fine\n---\n');
    await open();
    await take(await actionsAt(made(), 0), 'Remove the byte order mark');
    await until('the mark to be gone', () => readFileSync(made())[0] === 0x2d);
    await until('the problem to be gone', () => problemsIn(made()).length === 0);
  });

  test('fix: a name in the wrong case', async () => {
    const wrong = skills('made', 'skill.md');
    await make('---\nname: made\ndescription: Fine\n---\n', wrong);
    assert.match(problemsIn(wrong).join(), /wrong-case/);
    await open(wrong);
    await take(await actionsAt(wrong, 1), 'Rename it to SKILL.md');
    await until('the new name', () => existsSync(made()) && !existsSync(wrong));
    await until('the problem to be gone', () => problemsIn(wrong).length === 0);
  });

  test('fix: a link that leads nowhere', async () => {
    const link = skills('made');
    symlinkSync('./gone', link);
    await run('refresh');
    const explainer = await (await whichSkill()).explainer();
    const found = explainer.problems.all.find(({ problem }) => problem.file.startsWith(link));
    assert.equal(found?.problem.code, 'broken-link');
    const page = await explainer.explain({ path: link });
    const candidate = found?.problem.candidate;
    await page.act({ name: 'fix', value: JSON.stringify({ candidate, fix: 'remove-link' }) });
    assert.equal(lstatSync(link, { throwIfNoEntry: false }), undefined);
  });

  test('fix all in a file, as on saving', async () => {
    await make('---\nname: on\ndescription: Use when: asked\n---\n');
    const document = await open();
    await take(
      await actionsAt(made(), 0, vscode.CodeActionKind.SourceFixAll),
      'Fix all problems of this skill file',
    );
    assert.equal(document.getText(), '---\nname: "on"\ndescription: "Use when: asked"\n---\n');
  });

  test('fix all of a kind in a root', async () => {
    const text = (name: string) => `---\nname: ${name}\ndescription: Use when: asked\n---\n`;
    const other = skills('other', 'SKILL.md');
    await make(text('other'), other);
    await make(text('made'));
    await open();
    const actions = await actionsAt(made(), 2);
    await take(actions, 'Quote the value: all 3 files in .kimi/skills');
    const quoted = /description: ".*: .*"/;
    await until('the files to be saved', () =>
      [made(), other, estimate()].every(file => quoted.test(readFileSync(file, 'utf8'))),
    );
    await until('no problem to be left', () => problemsIn(made()).length + problemsIn(other).length === 0);
    writeFileSync(estimate(), readFileSync(estimate(), 'utf8').replaceAll('"', ''));
    await run('refresh');
  });
});

suite('help in a skill file', 'folder', () => {
  const file = (...parts: string[]) => path.join(sample().orchard, ...parts, 'SKILL.md');

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await closeEditors();
  });

  async function statusOf(skill: string): Promise<string | undefined> {
    await vscode.window.showTextDocument(vscode.Uri.file(skill));
    const api = await whichSkill();
    await api.whenIdle();
    return (await api.explainer()).status.shown?.text;
  }

  test('the language status says what becomes of it', async () => {
    assert.equal(await statusOf(file('.kimi', 'skills', 'release')), 'Loads as “release”');
    assert.equal(
      await statusOf(file('.claude', 'skills', 'release')),
      'Does not load: shadowed by .kimi/skills/release',
    );
    assert.match(
      (await statusOf(file('.kimi', 'skills', 'estimate'))) ?? '',
      /^Does not load: invalid: line 3/,
    );
    assert.equal(await statusOf(path.join(sample().orchard, 'README.md')), undefined);
  });

  async function hoverText(skill: string, line: number): Promise<string> {
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      vscode.Uri.file(skill),
      new vscode.Position(line, 1),
    );
    return hovers
      .flatMap(({ contents }) => contents.map(one => (typeof one === 'string' ? one : one.value)))
      .join('\n')
      .replaceAll(/\\(.)/g, '$1');
  }

  test('a hover on a key says what the product makes of its value', async () => {
    const skill = file('.kimi', 'skills', 'release');
    assert.match(await hoverText(skill, 1), /Here it is text: the skill is called “release”/);
    assert.match(await hoverText(skill, 2), /The model is told, in \d+ characters: “Cut a release/);
    assert.match(
      await hoverText(file('.claude', 'skills', 'weigh'), 3),
      /The skill is dropped: type is “prompt”/,
    );
  });

  test('completion of keys, and of types', async () => {
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file('.kimi', 'skills', 'release')));
    await editor.edit(edit => edit.insert(new vscode.Position(3, 0), '\ntype: \n'));
    const offered = async (line: number, character: number) => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        editor.document.uri,
        new vscode.Position(line, character),
      );
      return items.filter(({ detail }) => detail === 'kimi-cli').map(({ label }) => label);
    };
    assert.deepEqual(await offered(4, 6), ['flow', 'standard']);
    assert.deepEqual(await offered(3, 0), []);
    await editor.edit(edit => edit.delete(new vscode.Range(4, 0, 5, 0)));
    assert.deepEqual(await offered(3, 0), ['type']);
  });
});

suite('marks in the explorer', 'folder', () => {
  const settings = () => vscode.workspace.getConfiguration('whichSkill');
  const mark = async (...parts: string[]) =>
    (await (await whichSkill()).explainer()).decorations.provideFileDecoration(
      vscode.Uri.file(path.join(sample().orchard, ...parts)),
    )?.tooltip;

  after(async () => {
    await settings().update('explorer.decorateLosers', undefined, true);
  });

  test('none, unless the setting asks for them', async () => {
    assert.equal(await mark('.claude', 'skills', 'release'), undefined);
    await settings().update('explorer.decorateLosers', true, true);
    assert.match((await mark('.claude', 'skills', 'release')) ?? '', /does not load, shadowed by/);
    assert.match(
      (await mark('.claude', 'skills', 'release', 'SKILL.md')) ?? '',
      /does not load, shadowed by/,
    );
    assert.equal(await mark('.kimi', 'skills', 'release', 'SKILL.md'), undefined);
    assert.equal(await mark('README.md'), undefined);
  });
});

suite('problems in Restricted Mode', 'restricted', () => {
  const link = () => path.join(sample().orchard, '.claude', 'skills', 'retired');

  test('are shown, and nothing is removed for them', async () => {
    const api = await whichSkill();
    const explainer = await api.explainer();
    await explainer.whenIdle();
    const found = explainer.problems.all.find(({ problem }) => problem.code === 'broken-link');
    assert(found);
    const page = await explainer.explain({ path: link() });
    const value = JSON.stringify({ candidate: found.problem.candidate, fix: 'remove-link' });
    await assert.rejects(page.act({ name: 'fix', value }), /not trusted/);
    assert.equal(lstatSync(link()).isSymbolicLink(), true);
    await closeEditors();
  });
});
