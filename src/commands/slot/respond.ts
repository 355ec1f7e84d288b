import { confirmOrExit } from '../../cli/ask.ts';
import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { momentOf, readTime, type TimeOption } from '../../cli/values.ts';
import { dataAbout } from '../../client/api/records.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Api } from '../../client/types.ts';
import { saidNo, usageError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { spokenTime } from '../../text/time/spoken.ts';
import { acceptQuestion, counterQuestion } from '../desk/questions.ts';
import { readSlot, rememberReferences, type SlotReading } from '../desk/read.ts';
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
export async function run(context: CommandContext, options: SlotRespondOptions): Promise<Result> {
  const given = givenAnswer(options);
  if (given === undefined && !context.settings.interactive) {
    throw usageError('missing --accept or --counter TIME', 'see cfi help slot respond');
  }
  const api = await openApi(context);
  try {
    const answered = await answer(context, api, options, given);
    const { data, slot, mismatch } = answered;
    await rememberReferences(context, api, [slot]);
    return {
      ...slotResult(context, dataAbout(data, 'slot', options.ref, slot), slot),
      ...(mismatch === undefined ? {} : { errors: [mismatch], exitCode: mismatch.exitCode }),
    };
  } finally {
    await api.close();
  }
}

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

async function answer(
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
  const answering = answerTo(context, api, reading, given);
  const { offer } = answering.answer;
  if (answering.question !== undefined && context.settings.interactive && !yes)
    await confirmAbout(context, api, reference, answering);
  else if (given.action === 'accept')
    context.notice(`accepting: ${offerText(reading.slot, offer, reading.now())}`);
  return answerOffer(context, api, reference, answering.answer);
}

/** An answer, and what to ask before it is sent; nothing if the line names the offer that it accepts. */
interface Answering {
  readonly answer: OfferAnswer;
  /** By the service's clock, ms. */
  readonly askedAt: number;
  readonly question?: string;
}

/** The answer to the open offer. */
function answerTo(
  context: CommandContext,
  api: Api,
  { slot, now }: SlotReading,
  given: GivenAnswer,
): Answering {
  const reference = slotReference(slot);
  const offer = openOffer(slot);
  const clock = { now: now(), lastProposed: offer === undefined ? undefined : instantOf(offer.time) };
  if (given.action === 'counter') {
    // A time that cannot be is the user's to correct first, whatever state the slot is in.
    const { iso, instant } = momentOf(context, given.time, clock);
    if (offer === undefined) throw noOffer(api, reference);
    const { comment } = given;
    return {
      askedAt: clock.now,
      answer: { action: 'counter', offer, proposedTime: iso, comment },
      question: counterQuestion(
        slot,
        offer,
        { proposed: instant, comment },
        clock.now,
        context.settings.mondayWarehouses,
      ),
    };
  }
  if (offer === undefined) throw noOffer(api, reference);
  if (isPastOffer(offer, clock.now))
    context.warn(
      `the offered time is past: by the service's clock it is ${spokenTime(clock.now, clock.now)}`,
    );
  const accepting = { action: 'accept', offer } as const;
  if (given.offer === undefined)
    return { answer: accepting, askedAt: clock.now, question: acceptQuestion(slot, offer, clock.now) };
  const { instant } = momentOf(context, given.offer, clock);
  if (instant !== clock.lastProposed) {
    const open = offer.time === undefined ? 'shows no time' : `is ${slotTimeText(offer.time, clock.now)}`;
    const message = `the open offer for slot ${reference} ${open}, not ${given.offer.text}; nothing was sent`;
    throw conflict(api, reference, message, 'read it, then answer');
  }
  return { answer: accepting, askedAt: clock.now };
}

/** Asks before an answer is sent. While the question is open, the warehouse may change the offer, and time passes. */
async function confirmAbout(
  context: CommandContext,
  api: Api,
  reference: string,
  { answer, askedAt, question = '' }: Answering,
): Promise<void> {
  await confirmOrExit(context, { message: question });
  const changed = changedSince(api, reference, answer, askedAt, await readSlot(api, reference));
  if (changed !== undefined) throw changed;
}

/** The columns in csv. */
export const columns = () => slotCsv;
