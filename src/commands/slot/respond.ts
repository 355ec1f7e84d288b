import type { OptionsOf, Run } from '../../cli/command.ts';
import { momentOf, readTime, type TimeOption, type TimeReference } from '../../cli/values.ts';
import { dataAbout } from '../../client/api/records.ts';
import { withApi } from '../../client/auth/session.ts';
import { readSlot, rememberSeen, type SlotReading } from '../../desk/read.ts';
import { instantOf, isPastOffer, type OfferAnswer, openOffer } from '../../desk/slot-record.ts';
import { slotCsv, slotOrOffer, slotResult, slotTimeText } from '../../desk/slot-view.ts';
import { saidNo, usageError } from '../../errors.ts';
import type { Fields } from '../../text/records.ts';
import { spokenTime } from '../../text/time/spoken.ts';
import { inLedgerIfPossible } from '../../tracking/remembered-looks.ts';
import { openAttempt } from '../../upload/ledger/attempts.ts';
import {
  type Answered,
  answerOffer,
  askAndAnswer,
  conflict,
  noOffer,
  type OneSlot,
  reviewAnswer,
} from './answer.ts';
import type { respondCommand } from './definition.ts';

/** Answers the warehouse's offer: accepts it or proposes another time; on a terminal, asks which. */
export const run: Run<typeof respondCommand> = async (context, options) => {
  const given = givenAnswer(options);
  const isGiven = options.accept === true || options.counter !== undefined;
  return withApi(context, async (api) => {
    const at = { context, api, reference: options.ref };
    const reading = await readSlot(api, options.ref);
    const begun = await begunAnswer(at, reading, given);
    const answered = await (begun !== undefined
      ? answerOffer(at, begun)
      : isGiven
        ? respond(at, reading, given)
        : askAndAnswer(at, reading));
    if (answered === undefined) throw saidNo('nothing was sent');
    if (begun !== undefined)
      context.notice(
        `an earlier command has sent this answer to slot ${options.ref} already; it was not sent again`,
      );
    const { data, slot, mismatch } = answered;
    await rememberSeen(context, api, [slot]);
    return {
      ...slotResult(context, dataAbout(data, 'slot', options.ref, slot), slot),
      ...(mismatch === undefined ? {} : { errors: [mismatch] }),
    };
  });
};

/** The answer on the command line. What its times mean depends on the service's clock. */
type GivenAnswer = ReturnType<typeof givenAnswer>;

function givenAnswer({ accept, offer, counter, comment, yes }: OptionsOf<typeof respondCommand>) {
  if (accept === true && counter !== undefined) throw usageError('--accept and --counter cannot be combined');
  if (offer !== undefined && accept !== true) throw usageError('--offer TIME needs --accept');
  if (counter === undefined && comment !== undefined) throw usageError('--comment needs --counter TIME');
  return {
    accept: accept === true,
    offer: offer === undefined ? undefined : readTime('--offer', offer),
    counter: counter === undefined ? undefined : readTime('--counter', counter),
    comment,
    yes,
  };
}

/** The same answer of an earlier command that may not have arrived, where no offer is open: the slot shows it. */
async function begunAnswer(at: OneSlot, { slot, now }: SlotReading, { accept, offer, counter }: GivenAnswer) {
  if (openOffer(slot) !== undefined) return undefined;
  const { context, api, reference } = at;
  const begun = await inLedgerIfPossible(context, api, (db, service) =>
    openAttempt(db, { service, kind: 'answer' }, reference),
  );
  if (begun === undefined) return undefined;
  const answer = begun as OfferAnswer;
  const lastProposed = instantOf(answer.offer.time);
  const meant = (time: TimeOption) => momentOf(context, time, { now: now(), lastProposed }).instant;
  const isSame =
    answer.action === 'accept'
      ? accept && (offer === undefined || meant(offer) === lastProposed)
      : counter !== undefined && meant(counter) === instantOf(answer.proposedTime);
  return isSame ? answer : undefined;
}

async function respond(at: OneSlot, { slot, now }: SlotReading, given: GivenAnswer): Promise<Answered> {
  const { context } = at;
  const clock = { now: now(), lastProposed: instantOf(openOffer(slot)?.time) };
  const answer = answerTo(at, slot, clock, given);
  // A line that names the offer which it accepts says enough.
  if (given.yes === true || given.offer !== undefined) {
    const time = spokenTime(clock.now, clock.now);
    if (given.accept && isPastOffer(slot, clock.now))
      context.warn(`the offered time is past: by the service's clock it is ${time}`);
    if (given.accept) context.notice(`accepting: ${slotOrOffer(slot, now())}`);
    return answerOffer(at, answer);
  }
  const said = await reviewAnswer(at, answer, { slot, now }, false);
  if (said === 'back' || said.answered === undefined) throw said === 'back' ? saidNo() : said.changed;
  return said.answered;
}

/** The answer to the open offer. Throws a `conflict` if there is none, or another than the line names. */
function answerTo(at: OneSlot, slot: Fields, clock: TimeReference, given: GivenAnswer): OfferAnswer {
  const { context, reference } = at;
  const offer = openOffer(slot);
  // A time that cannot be is the user's to correct first, whatever state the slot is in.
  const proposed = given.counter && momentOf(context, given.counter, clock);
  if (offer === undefined) throw noOffer(at, slot, clock.now);
  if (proposed !== undefined)
    return { action: 'counter', offer, proposedTime: proposed.iso, comment: given.comment };
  if (given.offer !== undefined && momentOf(context, given.offer, clock).instant !== clock.lastProposed) {
    const open = offer.time === undefined ? 'shows no time' : `is ${slotTimeText(offer.time, clock.now)}`;
    const message = `the open offer for slot ${reference} ${open}, not ${given.offer.text}; nothing was sent`;
    throw conflict(at, message, 'read it, then answer');
  }
  return { action: 'accept', offer };
}

/** The columns in csv. */
export const columns = () => slotCsv;
