import type { Settings } from '../../cli/settings.ts';
import { commandFor } from '../../client/auth/account.ts';
import { isClosedDay, takesMondays } from '../../contract/limits.ts';
import { cellForPeople, wordsIn } from '../../render/text.ts';
import { itemWords } from '../../report/dry-run.ts';
import { type Fields, field, listField, numberField, textField } from '../../text/records.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import { spokenTime } from '../../text/time/spoken.ts';
import { dayMs } from '../../text/time/time.ts';
import { daysBetween } from '../../text/time/typed-time.ts';
import { ukDate } from '../../text/time/zone.ts';
import { counted } from '../../text/words.ts';
import { instantOf, type OfferAnswer, openOffer, slotInstant, slotReference } from './slot-record.ts';
import {
  bookedFor,
  palletsText,
  skusText,
  slotLine,
  slotOrOffer,
  slotTimeText,
  statusWords,
} from './slot-view.ts';

/*
 * What a yes does before something is sent, without a question mark: the same words on the command line, at prompts and on
 * the board. `now` is by the service's clock, ms.
 */

/** A time further than this from the offer was perhaps not meant. */
const nearMs = 7 * dayMs;

/** How far a time is from the offer, if it is more than a week: ` (15 days before the offer)`; else empty. */
function distanceText(proposed: number, offered: number | undefined): string {
  if (offered === undefined || Math.abs(proposed - offered) <= nearMs) return '';
  const days = daysBetween(ukDate(offered), ukDate(proposed));
  return ` (${counted(Math.abs(days), 'day')} ${days < 0 ? 'before' : 'after'} the offer)`;
}

/** Accepting an offer, or proposing another time beside it. */
export function answering(
  slot: Fields,
  answer: OfferAnswer,
  now: number,
  mondayWarehouses: MondayWarehouses,
): string {
  const { offer } = answer;
  if (answer.action === 'accept') return `Accept ${slotOrOffer(slot, now)}`;
  const proposed = slotInstant(answer.proposedTime);
  const parts = [
    `Propose ${spokenTime(proposed, now)}`,
    closedRemark(slot, proposed, mondayWarehouses),
    ...(offer.time === undefined ? [] : [` instead of ${slotTimeText(offer.time, now)}`]),
    distanceText(proposed, instantOf(offer.time)),
    ` for ${slotReference(slot)}`,
    ...(textField(slot, 'warehouse') === undefined ? [] : [`, ${textField(slot, 'warehouse')}`]),
    ...(answer.comment === undefined ? [] : [`, with the comment "${answer.comment}"`]),
  ];
  return sanitizeLine(parts.join(''));
}

/** The warehouses that are known to take deliveries on Mondays. */
type MondayWarehouses = Settings['mondayWarehouses'];

/** Why a Monday cannot be chosen there, and how to change that. */
export function mondayIsClosed({ mondayWarehouses = [], profile }: Settings, warehouse: string): string {
  const names = [...mondayWarehouses, warehouse].join(',');
  const command = commandFor({ profile, emulator: false }, 'config', 'set', 'monday_warehouses', names);
  return `that is a Monday, and ${sanitizeLine(warehouse)} is not known to open then; if it does, save it: ${command}`;
}

/** A remark on a day on which the warehouse is not known to open, for a question; empty for other days. */
const mondayRemark = (day: string, warehouse: string, known: MondayWarehouses): string =>
  isClosedDay(day, takesMondays(warehouse, known))
    ? ` (a Monday, on which ${warehouse === '' ? 'the warehouse' : warehouse} is not known to take deliveries)`
    : '';

/** Why the service may refuse a proposed time: a Monday, unless the warehouse takes deliveries then, as its own offer would show. */
export function closedRemark(slot: Fields, proposed: number, mondayWarehouses: MondayWarehouses): string {
  const offered = instantOf(openOffer(slot)?.time);
  const offersMonday = offered !== undefined && mondayRemark(ukDate(offered), '', []) !== '';
  return offersMonday
    ? ''
    : mondayRemark(ukDate(proposed), textField(slot, 'warehouse') ?? '', mondayWarehouses);
}

/** Cancelling a slot. */
export const cancelling = (slot: Fields, now: number): string =>
  `Cancel slot ${slotLine(slot, now)}, ${statusWords(slot, now)}`;

/** A booking in one line, in the order in which it is asked for. */
export function bookingText(request: Fields, now: number, mondayWarehouses: MondayWarehouses): string {
  const vehicle = cellForPeople(field(request, 'containerTruckNumber'));
  const parts = wordsIn(
    field(request, 'warehouse'),
    slotTimeText(bookedFor(request), now) +
      mondayRemark(String(field(request, 'date')), textField(request, 'warehouse') ?? '', mondayWarehouses),
    ...['deliveryType', 'containerSize', 'loadingType'].map((name) => field(request, name)),
    skusText(request),
    palletsText(request),
    vehicle === '' ? '' : `vehicle ${vehicle}`,
  );
  return sanitizeLine(parts.join(', '));
}

/** The lines of a purchase order that a question names; more would fill the screen. */
const mostNamed = 6;

/** What a purchase order holds: `2 lines, 160 units: 40 × AC-TENT-2, 120 × AC-STOVE-GAS`. */
function contentText(order: Fields): string {
  const items = listField(order, 'items');
  const units = items.reduce((sum, item) => sum + (numberField(item, 'Quantity') ?? 0), 0);
  const named = items.slice(0, mostNamed).map(itemWords);
  const more =
    items.length > mostNamed ? [`and ${counted(items.length - mostNamed, 'more line', 'more lines')}`] : [];
  return `${counted(items.length, 'line')}, ${counted(units, 'unit')}: ${[...named, ...more].join(', ')}`;
}

/** Creating the purchase order of a file for a slot. */
export function creatingPo(slot: Fields, order: Fields, file: string, now: number): string {
  const [own, given] = [textField(slot, 'warehouse'), textField(order, 'Warehouse_Name')];
  const elsewhere = given === undefined || given === own ? '' : `; the file says ${given}`;
  const name = wordsIn('purchase order', field(order, 'PO_REFERENCE')).join(' ');
  return sanitizeLine(
    `Create ${name} of ${file} (${contentText(order)}) for ${slotLine(slot, now)}${elsewhere}`,
  );
}
