/** The exit codes that scripts branch on; part of the public interface. */
export const exitCodes = {
  ok: 0,
  unexpected: 1,
  invalid: 2,
  declined: 3,
  unauthorized: 4,
  notFound: 5,
  conflict: 6,
  rateLimited: 7,
  stillPending: 8,
  partial: 9,
  network: 10,
  locked: 11,
  answerNeeded: 12,
  unreachableGoal: 13,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

/** The exit code of each thing that can go wrong. */
const exitCodeOf = {
  usage: exitCodes.invalid,
  'invalid-input': exitCodes.invalid,
  unauthorized: exitCodes.unauthorized,
  forbidden: exitCodes.unauthorized,
  'not-found': exitCodes.notFound,
  conflict: exitCodes.conflict,
  'rate-limited': exitCodes.rateLimited,
  unavailable: exitCodes.network,
  network: exitCodes.network,
  timeout: exitCodes.network,
  partial: exitCodes.partial,
  cancelled: exitCodes.interrupted,
  locked: exitCodes.locked,
  internal: exitCodes.unexpected,
} as const;

/** A stable, machine-readable name of what can go wrong. */
export type ErrorCode = keyof typeof exitCodeOf;

/** All of them. */
export const errorCodes = Object.keys(exitCodeOf) as ErrorCode[];

/** Names the member of a problem that lists what its message contains. A symbol, so that JSON never includes it. */
export const stated = Symbol('stated');

/** A part of a problem that its message may already contain. */
export type Stated = 'reference' | 'column' | 'found' | 'expected';

/** Names the member of a problem with a `Compact`. A symbol, so that JSON never includes it. */
export const compact = Symbol('compact');

/** A column that is unknown, or what a file or its map lacks, and the option that does without it. */
export interface Lack {
  readonly kind: 'unknown' | 'column' | 'entry' | 'field';
  readonly name: string;
  /** The export that has such a column. */
  readonly of?: string | undefined;
  readonly option?: string | undefined;
}

/** What people read in place of the message of a problem that many others may have as well. */
export interface Compact {
  readonly text: string;
  /** The ways out, said once below all problems. */
  readonly remedies: readonly string[];
  /** The option that solves all of them, which then share a line. */
  readonly option?: string;
  /** People read all of these in one sentence. */
  readonly lacks?: Lack;
  /** What problems of a file have in common of which people read one, with the count. */
  readonly same?: string;
  /** How many more there are of those. */
  readonly others?: number;
}

/** One problem at one place in a payload file. `line` counts from 1. */
export interface FieldProblem {
  /** The document's own reference, if any. */
  reference?: string | undefined;
  file?: string | undefined;
  /** Physical line where the record begins; for JSON, the number of the document. */
  line?: number | undefined;
  /** In a workbook: the cell, `Orders!F12`, or the row, `Orders!12:12`. */
  cell?: string | undefined;
  /** The file's own name for the column, if any. */
  column?: string | undefined;
  /** The service's name for the field, dotted for nested ones. */
  field?: string | undefined;
  /** The value in the file, as text; absent if there was none. */
  found?: string;
  /** A short description of what is expected. */
  expected?: string;
  /** Names the field, or the column when there is no field. */
  message: string;
  /** What else the message contains, so that people never read anything twice. */
  readonly [stated]?: readonly Stated[];
  readonly [compact]?: Compact | undefined;
}

/** All problems of a payload, on disk because memory may not hold them. */
export interface AllProblems extends Iterable<FieldProblem> {
  readonly count: number;
  /** Frees what they are read from; for whoever catches an error that has them. */
  close(): void;
}

/** What an error reports besides its message. */
export interface ErrorDetails {
  /** What to do about it; a sentence or a command line. */
  hint?: string | undefined;
  /** The hint, if it is to run a command again: of how to. */
  again?: ((how: string) => string) | undefined;
  /** A write may have taken effect unconfirmed: look it up before sending it again. Never for reads. */
  maybeSent?: boolean;
  /** Nothing of the request has left: there was no connection. */
  unreached?: boolean;
  /** What went wrong, without its consequences, for callers that add their own; defaults to the message. */
  reason?: string;
  /** It is the user's own answer, not a failure. */
  isAnswer?: boolean;
  /** It was Esc, or `b`: what was asked before is to be asked again. */
  isBack?: true;
  /** The message says already what has not happened. */
  saysNothing?: true;
  /** The file that the message names. */
  namesFile?: string;
  /** What the error is about, if not the command line or the files to read. */
  subject?: 'seed' | 'ledger' | 'failed file' | 'unread file' | undefined;
  /** HTTP status of the service's answer. */
  status?: number | undefined;
  /** That answer is not JSON, so something in front of the service may have given it. */
  foreign?: boolean;
  field?: string | undefined;
  retryable?: boolean;
  retryAfterSeconds?: number | undefined;
  /** Overrides the default exit code of `code`. */
  exitCode?: number;
  errors?: readonly FieldProblem[] | undefined;
  /** All of them for scripts, if `errors` are only the first. */
  allErrors?: AllProblems | undefined;
  /** The message already says everything about the only problem. */
  saysProblem?: boolean;
  cause?: unknown;
}

/** The only error type that reaches the user: what went wrong, what to do, and the code a script sees. */
export class CfiError extends Error {
  override name = 'CfiError';
  readonly code: ErrorCode;
  readonly exitCode: number;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.exitCode = details.exitCode ?? exitCodeOf[code];
    this.details = { ...details, hint: details.hint ?? details.again?.('run the same command again') };
  }

  /** This error with other details and, if given, another message. */
  with(changes: ErrorDetails, message = this.message): CfiError {
    const again = 'hint' in changes ? undefined : this.details.again;
    return new CfiError(this.code, message, { ...this.details, again, ...changes });
  }
}

const passingCodes: ReadonlySet<ErrorCode> = new Set(['unavailable', 'network', 'timeout']);

/** Whether the same request may succeed later: the service or the network failed, and neither rejected it. */
export const mayPass = (error: CfiError): boolean => passingCodes.has(error.code);

const interrupted = { exitCode: exitCodes.interrupted, message: 'interrupted' };
const endings = new Map<unknown, { readonly exitCode: number; readonly message: string }>([
  ['SIGINT', { ...interrupted, message: 'stopped by Ctrl-C' }],
  ['SIGTERM', { exitCode: exitCodes.terminated, message: 'stopped by SIGTERM' }],
  ['SIGHUP', { exitCode: exitCodes.hungUp, message: 'the terminal was closed' }],
]);

/** The exit code of a program that a signal ends: 143 after `SIGTERM`, 129 after `SIGHUP`, else 130. */
export const signalExitCode = (signal: unknown): number => (endings.get(signal) ?? interrupted).exitCode;

/** The end of the program by a signal, `SIGINT`, `SIGTERM` or `SIGHUP`: exit 130, 143 or 129. */
export function interruption(signal: unknown, message?: string, cause?: unknown): CfiError {
  const ending = endings.get(signal) ?? interrupted;
  return new CfiError('cancelled', message ?? ending.message, { exitCode: ending.exitCode, cause });
}

/** The end by a signal of what has sent nothing. */
export const endedUnsent = ({ reason }: AbortSignal): CfiError =>
  interruption(reason, `${interruption(reason).message}; nothing was sent`);

/** An error for a wrong command line: names the flag and what it expects. */
export const usageError = (message: string, hint?: string): CfiError =>
  new CfiError('usage', message, { hint });

/** What the service answers; undefined if it does not find it. */
export const ifFound = <Answer>(asked: Promise<Answer>): Promise<Answer | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof CfiError && error.code === 'not-found') return undefined;
    throw error;
  });

/** Files of the program are missing or cut off. */
export const damagedInstallation = (cause: unknown): CfiError =>
  new CfiError('internal', 'the program is being updated, or its installation is damaged', {
    hint: 'run the command again, or reinstall cfi',
    cause,
  });

/** Ends the command after a no at a prompt: exit 3. It is no failure, and people read it like a notice. */
export const saidNo = (message = 'nothing was changed'): CfiError =>
  new CfiError('cancelled', message, { exitCode: exitCodes.declined, isAnswer: true });

/** The answer that leads back to what was asked before. Where nothing was, it is a no. */
export const wentBack = (): CfiError => saidNo('nothing was chosen').with({ isBack: true });

/** Ends the command when there is nobody to ask: exit 3. */
export const declined = (message: string, hint?: string): CfiError =>
  new CfiError('cancelled', message, { exitCode: exitCodes.declined, hint });
