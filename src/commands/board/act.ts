import { join } from 'node:path';
import type { CommandContext } from '../../cli/settings.ts';
import type { Api } from '../../client/types.ts';
import { holdsOrders } from '../../desk/desk.ts';
import { booking } from '../../desk/questions.ts';
import { readSlot } from '../../desk/read.ts';
import { agreedTime, slotInstant, slotReference, usedBy } from '../../desk/slot-record.ts';
import { slotBlocks, slotTimeText } from '../../desk/slot-view.ts';
import { CfiError } from '../../errors.ts';
import { blocksText } from '../../render/render.ts';
import { reviewed } from '../../report/review.ts';
import { type Fields, numberField } from '../../text/records.ts';
import { spokenTime } from '../../text/time/spoken.ts';
import { poBlocks } from '../po/view.ts';
import { reviewAnswer } from '../slot/answer.ts';
import {
  bookedAlready,
  bookSingle,
  checkedRequest,
  overText,
  requestLike,
  sameReferences,
} from '../slot/booking.ts';
import { reviewCancellation } from '../slot/cancel.ts';
import type { Effect, Entry, Page, Row } from './state.ts';

interface Done {
  readonly message?: string;
  readonly slot?: Fields;
  readonly page?: Page;
  /** The line to correct, after `b` at a review. */
  readonly entry?: Entry;
}

/** An effect that needs the service. */
export type Action = Exclude<Effect, { do: 'quit' | 'suspend' | 'refresh' }>;

type Of<Do extends Action['do']> = Extract<Action, { do: Do }>;

interface ActionWorld {
  /** It leaves the screen to what is asked. */
  readonly context: CommandContext;
  readonly api: Api;
  /** Those of the last refresh. */
  readonly slots: readonly Fields[];
}

/** Performs the action of a key: what changes something at the service is reviewed first. Throws a `CfiError` if it fails. */
export function act(world: ActionWorld, action: Action): Promise<Done> {
  switch (action.do) {
    case 'details':
      return details(world, action.row);
    case 'answer':
      return answer(world, action);
    case 'cancel':
      return cancel(world, action);
    case 'book':
      return book(world, action);
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

/** Answers only the offer that was shown. */
async function answer({ context, api }: ActionWorld, action: Of<'answer'>): Promise<Done> {
  const { row, answer: answering, entry } = action;
  const reference = row.key;
  const now = (): number => context.clock.now();
  const at = { context, api, reference };
  const said = await reviewAnswer(at, answering, { slot: row.record, now }, entry !== undefined);
  if (said === 'back') return entry === undefined ? {} : { entry };
  if (said.answered === undefined) return { slot: said.fresh.slot, message: said.changed.message };
  const { slot, mismatch } = said.answered;
  const done =
    answering.action === 'accept'
      ? `${reference} is confirmed for ${slotTimeText(agreedTime(slot), now())}`
      : `proposed ${spokenTime(slotInstant(answering.proposedTime), now())} for ${reference}`;
  return { slot, message: mismatch?.message ?? done };
}

async function cancel({ context, api }: ActionWorld, { row }: Of<'cancel'>): Promise<Done> {
  const at = { context, api, reference: row.key };
  const slot = await reviewCancellation(at, row.record, context.clock.now());
  return { slot: { ...row.record, ...slot }, message: `${row.key} is cancelled` };
}

/** Books a slot like another one. */
async function book({ context, api, slots }: ActionWorld, { row, date, entry }: Of<'book'>): Promise<Done> {
  const reference = row.key;
  const { now } = await readSlot(api, reference);
  const request = checkedRequest({ ...(await requestLike(api, reference, { date })), date });
  const already = bookedAlready(request, slots, now());
  const review = booking(request, already, now(), context.settings.mondayWarehouses);
  if ((await reviewed(context, review, { isSeen: false, back: true })) === 'back') return { entry };
  // Time has passed while the question was open.
  const over = overText(request.date, request.window, (await readSlot(api, reference)).now());
  if (over !== undefined) return { message: `${over}; nothing was booked` };
  const { slot, errors } = await bookSingle(context, api, request, {
    seen: sameReferences(request, slots),
  });
  const said = [
    `booked ${slotReference(slot)}`,
    ...errors.map(({ message, details }) => `${message}; ${details.hint}`),
  ].join('; ');
  return readAfter(api, slotReference(slot), () => said);
}

/** `~/orders.csv` as a shell would read it: nobody else does so for text that is typed here. */
function withHome(file: string, { HOME, USERPROFILE }: CommandContext['deps']['env']): string {
  const home = HOME || USERPROFILE;
  return home && /^~[/\\]/.test(file) ? join(home, file.slice(2)) : file;
}

/** Creates the purchase order of a slot from a file, as `cfi po create FILE --slot REF` does. */
async function createPo({ context, api }: ActionWorld, { row, entry }: Of<'po'>): Promise<Done> {
  const { run } = await import('../po/create.ts');
  const file = entry.text.trim();
  const path = withHome(file, context.deps.env);
  const made = await run(context, { file: path, slot: row.key, item: [], set: [] }).catch(
    (error: unknown) => {
      if (error instanceof CfiError && error.details.isBack) return undefined;
      throw error;
    },
  );
  if (made === undefined) return { entry };
  const [failed] = made.errors ?? [];
  await made.close?.();
  if (failed !== undefined) throw failed;
  const { data } = made;
  if ((numberField(data, 'created') ?? 0) + (numberField(data, 'existing') ?? 0) === 0)
    return { message: `${file} holds no new purchase order; nothing was sent` };
  return readAfter(api, row.key, (slot) => {
    const order = usedBy(slot);
    return `${order === undefined ? 'a purchase order' : `purchase order ${order}`} uses ${row.key}`;
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
