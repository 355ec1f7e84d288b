import { realpathSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { linePrompts, type Prompts } from './cli/prompts.ts';
import type { EmbeddedService } from './client/transport/embedded.ts';
import { CfiError } from './errors.ts';
import { type Exchanged, exchange, handProgram, pageThrough, runProgram } from './processes.ts';
import { leaveSignals, takeSignals } from './signals.ts';
import type { Env } from './text/records.ts';
import { isPlainTerminal } from './text/words.ts';
import { monotonicNow, sleep, startTimer } from './timers.ts';

export interface Input extends Readable {
  readonly isTTY?: boolean;
  /** For a terminal: delivers each key at once, without echo. */
  setRawMode?(raw: boolean): unknown;
}

/** Standard output or error. */
export interface Output extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

/** The program as it is installed on this machine. */
export interface Installation {
  /** Version of the Node that runs it. */
  readonly node: string;
  /** The processor as Node names it, for example `x64`. */
  readonly arch: string;
  /** The file that was started, with links resolved. */
  readonly file: string;
  /** Whether that is the single executable, which contains its own Node. */
  readonly executable: boolean;
}

/** The outside world as the program sees it; tests pass in their own. */
export interface Deps {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Env;
  readonly cwd: string;
  readonly pid: number;
  readonly platform: string;
  readonly installation: Installation;
  /**
   * Milliseconds since the epoch by the wall clock, which may jump. Only for times that people or files see; intervals,
   * time limits and rates use `monotonicNow`.
   */
  now(): number;
  /** Milliseconds from a clock that never jumps or goes back. Only differences between two readings mean anything. */
  monotonicNow(): number;
  /** Waits; throws the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls back once after `ms`, unless the returned function is called first. */
  startTimer(ms: number, callback: () => void): () => void;
  /** From 0 up to 1. */
  random(): number;
  /** Aborted by SIGINT, SIGTERM or SIGHUP (a closed terminal); the reason is the name of the signal. */
  readonly interrupted: AbortSignal;
  /** Calls back on each further SIGINT or SIGTERM after the first signal; replaces the callback of an earlier run. */
  onSecondInterrupt(callback: () => void): void;
  /** Does work that goes on for long at one go and leaves nothing to tidy: meanwhile a signal ends the process at once. */
  unheard<T>(work: () => T | Promise<T>): Promise<T>;
  /** Stops the process as Ctrl-Z does where keys do not do it by themselves. Returns once it has been continued. */
  suspend(): void;
  /** Calls back after a stop (SIGCONT), in which the shell may have used the terminal; returns what removes the callback. */
  onContinue(callback: () => void): () => void;
  /** Calls back before the process ends, even after an uncaught error. Returns a function that removes the callback. */
  onExit(callback: () => void): () => void;
  /** Opens the emulator within this process, with its state in a folder or `:memory:`; loaded on first use. */
  openEmulator(options: { readonly state: string }): Promise<EmbeddedService>;
  /**
   * Runs a program without a shell, with nothing to read and its output on standard error. It gets our environment
   * without our secrets, and `env`, where undefined removes a variable. Resolves to its exit code, or to 128 plus the
   * signal's number if a signal ended it. Throws a usage error with exit code 126 or 127 if it cannot be started, and
   * `cancelled` at a signal to us, which ends it as well.
   */
  run(command: string, args: readonly string[], env: Deps['env']): Promise<number>;
  /** The same on our own streams; passes on signals that reach us. */
  hand(command: string, args: readonly string[], env: Deps['env']): Promise<number>;
  /**
   * Runs a program without a shell: `input` goes to its standard input, and it resolves to its exit code and what it
   * printed. Code 127 if it cannot be started, 124 if it exceeded `timeoutMs`.
   */
  exchange(command: string, args: readonly string[], input: string, timeoutMs: number): Promise<Exchanged>;
  /** Shows text through a pager, run without a shell, with `env` added to ours; false if it cannot be started. */
  page(command: string, args: readonly string[], env: Deps['env'], text: string): Promise<boolean>;
  /** Loads all of the program, so that an update does a command of days no harm. Throws an error if a part is missing. */
  loadWholeProgram(): Promise<void>;
  /** Asks on the terminal, so that a screen reader can follow if it is `accessible`; loaded on first use. */
  prompts(accessible?: boolean): Promise<Prompts>;
}

/** What the started file knows about itself. */
export interface StartedAs {
  /** Whether it is the single executable. */
  readonly executable: boolean;
  /** Where the parts of the program are; the executable has them in itself. */
  readonly folder?: string;
}

/** The real world. From here on signals no longer end the process directly: they abort `interrupted`. */
export function realDeps(start: StartedAs): Deps {
  const signals = takeSignals();
  const { interrupted, onSecondInterrupt, onContinue } = signals;
  return {
    // Few commands read it, so it is opened on first use.
    get stdin() {
      return process.stdin;
    },
    stdout: withWidth(process.stdout),
    stderr: withWidth(process.stderr),
    env: process.env,
    // Throws a usage error if it has been removed.
    get cwd() {
      try {
        return process.cwd();
      } catch (error) {
        const hint = 'go to another one with cd';
        throw new CfiError('usage', 'the current folder no longer exists', { hint, cause: error });
      }
    },
    pid: process.pid,
    platform: process.platform,
    get installation() {
      const { executable } = start;
      const file = realpathSync(executable ? process.execPath : (process.argv[1] ?? ''));
      return { node: process.versions.node, arch: process.arch, file, executable };
    },
    now: Date.now,
    monotonicNow,
    sleep,
    startTimer,
    random: Math.random,
    interrupted,
    onSecondInterrupt,
    unheard: signals.whileUnheard,
    suspend,
    onContinue,
    // Runs before the error is reported, so that the report is visible.
    onExit(callback) {
      process.on('exit', callback);
      process.on('uncaughtExceptionMonitor', callback);
      process.prependListener('unhandledRejection', callback);
      return () => {
        process.off('exit', callback);
        process.off('uncaughtExceptionMonitor', callback);
        process.off('unhandledRejection', callback);
      };
    },
    openEmulator: async (options) => {
      const { openEmulator } = await import('./emulator/emulator.ts');
      return openEmulator({ ...options, realNow: Date.now, version: CFI_VERSION });
    },
    run: (...program) => runProgram(...program, signals.interrupted),
    hand: (...program) => signals.whileHanded(() => handProgram(...program)),
    exchange,
    page: (...program) => signals.whilePaging(() => pageThrough(...program)),
    async loadWholeProgram() {
      if (start.folder === undefined) return;
      const { loadWholeProgram } = await import('./whole-program.ts');
      await loadWholeProgram(start.folder);
    },
    prompts: async (accessible = false) => {
      const terminal = {
        input: process.stdin,
        output: process.stderr,
        signal: interrupted,
        onContinue,
        suspend,
      };
      if (accessible || isPlainTerminal(process.env, process.platform)) return linePrompts(terminal);
      return (await import('./cli/inquirer.ts')).inquirerPrompts(terminal);
    },
  };
}

/** Whether a thread of Node's still asks the system for a name. */
const isLookingUp = (): boolean =>
  process.getActiveResourcesInfo().some((name) => name.startsWith('GetAddrInfo'));

/**
 * The exit waits for the system to look up a name, which takes long if no server answers, and hears no signal meanwhile. So
 * where that does not end in a moment, signals do what they do by default.
 */
export async function leaveLookups({ interrupted }: Pick<Deps, 'interrupted'>): Promise<void> {
  for (let moment = 0; isLookingUp() && moment < 5; moment++) await sleep(20);
  if (!isLookingUp()) return;
  leaveSignals();
  if (interrupted.aborted) process.kill(process.pid, interrupted.reason);
}

function suspend(): void {
  // The whole group, as the terminal would: a shell waits for all of it.
  if (process.platform !== 'win32') process.kill(0, 'SIGTSTP');
}

/** No screen is wider. A terminal may say 65,535, and what fills that takes long to draw. */
const widest = 1000;

/** A terminal of 0 columns, as in containers and scripts, counts as 80 wide: packages that draw divide by the width. */
function withWidth(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (!stream.isTTY) return stream;
  const limit = (): void => {
    stream.columns = Math.min(stream.columns || 80, widest);
  };
  limit();
  stream.prependListener('resize', limit);
  return stream;
}
