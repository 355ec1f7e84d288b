import type { Run } from '../../cli/command.ts';
import { withApi } from '../../client/auth/session.ts';
import { unreadable } from '../../client/types.ts';
import { cancelling } from '../../desk/questions.ts';
import { readSlot, readSlotOrCancelled } from '../../desk/read.ts';
import { isOtherThanShown, isUsed, slotPhase, slotReference } from '../../desk/slot-record.ts';
import { slotCsv, statusWords } from '../../desk/slot-view.ts';
import { CfiError } from '../../errors.ts';
import { sendOne } from '../../report/one.ts';
import { reviewed } from '../../report/review.ts';
import { type Fields, fieldsOf, textField } from '../../text/records.ts';
import { accepted, isAbsent, isDone, type Kind, readRecord } from '../../upload/run/kinds/kind.ts';
import { conflict, type OneSlot, seeState } from './answer.ts';
import type { cancelCommand } from './definition.ts';

/** Cancels a slot, unless it is in another state than `shown`, as a question has shown it. */
const cancellationOf = (at: OneSlot, shown: Fields | undefined): Kind<'slot-cancel'> => ({
  name: 'slot-cancel',
  rules: { retryableIsClean: false, conflictIsDuplicate: false, isAct: true },
  oneByOne: true,
  // While the service makes us wait, the warehouse may have confirmed it.
  async beforeSending(_, __, { isRepeated, maybeSent }) {
    const earlier = 'an earlier attempt to cancel it may have reached the service';
    if (isRepeated) await refuseChanged(at, shown, maybeSent ? earlier : undefined);
    return undefined;
  },
  send: (api, { reference }, signal) =>
    api.attempt('cancelSlot', { params: { slotReference: reference }, signal }),
  sent(made, { reference }) {
    if (made.kind !== 'answer') return made;
    const slot = fieldsOf(made.answer.data);
    if (slotReference(slot) === reference && isCancelled(slot))
      return { kind: 'done', status: made.answer.status, answer: slot };
    return accepted;
  },
  async lookUp(api, { reference, start }, signal, progress) {
    const made = await readRecord(api, 'getSlot', { slotReference: reference }, signal);
    const gone = { slotReference: reference, scheduleStatus: 'cancelled' };
    // After it has accepted the request, a slot that it no longer shows is cancelled, whatever the 404 looks like.
    if (isAbsent(made) && (progress?.seen !== undefined || start === 'check'))
      return { ...isDone, record: gone };
    // The service may hide a cancelled slot; to cancel it again does no harm.
    if (isAbsent(made) && made.foreign !== true) return { kind: 'absent' };
    if (made.kind !== 'answer') return made;
    const slot = fieldsOf(made.answer.data);
    if (slotReference(slot) !== reference) return unreadable('the answer has no record of this slot', false);
    if (isCancelled(slot)) return { ...isDone, record: slot };
    if (shown === undefined || !isOtherThanShown(shown, slot)) return { kind: 'absent' };
    return unreadable(`it has changed: ${statusWords(slot, at.context.clock.now())}`, false);
  },
});

/**
 * Cancels a slot; returns its record. An answer that is no record of this slot as cancelled, such as a 204, or one that was
 * lost, is checked by reading the slot. What status a cancelled slot has is not specified, so any status counts that no
 * other slot has. `shown` is the slot as a question has shown it: in another state it is not cancelled. Throws a `CfiError`
 * otherwise; `maybeSent` means that the slot may be cancelled.
 */
export async function cancelSlot(at: OneSlot, shown?: Fields): Promise<Fields> {
  const { context, api, reference } = at;
  const cancellation = { kind: cancellationOf(at, shown), reference, body: {} };
  const { result } = await sendOne(context, api, cancellation, {
    notDone: `slot ${reference} is not cancelled`,
    notKnown: `slot ${reference} may or may not be cancelled`,
    hint: seeState(at, 'check it'),
  });
  return result.answer ?? {};
}

const isCancelled = (slot: Fields): boolean =>
  textField(slot, 'scheduleStatus') !== undefined && ['cancelled', 'other'].includes(slotPhase(slot));

/** Shows a slot by its time, warehouse and vehicle, and cancels it after a yes, if it is still in that state. */
export async function reviewCancellation(at: OneSlot, shown: Fields, now: number): Promise<Fields> {
  if (isUsed(shown))
    throw conflict(at, `slot ${at.reference} is ${statusWords(shown, now)}; nothing was sent`, 'see it');
  await reviewed(at.context, cancelling(shown, now), { isSeen: false });
  await refuseChanged(at, shown);
  return cancelSlot(at, shown);
}

/** Cancels a slot that no purchase order uses. Repeating it does no harm. */
export const run: Run<typeof cancelCommand> = async (context, { ref, yes }) => {
  const asks = !yes && context.settings.interactive;
  if (!asks)
    await reviewed(context, { does: `Cancel slot ${ref}` }, { isSeen: yes === true, needsEyes: true });
  return withApi(context, async (api) => {
    const at = { context, api, reference: ref };
    // Without a question, the service says what it does not show.
    const found = await readSlot(api, ref).catch((error: unknown) => {
      if (asks || !(error instanceof CfiError) || error.code === 'cancelled') throw error;
    });
    const wasCancelled = found !== undefined && slotPhase(found.slot) === 'cancelled';
    const cancelled = async (): Promise<Fields> => {
      if (wasCancelled) return found.slot;
      return asks && found ? reviewCancellation(at, found.slot, found.now()) : cancelSlot(at);
    };
    const slot = await cancelled().catch((error: unknown) => {
      if (!(error instanceof CfiError) || error.code !== 'conflict' || error.details.status === undefined)
        throw error;
      throw error.with({ hint: seeState(at, ifUsed) });
    });
    return {
      data: slot,
      blocks: [{ kind: 'text', text: `Slot ${ref} ${wasCancelled ? 'was already' : 'is'} cancelled.` }],
      csv: { columns: slotCsv, rows: [slot] },
    };
  });
};

/** Throws `conflict` if a slot is in another state than when it was shown: the warehouse may have confirmed it since. */
async function refuseChanged(at: OneSlot, shown?: Fields, said = 'nothing was sent'): Promise<void> {
  const { context, api, reference } = at;
  if (shown === undefined) return;
  const slot = await readSlotOrCancelled(api, reference, shown);
  if (slotPhase(slot) === 'cancelled' || !isOtherThanShown(shown, slot)) return;
  const message = `slot ${reference} has changed: ${statusWords(slot, context.clock.now())}; ${said}`;
  throw conflict(at, message, isUsed(slot) ? 'see it' : 'read it, then cancel it');
}

const ifUsed = 'a purchase order uses it; see which';

/** The columns in csv. */
export const columns = () => slotCsv;
