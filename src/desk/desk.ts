import type { CommandContext } from '../cli/settings.ts';
import { keeping } from '../client/api/lists.ts';
import type { Api } from '../client/types.ts';
import { CfiError } from '../errors.ts';
import { atOnce, type Fields, keysOf, tableOf } from '../text/records.ts';
import { dayMs, hourMs } from '../text/time/time.ts';
import { arrivalOf, discrepancies, isComplete } from './po-record.ts';
import { readUsedPo, uploadedPos } from './read.ts';
import { agreedInstant, orderSteps, slotPhase, slotReference, usedBy } from './slot-record.ts';

/** A coordinator's desk: what there is to do, and what happened, each record as the service sent it. */
export interface Desk {
  /** Slots for which the warehouse offers another time. */
  readonly needsAnswer: readonly Fields[];
  /** Slots that the warehouse has to answer. */
  readonly waiting: readonly Fields[];
  /** Slots with an agreed time whose goods are expected; by time. */
  readonly arriving: readonly Fields[];
  /** The same, after the days that are shown; by time. */
  readonly later: readonly Fields[];
  /** Slots whose agreed time is past, without an arrival; by time. */
  readonly overdue: readonly Fields[];
  /** Purchase orders with goods that arrived lately; the newest first. */
  readonly arrived: readonly Fields[];
  /** Those of them that report a discrepancy. */
  readonly short: readonly Fields[];
}

export type Section = keyof Desk;

/** Whether a section holds purchase orders; the others hold slots. */
export const holdsOrders = (section: Section): boolean => section === 'arrived' || section === 'short';

/** The title of each section, in the order of the screen. */
export const sectionTitles: Readonly<Record<Section, string>> = {
  needsAnswer: 'Your answer',
  waiting: 'Waiting on the warehouse',
  arriving: 'Arriving',
  later: 'Later',
  overdue: 'Overdue',
  arrived: 'Arrived',
  short: 'Came short',
};

export const sectionNames = keysOf(sectionTitles);

export const emptyDesk: Desk = tableOf(sectionNames, () => []);

/** Days that it looks ahead and back by default. */
export const defaultDays = 7;

/** A lorry may be this late before it is missed. */
const graceMs = 2 * hourMs;
/** After this time nobody waits for a lorry any more. */
const missedForMs = 30 * dayMs;

/** No lorry comes later than this. */
const latestMs = 60 * dayMs;

/** The purchase orders of slots, by the slot's reference. */
export type OrdersOfSlots = ReadonlyMap<string, Fields>;

/**
 * Sorts slots and their purchase orders into sections, a slot into one at most. `now` is by the service's clock, ms; `days`,
 * of 24 hours, is how far it looks ahead and back.
 */
export function* deskSteps(slots: readonly Fields[], orders: OrdersOfSlots, now: number, days: number) {
  const needsAnswer: Fields[] = [];
  const waiting: Fields[] = [];
  const arriving: Fields[] = [];
  const later: Fields[] = [];
  const overdue: Fields[] = [];
  const lately: { readonly order: Fields; readonly at: number }[] = [];
  for (const slot of yield* orderSteps(slots)) {
    yield;
    const phase = slotPhase(slot);
    const agreed = agreedInstant(slot);
    const order = orders.get(slotReference(slot));
    const at = order === undefined ? undefined : arrivalOf(order, agreed);
    if (order !== undefined && at !== undefined && at >= now - days * dayMs) lately.push({ order, at });
    if (phase === 'answer-needed') needsAnswer.push(slot);
    if (phase === 'pending') waiting.push(slot);
    if (phase !== 'confirmed' || at !== undefined) continue;
    /** How long ago its goods should have come; negative before. */
    const late = now - (agreed ?? now);
    if (late < -days * dayMs) later.push(slot);
    else if (late <= graceMs) arriving.push(slot);
    else if (late <= missedForMs) overdue.push(slot);
  }
  const arrived = [...new Set(lately.sort((a, b) => b.at - a.at).map(({ order }) => order))];
  const short = arrived.filter((order) => discrepancies(order).length > 0);
  return { needsAnswer, waiting, arriving, later, overdue, arrived, short };
}

/** The same at one go. */
export const deskOf = (...given: Parameters<typeof deskSteps>): Desk => atOnce(deskSteps(...given));

/** How many purchase orders are read at once: a month of deliveries must not take a minute. */
const readsAtOnce = 4;

/** Reads the orders of slots, again only those that may change the desk. One that cannot be read stays, with a warning. */
export function createOrderReader(context: CommandContext, api: Api, days: number) {
  const known = new Map<string, { readonly order: Fields; readonly isFinal: boolean }>();
  return async (slots: readonly Fields[], now: number): Promise<OrdersOfSlots> => {
    /** An order is in a section only if its lorry is expected, missed, or came within `days`, at most 60 days late. */
    const earliest = now - days * dayMs - latestMs;
    const mayMatter = (slot: Fields): boolean => (agreedInstant(slot) ?? now) >= earliest;
    const used = slots.filter((slot) => usedBy(slot) !== undefined && mayMatter(slot));
    if (used.length === 0) return new Map();
    const uploaded = await uploadedPos(context, api);
    const keep = keeping();
    const found = new Map<string, Fields>();
    /** One purchase order that cannot be read must not hide the rest. */
    const readOrWarn = async (slot: Fields, name: string): Promise<Fields | undefined> => {
      const what = `purchase order ${name} of ${slotReference(slot)}`;
      try {
        const order = await readUsedPo(context, api, name, uploaded);
        if (order === undefined) context.warn(`${what} was not found at the service`);
        else await keep(order);
        return order;
      } catch (error) {
        if (!(error instanceof CfiError) || error.code === 'cancelled' || error.code === 'unauthorized')
          throw error;
        context.warn(`${what} could not be read: ${error.message}`);
        return undefined;
      }
    };
    const readOf = async (slot: Fields): Promise<void> => {
      const name = usedBy(slot) ?? '';
      const before = known.get(name);
      const order = before?.isFinal ? before.order : ((await readOrWarn(slot, name)) ?? before?.order);
      if (order === undefined) return;
      found.set(slotReference(slot), order);
      const at = arrivalOf(order, agreedInstant(slot));
      // What arrived as a whole before the days that are shown stays so.
      const isFinal = at !== undefined && isComplete(order) && at < now - days * dayMs;
      known.set(name, { order, isFinal });
    };
    for (let at = 0; at < used.length; at += readsAtOnce)
      await Promise.all(used.slice(at, at + readsAtOnce).map(readOf));
    return found;
  };
}
