import { existsSync } from 'node:fs';
import { exclusively } from './folders';
import { type Finished, run, tail } from './processes';

const usualPlaces: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
  ],
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/** The flags that Chromium needs without a display, and to stay off the network. */
export const chromiumFlags = [
  // Chromium refuses to run as root inside its sandbox.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function find(): string | undefined {
  return usualPlaces[process.platform]?.find(file => existsSync(file));
}

/**
 * Finds Chromium: the file that `CHROMIUM` names, else one in a usual place, else Debian's package, installed with
 * apt-get where this user may. Throws an error that says what to install.
 */
export async function findChromium(progress: (message: string) => void = () => {}): Promise<string> {
  const named = process.env.CHROMIUM;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM names ${named}, which does not exist.`);
  }
  return (
    find() ??
    exclusively('chromium', async () => {
      const found = find() ?? ((await installWithApt(progress)) ? find() : undefined);
      if (found) return found;
      throw new Error(
        'The interface tests need Chromium, and none was found. Install it (Debian: apt-get install chromium), or set CHROMIUM to the path of a Chromium or Chrome.',
      );
    })
  );
}

async function installWithApt(progress: (message: string) => void): Promise<boolean> {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return false;
  const root = process.getuid?.() === 0;
  if (!root && (await run('sudo', ['-n', 'true'])).code !== 0) return false;
  progress('Installing Chromium with apt-get');
  const apt = (...args: string[]): Promise<Finished> =>
    run(root ? 'apt-get' : 'sudo', root ? args : ['-n', 'apt-get', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  const updated = await apt('update');
  const installed = await apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation');
  if (installed.code !== 0)
    progress(`apt-get install chromium failed:\n${tail(updated.output)}\n${tail(installed.output)}`);
  return installed.code === 0;
}
