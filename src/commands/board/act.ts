import { join } from 'node:path';
import type { CommandContext } from '../../cli/settings.ts';
import { momentOf, readTime } from '../../cli/values.ts';
import type { Api } from '../../client/types.ts';
import { isCalendarDay } from '../../contract/primitives.ts';
import { CfiError, usageError } from '../../errors.ts';
import { blocksText } from '../../render/blocks.ts';
import type { Result } from '../../render/result.ts';
import type { Fields } from '../../text/records.ts';
import { spokenTime } from '../../text/time/typed-time.ts';
import { poBlocks } from '../po/view.ts';
import { answerOffer, noOffer } from '../slot/answer/answer-offer.ts';
import { instantOf } from '../slot/answer/ask-answer.ts';
import { bookSingle } from '../slot/book/book-single.ts';
import { checkedRequest } from '../slot/book/checked-request.ts';
import { requestLike } from '../slot/book/request-like.ts';
import { cancelSlot } from '../slot/cancel-slot.ts';
import { readSlot } from '../slot/read-slot.ts';
import { agreedTime, isSameOffer, openOffer, slotReference, usedBy } from '../slot/record.ts';
import { slotTimeText } from '../slot/times.ts';
import { slotBlocks } from '../slot/view.ts';
import type { Effect } from './press.ts';
import type { Row } from './rows.ts';
import type { Question } from './state.ts';

/** The result of an action: a message, the updated slot, a page to show, or a question. */
interface Done {
  readonly message?: string;
  readonly slot?: Fields;
  readonly page?: readonly string[];
  /** What to ask before anything is sent. */
  readonly question?: Question;
}

/** An effect that needs the service. */
export type Action = Exclude<Effect, { do: 'quit' | 'suspend' | 'refresh' }>;

/** Performs the action of a key. Throws a `CfiError` if it fails. */
export function act(context: CommandContext, api: Api, action: Action): Promise<Done> {
  switch (action.do) {
    case 'details':
      return details(context, action.row);
    case 'accept':
      return accept(context, api, action);
    case 'cancel':
      return cancel(context, api, action.reference);
    case 'counter':
      return counter(context, api, action);
    case 'book':
      return book(context, api, action);
    case 'po':
      return createPo(context, api, action);
    default:
      return action satisfies never;
  }
}

async function details({ deps }: CommandContext, { kind, record }: Row): Promise<Done> {
  const blocks = kind === 'short' ? poBlocks(record) : slotBlocks(record);
  const width = deps.stdout.columns || 80;
  const { text } = await blocksText(blocks, { format: 'table', color: false, width });
  return { page: text.split('\n') };
}

/** Accepts only the offer that was shown: reads the slot again first. */
async function accept(
  context: CommandContext,
  api: Api,
  { reference, offer }: Extract<Action, { do: 'accept' }>,
): Promise<Done> {
  const { slot: fresh } = await readSlot(api, reference);
  if (!isSameOffer(offer, openOffer(fresh))) return changed(reference, fresh);
  const { slot, mismatch } = await answerOffer(context, api, reference, { action: 'accept', offer });
  return {
    slot,
    message: mismatch?.message ?? `${reference} is confirmed for ${slotTimeText(agreedTime(slot))}`,
  };
}

const changed = (reference: string, slot: Fields): Done => ({
  slot,
  message: `the offer for ${reference} has changed; nothing was sent`,
});

async function cancel({ deps }: CommandContext, api: Api, reference: string): Promise<Done> {
  const { slot: before } = await readSlot(api, reference);
  const { slot } = await cancelSlot(api, reference, deps.interrupted);
  return { slot: { ...before, ...slot }, message: `${reference} is cancelled` };
}

/** Answers only the offer that was shown: it gives a time without a day its day. */
async function counter(
  context: CommandContext,
  api: Api,
  { reference, text, offer: shown }: Extract<Action, { do: 'counter' }>,
): Promise<Done> {
  const typed = readTime('the time', text);
  const { slot: fresh, now } = await readSlot(api, reference);
  const offer = openOffer(fresh);
  if (offer === undefined) throw noOffer(context, reference);
  if (!isSameOffer(shown, offer)) return changed(reference, fresh);
  const { iso, instant, doubtful } = momentOf(
    context,
    'the time',
    { typed, text },
    { now: now(), lastProposed: instantOf(offer.time) },
  );
  if (doubtful !== undefined) {
    const question = `Propose ${doubtful} for ${reference}?`;
    return { question: { action: 'counter', reference, text: question, offer: shown, time: iso } };
  }
  const { slot } = await answerOffer(context, api, reference, {
    action: 'counter',
    offer,
    proposedTime: iso,
  });
  return { slot, message: `proposed ${spokenTime(instant)} for ${reference}` };
}

async function book(
  context: CommandContext,
  api: Api,
  { reference, date }: Extract<Action, { do: 'book' }>,
): Promise<Done> {
  if (!isCalendarDay(date)) throw usageError(`${date} is not a date such as 2026-11-25; nothing was booked`);
  const request = checkedRequest({ ...(await requestLike(api, reference, { date })), date });
  const { slot, twins } = await bookSingle(context, api, request);
  const said = [
    `booked ${slotReference(slot)}`,
    ...twins.map(({ message, details }) => `${message}; ${details.hint}`),
  ].join('; ');
  return readAfter(api, slotReference(slot), () => said);
}

/** `~/orders.csv` as a shell would read it: nobody else does so for text that is typed here. */
function withHome(file: string, { HOME, USERPROFILE }: CommandContext['deps']['env']): string {
  const home = HOME || USERPROFILE;
  return home && /^~[/\\]/.test(file) ? join(home, file.slice(2)) : file;
}

async function createPo(
  context: CommandContext,
  api: Api,
  { reference, file }: Extract<Action, { do: 'po' }>,
): Promise<Done> {
  const { run } = await import('../po/create.ts');
  const path = withHome(file, context.deps.env);
  const result: Result = await run(context, { file: path, slot: reference, item: [], set: [] });
  const [failed] = result.errors ?? [];
  await result.close?.();
  if (failed !== undefined) throw failed;
  return readAfter(api, reference, (slot) => {
    const order = usedBy(slot);
    return `${order === undefined ? 'a purchase order' : `purchase order ${order}`} uses ${reference}`;
  });
}

/** What was done shows as done even if the slot cannot be read after it: done again, it would be booked twice. */
async function readAfter(api: Api, reference: string, message: (slot: Fields) => string): Promise<Done> {
  try {
    const { slot } = await readSlot(api, reference);
    return { slot, message: message(slot) };
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    return { message: `${message({})}; it could not be read after that: ${error.message}` };
  }
}
