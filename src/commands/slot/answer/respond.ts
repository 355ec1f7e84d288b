import { confirmOrExit } from '../../../cli/ask.ts';
import type { OptionsOf } from '../../../cli/command.ts';
import { waitNotice } from '../../../cli/progress.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import { momentOf, readTime } from '../../../cli/values.ts';
import { dataAbout } from '../../../client/api/records.ts';
import { commandFor } from '../../../client/auth/account.ts';
import { openApi } from '../../../client/auth/session.ts';
import type { Api } from '../../../client/types.ts';
import { CfiError, declined, usageError } from '../../../errors.ts';
import type { Result } from '../../../render/result.ts';
import { spokenTime, type TypedTime } from '../../../text/time/typed-time.ts';
import type { respondCommand } from '../definition.ts';
import { nextStep } from '../next-step.ts';
import { readSlot, type SlotReading } from '../read-slot.ts';
import { isPastOffer, type Offer, openOffer, slotReference } from '../record.ts';
import { slotTimeText } from '../times.ts';
import { offerText, slotBlocks, slotCsv } from '../view.ts';
import { rememberReferences } from '../watch/last-reported.ts';
import { type Answered, answerOffer, changedOffer, noOffer, type OfferAnswer } from './answer-offer.ts';
import { askAndAnswer, instantOf, meantQuestion } from './ask-answer.ts';

type SlotRespondOptions = OptionsOf<typeof respondCommand>;

interface Typed {
  readonly text: string;
  readonly typed: TypedTime;
}

/** The answer on the command line. Its time is still text, because reading it needs the service's clock. */
type GivenAnswer =
  | { readonly action: 'accept'; readonly offer?: Typed }
  | { readonly action: 'counter'; readonly time: Typed; readonly comment?: string };

/** Answers the warehouse's offer: accepts it or proposes another time; on a terminal, asks which. */
export async function run(context: CommandContext, options: SlotRespondOptions): Promise<Result> {
  const given = givenAnswer(options);
  if (given === undefined && !context.settings.interactive) {
    throw usageError('missing --accept or --counter TIME', 'see cfi help slot respond');
  }
  const api = await openApi(context, { onWait: waitNotice(context) });
  try {
    const answered = await answer(context, api, options.ref, given);
    const { slot, mismatch } = answered;
    await rememberReferences(context, api, [slot]);
    return {
      data: dataAbout(answered.answer.data, 'slot', options.ref, slot),
      blocks: slotBlocks(slot),
      csv: { columns: slotCsv, rows: [slot] },
      notices: [nextStep(slot, context.settings, api.transport.now())].filter((line) => line !== undefined),
      ...(mismatch === undefined ? {} : { errors: [mismatch], exitCode: mismatch.exitCode }),
    };
  } finally {
    await api.close();
  }
}

function givenAnswer({ accept, offer, counter, comment }: SlotRespondOptions): GivenAnswer | undefined {
  const typed = (option: string, text: string): Typed => ({ text, typed: readTime(option, text) });
  if (accept === true && counter !== undefined) throw usageError('--accept and --counter cannot be combined');
  if (offer !== undefined && accept !== true) throw usageError('--offer TIME needs --accept');
  if (counter === undefined && comment !== undefined) throw usageError('--comment needs --counter TIME');
  if (accept === true)
    return { action: 'accept', ...(offer === undefined ? {} : { offer: typed('--offer', offer) }) };
  if (counter === undefined) return undefined;
  const time = typed('--counter', counter);
  return { action: 'counter', time, ...(comment === undefined ? {} : { comment }) };
}

async function answer(
  context: CommandContext,
  api: Api,
  reference: string,
  given: GivenAnswer | undefined,
): Promise<Answered> {
  const reading = await readSlot(api, reference);
  if (given !== undefined)
    return answerOffer(context, api, reference, await answerTo(context, api, reading, given));
  const answered = await askAndAnswer(context, api, reading);
  if (answered === undefined) throw declined('the offer is left open; nothing was sent');
  return answered;
}

/** The answer to the open offer, which is shown before it is accepted. */
async function answerTo(
  context: CommandContext,
  api: Api,
  { slot, now }: SlotReading,
  given: GivenAnswer,
): Promise<OfferAnswer> {
  const reference = slotReference(slot);
  const offer = openOffer(slot);
  const clock = { now: now(), lastProposed: offer === undefined ? undefined : instantOf(offer.time) };
  if (given.action === 'counter') {
    // A time that cannot be is the user's to correct first, whatever state the slot is in.
    const { iso, doubtful } = momentOf(context, '--counter', given.time, clock);
    if (offer === undefined) throw noOffer(context, reference);
    if (doubtful !== undefined && context.settings.interactive)
      await confirmAbout(context, api, reference, offer, meantQuestion(doubtful));
    const { comment } = given;
    return { action: 'counter', offer, proposedTime: iso, ...(comment === undefined ? {} : { comment }) };
  }
  if (offer === undefined) throw noOffer(context, reference);
  if (given.offer !== undefined) {
    const { instant } = momentOf(context, '--offer', given.offer, clock);
    if (instant !== clock.lastProposed) {
      const open = offer.time === undefined ? 'shows no time' : `is ${slotTimeText(offer.time)}`;
      throw new CfiError(
        'conflict',
        `the open offer for slot ${reference} ${open}, not ${given.offer.text}; nothing was sent`,
        { hint: `read it, then answer: ${commandFor(context.settings, 'slot', 'get', reference)}` },
      );
    }
  }
  context.notice(`accepting: ${offerText(slot, offer, clock.now)}`);
  if (isPastOffer(offer, clock.now)) {
    context.warn(`the offered time is past: by the service's clock it is ${spokenTime(clock.now)}`);
    if (context.settings.interactive)
      await confirmAbout(context, api, reference, offer, 'Accept it all the same?');
  }
  return { action: 'accept', offer };
}

/** Asks before an answer to this offer is sent. While the question is open, the warehouse may change the offer. */
async function confirmAbout(
  context: CommandContext,
  api: Api,
  reference: string,
  offer: Offer,
  message: string,
): Promise<void> {
  await confirmOrExit(context, { message });
  const changed = changedOffer(context, reference, offer, await readSlot(api, reference));
  if (changed !== undefined) throw changed;
}

/** The columns in csv. */
export const columns = () => slotCsv;
