import { confirmOrExit } from '../../cli/ask.ts';
import type { OptionsOf, Run } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { momentOf, readTime, type TimeOption, type TimeReference } from '../../cli/values.ts';
import { dataAbout } from '../../client/api/records.ts';
import { withApi } from '../../client/auth/session.ts';
import type { Api } from '../../client/types.ts';
import { saidNo, usageError } from '../../errors.ts';
import type { Fields } from '../../text/records.ts';
import { spokenTime } from '../../text/time/spoken.ts';
import { acceptQuestion, counterQuestion } from '../desk/questions.ts';
import { readSlot, rememberReferences } from '../desk/read.ts';
import { instantOf, isPastOffer, openOffer, slotReference } from '../desk/slot-record.ts';
import { offerText, slotCsv, slotResult, slotTimeText } from '../desk/slot-view.ts';
import {
  type Answered,
  answerOffer,
  askAndAnswer,
  changedSince,
  conflict,
  noOffer,
  type OfferAnswer,
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
    const { data, slot, mismatch } = await respond(context, api, options, given);
    await rememberReferences(context, api, [slot]);
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

async function respond(
  context: CommandContext,
  api: Api,
  { ref: reference, yes }: SlotRespondOptions,
  given: GivenAnswer | undefined,
): Promise<Answered> {
  const reading = await readSlot(api, reference);
  if (given === undefined) {
    const answered = await askAndAnswer(context, api, reading);
    if (answered === undefined) throw saidNo();
    return answered;
  }
  const clock = { now: reading.now(), lastProposed: instantOf(openOffer(reading.slot)?.time) };
  const { answer, question } = answerTo(context, api, reading.slot, clock, given);
  if (question !== undefined && context.settings.interactive && !yes) {
    await confirmOrExit(context, { message: question });
    // While the question was open, the warehouse may have changed the offer, and time passed.
    const changed = changedSince(api, reference, answer, clock.now, await readSlot(api, reference));
    if (changed !== undefined) throw changed;
  } else if (given.action === 'accept')
    context.notice(`accepting: ${offerText(reading.slot, answer.offer, reading.now())}`);
  return answerOffer(context, api, reference, answer);
}

/** The answer to the open offer, and what to ask before it is sent; nothing if the line names the offer that it accepts. */
function answerTo(
  context: CommandContext,
  api: Api,
  slot: Fields,
  clock: TimeReference,
  given: GivenAnswer,
): { readonly answer: OfferAnswer; readonly question?: string } {
  const reference = slotReference(slot);
  const offer = openOffer(slot);
  if (given.action === 'counter') {
    // A time that cannot be is the user's to correct first, whatever state the slot is in.
    const { iso: proposedTime, instant: proposed } = momentOf(context, given.time, clock);
    if (offer === undefined) throw noOffer(api, reference);
    const { comment } = given;
    const { mondayWarehouses } = context.settings;
    return {
      answer: { action: 'counter', offer, proposedTime, comment },
      question: counterQuestion(slot, offer, { proposed, comment }, clock.now, mondayWarehouses),
    };
  }
  if (offer === undefined) throw noOffer(api, reference);
  if (isPastOffer(offer, clock.now))
    context.warn(
      `the offered time is past: by the service's clock it is ${spokenTime(clock.now, clock.now)}`,
    );
  const answer = { action: 'accept', offer } as const;
  if (given.offer === undefined) return { answer, question: acceptQuestion(slot, offer, clock.now) };
  const { instant } = momentOf(context, given.offer, clock);
  if (instant !== clock.lastProposed) {
    const open = offer.time === undefined ? 'shows no time' : `is ${slotTimeText(offer.time, clock.now)}`;
    const message = `the open offer for slot ${reference} ${open}, not ${given.offer.text}; nothing was sent`;
    throw conflict(api, reference, message, 'read it, then answer');
  }
  return { answer };
}

/** The columns in csv. */
export const columns = () => slotCsv;
