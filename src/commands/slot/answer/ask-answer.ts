import type { Prompts } from '../../../cli/prompts.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import { checkTime, momentOf, readTime, type TimeReference } from '../../../cli/typed-times.ts';
import type { Api } from '../../../client/types.ts';
import { CfiError } from '../../../errors.ts';
import type { Fields } from '../../../text/records.ts';
import { counterQuestion } from '../../desk/questions.ts';
import { readIfPossible, readSlot, type SlotReading } from '../../desk/read.ts';
import { isSameOffer, type Offer, openOffer, slotInstant, slotReference } from '../../desk/slot-record.ts';
import { offerText } from '../../desk/slot-words.ts';
import { type Answered, answerOffer, noOffer, type OfferAnswer, offerGone } from './answer-offer.ts';

/**
 * Asks on the terminal how to answer a slot's open offer, and sends the answer; undefined if the offer is left open. The
 * slot is read again before anything is sent. If the offer has changed, it is shown and asked about again, so that only
 * the offer that was shown is accepted.
 */
export async function askAndAnswer(
  context: CommandContext,
  api: Api,
  first: SlotReading,
): Promise<Answered | undefined> {
  const reference = slotReference(first.slot);
  let reading = first;
  for (;;) {
    const offer = openOffer(reading.slot);
    if (offer === undefined) throw noOffer(context, reference);
    const answer = await askForAnswer(context, reading, offer);
    if (answer === undefined) return undefined;
    const fresh = await readSlot(api, reference);
    const open = openOffer(fresh.slot);
    if (open === undefined) throw offerGone(context, reference);
    if (isSameOffer(offer, open)) return answerOffer(context, api, reference, answer);
    context.warn(`the warehouse has changed its offer for ${reference}; nothing was sent`);
    reading = fresh;
  }
}

async function askForAnswer(
  context: CommandContext,
  { slot, now }: SlotReading,
  offer: Offer,
): Promise<OfferAnswer | undefined> {
  const prompts = await context.deps.prompts();
  const choice = await prompts.choose({
    message: `${offerText(slot, offer, now())}. Your answer?`,
    // The first choice leaves it open, so that Enter alone does not accept.
    choices: [
      { value: 'leave', name: 'leave it open' },
      { value: 'accept', name: 'accept it' },
      { value: 'counter', name: 'propose another time' },
    ],
  });
  if (choice === 'leave') return undefined;
  if (choice === 'accept') return { action: 'accept', offer };
  const proposed = await askForTime(context, prompts, () => ({
    now: now(),
    lastProposed: instantOf(offer.time),
  }));
  const comment = (await prompts.text({ message: 'A comment for the warehouse (optional)' })).trim();
  const given = { proposed: proposed.instant, ...(comment === '' ? {} : { comment }) };
  if (!(await prompts.confirm({ message: counterQuestion(slot, offer, given, now()) }))) return undefined;
  return {
    action: 'counter',
    offer,
    proposedTime: proposed.iso,
    ...(comment === '' ? {} : { comment }),
  };
}

async function askForTime(
  context: CommandContext,
  prompts: Prompts,
  reference: () => TimeReference,
): Promise<{ readonly instant: number; readonly iso: string }> {
  const text = await prompts.text({
    message: 'Your time (for example tue 10:00)',
    validate: (value) => checkTime(value, reference()),
  });
  return momentOf(context, 'your time', { typed: readTime('your time', text), text }, reference());
}

/** An ISO 8601 time in milliseconds; undefined if it is absent or invalid. */
export function instantOf(time: string | undefined): number | undefined {
  const instant = time === undefined ? Number.NaN : slotInstant(time);
  return Number.isNaN(instant) ? undefined : instant;
}

/**
 * Answers an offer while it is being watched, and returns the updated slot; undefined if the offer is left open, the
 * service refused the answer, or it is not known whether it took it (reported on standard error).
 */
export async function answerWhileWatching(
  context: CommandContext,
  api: Api,
  reference: string,
): Promise<Fields | undefined> {
  try {
    const reading = await readSlot(api, reference);
    if (openOffer(reading.slot) === undefined) return reading.slot;
    const answered = await askAndAnswer(context, api, reading);
    if (answered?.mismatch !== undefined) context.warn(answered.mismatch.message);
    return answered?.slot;
  } catch (error) {
    if (!(error instanceof CfiError) || error.code === 'unauthorized' || error.code === 'cancelled')
      throw error;
    if (error.details.maybeSent !== true) {
      context.warn(`the answer was not accepted: ${error.message}`);
      // Somebody else may have answered: then the offer that was shown is not the state to report.
      return error.code === 'conflict' ? readIfPossible(api, reference) : undefined;
    }
    // For an answer with a status, only the hint says that it may have taken effect.
    const { hint } = error.details;
    context.warn(hint === undefined ? error.message : `${error.message} (${hint})`);
    return readIfPossible(api, reference);
  }
}
