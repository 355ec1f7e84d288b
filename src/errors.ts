/** The exit codes that scripts branch on; a public promise. */
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
  interrupted: 130,
  terminated: 143,
} as const;

/** Stable, machine-readable names of what can go wrong. */
export type ErrorCode =
  | 'usage'
  | 'invalid-input'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'rate-limited'
  | 'unavailable'
  | 'network'
  | 'timeout'
  | 'partial'
  | 'cancelled'
  | 'locked'
  | 'internal';

const exitCodeOf: Record<ErrorCode, number> = {
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
};

/** One thing wrong with one place of a payload file. `line` counts from 1. */
export interface FieldProblem {
  file?: string;
  /** Physical line where the record begins; for JSON the number of the document. */
  line?: number;
  /** The file's own name of the column, where it has one. */
  column?: string;
  /** The service's name of the field, dotted for nested ones. */
  field?: string;
  /** What stood there, as text; absent when nothing did. */
  found?: string;
  /** What would be right, in a few words. */
  expected?: string;
  message: string;
}

export interface ErrorDetails {
  /** What to do about it; a sentence or a command line. */
  hint?: string;
  /** HTTP status of the service's answer. */
  status?: number;
  field?: string;
  retryable?: boolean;
  retryAfterSeconds?: number;
  /** Overrides the exit code that belongs to `code`. */
  exitCode?: number;
  /** All problems of a payload. */
  errors?: readonly FieldProblem[];
  cause?: unknown;
}

/** The one error kind that reaches the user: what went wrong, what to do, and the code a script sees. */
export class CfiError extends Error {
  override name = 'CfiError';
  readonly code: ErrorCode;
  readonly exitCode: number;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.exitCode = details.exitCode ?? exitCodeOf[code];
    this.details = details;
  }
}

/** An error for a wrong command line: names the flag and what would be right. */
export const usageError = (message: string, hint?: string): CfiError =>
  new CfiError('usage', message, hint === undefined ? {} : { hint });

/** The end after a no at a prompt, or where nobody could be asked: exit 3. */
export const declined = (message: string, hint?: string): CfiError =>
  new CfiError('cancelled', message, {
    exitCode: exitCodes.declined,
    ...(hint === undefined ? {} : { hint }),
  });
