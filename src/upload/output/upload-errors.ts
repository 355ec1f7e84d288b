import { repeatedOptions } from '../../cli/reading-options.ts';
import type { Settings } from '../../cli/settings.ts';
import { fieldOf, noPermission } from '../../client/api/request-errors.ts';
import { accountFlags } from '../../client/auth/account.ts';
import { withSpokenStates } from '../../contract/slot.ts';
import {
  CfiError,
  type ErrorCode,
  type ErrorDetails,
  type FieldProblem,
  signalExitCode,
} from '../../errors.ts';
import { formatByName } from '../../payload/source/open-payload.ts';
import { counted, shownWord, withoutTrailing } from '../../text/words.ts';
import type { Entry, OutcomeRow, Which } from '../ledger/run-ledger.ts';
import type { Kind } from '../run/kinds/kind.ts';
import type { RunEnd } from '../run/run.ts';
import type { Stop } from '../run/work.ts';
import type { UploadFlags } from '../terms/flags.ts';
import {
  type Counts,
  exitCodeOf,
  failuresIn,
  isSuccess,
  type Outcome,
  outcomes,
  totalOf,
  type Words,
  wordsOf,
} from '../terms/outcomes.ts';
import type { WrittenFile } from './failures.ts';

/** An upload that has ended, for its report. */
export interface EndedUpload {
  readonly kind: Kind['name'];
  readonly files: readonly string[];
  readonly run: number;
  /** Reads the documents and their outcomes from the ledger. */
  entries(which: Which): Iterable<Entry>;
  /** The orders that were left out. */
  leftOut(): Iterable<OutcomeRow>;
  readonly counts: Counts;
  /** How many of the invalid documents have no reference, and so are none of the entries. */
  readonly unnamed: number;
  readonly end: RunEnd;
  /** Files that could not be written, and invalid documents that were not sent. */
  readonly before: readonly CfiError[];
  /** The names of the failed files. */
  readonly failedFiles: readonly string[];
  /** The command that uploads them after correction. */
  readonly retry: string;
  /** The options of the run. */
  readonly flags: Pick<UploadFlags, 'warehouse' | 'set'>;
  /** How many orders have changed since the service accepted them. */
  readonly changed: number;
  /** The command that cancels the first of them. */
  readonly cancel: string;
  readonly notices: readonly string[];
  /** Further members for scripts. */
  readonly members: Readonly<Record<string, unknown>>;
  /** The signal that ended the run, if any. */
  readonly signal: string | undefined;
  /** How to sign this account in. */
  readonly signInHint: string;
  close(): void;
}

/** The code of the error for each reason to stop. */
export const stopCodes: Readonly<Record<Stop['reason'], ErrorCode>> = {
  unauthorized: 'unauthorized',
  forbidden: 'forbidden',
  'rate-limited': 'rate-limited',
  unavailable: 'unavailable',
  'max-errors': 'partial',
  interrupted: 'cancelled',
  unexpected: 'internal',
};

/** The outcomes with the number of documents for each. */
const tried = (counts: Counts): string =>
  outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${outcome}`)
    .join(', ') || 'nothing was sent';

/** What to do before the same command can go on. */
export function remedyOf({ reason }: Stop, signInHint: string): string[] {
  if (reason === 'unauthorized') return [signInHint];
  return reason === 'forbidden' ? [noPermission] : [];
}

/** Why a run stopped, and in a sentence of its own what is left to do, if anything is. */
export function stopMessage({ reason, message }: Pick<Stop, 'reason' | 'message'>, left: string): string {
  const what = reason === 'forbidden' ? `the service refuses this account: ${message}` : message;
  return left === '' ? what : `${withoutTrailing(what, '.')}. ${left}`;
}

/** What a script needs to know of a stop: whether, and when, the same command can go on. */
export const stopDetails = ({ reason, status, retryAfterMs }: Stop, signal: unknown): ErrorDetails => ({
  ...(status === undefined ? {} : { status }),
  ...(reason === 'rate-limited' || reason === 'unavailable' ? { retryable: true } : {}),
  ...(retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
  ...(reason === 'interrupted' ? { exitCode: signalExitCode(signal) } : {}),
});

function stopError(stop: Stop, { end, signal, signInHint, kind, counts }: EndedUpload): CfiError {
  const { one, many } = wordsOf(kind);
  const were = end.left === 1 ? 'was' : 'were';
  const left = end.left === 0 ? '' : `${counted(end.left, one, many)} ${were} not sent.`;
  const again = 'run the same command again to continue where it stopped';
  const { error } = stop;
  if (error !== undefined) {
    const { hint } = error.details;
    const unrecorded = end.unrecorded === true;
    const before = unrecorded ? `Before that: ${tried(counts)}.` : '';
    const remedy = hint === undefined ? again : hint.includes(again) ? hint : `${hint}; ${again}`;
    const said = [before, left].filter((sentence) => sentence !== '').join(' ');
    return new CfiError(error.code, stopMessage({ ...stop, message: error.message }, said), {
      ...error.details,
      hint: unrecorded ? `${remedy}: it looks up what could not be recorded before it sends it` : remedy,
      exitCode: error.exitCode,
    });
  }
  return new CfiError(stopCodes[stop.reason], stopMessage(stop, left), {
    hint: [...remedyOf(stop, signInHint), again].join('; then '),
    ...stopDetails(stop, signal),
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

/** A single document fails with its own exit code. */
function singleError(entry: Entry, upload: EndedUpload): CfiError | undefined {
  const { reference, outcome, error, status, number } = entry;
  const code = codesOf[outcome]?.(status);
  if (code === undefined) return undefined;
  const message = `${reference}: ${withSpokenStates(error ?? outcome)}`;
  const field = code === 'invalid-input' && error !== null ? fieldOf(error) : undefined;
  const reserved = typeof number === 'string' && outcome === 'failed';
  const hint = singleHint(entry, upload);
  return new CfiError(code, reserved ? `${message}; ${number} stays reserved for it` : message, {
    ...(status === null ? {} : { status }),
    ...(field === undefined ? {} : { field }),
    ...(code === 'network' || code === 'unavailable' ? { retryable: true } : {}),
    ...(hint === undefined ? {} : { hint }),
    saysProblem: true,
    exitCode: exitCodeOf(outcome, status ?? undefined),
  });
}

function singleHint(entry: Entry, upload: EndedUpload): string | undefined {
  const { outcome } = entry;
  if (upload.end.last?.saysRemedy === true) return undefined;
  if (outcome === 'unknown' || outcome === 'failed')
    return 'run the same command again; it asks the service first, and sends it only if it is missing';
  const option = optionHint(upload, [entry]);
  if (option !== undefined) return option;
  if (outcome === 'rejected' && upload.failedFiles.length > 0) return correctHint(upload, 'it');
  return upload.changed > 0 ? `${replaceHint(upload)}; ${keepHint(upload)}` : undefined;
}

/** The outcomes without success, with the number of documents for each. */
const withoutSuccess = (counts: Counts): string =>
  outcomes
    .filter((outcome) => !isSuccess(outcome) && counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${outcome}`)
    .join(', ');

const correctHint = (
  { failedFiles, retry }: Pick<EndedUpload, 'failedFiles' | 'retry'>,
  what: 'it' | 'them' = 'them',
): string => `correct ${what} in ${failedFiles.map(shownWord).join(' ')}, then run: ${retry}`;

/**
 * What to do where every failure is a refusal of a value that an option set, which the failed files do not hold; undefined
 * where not.
 */
function optionHint({ counts, flags, entries }: EndedUpload, failures: readonly Entry[]): string | undefined {
  if (counts.rejected < failuresIn(counts) + counts.invalid) return undefined;
  const set = [
    ...(flags.warehouse === undefined ? [] : [['--warehouse', 'warehouse_name', flags.warehouse] as const]),
    ...(flags.set ?? []).map(([field, value]) => [`--set ${field}`, field, value] as const),
  ];
  const found = set.find(([, field, value]) => {
    const isOfOption = ({ error }: Entry): boolean =>
      error?.startsWith(`${field} `) === true && error.includes(JSON.stringify(value));
    if (!failures.every(isOfOption)) return false;
    for (const entry of entries('failures')) if (!isOfOption(entry)) return false;
    return true;
  });
  return found && `correct ${found[0]}, which gave this value, and run the same command again`;
}

type Changes = Pick<EndedUpload, 'changed' | 'cancel' | 'failedFiles' | 'retry' | 'counts'>;

/** How an order gets its changed content to the warehouse: the service cannot change one, and takes a reference once. */
const replaceHint = ({ cancel }: Changes): string =>
  `to replace an order, cancel it (${cancel}) and send it under another reference`;

/** How orders stay as the warehouse has them. */
function keepHint({ changed, failedFiles, retry }: Changes): string {
  const leave =
    changed === 1 ? 'to leave it as the warehouse has it' : 'to leave them as the warehouse has them';
  return failedFiles.length === 0
    ? `${leave}, run the same command with --keep-changed`
    : `${leave}, run: ${retry} --keep-changed`;
}

/** Invalid documents, with what to do about them. */
const withHint = (error: CfiError, upload: EndedUpload): CfiError =>
  upload.failedFiles.length === 0 || error.details.errors === undefined
    ? error
    : new CfiError(error.code, error.message, {
        ...error.details,
        hint: [error.details.hint, correctHint(upload)].filter((way) => way !== undefined).join('; or '),
      });

/** What to do about documents that failed, and orders that have changed. */
function partialHint(upload: Changes, failed: number): string {
  const { failedFiles, changed, retry, counts } = upload;
  if (changed === failed) return `${replaceHint(upload)}; ${keepHint(upload)}`;
  const isOfService = counts.conflict + counts.rejected + counts.invalid === 0;
  const rest =
    failedFiles.length === 0 || isOfService
      ? 'run the same command again to retry them'
      : correctHint({ failedFiles, retry: changed === 0 ? retry : `${retry} --keep-changed` });
  if (changed === 0) return rest;
  return `${changed} of them changed after the service accepted ${changed === 1 ? 'it' : 'them'}: ${replaceHint(upload)}, or keep it as it is with --keep-changed; ${rest}`;
}

/** Failed and invalid documents together; `problems` are those of the invalid ones. */
function partialError(
  upload: EndedUpload,
  failures: readonly Entry[],
  problems: readonly FieldProblem[] | undefined,
): CfiError {
  const { counts } = upload;
  const words = wordsOf(upload.kind);
  const failed = failuresIn(counts) + counts.invalid;
  return new CfiError(
    'partial',
    `${failed} of ${counted(totalOf(counts), words.one, words.many)} did not succeed: ${withoutSuccess(counts)}`,
    {
      hint: optionHint(upload, failures) ?? partialHint(upload, failed),
      ...(problems === undefined ? {} : { errors: problems }),
    },
  );
}

/**
 * The errors of an upload that did not fully succeed; `failures` are its first documents without success.
 */
export function errorsOf(upload: EndedUpload, failures: readonly Entry[]): CfiError[] {
  const { end, counts, before } = upload;
  const errors = [...before];
  const [only] = failures;
  const isAlone = totalOf(counts) + end.left === 1 && !before.some(({ code }) => code === 'partial');
  if (isAlone && only !== undefined) {
    const error = singleError(only, upload);
    if (error !== undefined && (end.stop === undefined || end.stop.reason === 'unavailable'))
      return [...errors, error];
  }
  if (end.stop !== undefined) return [...errors, stopError(end.stop, upload)];
  if (failuresIn(counts) === 0) return errors.map((error) => withHint(error, upload));
  const general = errors.filter(({ details }) => details.errors === undefined);
  const problems = errors.find(({ details }) => details.errors !== undefined)?.details.errors;
  return [...general, partialError(upload, failures, problems)];
}

/** Keeps a file name that begins with a dash from being read as an option. */
const fileWord = (name: string): string => shownWord(name.startsWith('-') ? `./${name}` : name);

/**
 * The command line that uploads corrected files with the options that decide what is sent. It does not repeat the encoding,
 * because the program wrote these files itself, with a byte-order mark if needed.
 */
export function retryCommand(
  { command }: Words,
  files: readonly WrittenFile[],
  flags: UploadFlags,
  settings: Settings,
): string {
  // The name may be from `--failed`.
  const texts = files.flatMap(({ name, format }) => (format === 'xlsx' ? [] : [{ name, format }]));
  const isMisnamed = texts.some(({ name, format }) => (formatByName(name, flags) ?? format) !== format);
  const [format, ...others] = new Set(texts.map((file) => file.format));
  const options = repeatedOptions(
    isMisnamed && format !== undefined && others.length === 0 ? { ...flags, format } : flags,
  );
  if (flags.stock !== undefined) options.push('--stock', flags.stock);
  const words = [command, ...files.map(({ name }) => fileWord(name)), ...options.map(shownWord)];
  return [...words, ...accountFlags(settings)].join(' ');
}

/** The command line that cancels orders. */
export function cancelCommand(references: readonly string[], settings: Settings): string {
  const words = references.map(shownWord);
  const flags = accountFlags(settings);
  // Keeps a reference that begins with a dash from being read as an option.
  const rest = words.some((word) => word.startsWith('-')) ? [...flags, '--', ...words] : [...words, ...flags];
  return ['cfi order cancel', ...rest].join(' ');
}
