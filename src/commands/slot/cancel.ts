import { confirmOrExit } from '../../cli/ask.ts';
import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { dataAbout } from '../../client/api/records.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Api, Attempt } from '../../client/types.ts';
import { CfiError, interruption, mayPass } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { type Fields, fieldsOf, textField } from '../../text/records.ts';
import { cancelQuestion } from '../desk/questions.ts';
import { readSlot } from '../desk/read.ts';
import { slotPhase, slotReference } from '../desk/slot-record.ts';
import { slotCsv } from '../desk/slot-view.ts';
import type { cancelCommand } from './definition.ts';

/**
 * Cancels a slot; returns the service's answer, and the slot's record. An answer without a record of this slot, such as
 * a 204, is checked by reading the slot: the service accepted the request, so a slot that it no longer shows is
 * cancelled, whatever the 404 looks like. What status a cancelled slot has is not specified, so any status counts that
 * no other slot has. Throws `unavailable` if the slot is not cancelled after that; `maybeSent` means that the slot may
 * be cancelled.
 */
export async function cancelSlot(api: Api, reference: string, interrupted: AbortSignal) {
  let mayBeDone = false;
  const beforeRepeat = async (failed: Attempt): Promise<void> => {
    mayBeDone ||= mayHaveArrived(failed);
  };
  const orUnsure = async <Value>(request: Promise<Value>): Promise<Value> => {
    try {
      return await request;
    } catch (error) {
      const failed = interrupted.aborted ? interruption(interrupted.reason) : error;
      throw unsure(api, reference, failed, mayBeDone);
    }
  };
  const params = { slotReference: reference };
  const answer = await orUnsure(api.call('cancelSlot', { params, beforeRepeat }));
  mayBeDone = true;
  const replied = fieldsOf(answer.data);
  const isProof = slotReference(replied) === reference && isCancelled(replied);
  const slot = isProof ? replied : await orUnsure(readAfterwards(api, reference));
  if (isCancelled(slot)) return { answer, slot };
  throw new CfiError(
    'unavailable',
    `the service accepted the request, but slot ${reference} is not cancelled`,
    { hint: 'read the slot, then decide again', maybeSent: true },
  );
}

/** The slot after the service has accepted the cancellation. */
async function readAfterwards(api: Api, reference: string): Promise<Fields> {
  try {
    return (await readSlot(api, reference)).slot;
  } catch (error) {
    if (!(error instanceof CfiError) || error.code !== 'not-found') throw error;
    return { slotReference: reference, scheduleStatus: 'cancelled' };
  }
}

const mayHaveArrived = (failed: Attempt): boolean =>
  failed.kind === 'failure' ? failed.maybeSent : failed.kind === 'refusal' && failed.status >= 500;

/**
 * The error of a request. One that proves nothing says so, because this or an earlier attempt may have arrived; a conflict
 * means that a purchase order uses the slot.
 */
function unsure(api: Api, reference: string, failed: unknown, mayBeDone: boolean): unknown {
  if (!(failed instanceof CfiError) || failed.code === 'conflict') return failed;
  if (!mayBeDone && !mayPass(failed) && failed.code !== 'cancelled') return failed;
  return new CfiError(failed.code, `${failed.message}; slot ${reference} may or may not be cancelled`, {
    ...failed.details,
    hint: `check it: ${api.commandFor('slot', 'get', reference)}`,
    exitCode: failed.exitCode,
    maybeSent: true,
  });
}

const isCancelled = (slot: Fields): boolean =>
  textField(slot, 'scheduleStatus') !== undefined && ['cancelled', 'other'].includes(slotPhase(slot));

type SlotCancelOptions = OptionsOf<typeof cancelCommand>;

/** Cancels a slot that no purchase order uses. Repeating it does no harm. */
export async function run(context: CommandContext, options: SlotCancelOptions): Promise<Result> {
  const { ref, yes } = options;
  if (!context.settings.interactive) await confirmOrExit(context, { message: `Cancel slot ${ref}?`, yes });
  const api = await openApi(context);
  try {
    const asks = !yes && context.settings.interactive;
    const question = asks ? await questionAbout(api, ref) : undefined;
    if (question !== undefined) await confirmOrExit(context, { message: question });
    const { answer, slot } = await cancelSlot(api, ref, context.deps.interrupted);
    const is = asks && question === undefined ? 'was already' : 'is';
    return {
      data: dataAbout(answer.data, 'slot', ref, slot),
      blocks: [{ kind: 'text', text: `Slot ${ref} ${is} cancelled.` }],
      csv: { columns: slotCsv, rows: [slot] },
    };
  } catch (error) {
    if (!(error instanceof CfiError) || error.code !== 'conflict') throw error;
    const hint = `a purchase order uses it; see which: ${api.commandFor('slot', 'get', ref)}`;
    throw new CfiError('conflict', error.message, { ...error.details, hint });
  } finally {
    await api.close();
  }
}

/**
 * The question, which names the slot with its time, warehouse and vehicle, so that a mistyped reference is noticed, if it
 * can be read; undefined if it is cancelled already.
 */
async function questionAbout(api: Api, reference: string): Promise<string | undefined> {
  try {
    const { slot, now } = await readSlot(api, reference);
    return slotPhase(slot) === 'cancelled' ? undefined : cancelQuestion(slot, now());
  } catch (error) {
    if (!(error instanceof CfiError) || error.details.unreached) throw error;
    if (['unauthorized', 'cancelled'].includes(error.code)) throw error;
    return `Cancel slot ${reference}?`;
  }
}

/** The columns in csv. */
export const columns = () => slotCsv;
