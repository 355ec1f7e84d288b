import { fieldOf } from '../../client/api/request-errors.ts';
import { CfiError, type ErrorCode, exitCodes, type FieldProblem } from '../../errors.ts';
import type { DocumentKind } from '../../payload/types.ts';
import type { Block, Result } from '../../render/result.ts';
import { shownWord } from '../../text/words.ts';
import type { Entry, Which } from '../ledger/run-report.ts';
import {
  type Counts,
  exitCodeOf,
  failuresIn,
  isSuccess,
  type Outcome,
  outcomes,
  totalOf,
} from '../outcomes.ts';
import type { Kind } from '../run/document-kinds.ts';
import type { Stop } from '../run/progress.ts';
import type { RunEnd } from '../run/run-options.ts';
import { counted, type Words, wordsOf } from '../wording.ts';
import { entryColumns, members } from './outcome-rows.ts';

/** An upload that has ended, for its report. */
export interface Upload {
  readonly kind: Kind['name'];
  readonly files: readonly string[];
  readonly run: number;
  /** Reads the documents and their outcomes from the ledger. */
  entries(which: Which): Iterable<Entry>;
  readonly counts: Counts;
  readonly end: RunEnd;
  /** About files that could not be written, and invalid documents that were left out. */
  readonly before: readonly CfiError[];
  /** Where failures were written. */
  readonly failedFiles: readonly string[];
  /** The command that uploads them when they are corrected. */
  readonly retry: string;
  readonly notices: readonly string[];
  /** What else scripts are told. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Signal that ended the run, when one did. */
  readonly signal: string | undefined;
  /** The command that signs this account in. */
  readonly signInHint: string;
  close(): void;
}

/** Documents of a run that people are shown; scripts get all. */
const mostShown = 50;

/** The code of the error for each reason to stop. */
export const stopCodes: Readonly<Record<Stop['reason'], ErrorCode>> = {
  unauthorized: 'unauthorized',
  forbidden: 'forbidden',
  'rate-limited': 'rate-limited',
  unavailable: 'unavailable',
  'max-errors': 'partial',
  interrupted: 'cancelled',
  'broken-off': 'internal',
};

function stopError(stop: Stop, { end, signal, signInHint, kind }: Upload): CfiError {
  const left = end.left === 0 ? '' : ` ${counted(end.left, wordsOf(kind))} left.`;
  const again = 'Run the same command again: it continues where it stopped.';
  const { status, retryAfterMs, error } = stop;
  if (error !== undefined)
    return new CfiError(error.code, `${error.message}.${left}`.replace(/\.\.$/, '.'), {
      hint: again,
      ...error.details,
      exitCode: error.exitCode,
    });
  return new CfiError(stopCodes[stop.reason], `${stop.message}.${left}`.replace(/\.\.$/, '.'), {
    hint: stop.reason === 'unauthorized' ? `sign in: ${signInHint}. ${again}` : again,
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
    ...(signal === 'SIGTERM' ? { exitCode: exitCodes.terminated } : {}),
  });
}

const codesOf: Readonly<Record<Outcome, ((status: number | null) => ErrorCode) | undefined>> = {
  conflict: () => 'conflict',
  rejected: () => 'invalid-input',
  failed: (status) => (status === 404 ? 'not-found' : status === null ? 'network' : 'unavailable'),
  unknown: (status) => (status === null ? 'network' : 'unavailable'),
  created: undefined,
  existing: undefined,
  skipped: undefined,
  invalid: undefined,
};

/** A single document fails with its own code. */
function singleError({ reference, outcome, error, status, number }: Entry): CfiError | undefined {
  const code = codesOf[outcome]?.(status);
  if (code === undefined) return undefined;
  const message = `${reference}: ${error ?? outcome}`;
  const field = code === 'invalid-input' && error !== null ? fieldOf(error) : undefined;
  const reserved = typeof number === 'string' && outcome === 'failed';
  return new CfiError(code, reserved ? `${message}; ${number} stays reserved for it` : message, {
    ...(status === null ? {} : { status }),
    ...(field === undefined ? {} : { field }),
    ...(reserved ? { retryable: true } : {}),
    ...(outcome === 'unknown' || outcome === 'failed'
      ? { hint: 'run the same command again: it is looked up before it is sent' }
      : {}),
    exitCode: exitCodeOf(outcome, status ?? undefined),
  });
}

/** The outcomes without success, with how many documents had each. */
const withoutSuccess = (counts: Counts): string =>
  outcomes
    .filter((outcome) => !isSuccess(outcome) && counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${outcome}`)
    .join(', ');

const correctHint = ({ failedFiles, retry }: Pick<Upload, 'failedFiles' | 'retry'>): string =>
  `correct them in ${failedFiles.map(shownWord).join(' ')}, then run: ${retry}`;

/** What was left out, with what to do about it. */
const withHint = (error: CfiError, upload: Upload): CfiError =>
  upload.failedFiles.length === 0 || error.details.errors === undefined
    ? error
    : new CfiError(error.code, error.message, { ...error.details, hint: correctHint(upload) });

/** Those that failed, and with them those that were left out; `problems` is what is wrong with the latter. */
function partialError(
  counts: Counts,
  words: Words,
  { failedFiles, retry }: Pick<Upload, 'failedFiles' | 'retry'>,
  problems: readonly FieldProblem[] | undefined,
): CfiError {
  const failed = withoutSuccess(counts);
  const hint =
    failedFiles.length === 0
      ? 'run the same command again to try them again'
      : correctHint({ failedFiles, retry });
  return new CfiError(
    'partial',
    `${failuresIn(counts) + counts.invalid} of ${counted(totalOf(counts), words)} did not succeed: ${failed}`,
    { hint, ...(problems === undefined ? {} : { errors: problems }) },
  );
}

function firstOf<T>(entries: Iterable<T>, most: number): T[] {
  const found: T[] = [];
  for (const entry of entries) {
    found.push(entry);
    if (found.length === most) break;
  }
  return found;
}

function errorsOf(upload: Upload, failures: readonly Entry[]): CfiError[] {
  const { end, counts, before, kind } = upload;
  const errors = [...before];
  const [only] = failures;
  const isAlone = totalOf(counts) + end.left === 1 && !before.some(({ code }) => code === 'partial');
  if (isAlone && only !== undefined) {
    const error = singleError(only);
    if (error !== undefined && (end.stop === undefined || end.stop.reason === 'unavailable'))
      return [...errors, error];
  }
  if (end.stop !== undefined) return [...errors, stopError(end.stop, upload)];
  if (failuresIn(counts) === 0) return errors.map((error) => withHint(error, upload));
  const told = errors.filter(({ details }) => details.errors === undefined);
  const problems = errors.find(({ details }) => details.errors !== undefined)?.details.errors;
  return [...told, partialError(counts, wordsOf(kind), upload, problems)];
}

interface Report {
  /** Whether the json of a single document has the members of the service's answer. */
  readonly answerOfOne: boolean;
  /** The documents that people see. */
  readonly rows: Which;
}

const reports: Readonly<Record<DocumentKind, Report>> = {
  order: { answerOfOne: false, rows: 'failures' },
  inbound: { answerOfOne: true, rows: 'failures' },
  // Purchase orders and slots are few, and each has a number that the next command needs.
  'purchase-order': { answerOfOne: true, rows: 'all' },
  slot: { answerOfOne: false, rows: 'all' },
};

/** What a run came to, for people and for scripts. The documents are read from disk as they are written out. */
export function uploadResult(upload: Upload): Result {
  const { kind, files, run, entries, counts, end, notices } = upload;
  const words = wordsOf(kind);
  const columns = entryColumns(kind, files);
  const bad = failuresIn(counts) + counts.invalid;
  const failures = bad === 0 ? [] : firstOf(entries('failures'), mostShown);
  const errors = errorsOf(upload, failures);
  const single = totalOf(counts) === 1 && reports[kind].answerOfOne ? (end.last?.answer ?? {}) : {};
  const left = end.stop === undefined ? {} : { left: end.left };
  const blocks: Block[] = [
    {
      kind: 'fields',
      title: `Run ${run}`,
      fields: [
        ...outcomes
          .filter((outcome) => counts[outcome] > 0)
          .map((outcome) => [outcome, counts[outcome]] as const),
        ['total', totalOf(counts)],
        ['left', end.left > 0 ? end.left : undefined],
      ],
    },
  ];
  const rows = reports[kind].rows === 'all' ? firstOf(entries('all'), mostShown) : failures;
  if (rows.length > 0) blocks.push({ kind: 'table', columns, rows });
  const exitCode = errors.at(-1)?.exitCode ?? exitCodes.ok;
  const hidden = bad - failures.length;
  return {
    data: {
      ...single,
      run,
      total: totalOf(counts),
      ...counts,
      ...left,
      [words.list]: members(kind, entries('all')),
      ...upload.members,
    },
    items: members(kind, entries('all')),
    blocks,
    csv: { columns, rows: entries('all') },
    errors,
    notices:
      hidden > 0
        ? [...notices, `and ${hidden} more: cfi ${kind === 'order' ? 'order runs' : 'runs'} ${run}`]
        : notices,
    ...(exitCode === 0 ? {} : { exitCode }),
    close: upload.close,
  };
}
