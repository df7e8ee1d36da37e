import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { desktopData } from './desktop';
import { projectRoot } from './folders';
import { atExit, endProcessesWith, run, start as startProcess, tail } from './processes';
import { buildSample, type Sample } from './sample';
import { type Server, startServer } from './vscode-server';
import { openWorkbench } from './workbench';

const help = `npm start [folder] [-- options]

Starts VS Code with the extension, on the folder or on a copy of the sample project and its sample home.
  --desktop            the "code" on the PATH, not a VS Code in the browser
  --port N             the port to listen on (default: any that is free)
  --restricted         the folder is not trusted: Restricted Mode
  --with-failure       the sample with a skill that keeps kimi-cli from starting
  --screenshot FILE    take a picture of the view, and end`;

interface Opening {
  readonly folder: string;
  /** Undefined when it is the user's own folder. */
  readonly sample: Sample | undefined;
}

/** `npm start`. Ends with Ctrl-C, which ends all that it started. Gives the exit code. */
export async function start(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      desktop: { type: 'boolean' },
      help: { type: 'boolean' },
      port: { type: 'string' },
      restricted: { type: 'boolean' },
      screenshot: { type: 'string' },
      'with-failure': { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const port = Number(values.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port ${values.port}: not the number of a port.`);
  if (positionals.length > 1) throw new Error(`One folder at a time, please.\n\n${help}`);
  const opening = open(positionals[0], values['with-failure'] === true);
  await build();
  if (values.desktop) return startDesktop(opening);

  const server = await startServer(
    {
      port,
      extension: projectRoot,
      restricted: values.restricted === true,
      settings: { 'git.enabled': opening.sample === undefined },
      ...(opening.sample
        ? { home: opening.sample.home, env: opening.sample.env }
        : { home: process.env.HOME ?? process.env.USERPROFILE }),
    },
    console.log,
  );
  if (values.screenshot) return takeScreenshot(server, opening.folder, fromCaller(values.screenshot));
  const address = server.address({ folder: opening.folder });
  describe(opening);
  console.log(
    `\nOpen ${address}\nand click the Which Skill icon in the bar on the left. Ctrl-C here ends it.`,
  );
  openBrowser(address);
  await server.ended;
  console.error(`VS Code ended by itself.\n${tail(server.output())}`);
  return 1;
}

/** npm changes to the project's directory; what the user typed is relative to where they are. */
function fromCaller(file: string): string {
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), file);
}

function open(folder: string | undefined, withFailure: boolean): Opening {
  if (folder === undefined) {
    const sample = buildSample({ withFailure });
    return { folder: sample.orchard, sample };
  }
  const absolute = fromCaller(folder);
  if (!existsSync(absolute) || !statSync(absolute).isDirectory())
    throw new Error(`${absolute} is not a folder.`);
  return { folder: absolute, sample: undefined };
}

function describe({ folder, sample }: Opening): void {
  console.log(`Folder ${folder}`);
  if (sample)
    console.log(
      `Home   ${sample.home}\nBoth are copies of the sample: change them as you like, they are removed at the end.`,
    );
}

async function build(): Promise<void> {
  const { code, output } = await run(process.execPath, ['esbuild.mjs']);
  if (code !== 0) throw new Error(`The extension could not be built:\n${output}`);
}

async function takeScreenshot(server: Server, folder: string, file: string): Promise<number> {
  mkdirSync(path.dirname(file), { recursive: true });
  const workbench = await openWorkbench(server, { folder });
  await workbench.showView();
  await workbench.widenSideBar(640);
  await workbench.tree.expandAll(row => row.level <= 2);
  console.log(await workbench.tree.text());
  console.log(`Picture: ${await workbench.screenshot(file)}`);
  await workbench.close();
  server.stop();
  return 0;
}

/** Opens the user's browser where somebody sits in front of a screen; otherwise the printed address has to do. */
function openBrowser(address: string): void {
  if (!process.stdout.isTTY || process.env.CI) return;
  const hasScreen = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!hasScreen) return;
  const [command, ...args] =
    process.platform === 'win32'
      ? ['cmd', '/c', 'start', '""', address.replaceAll('&', '^&')]
      : [process.platform === 'darwin' ? 'open' : 'xdg-open', address];
  // Its failure does not matter: the address has been printed.
  void run(command!, args, { windowsVerbatimArguments: true });
}

async function startDesktop(opening: Opening): Promise<number> {
  const data = desktopData();
  describe(opening);
  console.log(
    '\nClick the Which Skill icon in the bar on the left. Closing the window, or Ctrl-C here, ends it.',
  );
  // The command hands over to a process of another group, which only its data directory tells from the user's own VS Code.
  atExit(() => endProcessesWith(data[1]!));
  const { child } = startProcess(
    'code',
    ['--wait', '--new-window', ...data, `--extensionDevelopmentPath=${projectRoot}`, opening.folder],
    {
      env: { ...process.env, ...opening.sample?.env },
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    },
  );
  return new Promise((resolve, reject) => {
    child.once('error', () =>
      reject(
        new Error(
          'There is no "code" on the PATH. In VS Code: "Shell Command: Install \'code\' command in PATH".',
        ),
      ),
    );
    child.once('close', code => resolve(code ?? 1));
  });
}
