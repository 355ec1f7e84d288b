import { lostWaitNotice } from '../../../cli/progress.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import { type Booked, bookSlotOnce } from '../../../client/api/book-slot.ts';
import { likelyWarehouses, sameButCase, warehouseNames } from '../../../client/api/lookups.ts';
import { retryingOf } from '../../../client/api/write-once.ts';
import type { Api, ApiResponse } from '../../../client/types.ts';
import type { SlotRequest } from '../../../contract/slot.ts';
import { CfiError, exitCodes } from '../../../errors.ts';
import { type Fields, fieldsOf } from '../../../text/records.ts';
import { recordRun } from '../../../upload/ledger/history.ts';
import { whileBooking } from '../../../upload/ledger/run-lock.ts';
import { singleBookingName } from '../../../upload/run/work.ts';
import { slotReference } from '../../desk/slot-record.ts';

/**
 * Records a booking as a run if the service refused it or its outcome is unknown; not if it was never sent. It is named
 * after the request, because it has no reference.
 */
async function recordFailedBooking(
  context: CommandContext,
  api: Api,
  request: SlotRequest,
  startedAt: number,
  error: unknown,
): Promise<void> {
  if (!(error instanceof CfiError)) return;
  const { status, maybeSent = false } = error.details;
  if (status === undefined && !maybeSent) return;
  const document = {
    reference: singleBookingName(request),
    state: maybeSent ? 'unknown' : 'rejected',
    status: status ?? null,
    error: error.message,
  };
  const { exitCode } = error;
  await recordRun(context, api, { kind: 'slot', startedAt, exitCode, documents: [document] });
}

/** A booked slot. */
interface BookedSlot {
  readonly answer: ApiResponse;
  /** The request that was sent. */
  readonly request: SlotRequest;
  /** What the request and the answer say about the slot: the answer may contain only its reference. */
  readonly slot: Fields;
  /** An error for each slot that seems to be booked as well. */
  readonly twins: readonly CfiError[];
}

/**
 * Books one slot exactly once, and records it in the ledger, so that no file's row takes it for its own. Throws a
 * `CfiError` if the service refuses, if the outcome is unknown, or if another process books for too long.
 */
export const bookSingle = (context: CommandContext, api: Api, wanted: SlotRequest): Promise<BookedSlot> =>
  whileBooking(context, api, async () => {
    const startedAt = context.deps.now();
    const { answer, request, twins } = await bookOrHint(context, api, wanted).catch(
      async (error: unknown) => {
        await recordFailedBooking(context, api, wanted, startedAt, error);
        throw error;
      },
    );
    const slot = { ...request, ...fieldsOf(answer.data) };
    const booked = { reference: slotReference(slot), state: 'created', status: answer.status, error: null };
    const exitCode = twins.length === 0 ? exitCodes.ok : exitCodes.partial;
    await recordRun(context, api, { kind: 'slot', startedAt, exitCode, documents: [booked] });
    return { answer, request, slot, twins };
  });

/**
 * Books the slot. If the service rejects the warehouse, tries the known warehouse whose name differs only in case;
 * otherwise the hint names similar ones.
 */
async function bookOrHint(
  context: CommandContext,
  api: Api,
  request: SlotRequest,
): Promise<Omit<BookedSlot, 'slot'>> {
  const tell = api.transport.embedded ? () => {} : lostWaitNotice(context);
  const book = (wanted: SlotRequest): Promise<Booked> =>
    bookSlotOnce(api, wanted, retryingOf(context), { ms: context.settings.lostWaitMs, tell });
  try {
    return { ...(await book(request)), request };
  } catch (error) {
    if (!(error instanceof CfiError) || !['invalid-input', 'usage', 'not-found'].includes(error.code))
      throw error;
    const names = await warehouseNames(api);
    const warehouse = sameButCase(request.warehouse, names);
    if (warehouse !== undefined) {
      context.notice(`--warehouse: ${warehouse}`);
      const meant = { ...request, warehouse };
      return { ...(await book(meant)), request: meant };
    }
    const hint = likelyWarehouses(request.warehouse, names);
    if (hint === undefined) throw error;
    throw new CfiError(error.code, error.message, { ...error.details, hint });
  }
}
