import type { CommandContext } from '../../../cli/settings.ts';
import type { Api } from '../../../client/types.ts';
import type { SlotRequest } from '../../../contract/slot.ts';
import { CfiError } from '../../../errors.ts';
import { recordRun } from '../../../upload/ledger/history.ts';
import { singleBookingName } from '../../../upload/run/work.ts';

/**
 * Records a booking as a run if the service refused it or its outcome is unknown; not if it was never sent. It is named
 * after the request, because it has no reference.
 */
export async function recordFailedBooking(
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
