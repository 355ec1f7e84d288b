import { repeatedOptions } from '../cli/reading-options.ts';
import type { CommandContext, Settings } from '../cli/settings.ts';
import { fieldOf, noPermission } from '../client/api/request-errors.ts';
import { accountFlags, commandFor } from '../client/auth/account.ts';
import { signInHint } from '../client/auth/session.ts';
import { CfiError, type ErrorCode, type ErrorDetails, signalExitCode } from '../errors.ts';
import { formatByName } from '../payload/source/open-payload.ts';
import { formats } from '../render/result.ts';
import { spokenMessage } from '../text/field-words.ts';
import { counted, fileWord, operands, shownWord, withoutTrailing } from '../text/words.ts';
import type { WrittenFile } from '../upload/failures.ts';
import type { Entry } from '../upload/ledger/run-ledger.ts';
import { type Stop, stopCodes } from '../upload/run/work.ts';
import { firstNamed, mostNamed, type StillHeld } from '../upload/still-held.ts';
import {
  type Counts,
  exitCodeOfFailed,
  failuresIn,
  isSuccess,
  type Outcome,
  outcomes,
  totalOf,
  type Words,
  wordsOf,
} from '../upload/terms/outcomes.ts';
import type { EndedUpload, UploadFlags } from './reported.ts';

/** These outcomes with the number of documents for each: `3 created, 1 failed`. */
const countsText = (counts: Counts, which: (outcome: Outcome) => boolean): string =>
  outcomes
    .filter((outcome) => counts[outcome] > 0 && which(outcome))
    .map((outcome) => `${counts[outcome]} ${outcome}`)
    .join(', ');

/** What else a 404 can be about. */
const baseAddressHint = (settings: Settings): string => `the base address: ${commandFor(settings, 'doctor')}`;

/** Why a run stopped, and in a sentence of its own what is left to do, if anything is. */
function stopMessage({ reason, message }: Pick<Stop, 'reason' | 'message'>, left: string): string {
  const what = reason === 'forbidden' ? `the service refuses this account: ${message}` : message;
  return left === '' ? what : `${withoutTrailing(what, '.')}. ${left}`;
}

/**
 * Why a run stopped, with what is left to do in a sentence of its own; `hintWith` gets what must be done before the same
 * command can go on, if anything. Says for scripts whether, and when, it can.
 */
export function stopError(
  context: CommandContext,
  stop: Stop,
  left: string,
  hintWith: (remedy: string | undefined) => string | undefined,
): CfiError {
  const { reason, status, retryAfterMs, error } = stop;
  if (error !== undefined) return error;
  const remedies: Partial<Record<Stop['reason'], string>> = {
    unauthorized: signInHint(context),
    forbidden: noPermission,
  };
  return new CfiError(stopCodes[reason], stopMessage(stop, left), {
    hint: hintWith(
      remedies[reason] ?? (status === 404 ? `check ${baseAddressHint(context.settings)}` : undefined),
    ),
    ...(status === undefined ? {} : { status }),
    ...(reason === 'rate-limited' || reason === 'unavailable' ? { retryable: true } : {}),
    ...(retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
    ...(reason === 'interrupted' ? { exitCode: signalExitCode(context.deps.interrupted.reason) } : {}),
  });
}

/** How to go on: with `--fresh`, the same command would send once more what no reference keeps single. */
const onceMore = ({ kind, flags }: Pick<EndedUpload, 'kind' | 'flags'>): string =>
  `run the same command ${flags.fresh && !kind.rules.conflictIsDuplicate ? 'without --fresh' : 'again'}`;

function uploadStopError(context: CommandContext, stop: Stop, upload: EndedUpload): CfiError {
  const { end, kind, counts } = upload;
  const { one, many } = wordsOf(kind.name);
  const left = end.left === 0 ? '' : `${counted(end.left, `${one} was`, `${many} were`)} not sent.`;
  const again = `${onceMore(upload)} to continue where it stopped`;
  const { error } = stop;
  if (error !== undefined) {
    const { hint, again: withCommand } = error.details;
    const unrecorded = end.unrecorded === true;
    const tried = countsText(counts, () => true) || 'nothing was sent';
    const before = unrecorded ? `Before that: ${tried}.` : '';
    const remedy = withCommand?.(onceMore(upload)) ?? (hint === undefined ? again : `${hint}; ${again}`);
    const said = [before, left].filter((sentence) => sentence !== '').join(' ');
    const lookUp = unrecorded ? ': it looks up what could not be recorded before it sends it' : '';
    return error.with({ hint: `${remedy}${lookUp}` }, stopMessage({ ...stop, message: error.message }, said));
  }
  return stopError(context, stop, left, (remedy) =>
    remedy === undefined ? again : `${remedy}; then ${again}`,
  );
}

/** The code of the error of a single document. */
export const codesOf: Readonly<Record<Outcome, ((status: number | null) => ErrorCode) | undefined>> = {
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
function singleError(context: CommandContext, entry: Entry, upload: EndedUpload): CfiError | undefined {
  const { reference, outcome, error, status, number } = entry;
  const code = codesOf[outcome]?.(status);
  if (code === undefined) return undefined;
  const said = error ?? outcome;
  const forScripts = formats[context.settings.output].jsonErrors;
  const message = `${reference}: ${forScripts ? said : spokenMessage(said)}`;
  const field = code === 'invalid-input' && error !== null ? fieldOf(error) : undefined;
  const reserved = typeof number === 'string' && outcome === 'failed';
  const saysRemedy = upload.withRemedy > 0;
  const hint = saysRemedy ? undefined : remediesOf(context, upload).one(entry);
  return new CfiError(code, reserved ? `${message}; ${number} stays reserved for it` : message, {
    ...(status === null ? {} : { status }),
    ...(field === undefined ? {} : { field }),
    ...(code === 'network' || code === 'unavailable' ? { retryable: true } : {}),
    ...(hint === undefined ? {} : { hint }),
    saysProblem: true,
    ...(outcome === 'failed' ? { exitCode: exitCodeOfFailed(status ?? undefined) } : {}),
  });
}

/** What to do about documents that did not succeed. */
function remediesOf({ settings }: CommandContext, upload: EndedUpload) {
  const { kind, flags, counts, written, hasChanged, withRemedy } = upload;
  // Their errors say what to do.
  const canRetry = withRemedy < failuresIn(counts);
  const files = written.map(({ name }) => shownWord(name)).join(' ');
  const retry = retryCommand(wordsOf(kind.name), written, flags, settings);
  const correct = (count: number): string =>
    `correct ${count === 1 ? 'it' : 'them'} in ${files}, then run: ${retry}`;
  // The service cannot change an order, and takes its reference once.
  const run = written.length === 0 ? 'run the same command with' : `run: ${retry}`;
  const replace = `to replace a changed order, cancel it and send it under another reference; to leave it as the warehouse has it, ${run} --keep-changed`;
  return {
    one({ outcome, status, reference }: Entry): string | undefined {
      if (outcome === 'failed' && status === 404)
        return `check what was not found, and ${baseAddressHint(settings)}; then ${onceMore(upload)}`;
      if (outcome === 'unknown' || outcome === 'failed')
        return `${onceMore(upload)}; it asks the service first, and sends it only if it is missing`;
      if (outcome === 'rejected' && written.length > 0) return correct(1);
      if (hasChanged) return replace;
      if (outcome !== 'conflict' || kind.name !== 'order') return undefined;
      const shown = commandFor(settings, 'order', 'get', reference);
      return `see the order that has this reference: ${shown}; to send another order, give it another reference`;
    },
    /** For documents that failed, and orders that have changed. */
    several(): string {
      const refused = counts.rejected + counts.invalid;
      if (hasChanged && refused > 0 && written.length > 0)
        return `correct the others in ${files}; ${replace}`;
      if (hasChanged) return replace;
      if (counts.conflict + refused > 0 && written.length > 0) return correct(counts.conflict + refused);
      if (!canRetry) return 'the error of each says what to do';
      return withRemedy > 0
        ? `${onceMore(upload)} to retry the others; their own errors say what to do about the rest`
        : `${onceMore(upload)} to retry them`;
    },
    /** The error with this beside its own remedy, if it is about invalid documents. */
    withOwn(error: CfiError): CfiError {
      if (written.length === 0 || error.details.errors === undefined) return error;
      const ways = [error.details.hint, correct(counts.invalid)].filter((way) => way !== undefined);
      return error.with({ hint: ways.join('; or ') });
    },
  };
}

/** Failed and invalid documents together, with the problems of the invalid ones. */
function partialError(context: CommandContext, upload: EndedUpload, { errors, allErrors }: ErrorDetails) {
  const { counts } = upload;
  const words = wordsOf(upload.kind.name);
  const failed = failuresIn(counts) + counts.invalid;
  const all = counted(totalOf(counts), words.one, words.many);
  const said = countsText(counts, (outcome) => !isSuccess(outcome));
  return new CfiError('partial', `${failed} of ${all} did not succeed: ${said}`, {
    hint: remediesOf(context, upload).several(),
    ...(errors === undefined ? {} : { errors, allErrors }),
  });
}

/** The errors of an upload that did not fully succeed; `first` is its first document without success. */
export function errorsOf(context: CommandContext, upload: EndedUpload, first: Entry | undefined) {
  const { end, counts, unwritten, stillHeld, invalid, duplicates } = upload;
  const held = stillHeldError(stillHeld, context.settings);
  const others = [...unwritten, ...upload.errors, ...duplicates, held, invalid];
  const errors = others.filter((error) => error !== undefined);
  const isAlone = totalOf(counts) + end.left === 1 && !errors.some(({ code }) => code === 'partial');
  if (isAlone && first !== undefined) {
    const error = singleError(context, first, upload);
    if (error !== undefined && (end.stop === undefined || end.stop.reason === 'unavailable'))
      return [...errors, error];
  }
  if (end.stop !== undefined) return [...errors, uploadStopError(context, end.stop, upload)];
  if (failuresIn(counts) === 0) return errors.map(remediesOf(context, upload).withOwn);
  const general = errors.filter(({ details }) => details.errors === undefined);
  const problems = errors.find(({ details }) => details.errors !== undefined)?.details ?? {};
  return [...general, partialError(context, upload, problems)];
}

/** The command that uploads corrected files, with the options that decide what is sent; the program wrote them, as UTF-8. */
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

/** The error that names what is already with the warehouse, with the command that cancels it; undefined if nothing is. */
export function stillHeldError({ orders, differing, lines }: StillHeld, settings: Settings) {
  const references = [...orders, ...lines.keys()];
  if (references.length === 0) return undefined;
  const whole = [...orders].map((reference) =>
    differing.has(reference) ? `${reference} (with different content)` : reference,
  );
  const inPart = [...lines].map(
    ([reference, left]) => `${reference} (${left.map(({ SKU }) => SKU).join(', ')})`,
  );
  const said = (named: readonly string[], which: string, how: string): string[] => {
    const are = named.length === 1 ? 'is' : 'are';
    const what = `${counted(named.length, 'order')}${which} ${are} already with the warehouse${how}`;
    return named.length === 0 ? [] : [`${what}: ${firstNamed(named)}`];
  };
  const parts = [
    ...said(whole, ' left out as cancelled, refunded or on hold', ''),
    ...said(inPart, '', ' with lines that are now cancelled or refunded'),
  ];
  const named = operands(references.slice(0, mostNamed));
  const command = commandFor(settings, 'order', 'cancel', ...named);
  const first =
    references.length > mostNamed
      ? ` of the first ${mostNamed}, then run this upload again for the others`
      : '';
  return new CfiError('partial', parts.join('; '), {
    hint: `to cancel what has not shipped yet${first}: ${command}`,
  });
}
