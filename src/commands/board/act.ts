import { join } from 'node:path';
import type { CommandContext } from '../../cli/settings.ts';
import type { Api } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import { blocksText } from '../../render/render.ts';
import type { Result } from '../../render/result.ts';
import type { Fields } from '../../text/records.ts';
import { spokenTime } from '../../text/time/spoken.ts';
import { holdsOrders } from '../desk/desk.ts';
import { bookingText, creatingPo } from '../desk/questions.ts';
import { readSlot } from '../desk/read.ts';
import {
  agreedTime,
  isOtherThanShown,
  isSameOffer,
  openOffer,
  slotInstant,
  slotReference,
  usedBy,
} from '../desk/slot-record.ts';
import { slotBlocks, slotTimeText, statusWords } from '../desk/slot-view.ts';
import { poBlocks } from '../po/view.ts';
import { answerOffer, changedSince } from '../slot/answer.ts';
import {
  bookedAlready,
  bookSingle,
  checkedRequest,
  overText,
  requestLike,
  sameReferences,
} from '../slot/booking.ts';
import { cancelSlot } from '../slot/cancel.ts';
import type { Effect, Page, Question, Row } from './state.ts';

interface Done {
  readonly message?: string;
  readonly slot?: Fields;
  readonly page?: Page;
  readonly question?: Question;
}

/** An effect that needs the service. */
export type Action = Exclude<Effect, { do: 'quit' | 'suspend' | 'refresh' }>;

type Of<Do extends Action['do']> = Extract<Action, { do: Do }>;

interface ActionWorld {
  readonly context: CommandContext;
  readonly api: Api;
  /** Those of the last refresh. */
  readonly slots: readonly Fields[];
}

/** Performs the action of a key. Throws a `CfiError` if it fails. */
export function act(world: ActionWorld, action: Action): Promise<Done> {
  switch (action.do) {
    case 'details':
      return details(world, action.row);
    case 'answer':
      return answer(world, action);
    case 'cancel':
      return cancel(world, action);
    case 'draft':
      return draft(world, action);
    case 'book':
      return book(world, action);
    case 'readPo':
      return readPo(world, action);
    case 'po':
      return createPo(world, action);
    default:
      return action satisfies never;
  }
}

async function details({ context: { deps, clock } }: ActionWorld, row: Row): Promise<Done> {
  const { kind, record } = row;
  const now = clock.now();
  const blocks = holdsOrders(kind) ? poBlocks(record, now) : slotBlocks(record, now);
  const width = deps.stdout.columns || 80;
  const { text } = await blocksText(blocks, { format: 'table', color: false, width, now });
  return { page: { kind: 'lines', lines: text.split('\n'), row } };
}

/** Answers only the offer that was shown: reads the slot again first. */
async function answer({ context, api }: ActionWorld, action: Of<'answer'>): Promise<Done> {
  const { reference, answer: answering, askedAt } = action;
  const at = { context, api, reference };
  const reading = await readSlot(api, reference);
  const { now } = reading;
  const changed = changedSince(at, answering, askedAt, reading);
  if (changed !== undefined) {
    const isOpen = isSameOffer(openOffer(reading.slot), answering.offer);
    const message = isOpen ? changed.message : `the offer for ${reference} has changed; nothing was sent`;
    return { slot: reading.slot, message };
  }
  const { slot, mismatch } = await answerOffer(at, answering);
  const said =
    answering.action === 'accept'
      ? `${reference} is confirmed for ${slotTimeText(agreedTime(slot), now())}`
      : `proposed ${spokenTime(slotInstant(answering.proposedTime), now())} for ${reference}`;
  return { slot, message: mismatch?.message ?? said };
}

async function cancel({ context, api }: ActionWorld, { reference, shown }: Of<'cancel'>): Promise<Done> {
  const { slot: before, now } = await readSlot(api, reference);
  if (isOtherThanShown(shown, before))
    return {
      slot: before,
      message: `${reference} has changed: ${statusWords(before, now())}; nothing was sent`,
    };
  const slot = await cancelSlot({ context, api, reference }, shown);
  return { slot: { ...before, ...slot }, message: `${reference} is cancelled` };
}

/** Puts a booking together from another slot, and asks about it; nothing is sent. */
async function draft({ context, api, slots }: ActionWorld, { reference, date }: Of<'draft'>): Promise<Done> {
  const { now } = await readSlot(api, reference);
  const request = checkedRequest({ ...(await requestLike(api, reference, { date })), date });
  const does = `Book ${bookingText(request, now(), context.settings.mondayWarehouses)}`;
  const already = bookedAlready(request, slots, now());
  const text = already === undefined ? does : `${already}. ${does}`;
  const effect: Effect = { do: 'book', reference, request, seen: sameReferences(request, slots) };
  return { question: { text, effect } };
}

async function book({ context, api }: ActionWorld, { reference, request, seen }: Of<'book'>) {
  const { now } = await readSlot(api, reference);
  const over = overText(request.date, request.window, now());
  if (over !== undefined) return { message: `${over}; nothing was booked` };
  const { slot, twins } = await bookSingle(context, api, request, seen);
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

/** Reads and checks a file with the purchase order of a slot, and asks about what it holds; nothing is sent. */
async function readPo({ context, api }: ActionWorld, { reference, file }: Of<'readPo'>): Promise<Done> {
  const { readForSlot } = await import('../po/create.ts');
  const { slot, now } = await readSlot(api, reference);
  const { order, reviewed } = await readForSlot(context, api, withHome(file, context.deps.env), reference);
  const effect: Effect = { do: 'po', reference, file, reviewed };
  return { question: { text: creatingPo(slot, order, file, now()), effect } };
}

async function createPo({ context, api }: ActionWorld, { reference, file, reviewed }: Of<'po'>) {
  const { run } = await import('../po/create.ts');
  const path = withHome(file, context.deps.env);
  const result: Result = await run(context, { file: path, slot: reference, item: [], set: [], reviewed });
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
