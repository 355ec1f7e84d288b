import { beforeSending, orBack } from '../../cli/ask.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { momentOf, readTime, type TimeReference, typedMoment } from '../../cli/values.ts';
import { backoffMs, defaultRetryPolicy } from '../../client/retry.ts';
import { type Api, unreadable } from '../../client/types.ts';
import { answering, closedRemark, mondayIsClosed } from '../../desk/questions.ts';
import { readIfPossible, readSlot, type SlotReading } from '../../desk/read.ts';
import {
  confirmedTime,
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
} from '../../desk/slot-record.ts';
import { slotOrOffer, slotTimeText, statusWords } from '../../desk/slot-view.ts';
import { CfiError, exitCodes, interruption, usageError } from '../../errors.ts';
import { sendOne } from '../../report/one.ts';
import { reviewed } from '../../report/review.ts';
import { type Fields, fieldsOf, textField } from '../../text/records.ts';
import { spokenTime } from '../../text/time/spoken.ts';
import { isDone, type Kind, readRecord } from '../../upload/run/kinds/kind.ts';

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

const nothingToAnswer = 'see its state';

/** The conflict of an answer without an open offer, with what the slot shows instead: an earlier answer may have settled it. */
export const noOffer = (at: OneSlot, slot: Fields, now: number): CfiError =>
  conflict(at, `slot ${at.reference} has no open offer: ${statusWords(slot, now)}`, nothingToAnswer);

/** Sends an answer. One that is repeated and refused may have arrived the first time: then the slot shows it. */
const answerKind = (at: OneSlot, answer: OfferAnswer): Kind<'answer'> => ({
  name: 'answer',
  rules: { retryableIsClean: false, conflictIsDuplicate: false, isAct: true },
  oneByOne: true,
  // After a 429 it may be minutes since the offer was read, and an acceptance takes whichever offer is open.
  async beforeSending(api, { reference }, { isRepeated, maybeSent }) {
    if (!isRepeated) return undefined;
    const earlier = maybeSent ? 'an earlier attempt to answer may have reached the service' : undefined;
    const reading = await readSlot(api, reference);
    if (maybeSent && showsAnswer(reading.slot, answer)) return { ...isDone, record: reading.slot };
    const changed = changedOffer(at, answer.offer, reading, earlier);
    if (changed !== undefined) throw changed;
    return undefined;
  },
  send(api, { reference }, signal) {
    const { offer: _, ...body } = answer;
    return api.attempt('respondToSlot', { params: { slotReference: reference }, body, signal });
  },
  sent(made) {
    if (made.kind !== 'answer') return made;
    const { data, status } = made.answer;
    return { kind: 'done', status, answer: fieldsOf(data) };
  },
  async lookUp(api, { reference }, signal) {
    const made = await readRecord(api, 'getSlot', { slotReference: reference }, signal);
    if (made.kind !== 'answer') return made;
    const slot = fieldsOf(made.answer.data);
    if (slotReference(slot) !== reference) return unreadable('the answer has no record of this slot', false);
    if (isAsShown(slot, answer)) return { kind: 'absent' };
    if (showsAnswer(slot, answer)) return { ...isDone, record: slot };
    return unreadable(`it shows: ${statusWords(slot, at.context.clock.now())}`, false);
  },
});

/** Whether the offer that was answered is still open. The warehouse may have insisted on its time. */
function isAsShown(slot: Fields, { offer }: OfferAnswer): boolean {
  const open = openOffer(slot);
  return open?.proposals === offer.proposals && isSameOffer(open, offer);
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
  const sent = { kind: answerKind(at, answer), reference, body: answer };
  const { result } = await sendOne(context, api, sent, {
    notDone: `slot ${reference} does not show your ${words[answer.action]} so far`,
    notKnown: `slot ${reference} may or may not have your ${words[answer.action]}`,
    hint,
  }).catch(async (error: unknown) => {
    throw error instanceof CfiError && error.code === 'conflict' ? await withState(at, error) : error;
  });
  const data = result.answer ?? {};
  const isWhole = slotReference(data) === reference && slotPhase(data) !== 'other';
  const slot = isWhole ? data : await readAnswered(at, answer, hint);
  return { data, slot, mismatch: mismatchOf(at, answer, slot) };
}

/** A conflict with what to do; the conflict is the result, also if the slot cannot be read now. */
async function withState(at: OneSlot, error: CfiError): Promise<CfiError> {
  // It was not sent: the offer has changed.
  if (error.details.status === undefined) return error;
  const reading = await readSlot(at.api, at.reference).catch((failed: unknown) => {
    if (!(failed instanceof CfiError) || failed.code === 'cancelled') throw failed;
  });
  const isOver = reading !== undefined && openOffer(reading.slot) === undefined;
  const todo = isOver ? nothingToAnswer : 'the schedule has changed; read it again, then answer';
  return error.with({ hint: seeState(at, todo) });
}

export type Answered = Awaited<ReturnType<typeof answerOffer>>;

/** Reads the slot after the service took the answer, which a replica that lags behind does not show yet. */
async function readAnswered({ context, api, reference }: OneSlot, answer: OfferAnswer, hint: string) {
  const { interrupted } = context.deps;
  try {
    for (let looks = 0; ; looks++) {
      const { slot } = await readSlot(api, reference);
      if (!isAsShown(slot, answer) || looks >= context.settings.maxRetries) return slot;
      await api.transport
        .wait(backoffMs(defaultRetryPolicy, looks, 1), interrupted)
        .catch((error: unknown) => {
          throw interrupted.aborted ? interruption(interrupted.reason) : error;
        });
    }
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
  return isSameOffer(openOffer(slot), answer.offer) && !showsAnswer(slot, answer);
}

/** An acceptance names no time: the service confirms whichever offer is open, and somebody else may change the slot. */
function mismatchOf(at: OneSlot, answer: OfferAnswer, slot: Fields): CfiError | undefined {
  const { context, api, reference } = at;
  const now = context.clock.now();
  if (isWithout(answer, slot)) {
    const message = `the service took the ${words[answer.action]}, but slot ${reference} changed at the same moment: ${statusWords(slot, now)}`;
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

/** The conflict if the slot no longer has the offer that was shown, with what has become of the answer; undefined while it is open. */
function changedOffer(at: OneSlot, shown: Offer, { slot, now }: SlotReading, said = 'nothing was sent') {
  const { reference } = at;
  const open = openOffer(slot);
  if (open === undefined)
    return conflict(at, `slot ${reference} has no open offer any more; ${said}`, nothingToAnswer);
  if (isSameOffer(shown, open)) return undefined;
  const message = `the warehouse has changed its offer for ${reference} (${slotOrOffer(slot, now())}); ${said}`;
  return conflict(at, message, 'read it, then answer');
}

/**
 * The error if an answer is no longer what was asked about, by the service's clock `askedAt` (ms): the offer has gone or
 * changed, or the time to accept or to propose has passed since.
 */
function changedSince(at: OneSlot, answer: OfferAnswer, askedAt: number, reading: SlotReading) {
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
 * Shows an answer to the offer of a slot as it was read, and sends it after a yes, unless something has `changed` since. `back`
 * if the questions before it are to be asked again.
 */
export async function reviewAnswer(
  at: OneSlot,
  answer: OfferAnswer,
  { slot, now }: SlotReading,
  back: boolean,
) {
  const { context, api, reference } = at;
  const askedAt = now();
  const review = answering(slot, answer, askedAt, context.settings.mondayWarehouses);
  const asking = { isSeen: false, needsEyes: answer.action === 'accept', seenBy: '--offer TIME', back };
  if ((await reviewed(context, review, asking)) === 'back') return 'back';
  if (!context.settings.interactive) return { answered: await answerOffer(at, answer) };
  const fresh = await readSlot(api, reference);
  const changed = changedSince(at, answer, askedAt, fresh);
  return changed === undefined ? { answered: await answerOffer(at, answer) } : { changed, fresh };
}

/**
 * Asks on the terminal how to answer an open offer, and sends the answer; undefined if it is left open. An offer that
 * has changed meanwhile is asked about again, so that only one that was shown is accepted.
 */
export async function askAndAnswer(at: OneSlot, first: SlotReading): Promise<Answered | undefined> {
  const { context } = at;
  let reading = first;
  for (;;) {
    const offer = openOffer(reading.slot);
    if (offer === undefined) throw noOffer(at, reading.slot, reading.now());
    const answer = await beforeSending('nothing was sent', () => askForAnswer(context, reading, offer));
    if (answer === undefined) return undefined;
    const said = await reviewAnswer(at, answer, reading, true);
    if (said === 'back') continue;
    if (said.answered !== undefined) return said.answered;
    if (openOffer(said.fresh.slot) === undefined) throw said.changed;
    context.warn(said.changed.message);
    reading = said.fresh;
  }
}

async function askForAnswer(
  context: CommandContext,
  { slot, now }: SlotReading,
  offer: Offer,
): Promise<OfferAnswer | undefined> {
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
  if (choice === 'accept') return { action: 'accept', offer };
  const { settings } = context;
  const reference = (): TimeReference => ({ now: now(), lastProposed: instantOf(offer.time) });
  const validate = (value: string): true | string => {
    const found = typedMoment(value, reference());
    if ('problem' in found) return found.problem;
    const isOpen = closedRemark(slot, found.instant, settings.mondayWarehouses) === '';
    return isOpen || mondayIsClosed(settings, textField(slot, 'warehouse') ?? '');
  };
  const counter = async (): Promise<OfferAnswer> => {
    const text = await prompts.text({ message: 'Your time (for example tue 10:00)', validate });
    const { iso: proposedTime } = momentOf(context, readTime('your time', text), reference());
    return orBack(async () => {
      const typed = await prompts.text({ message: 'A comment for the warehouse (optional)' });
      return { action: 'counter', offer, proposedTime, comment: typed.trim() || undefined };
    }, counter);
  };
  return orBack<OfferAnswer | undefined>(counter, () => askForAnswer(context, { slot, now }, offer));
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
    if (!(error instanceof CfiError)) throw error;
    if (error.exitCode === exitCodes.declined) {
      context.notice(error.message);
      return undefined;
    }
    if (['unauthorized', 'cancelled'].includes(error.code)) throw error;
    if (error.details.maybeSent !== true) {
      context.warn(`the answer was not accepted: ${error.message}`);
      // Somebody else may have answered: then the offer that was shown is not the state to report.
      return error.code === 'conflict' ? readIfPossible(api, reference) : undefined;
    }
    // For an answer with a status, only the hint says that it may have taken effect.
    const { hint } = error.details;
    context.warn(hint === undefined ? error.message : `${error.message}; ${hint}`);
    return readIfPossible(api, reference);
  }
}
