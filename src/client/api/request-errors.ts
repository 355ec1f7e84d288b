import { limits } from '../../contract/limits.ts';
import { CfiError, type ErrorCode, type ErrorDetails, interruption, signalExitCode } from '../../errors.ts';
import { withoutBrackets } from '../../text/host.ts';
import { field, fieldsOf } from '../../text/records.ts';
import { formatDuration } from '../../text/time/time.ts';
import { addressText, type RequestOptions, redirectsToResult } from '../http.ts';
import type { Attempt } from '../types.ts';

/** Whether the answer is that of an emulator reached by a name that it does not allow, and so refuses every request. */
export const isUnknownHost = (body: unknown): boolean => field(body, 'refused') === 'host';

/** What to do about an emulator that does not know the host of that address. */
export const allowHostHint = (baseUrl: string): string =>
  `start the emulator with --allow-host ${withoutBrackets(new URL(baseUrl).hostname)}`;

type Refusal = Extract<Attempt, { kind: 'refusal' }>;
type Failure = Extract<Attempt, { kind: 'failure' }>;

/** What the text of a failed request needs. */
export interface RequestKind
  extends Pick<RequestOptions, 'baseUrl' | 'commandFor' | 'signInHint' | 'redact' | 'signal'> {
  readonly method: string;
  /** Path below the base address, without its query. */
  readonly path: string;
  readonly repeatable: boolean;
  /** The reference in the path, if any: the subject of a 404. */
  readonly reference?: string | undefined;
}

function notFoundHint({ path, reference, baseUrl, commandFor }: RequestKind): string {
  if (reference === undefined)
    return `check the path, any reference in it, and the base address ${addressText(baseUrl)}: ${commandFor('doctor')}`;
  const given = path.startsWith('/inventory/') ? 'SKU' : 'reference';
  return `check the ${given}, and that it belongs to this account: ${commandFor('whoami')}`;
}

/** The hint for a 403. */
export const noPermission =
  'this account has no permission; ask your account manager, or use another account with --profile';

const hints: Readonly<Partial<Record<ErrorCode, (kind: RequestKind) => string>>> = {
  'invalid-input': () => 'correct the value and run the command again',
  unauthorized: ({ signInHint }) => signInHint,
  forbidden: () => noPermission,
  'not-found': notFoundHint,
  'rate-limited': () => 'run the command again later, or more slowly',
  network: ({ baseUrl, commandFor }) =>
    `check the base address ${addressText(baseUrl)} and the connection: ${commandFor('doctor')}`,
  timeout: () => 'run the command again, or allow more time with --timeout',
};

/** A success that says that it failed contradicts itself, so it is the service's problem as well. */
function codeOf(status: number): ErrorCode {
  if (status >= 500 || status === 408 || status < 300) return 'unavailable';
  if (status >= 300 && status < 400) return 'network';
  const codes: Record<number, ErrorCode> = {
    401: 'unauthorized',
    403: 'forbidden',
    404: 'not-found',
    410: 'not-found',
    409: 'conflict',
    429: 'rate-limited',
  };
  return codes[status] ?? 'invalid-input';
}

const lessAtOnce = ({ baseUrl }: RequestKind): string =>
  `ask for less at a time, and check that the base address ${addressText(baseUrl)} is that of the service`;

/** The field a message of the service begins with, as in `ReferenceNumber is required`; a value in quotes or a day may follow it. */
export function fieldOf(message: string): string | undefined {
  return /^([A-Za-z_][\w.[\]]*) (?:"|\d{4}-\d{2}-\d{2}|(?:is|must|has|should|cannot|may|does)\b)/.exec(
    message,
  )?.[1];
}

function unavailableHint(kind: RequestKind): string {
  return kind.repeatable
    ? 'the service has a problem; run the command again later'
    : 'the request may have taken effect; look it up before you send it again';
}

function hintFor({ status, body }: Refusal, code: ErrorCode, kind: RequestKind): string | undefined {
  if (isUnknownHost(body)) return allowHostHint(kind.baseUrl);
  if (status === 413)
    return `send less at once: a request can have at most ${limits.maxBodyBytes / 1024 / 1024} MiB`;
  if (status === 405) return `${kind.path} takes no ${kind.method}; use another method, or another path`;
  return code === 'unavailable' || leavesOpen(status, kind) ? unavailableHint(kind) : hints[code]?.(kind);
}

/** Whether a write may have taken effect although it was refused with this status. */
const leavesOpen = (status: number, { repeatable }: RequestKind): boolean =>
  !repeatable && (codeOf(status) === 'unavailable' || redirectsToResult(status));

/** The service's refusal as an error, in its own words. */
function refusalError(refusal: Refusal, kind: RequestKind): CfiError {
  const code = codeOf(refusal.status);
  const details: ErrorDetails = {
    status: refusal.status,
    hint: hintFor(refusal, code, kind),
    field: code === 'invalid-input' ? fieldOf(refusal.error) : undefined,
  };
  if (leavesOpen(refusal.status, kind)) details.maybeSent = true;
  if (refusal.retryAfterMs !== undefined) {
    const seconds = Math.ceil(refusal.retryAfterMs / 1000);
    details.retryAfterSeconds = seconds;
    const wait = `the service asks for a wait of ${formatDuration(seconds * 1000)}`;
    if (seconds > 0) details.hint = [details.hint, wait].join('; ');
  }
  if (refusal.foreign) details.foreign = true;
  const { retryable } = fieldsOf(refusal.body);
  if (typeof retryable === 'boolean') details.retryable = retryable;
  else if (code === 'rate-limited' || (code === 'unavailable' && kind.repeatable)) details.retryable = true;
  if (code !== 'not-found' || kind.reference === undefined) return new CfiError(code, refusal.error, details);
  const isNamed = ` ${refusal.error} `.includes(` ${kind.reference} `);
  const message = isNamed ? refusal.error : `${kind.reference}: ${refusal.error}`;
  return new CfiError(code, message, { ...details, reason: refusal.error });
}

/** The error for a missing or unreadable answer; for a write, it says that the outcome is unknown. */
function failureError(failure: Failure, kind: RequestKind): CfiError {
  const aborted = failure.reason === 'aborted';
  if (aborted && (!failure.maybeSent || kind.repeatable)) return interruption(kind.signal?.reason);
  const code = aborted ? 'cancelled' : failure.reason === 'timeout' ? 'timeout' : 'network';
  const isUnreached = failure.reason === 'network' && !failure.maybeSent;
  const what = isUnreached
    ? `the service at ${addressText(kind.baseUrl)} could not be reached: ${failure.message}`
    : `${kind.method} ${kind.path}: ${failure.message}`;
  if (failure.maybeSent && !kind.repeatable)
    return new CfiError(code, `${what}; it may have taken effect`, {
      hint: 'look it up before you send it again, or it may be done twice',
      maybeSent: true,
      reason: what,
      ...(aborted && { exitCode: signalExitCode(kind.signal?.reason) }),
    });
  if (failure.reason === 'excessive') return new CfiError(code, what, { hint: lessAtOnce(kind) });
  const hint =
    failure.reason === 'unreadable' ? unavailableHint({ ...kind, repeatable: true }) : hints[code]?.(kind);
  return new CfiError(code, what, {
    retryable: true,
    hint,
    ...(failure.maybeSent ? {} : { unreached: true }),
  });
}

/** A failed attempt as the error for the user. */
export function attemptError(attempt: Refusal | Failure, kind: RequestKind): CfiError {
  const { path, reference, redact } = kind;
  // The request may contain secrets as well.
  const shown = { ...kind, path: redact(path), reference: reference && redact(reference) };
  return attempt.kind === 'refusal' ? refusalError(attempt, shown) : failureError(attempt, shown);
}
