import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';

const cleanups: (() => void)[] = [];
let listening = false;

/**
 * Runs `cleanup` when this process ends, however it does: at its end, by Ctrl-C, or by a signal. Last in, first out.
 * It must be synchronous. The returned function runs it at once, and then no more.
 */
export function atExit(cleanup: () => void): () => void {
  if (!listening) {
    listening = true;
    process.on('exit', cleanUp);
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
      ['SIGHUP', 129],
    ] as const) {
      process.on(signal, () => process.exit(code));
    }
  }
  cleanups.push(cleanup);
  return () => {
    const index = cleanups.indexOf(cleanup);
    if (index < 0) return;
    cleanups.splice(index, 1);
    cleanup();
  };
}

function cleanUp(): void {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) {
    try {
      cleanup();
    } catch (error) {
      console.error(`While ending: ${error}`);
    }
  }
}

export interface OwnedProcess {
  readonly child: ChildProcess;
  /** Ends the process and all that it started. */
  kill(): void;
}

/** Starts a program in a process group of its own, which ends with this process at the latest. */
export function start(command: string, args: readonly string[], options: SpawnOptions): OwnedProcess {
  const child = spawn(command, args, { ...options, detached: process.platform !== 'win32' });
  const kill = atExit(() => {
    if (child.pid === undefined) return;
    if (process.platform === 'win32') {
      spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
      return;
    }
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The whole group has ended already.
    }
  });
  return { child, kill };
}

export interface Finished {
  /** The exit code; -1 where a signal ended it or it could not be started. */
  readonly code: number;
  /** What it printed on both streams, in the order it came. */
  readonly output: string;
}

/** Runs a program to its end. Never throws: a program that cannot be started is one that failed. */
export function run(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<Finished> {
  return new Promise(resolve => {
    const { child, kill } = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', text => {
      output += text;
    });
    child.stderr?.setEncoding('utf8').on('data', text => {
      output += text;
    });
    const finish = (code: number) => {
      kill();
      resolve({ code, output });
    };
    child.on('error', error => {
      output += `${command}: ${error.message}\n`;
      finish(-1);
    });
    child.on('close', code => finish(code ?? -1));
  });
}

/** Ends every process whose command line names `text`: a path that nothing else can have. Synchronous. */
export function endProcessesWith(text: string): void {
  if (process.platform === 'win32') {
    const query = `Get-CimInstance Win32_Process | Where-Object { $_.ProcessId -ne $PID -and $_.CommandLine -and $_.CommandLine.Contains('${text.replaceAll("'", "''")}') } | ForEach-Object { Stop-Process -Id $_.ProcessId -Force }`;
    spawnSync('powershell', ['-NoProfile', '-Command', query], { stdio: 'ignore' });
    return;
  }
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' });
  for (const line of (stdout ?? '').split('\n')) {
    const pid = Number.parseInt(line, 10);
    if (!line.includes(text) || pid === process.pid) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Ended in the meantime.
    }
  }
}

/** Runs npm, through the very npm that started this process where there is one. */
export function npm(args: readonly string[], cwd: string): Promise<Finished> {
  const script = process.env.npm_execpath;
  // npm would take the directory of the outer npm for its own.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(config_local_prefix|package_|lifecycle_)/.test(name),
    ),
  );
  return script?.endsWith('.js')
    ? run(process.execPath, [script, ...args], { cwd, env })
    : run('npm', args, { cwd, env, shell: process.platform === 'win32' });
}

/** The last lines of an output, for a message. */
export function tail(output: string, lines = 15): string {
  return output.trimEnd().split('\n').slice(-lines).join('\n');
}

/**
 * Asks again and again until the answer is neither undefined, null nor false; then gives it.
 * Throws `what` after `timeout` milliseconds. For conditions that send no event.
 */
export async function until<T>(
  what: string | (() => string),
  ask: () => Promise<T> | T,
  timeout = 15_000,
): Promise<Exclude<T, undefined | null | false>> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== null && answer !== false)
      return answer as Exclude<T, undefined | null | false>;
    if (Date.now() > deadline)
      throw new Error(`Waited ${timeout / 1000} s for: ${typeof what === 'string' ? what : what()}`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}
