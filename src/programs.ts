import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CfiError } from './errors.ts';
import { childEnvironment } from './text/child-environment.ts';

/**
 * Runs a program without a shell, with its output on our standard error and `env` added to ours. Resolves to its exit
 * code. Throws a usage error if it cannot be started.
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: childEnvironment(process.env, env), stdio: ['ignore', 2, 2] });
    child.once('error', (error: NodeJS.ErrnoException) => reject(notStarted(command, error)));
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** Passes text to a program on our terminal. Resolves when it has ended; false if it cannot be started. */
export async function pageThrough(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  text: string,
): Promise<boolean> {
  const { spawn } = await import('node:child_process');
  const child = spawn(command, args, {
    env: childEnvironment(process.env, env),
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const pass = (): void => void child.kill('SIGTERM');
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, pass);
  // The user may leave it before it has read everything.
  child.stdin.on('error', () => {});
  child.stdin.end(text);
  try {
    return await new Promise((resolve) => {
      child.once('error', () => resolve(false));
      child.once('close', () => resolve(true));
    });
  } finally {
    for (const signal of ['SIGTERM', 'SIGHUP']) process.off(signal, pass);
  }
}

/**
 * Runs a program on our own streams and passes signals on. Resolves to its exit code, or to 128 plus the signal's
 * number if a signal ended it. Throws a usage error with exit code 126 or 127 if it cannot be started.
 */
export async function handOver(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const { spawn } = await import('node:child_process');
  const { constants } = await import('node:os');
  const child = spawn(command, args, { env: childEnvironment(process.env, env), stdio: 'inherit' });
  // The terminal sends Ctrl-C to the program directly.
  const passed = ['SIGTERM', 'SIGHUP', ...(process.stdin.isTTY ? [] : ['SIGINT'])] as NodeJS.Signals[];
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of passed) process.on(signal, pass);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', (error: NodeJS.ErrnoException) => reject(notStarted(command, error)));
      child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
    });
  } finally {
    for (const signal of passed) process.off(signal, pass);
  }
}

/** Whether a command is in one of the readable folders of PATH, executable or not. */
const isOnPath = (command: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)));

/**
 * As in shells: 127 for a program that does not exist, 126 for one that cannot be run. The system reports EACCES for
 * either when a folder of PATH is closed to us, so this looks for the program in the others.
 */
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
