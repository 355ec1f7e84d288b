import { beforeSending } from '../../cli/ask.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { momentOf, readTime, type TimeReference, typedMoment } from '../../cli/values.ts';
import { writeOnce } from '../../client/api/write-once.ts';
import type { Api } from '../../client/types.ts';
import { CfiError, usageError } from '../../errors.ts';
import { type Fields, fieldsOf, textField } from '../../text/records.ts';
import { spokenTime } from '../../text/time/spoken.ts';
import { answerQuestion, closedRemark, mondayIsClosed } from '../desk/questions.ts';
import { readIfPossible, readSlot, type SlotReading } from '../desk/read.ts';
import {
  confirmedTime,
  counteredTime,
  instantOf,
  isSameOffer,
  isSameTime,
  type Offer,
  type OfferAnswer,
  offeredTime,
  openOffer,
  showsAnswer,
  slotPhase,
  slotReference,
} from '../desk/slot-record.ts';
import { slotOrOffer, slotTimeText, statusWords } from '../desk/slot-view.ts';

/** A slot of an account, and what it takes to do something about it. */
export interface OneSlot {
  readonly context: CommandContext;
  readonly api: Api;
  readonly reference: string;
}

/** What to do, before the command that shows the slot's state. */
export const seeState = ({ api, reference }: OneSlot, todo: string): string =>
  `${todo}: ${api.commandFor('slot', 'get', reference)}`;

/** A conflict about a slot, with what to do. */
export const conflict = (at: OneSlot, message: string, todo: string): CfiError =>
  new CfiError('conflict', message, { hint: seeState(at, todo) });

const nothingToAnswer = 'there is nothing to answer; see its state';

/** The conflict of an answer without an open offer. */
export const noOffer = (at: OneSlot, message = `slot ${at.reference} has no open offer`): CfiError =>
  conflict(at, message, nothingToAnswer);

/** What the service said to an answer that it took, and the slot after it, where it shows it. */
interface Taken {
  readonly data: unknown;
  readonly slot: Fields | undefined;
}

/**
 * Sends the answer, and reads the slot again if the reply is not its complete record. An answer to which no reply came is
 * looked up in the slot, and sent again only while the offer that was shown is still open. Throws `conflict` if the offer
 * is no longer open, or has changed while the service made us wait; `maybeSent` if the slot does not tell. There is a
 * `mismatch` if the slot does not show the answer: not confirmed for the accepted time, or still waiting for ours.
 */
export async function answerOffer(at: OneSlot, answer: OfferAnswer) {
  const { context, api, reference } = at;
  const hint = seeState(at, 'see its state before you answer again');
  const taken = await writeOnce<Taken>(api, {
    send: (retry) => send(at, answer, retry),
    async lookUp() {
      const { slot } = await readSlot(api, reference);
      const open = openOffer(slot);
      // The warehouse may have insisted on its time.
      const isUnanswered = open?.proposals === answer.offer.proposals && isSameOffer(open, answer.offer);
      if (isUnanswered) return { kind: 'not-done' };
      if (showsAnswer(slot, answer)) return { kind: 'done', value: { data: slot, slot } };
      return { kind: 'unclear', why: `it shows: ${statusWords(slot, context.clock.now())}` };
    },
    notDone: `slot ${reference} does not show your ${words[answer.action]} so far`,
    notKnown: `slot ${reference} may or may not have your ${words[answer.action]}`,
    hint,
  });
  const slot = taken.slot ?? (await readAnswered(at, hint));
  return { data: taken.data, slot, mismatch: mismatchOf(at, answer, slot) };
}

/** The result of an answer. */
export type Answered = Awaited<ReturnType<typeof answerOffer>>;

async function readAnswered({ api, reference }: OneSlot, hint: string): Promise<Fields> {
  try {
    return (await readSlot(api, reference)).slot;
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    const message = `the service took the answer, but slot ${reference} could not be read after it: ${error.message}`;
    throw error.with({ hint, maybeSent: true }, message);
  }
}

const words = { accept: 'acceptance', counter: 'counter-offer' } as const;

/** Whether a slot shows nothing of the answer, or has been cancelled meanwhile. */
function isWithout(answer: OfferAnswer, slot: Fields): boolean {
  const phase = slotPhase(slot);
  if (answer.action === 'accept') return ['pending', 'answer-needed', 'cancelled'].includes(phase);
  if (phase !== 'answer-needed') return phase === 'cancelled';
  return isSameOffer(openOffer(slot), answer.offer) && !isSameTime(counteredTime(slot), answer.proposedTime);
}

/**
 * An acceptance contains no time: the service confirms whichever offer is open when it arrives. And somebody else may cancel
 * or change the slot before it is read again.
 */
function mismatchOf(at: OneSlot, answer: OfferAnswer, slot: Fields): CfiError | undefined {
  const { context, api, reference } = at;
  const now = context.clock.now();
  if (isWithout(answer, slot)) {
    const message = `the service took the ${words[answer.action]}, but slot ${reference} changed at the same moment (${statusWords(slot, now)})`;
    return conflict(at, message, 'see its state');
  }
  if (answer.action === 'counter') return undefined;
  const { offer } = answer;
  const agreed = confirmedTime(slot) ?? offeredTime(slot);
  if (agreed === undefined || offer.time === undefined || isSameTime(agreed, offer.time)) return undefined;
  return new CfiError(
    'conflict',
    `slot ${reference} is confirmed for ${slotTimeText(agreed, now)}, not for ${slotTimeText(offer.time, now)}: the warehouse changed its offer as it was accepted`,
    { hint: `if that time does not suit you: ${api.commandFor('slot', 'cancel', reference)}` },
  );
}

/** Sends an answer. One that is repeated and refused may have arrived the first time: then the slot shows it. */
async function send(at: OneSlot, answer: OfferAnswer, retry: number): Promise<Taken> {
  const { api, reference } = at;
  const params = { slotReference: reference };
  const { offer, ...body } = answer;
  /** After a 429 it may be minutes since the offer was read, and an acceptance takes whichever offer is open. */
  const beforeRepeat = async (): Promise<void> => {
    const said = retry === 0 ? undefined : 'an earlier attempt to answer may have reached the service';
    const changed = changedOffer(at, offer, await readSlot(api, reference), said);
    if (changed !== undefined) throw changed;
  };
  try {
    const { data } = await api.call('respondToSlot', { params, body, beforeRepeat });
    const replied = fieldsOf(data);
    const isWhole = slotReference(replied) === reference && slotPhase(replied) !== 'other';
    return { data, slot: isWhole ? replied : undefined };
  } catch (error) {
    if (!(error instanceof CfiError) || error.code !== 'conflict') throw error;
    if (retry > 0) {
      const slot = await readIfPossible(api, reference);
      if (slot !== undefined && showsAnswer(slot, answer)) return { data: slot, slot };
    }
    // It was not sent again: the offer has changed.
    if (error.details.status === undefined) throw error;
    // The conflict is the result, also if the slot cannot be read now.
    const reading = await readSlot(api, reference).catch((failed: unknown) => {
      if (!(failed instanceof CfiError) || failed.code === 'cancelled') throw failed;
    });
    const isOver = reading !== undefined && openOffer(reading.slot) === undefined;
    const todo = isOver ? nothingToAnswer : 'the schedule has changed; read it again, then answer';
    throw error.with({ hint: seeState(at, todo) });
  }
}

/** The conflict if the slot no longer has the offer that was shown, with what has become of the answer; undefined while it is open. */
function changedOffer(at: OneSlot, shown: Offer, { slot, now }: SlotReading, said = 'nothing was sent') {
  const { reference } = at;
  const open = openOffer(slot);
  if (open === undefined) return noOffer(at, `slot ${reference} has no open offer any more; ${said}`);
  if (isSameOffer(shown, open)) return undefined;
  const message = `the warehouse has changed its offer for ${reference} (${slotOrOffer(slot, now())}); ${said}`;
  return conflict(at, message, 'read it, then answer');
}

/**
 * The error if an answer is no longer what was asked about, by the service's clock `askedAt` (ms): the offer has gone or
 * changed, or the time to accept or to propose has passed since.
 */
export function changedSince(at: OneSlot, answer: OfferAnswer, askedAt: number, reading: SlotReading) {
  const changed = changedOffer(at, answer.offer, reading);
  if (changed !== undefined) return changed;
  const instant = instantOf(answer.action === 'accept' ? answer.offer.time : answer.proposedTime);
  const now = reading.now();
  if (instant === undefined || instant < askedAt || instant >= now) return undefined;
  const message = `${spokenTime(instant, now)} has passed while the question was open; nothing was sent`;
  return answer.action === 'accept'
    ? conflict(at, message, 'read it, then answer')
    : usageError(message, `by the service's clock it is ${spokenTime(now, now)}`);
}

/**
 * Asks on the terminal how to answer a slot's open offer, and sends the answer; undefined if the offer is left open. The
 * slot is read again before anything is sent. If the offer has changed, it is shown and asked about again, so that only
 * the offer that was shown is accepted.
 */
export async function askAndAnswer(at: OneSlot, first: SlotReading): Promise<Answered | undefined> {
  const { context, api, reference } = at;
  let reading = first;
  for (;;) {
    const offer = openOffer(reading.slot);
    if (offer === undefined) throw noOffer(at);
    const askedAt = reading.now();
    const answer = await beforeSending('no answer was sent', () => askForAnswer(context, reading, offer));
    if (answer === undefined) return undefined;
    const fresh = await readSlot(api, reference);
    const changed = changedSince(at, answer, askedAt, fresh);
    if (changed === undefined) return answerOffer(at, answer);
    const open = openOffer(fresh.slot);
    if (open === undefined) throw changed;
    context.warn(
      isSameOffer(open, offer)
        ? changed.message
        : `the warehouse has changed its offer for ${reference}; nothing was sent`,
    );
    reading = fresh;
  }
}

async function askForAnswer(context: CommandContext, { slot, now }: SlotReading, offer: Offer) {
  const prompts = await context.deps.prompts();
  const choice = await prompts.choose({
    message: `${slotOrOffer(slot, now())}. Your answer?`,
    // The first choice leaves it open, so that Enter alone does not accept.
    choices: [
      { value: 'leave', name: 'leave it open' },
      { value: 'accept', name: 'accept it' },
      { value: 'counter', name: 'propose another time' },
    ],
  });
  if (choice === 'leave') return undefined;
  if (choice === 'accept') return { action: 'accept', offer } as const;
  const { settings } = context;
  const reference = (): TimeReference => ({ now: now(), lastProposed: instantOf(offer.time) });
  const text = await prompts.text({
    message: 'Your time (for example tue 10:00)',
    validate: (value) => {
      const found = typedMoment(value, reference());
      if ('problem' in found) return found.problem;
      const isOpen = closedRemark(slot, found.instant, settings.mondayWarehouses) === '';
      return isOpen || mondayIsClosed(settings, textField(slot, 'warehouse') ?? '');
    },
  });
  const { iso: proposedTime } = momentOf(context, readTime('your time', text), reference());
  const typed = await prompts.text({ message: 'A comment for the warehouse (optional)' });
  const answer = { action: 'counter', offer, proposedTime, comment: typed.trim() || undefined } as const;
  const message = answerQuestion(slot, answer, now(), settings.mondayWarehouses);
  return (await prompts.confirm({ message })) ? answer : undefined;
}

/**
 * Answers an offer while it is being watched, and returns the updated slot; undefined if the offer is left open, the
 * service refused the answer, or it is not known whether it took it (reported on standard error).
 */
export async function answerWhileWatching(at: OneSlot): Promise<Fields | undefined> {
  const { context, api, reference } = at;
  try {
    const reading = await readSlot(api, reference);
    if (openOffer(reading.slot) === undefined) return reading.slot;
    const answered = await askAndAnswer(at, reading);
    if (answered?.mismatch !== undefined) context.warn(answered.mismatch.message);
    return answered?.slot;
  } catch (error) {
    if (!(error instanceof CfiError) || ['unauthorized', 'cancelled'].includes(error.code)) throw error;
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
