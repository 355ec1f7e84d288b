import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { isatty } from 'node:tty';
import { CfiError, interruption } from './errors.ts';
import { unlessSentAgain } from './signals.ts';
import type { Env } from './text/records.ts';

/** What no other program gets of our environment: it needs none of it, and may show or keep it. */
const secretVariables = ['CFI_CLIENT_SECRET', 'CFI_TOKEN'];

/** The environment of another program: ours without secrets, and `added`, where undefined removes a variable. */
function childEnvironment(added: Env = {}): Record<string, string | undefined> {
  // Windows does not distinguish the case of these names.
  const kept = Object.entries(process.env).filter(([name]) => !secretVariables.includes(name.toUpperCase()));
  return { ...Object.fromEntries(kept), ...added };
}

/** The outcome of a program run without showing its output. */
export interface Exchanged {
  readonly code: number;
  readonly output: string;
}

/** More than any secret or path; a program that prints more is not the intended one. */
const longestOutput = 1024 * 1024;

/** `exchange` of `Deps`; it never rejects. */
export async function exchange(command: string, args: readonly string[], input: string, timeoutMs: number) {
  // Few commands run a program.
  const { execFile } = await import('node:child_process');
  return new Promise<Exchanged>((resolve) => {
    const limits = { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: longestOutput } as const;
    const options = { ...limits, env: childEnvironment(), windowsHide: true };
    const child = execFile(command, [...args], options, (error, output) => {
      if (error === null) resolve({ code: 0, output });
      else if (error.killed === true) resolve({ code: 124, output: '' });
      else resolve({ code: typeof error.code === 'number' ? error.code : 127, output });
    });
    // A program that ends without reading its input is judged by its exit code.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** `run` of `Deps`; `interrupted` ends the program, and the wait for it. */
export const runProgram = (command: string, args: readonly string[], env: Env, interrupted?: AbortSignal) =>
  ending(command, args, { env: childEnvironment(env), stdio: ['ignore', 2, 2], signal: interrupted }, []);

/** `hand` of `Deps`. */
export function handProgram(command: string, args: readonly string[], env: Env): Promise<number> {
  const passed: NodeJS.Signals[] = ['SIGTERM', 'SIGHUP'];
  // A terminal sends Ctrl-C to the program itself.
  if (![0, 1, 2].some(isatty)) passed.push('SIGINT');
  return ending(command, args, { env: childEnvironment(env), stdio: 'inherit' }, passed);
}

async function ending(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
  passed: readonly NodeJS.Signals[],
): Promise<number> {
  const { spawn } = await import('node:child_process');
  try {
    // Throws at once where the system takes no such environment.
    return await exitCodeOf(spawn(command, args, options), passed);
  } catch (error) {
    if (options.signal?.aborted) throw interruption(options.signal.reason);
    throw notStarted(command, error as NodeJS.ErrnoException);
  }
}

/** Passes text to a program on our terminal. Resolves when it has ended; false if it cannot be started. */
export async function pageThrough(command: string, args: readonly string[], env: Env, text: string) {
  const { spawn } = await import('node:child_process');
  const child = spawn(command, args, {
    env: childEnvironment(env),
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  // The user may leave it before it has read everything.
  child.stdin.on('error', () => {});
  child.stdin.end(text);
  return exitCodeOf(child, ['SIGTERM', 'SIGHUP']).then(
    () => true,
    () => false,
  );
}

/** How a program ends, to which these signals are passed on. Rejects with the system's error if it cannot be started. */
function exitCodeOf(child: ChildProcess, passed: readonly NodeJS.Signals[]): Promise<number> {
  const pass = unlessSentAgain((signal) => void child.kill(signal));
  for (const signal of passed) process.on(signal, pass);
  const code = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (own, signal) => resolve(own ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
  return code.finally(() => {
    for (const signal of passed) process.off(signal, pass);
  });
}

/** Whether a command is in one of the readable folders of PATH, executable or not. */
const isOnPath = (command: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)));

/** As in shells: 127 for no such program, 126 for one that cannot be run. EACCES is either, if a folder of PATH is closed. */
function notStarted(command: string, error: NodeJS.ErrnoException): CfiError {
  const isName = !command.includes('/');
  const absent = error.code === 'ENOENT' || (error.code === 'EACCES' && isName && !isOnPath(command));
  const reason = absent
    ? 'there is no such program'
    : error.code === 'EACCES'
      ? 'it is not an executable file'
      : error.message;
  return new CfiError('usage', `${command} cannot be run: ${reason}`, {
    exitCode: absent ? 127 : 126,
    cause: error,
  });
}
