import { confirmOrExit } from '../../cli/ask.ts';
import type { Run } from '../../cli/command.ts';
import { writeOnce } from '../../client/api/write-once.ts';
import { withApi } from '../../client/auth/session.ts';
import { CfiError } from '../../errors.ts';
import { type Fields, fieldsOf, textField } from '../../text/records.ts';
import { cancelQuestion } from '../desk/questions.ts';
import { readSlot, readSlotOrCancelled } from '../desk/read.ts';
import { isOtherThanShown, isUsed, slotPhase, slotReference } from '../desk/slot-record.ts';
import { slotCsv, statusWords } from '../desk/slot-view.ts';
import { conflict, type OneSlot, seeState } from './answer.ts';
import type { cancelCommand } from './definition.ts';

/**
 * Cancels a slot; returns the service's data about it, and the slot's record. An answer that is no record of this slot as
 * cancelled, such as a 204, or one that was lost, is checked by reading the slot. What status a cancelled slot has is not
 * specified, so any status counts that no other slot has. `shown` is the slot as a question has shown it: in another state
 * it is not cancelled. Throws a `CfiError` otherwise; `maybeSent` means that the slot may be cancelled.
 */
export function cancelSlot(at: OneSlot, shown?: Fields): Promise<{ data: unknown; slot: Fields }> {
  const { api, reference } = at;
  const params = { slotReference: reference };
  let isAccepted = false;
  return writeOnce(api, {
    async send(retry) {
      const said = retry === 0 ? undefined : 'an earlier attempt to cancel it may have reached the service';
      // While the service makes us wait, the warehouse may have confirmed it.
      const beforeRepeat = (): Promise<void> => refuseChanged(at, shown, said);
      try {
        const { data } = await api.call('cancelSlot', { params, beforeRepeat });
        isAccepted = true;
        const slot = fieldsOf(data);
        return slotReference(slot) === reference && isCancelled(slot) ? { data, slot } : undefined;
      } catch (error) {
        if (retry === 0 || !(error instanceof CfiError) || error.code !== 'conflict') throw error;
        // An earlier attempt of ours may have cancelled it.
        const found = await readSlot(api, reference).catch(() => undefined);
        if (found === undefined || !isCancelled(found.slot)) throw error;
        return { data: found.slot, slot: found.slot };
      }
    },
    async lookUp() {
      try {
        const { slot } = await readSlot(api, reference);
        if (isCancelled(slot)) return { kind: 'done', value: { data: slot, slot } };
        if (shown === undefined || !isOtherThanShown(shown, slot)) return { kind: 'not-done' };
        return { kind: 'unclear', why: `it has changed: ${statusWords(slot, api.transport.now())}` };
      } catch (error) {
        if (!(error instanceof CfiError) || error.code !== 'not-found') throw error;
        // After it has accepted the request, a slot that it no longer shows is cancelled, whatever the 404 looks like.
        const slot = { slotReference: reference, scheduleStatus: 'cancelled' };
        if (isAccepted) return { kind: 'done', value: { data: slot, slot } };
        // The service may hide a cancelled slot; to cancel it again does no harm.
        if (error.details.foreign !== true) return { kind: 'not-done' };
        throw error;
      }
    },
    notDone: `slot ${reference} is not cancelled`,
    notKnown: `slot ${reference} may or may not be cancelled`,
    hint: seeState(at, 'check it'),
  });
}

const isCancelled = (slot: Fields): boolean =>
  textField(slot, 'scheduleStatus') !== undefined && ['cancelled', 'other'].includes(slotPhase(slot));

/** Cancels a slot that no purchase order uses. Repeating it does no harm. */
export const run: Run<typeof cancelCommand> = async (context, { ref, yes }) => {
  if (!context.settings.interactive) await confirmOrExit(context, { message: `Cancel slot ${ref}?`, yes });
  return withApi(context, async (api) => {
    const at = { context, api, reference: ref };
    const asks = !yes && context.settings.interactive;
    const asked = asks ? await questionAbout(at) : undefined;
    if (asked !== undefined) {
      await confirmOrExit(context, { message: asked.question });
      await refuseChanged(at, asked.shown);
    }
    const { data, slot } = await cancelSlot(at, asked?.shown).catch((error: unknown) => {
      if (!(error instanceof CfiError) || error.code !== 'conflict' || error.details.status === undefined)
        throw error;
      throw error.with({ hint: seeState(at, ifUsed) });
    });
    const is = asks && asked === undefined ? 'was already' : 'is';
    return {
      data,
      blocks: [{ kind: 'text', text: `Slot ${ref} ${is} cancelled.` }],
      csv: { columns: slotCsv, rows: [slot] },
    };
  });
};

/**
 * The question, with the slot that it shows by its time, warehouse and vehicle, so that a mistyped reference is noticed, if
 * it can be read; undefined if it is cancelled already.
 */
async function questionAbout({ api, reference }: OneSlot) {
  try {
    const { slot: shown, now } = await readSlot(api, reference);
    if (slotPhase(shown) === 'cancelled') return undefined;
    return { question: cancelQuestion(shown, now()), shown };
  } catch (error) {
    if (!(error instanceof CfiError) || error.details.unreached) throw error;
    if (['unauthorized', 'cancelled'].includes(error.code)) throw error;
    return { question: `Cancel slot ${reference}?` };
  }
}

/** Throws `conflict` if a slot is in another state than when it was shown: the warehouse may have confirmed it since. */
async function refuseChanged(at: OneSlot, shown?: Fields, said = 'nothing was sent'): Promise<void> {
  const { api, reference } = at;
  if (shown === undefined) return;
  const slot = await readSlotOrCancelled(api, reference, shown);
  if (slotPhase(slot) === 'cancelled' || !isOtherThanShown(shown, slot)) return;
  const message = `slot ${reference} has changed (${statusWords(slot, api.transport.now())}); ${said}`;
  throw conflict(at, message, isUsed(slot) ? ifUsed : 'read it, then cancel it');
}

const ifUsed = 'a purchase order uses it; see which';

/** The columns in csv. */
export const columns = () => slotCsv;
