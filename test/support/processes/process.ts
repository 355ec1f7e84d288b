import { type SpawnOptions, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type IPty, spawn as spawnPty } from '@lydell/node-pty';
import { recording } from '../answers/recorded-answers.ts';
import { makeHome } from '../cli.ts';

/** The single executable, if the tests are to run it instead of the built program. */
const executable = process.env.CFI_TEST_EXECUTABLE;

const { nodeOptions, env: recordingEnv } = recording();

/** The words that start the built program. */
export const program: readonly string[] =
  executable === undefined
    ? [process.execPath, ...nodeOptions, fileURLToPath(new URL('../../../bin/cfi.js', import.meta.url))]
    : [resolve(executable)];

/** The same as part of a shell script line. */
export const programLine = program.map((word) => `'${word}'`).join(' ');

const environment = (home: string, env: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  TERM: 'xterm-256color',
  CFI_HOME: home,
  // Kept by all tests together: a home must contain nothing except what a test is about, and compiling takes most of a start.
  NODE_COMPILE_CACHE: join(tmpdir(), 'compiled-code'),
  // The tests must not use the keychain of the person who runs them.
  CFI_KEYCHAIN: '0',
  // No pager, because nobody would turn its pages; tests of the pager name one.
  PAGER: 'cat',
  ...recordingEnv,
  ...env,
});

export interface SpawnedOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly home?: string;
  readonly cwd?: string;
  readonly stdin?: string;
  readonly stdio?: SpawnOptions['stdio'];
  /** The words that start another copy of the program. */
  readonly copy?: readonly string[];
  /** Whether to drop root's power over file modes, for a suite that runs as root. */
  readonly unprivileged?: boolean;
}

/** The command without root's capabilities: same owner of the same files, but bound by their modes. */
const withoutPrivileges = (command: readonly string[]): readonly string[] =>
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all', ...command] : command;

export type Spawned = ReturnType<typeof spawnCli>;

/** Runs the built program in its own process. */
export function spawnCli(args: readonly string[], options: SpawnedOptions = {}) {
  const home = options.home ?? makeHome();
  const command = [...(options.copy ?? program), ...args];
  const [name = '', ...words] = options.unprivileged ? withoutPrivileges(command) : command;
  const child = spawn(name, words, {
    env: environment(home, options.env),
    cwd: options.cwd ?? home,
    stdio: options.stdio ?? 'pipe',
  });
  const seen = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      seen[name] += text;
      for (const check of waiting) check();
    });
  }
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.stdin ?? '');
  type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };
  const done = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, ...seen }));
  });
  /** Resolves when standard output or error has shown the text. */
  const until = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (!seen.stdout.includes(text) && !seen.stderr.includes(text)) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      done.then(({ stdout, stderr }) => reject(new Error(`ended without "${text}": ${stdout}${stderr}`)));
      check();
    });
  /** Standard output so far. */
  const shown = (): string => seen.stdout;
  return { child, home, until, seen: shown, done };
}

export type Terminal = ReturnType<typeof inTerminal>;

type TerminalOptions = SpawnedOptions & { readonly columns?: number; readonly rows?: number };

/** Runs the built program in a pseudo-terminal. */
export const runPty = (args: readonly string[], options: TerminalOptions = {}) =>
  inTerminal([...(options.copy ?? program), ...args], options);

/** What a terminal shows: all of it, and when it shows a text. `done` is the end of the program. */
export function screenOf(listen: (onText: (text: string) => void) => void, done: Promise<unknown>) {
  let shown = '';
  let read = 0;
  const waiting = new Set<() => void>();
  listen((text) => {
    shown += text;
    for (const check of waiting) check();
  });
  return {
    /** All output so far, escape sequences included. */
    text: () => shown,
    /** Resolves when the screen has shown the text since the last call. */
    until: (text: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const at = shown.indexOf(text, read);
          if (at < 0) return;
          read = at + text.length;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        done.then(() => reject(new Error(`ended without "${text}": ${shown}`)), reject);
        check();
      }),
  };
}

/** Runs a command in a pseudo-terminal. */
export function inTerminal(command: readonly string[], options: TerminalOptions = {}) {
  const home = options.home ?? makeHome();
  const [name = '', ...words] = command;
  const terminal: IPty = spawnPty(name, words, {
    cols: options.columns ?? 100,
    rows: options.rows ?? 30,
    cwd: options.cwd ?? home,
    env: environment(home, options.env),
  });
  const done = new Promise<{ code: number; text: string }>((resolve) => {
    terminal.onExit(({ exitCode }) => resolve({ code: exitCode, text: screen.text() }));
  });
  const screen = screenOf((onText) => terminal.onData(onText), done);
  return {
    ...screen,
    type: (keys: string): void => terminal.write(keys),
    /** Types once the screen has shown the text. */
    async answer(text: string, keys: string): Promise<void> {
      await screen.until(text);
      terminal.write(keys);
    },
    /** Resizes the terminal and notifies the program. */
    resize: (columns: number, rows: number): void => terminal.resize(columns, rows),
    signal: (name: NodeJS.Signals): void => terminal.kill(name),
    /** Closes the terminal, as closing its window does. */
    close: (): void => (terminal as IPty & { destroy(): void }).destroy(),
    done,
  };
}
