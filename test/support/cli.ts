import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { escapeKey, type Prompts } from '../../src/cli/prompts.ts';
import type { Deps, Input, Output } from '../../src/deps.ts';
import { wentBack } from '../../src/errors.ts';
import { answer } from '../../src/start.ts';
import { checkOutput } from './answers/output-documents.ts';
import { testNow } from './time.ts';

/** A folder for settings, ledger and emulator state; removed when the tests are over. */
export const makeHome = (): string => mkdtempSync(join(tmpdir(), 'cfi-test-'));

/** A stream that keeps what is written to it; with `closed`, its reader has gone. */
export function captured(
  options: { tty?: boolean; columns?: number; rows?: number; closed?: boolean } = {},
): {
  stream: Output;
  text(): string;
} {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      if (options.closed) return done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  const { columns, rows } = options;
  Object.assign(stream, { isTTY: options.tty === true, columns, rows });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  /** Whether all three streams are terminals. */
  readonly tty?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** Real time, ms; default 2026-09-01T08:00:00Z. */
  readonly now?: number;
  /** The steady clock at the beginning, ms; by default, as much later than the default as `now` is. */
  readonly elapsed?: number;
  /** CFI_HOME; a new folder by default. */
  readonly home?: string;
  readonly cwd?: string;
  /** Answers to prompts, in order; `askedFor` in the outcome lists the questions. */
  readonly answers?: readonly ScriptedAnswer[];
  /** The stream whose reader has gone: standard output or error. */
  readonly closed?: 'stdout' | 'stderr';
  readonly signal?: AbortSignal;
  readonly deps?: Partial<Deps>;
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly home: string;
  /** The messages of all prompts, in order. */
  readonly askedFor: readonly string[];
  /** The sleeps of the program, in ms. */
  readonly slept: readonly number[];
  /** Programs that were run, as lists of words. */
  readonly ran: readonly (readonly string[])[];
}

/** An answer to a prompt: a text or a choice, a yes or no, or the choices that are ticked. */
export type ScriptedAnswer = string | boolean | readonly string[];

/** Answers the prompts in order and records their messages in `askedFor`. */
export function scriptedPrompts(answers: readonly ScriptedAnswer[], askedFor: string[]): Prompts {
  const next = (message: string): ScriptedAnswer => {
    askedFor.push(message);
    const answer = answers[askedFor.length - 1];
    if (answer === undefined) throw new Error(`no answer for the prompt "${message}"`);
    if (answer === escapeKey) throw wentBack();
    return answer;
  };
  return {
    async text({ message, validate }) {
      const answer = String(next(message));
      const verdict = validate?.(answer) ?? true;
      if (verdict !== true) throw new Error(`"${answer}" was not accepted: ${verdict}`);
      return answer;
    },
    secret: async ({ message }) => String(next(message)),
    async choose({ message, choices }) {
      const answer = String(next(message));
      if (!choices.some(({ value, disabled }) => value === answer && disabled === undefined)) {
        throw new Error(`"${answer}" is none of ${choices.map(({ value }) => value).join(', ')}`);
      }
      return answer;
    },
    async tick({ message, choices }) {
      const answer = [next(message)].flat().map(String);
      const wrong = answer.find((each) => choices.every(({ value }) => value !== each));
      if (wrong !== undefined)
        throw new Error(`"${wrong}" is none of ${choices.map(({ value }) => value).join(', ')}`);
      return answer;
    },
    async confirm({ message, back }) {
      const answer = next(message);
      return back && answer === 'b' ? 'back' : answer === true || answer === 'y';
    },
  };
}

/**
 * Runs a command line in this process, with its own streams, clock and terminal. Waits take no time. JSON documents and
 * errors must match their published schemas.
 */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<Outcome> {
  const home = options.home ?? makeHome();
  const { tty = false, columns, rows } = options;
  const terminal = {
    tty,
    ...(columns === undefined ? {} : { columns }),
    ...(rows === undefined ? {} : { rows }),
  };
  const stdout = captured({ ...terminal, closed: options.closed === 'stdout' });
  const stderr = captured({ ...terminal, closed: options.closed === 'stderr' });
  const stdin: Input = Object.assign(
    options.stdin === undefined ? new PassThrough().end() : Readable.from([Buffer.from(options.stdin)]),
    { isTTY: tty },
  );
  const askedFor: string[] = [];
  const slept: number[] = [];
  const ran: string[][] = [];
  let time = options.now ?? testNow;
  let elapsed = options.elapsed ?? Math.max(0, time - testNow);
  const now = (): number => time;
  const deps: Deps = {
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: { TERM: 'xterm-256color', CFI_HOME: home, ...options.env },
    cwd: options.cwd ?? home,
    pid: process.pid,
    platform: process.platform,
    installation: { node: '26.10.0', arch: 'x64', file: '/src/cfi/bin/cfi.js', executable: false },
    now,
    monotonicNow: () => elapsed,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      slept.push(ms);
      time += ms;
      elapsed += ms;
    },
    startTimer: () => () => {},
    random: () => 0.5,
    interrupted: options.signal ?? new AbortController().signal,
    onSecondInterrupt: () => {},
    suspend: () => {},
    onContinue: () => () => {},
    onExit: () => () => {},
    async openEmulator(wanted) {
      const { openEmulator } = await import('../../src/emulator/emulator.ts');
      return openEmulator({ ...wanted, realNow: now, version: CFI_VERSION });
    },
    async run(command, words) {
      ran.push([command, ...words]);
      return 0;
    },
    loadWholeProgram: async () => {},
    // There is no keychain.
    exchange: async () => ({ code: 127, output: '' }),
    async hand(command, words) {
      ran.push([command, ...words]);
      return 0;
    },
    unheard: async (work) => work(),
    page: async () => false,
    prompts: async () => scriptedPrompts(options.answers ?? [], askedFor),
    ...options.deps,
  };
  const code = await answer(args, CFI_VERSION, deps);
  checkOutput(args, { stdout: stdout.text(), stderr: stderr.text() });
  return { code, stdout: stdout.text(), stderr: stderr.text(), home, askedFor, slept, ran };
}
