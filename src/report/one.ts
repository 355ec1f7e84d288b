import { lostWaitNotice } from '../cli/progress.ts';
import type { CommandContext } from '../cli/settings.ts';
import { attemptError } from '../client/api/request-errors.ts';
import { signInHint } from '../client/auth/session.ts';
import type { Api } from '../client/types.ts';
import { CfiError, interruption } from '../errors.ts';
import type { Kind } from '../upload/run/kinds/kind.ts';
import type { RefuseBooking } from '../upload/run/kinds/slots.ts';
import type { Stop } from '../upload/run/work.ts';
import { type Ended, type Listener, send } from '../upload/send.ts';
import { type DocumentResult, isSuccess } from '../upload/terms/outcomes.ts';
import { openSpool } from '../upload/terms/spool.ts';
import { codesOf, stopError } from './upload-errors.ts';

/** Says what people need to know of a run that is too short for a progress bar. */
export const quietListener = (context: CommandContext): Listener => ({
  begin: () => ({
    note: (line) => context.notice(line),
    retrying: (reason) => context.onWait?.(0, reason),
    pause: (ms, reason = 'the service asks to wait') => context.onWait?.(ms, reason),
    progress: () => {},
    stop: () => {},
  }),
  lostWait: lostWaitNotice(context),
});

/** One document, or one act on an order or slot, that a person has typed. */
export interface One {
  readonly kind: Kind;
  /** Names it in the ledger: the same thing has the same name, so that the same command goes on. */
  readonly reference: string;
  readonly body: unknown;
  readonly refuseBooking?: RefuseBooking;
  /** Sends it even if the ledger says that it is done. */
  readonly fresh?: boolean | undefined;
}

/** The ends of its error messages. */
export interface OneWords {
  /** It certainly had no effect. */
  readonly notDone: string;
  /** It may have had one. */
  readonly notKnown: string;
  /** What to do in that case. */
  readonly hint: string;
}

/**
 * Sends one document, or does one act, exactly once, as a run of its own. If an earlier command was interrupted at the same,
 * goes on with that. Throws a `CfiError` if it fails; `maybeSent` means that it may have taken effect.
 */
export async function sendOne(context: CommandContext, api: Api, one: One, words: OneWords) {
  const { kind, reference, body, refuseBooking, fresh } = one;
  const spool = openSpool();
  const document = { reference, body: JSON.stringify(body), file: 0, lines: [1], invalid: false };
  spool.sink.add(document);
  const sending = { kind, spool, files: [], concurrency: 1, isTyped: true, refuseBooking, fresh };
  try {
    return await send(context, api, sending, quietListener(context), async (ended) => {
      const { end, counts, duplicates, slotsBefore } = ended;
      const error = errorOf(context, api, one, ended, words);
      const failure = ended.finish((error ?? duplicates[0])?.exitCode ?? 0, counts, []);
      ended.close();
      if (error !== undefined) throw error;
      if (failure !== undefined) context.warn(failure.message);
      return { result: end.last as DocumentResult, duplicates, slotsBefore };
    });
  } catch (error) {
    spool.close();
    throw error;
  }
}

function errorOf(
  context: CommandContext,
  api: Api,
  { kind, reference }: One,
  { end, counts }: Ended,
  words: OneWords,
): CfiError | undefined {
  const { stop, last } = end;
  const isUnknown = counts.unknown > 0 || last?.mayHaveArrived === true;
  // Without doubts, the end of the run is the reason why it is not known.
  if (stop !== undefined && (last === undefined || (last.outcome === 'unknown' && last.doubts === undefined)))
    return isUnknown ? doubtful(stopped(context, stop), words) : stopped(context, stop);
  if (last === undefined) return new CfiError('internal', 'the run ended without an outcome');
  if (isSuccess(last.outcome)) return undefined;
  const error = failed(context, api, reference, last);
  const hint = (last.saysRemedy && kind.rules.remedy) || words.hint;
  if (isUnknown) return doubtful(error, { ...words, hint }, last.doubts);
  if (last.outcome !== 'failed') return error;
  return error.with(
    { retryable: true, hint: 'run the command again later' },
    `${error.message}; ${words.notDone}`,
  );
}

function doubtful(error: CfiError, { notKnown, hint }: OneWords, doubts?: DocumentResult['doubts']) {
  const read = doubts?.sent === undefined ? '' : `: ${doubts.read}`;
  return error.with({ maybeSent: true, hint }, `${error.message}; ${notKnown}${read}`);
}

/** The end by something that has nothing to do with the document. */
export const stopped = (context: CommandContext, stop: Stop): CfiError =>
  stop.error === undefined && stop.reason === 'interrupted'
    ? interruption(context.deps.interrupted.reason)
    : stopError(context, stop, '', (remedy) => remedy);

/** In the words of the service, with what helps. */
function failed(context: CommandContext, api: Api, reference: string, result: DocumentResult): CfiError {
  const { outcome, status, error = 'it failed', doubts } = result;
  if (outcome === 'unknown' || status === undefined || status < 300) {
    const code = codesOf[outcome]?.(status ?? null) ?? 'internal';
    return new CfiError(code, doubts?.sent ?? doubts?.read ?? error, status === undefined ? {} : { status });
  }
  const { baseUrl, commandFor } = api;
  const { redact } = context.redactor;
  const request = { baseUrl, commandFor, redact, signInHint: signInHint(context), method: '', path: '' };
  const refusal = { kind: 'refusal', status, error, body: {} } as const;
  return attemptError(refusal, { ...request, repeatable: true, reference });
}
