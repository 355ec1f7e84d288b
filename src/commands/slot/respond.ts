import { confirmOrExit } from '../../cli/ask.ts';
import type { OptionsOf, Run } from '../../cli/command.ts';
import { momentOf, readTime, type TimeOption, type TimeReference } from '../../cli/values.ts';
import { dataAbout } from '../../client/api/records.ts';
import { withApi } from '../../client/auth/session.ts';
import { saidNo, usageError } from '../../errors.ts';
import type { Fields } from '../../text/records.ts';
import { spokenTime } from '../../text/time/spoken.ts';
import { answerQuestion } from '../desk/questions.ts';
import { readSlot, rememberSeen } from '../desk/read.ts';
import { instantOf, isPastOffer, type OfferAnswer, openOffer } from '../desk/slot-record.ts';
import { slotCsv, slotOrOffer, slotResult, slotTimeText } from '../desk/slot-view.ts';
import {
  type Answered,
  answerOffer,
  askAndAnswer,
  changedSince,
  conflict,
  noOffer,
  type OneSlot,
} from './answer.ts';
import type { respondCommand } from './definition.ts';

type SlotRespondOptions = OptionsOf<typeof respondCommand>;

/** The answer on the command line. Its time is still text, because reading it needs the service's clock. */
type GivenAnswer =
  | { readonly action: 'accept'; readonly offer: TimeOption | undefined }
  | { readonly action: 'counter'; readonly time: TimeOption; readonly comment: string | undefined };

/** Answers the warehouse's offer: accepts it or proposes another time; on a terminal, asks which. */
export const run: Run<typeof respondCommand> = async (context, options) => {
  const given = givenAnswer(options);
  if (given === undefined && !context.settings.interactive) {
    throw usageError('missing --accept or --counter TIME', 'see cfi help slot respond');
  }
  return withApi(context, async (api) => {
    const at = { context, api, reference: options.ref };
    const { data, slot, mismatch } = await respond(at, given, options.yes);
    await rememberSeen(context, api, [slot]);
    return {
      ...slotResult(context, dataAbout(data, 'slot', options.ref, slot), slot),
      ...(mismatch === undefined ? {} : { errors: [mismatch], exitCode: mismatch.exitCode }),
    };
  });
};

function givenAnswer({ accept, offer, counter, comment }: SlotRespondOptions): GivenAnswer | undefined {
  if (accept === true && counter !== undefined) throw usageError('--accept and --counter cannot be combined');
  if (offer !== undefined && accept !== true) throw usageError('--offer TIME needs --accept');
  if (counter === undefined && comment !== undefined) throw usageError('--comment needs --counter TIME');
  if (accept === true)
    return { action: 'accept', offer: offer === undefined ? undefined : readTime('--offer', offer) };
  return counter === undefined
    ? undefined
    : { action: 'counter', time: readTime('--counter', counter), comment };
}

async function respond(at: OneSlot, given: GivenAnswer | undefined, yes = false): Promise<Answered> {
  const { context, api, reference } = at;
  const reading = await readSlot(api, reference);
  if (given === undefined) {
    const answered = await askAndAnswer(at, reading);
    if (answered === undefined) throw saidNo();
    return answered;
  }
  const clock = { now: reading.now(), lastProposed: instantOf(openOffer(reading.slot)?.time) };
  const answer = answerTo(at, reading.slot, clock, given);
  const namesOffer = given.action === 'accept' && given.offer !== undefined;
  const { interactive, mondayWarehouses } = context.settings;
  if (interactive && !yes && !namesOffer) {
    const message = answerQuestion(reading.slot, answer, clock.now, mondayWarehouses);
    await confirmOrExit(context, { message });
    // While the question was open, the warehouse may have changed the offer, and time passed.
    const changed = changedSince(at, answer, clock.now, await readSlot(api, reference));
    if (changed !== undefined) throw changed;
  } else if (given.action === 'accept')
    context.notice(`accepting: ${slotOrOffer(reading.slot, reading.now())}`);
  return answerOffer(at, answer);
}

/** The answer to the open offer. Throws a `conflict` if there is none, or another than the line names. */
function answerTo(at: OneSlot, slot: Fields, clock: TimeReference, given: GivenAnswer): OfferAnswer {
  const { context, reference } = at;
  const offer = openOffer(slot);
  if (given.action === 'counter') {
    // A time that cannot be is the user's to correct first, whatever state the slot is in.
    const { iso: proposedTime } = momentOf(context, given.time, clock);
    if (offer === undefined) throw noOffer(at);
    return { action: 'counter', offer, proposedTime, comment: given.comment };
  }
  if (offer === undefined) throw noOffer(at);
  if (isPastOffer(slot, clock.now))
    context.warn(
      `the offered time is past: by the service's clock it is ${spokenTime(clock.now, clock.now)}`,
    );
  if (given.offer !== undefined && momentOf(context, given.offer, clock).instant !== clock.lastProposed) {
    const open = offer.time === undefined ? 'shows no time' : `is ${slotTimeText(offer.time, clock.now)}`;
    const message = `the open offer for slot ${reference} ${open}, not ${given.offer.text}; nothing was sent`;
    throw conflict(at, message, 'read it, then answer');
  }
  return { action: 'accept', offer };
}

/** The columns in csv. */
export const columns = () => slotCsv;
