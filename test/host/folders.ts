import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { atExit, until } from './processes';

/** The directory of the project. Every command is run there: npm sees to it. */
export const projectRoot = process.cwd();

/** Where downloads are kept between runs. `WHICH_SKILL_CACHE` moves it, so that several clones can share one. */
export const cacheFolder = path.resolve(process.env.WHICH_SKILL_CACHE || path.join(projectRoot, '.cache'));

/** Where screenshots and results go; git ignores it. */
export const outFolder = path.join(projectRoot, 'out');

/** VS Code makes sockets in its data directory, and macOS allows no more than 103 characters for their paths. */
const temporaryRoot = process.platform === 'darwin' ? '/tmp' : os.tmpdir();

/** Makes an empty directory that is removed when this process ends. Its path holds no link. */
export function temporaryFolder(name: string, inFolder = temporaryRoot): string {
  const folder = realpathSync.native(mkdtempSync(path.join(inFolder, `which-skill-${name}-`)));
  atExit(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  return folder;
}

/** Runs `work` while no other process runs it for the same `name`: two runs may need the same download. */
export async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(cacheFolder, { recursive: true });
  const lock = path.join(cacheFolder, `${name}.lock`);
  await until(
    () => `another run to finish its set-up of ${name}. If none is running, remove ${lock}`,
    () => takeLock(lock),
    600_000,
  );
  const release = atExit(() => rmSync(lock, { force: true }));
  try {
    return await work();
  } finally {
    release();
  }
}

function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  if (!holderLives(lock)) rmSync(lock, { force: true });
  return false;
}

function holderLives(lock: string): boolean {
  try {
    const holder = Number(readFileSync(lock, 'utf8'));
    // Empty: its maker has not written its number yet.
    if (holder > 0) process.kill(holder, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
