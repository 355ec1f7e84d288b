import { cellForPeople } from '../../render/cell.ts';
import { type Fields, field, textField } from '../../text/records.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import { spokenTime } from '../../text/time/spoken.ts';
import { dayMs } from '../../text/time/time.ts';
import { daysBetween } from '../../text/time/typed-day.ts';
import { ukDate } from '../../text/time/zone.ts';
import { counted } from '../../text/words.ts';
import { type Offer, slotInstant, slotReference } from './slot-record.ts';
import {
  bookedFor,
  offerText,
  palletsText,
  skuBucketText,
  slotLine,
  slotTimeText,
  statusWords,
} from './slot-view.ts';

/*
 * What is asked before something is sent that cannot be taken back: the same words on the command line, at prompts and on
 * the board. `now` is by the service's clock, ms.
 */

/** Before an offer is accepted. */
export const acceptQuestion = (slot: Fields, offer: Offer, now: number): string =>
  `Accept ${offerText(slot, offer, now)}?`;

/** A time further than this from the offer was perhaps not meant. */
const nearMs = 7 * dayMs;

/** How far a time is from the offer, if it is more than a week: `15 days before the offer`. */
function distanceText(proposed: number, offered: number): string | undefined {
  if (!(Math.abs(proposed - offered) > nearMs)) return undefined;
  const days = daysBetween(ukDate(offered), ukDate(proposed));
  return `${counted(Math.abs(days), 'day')} ${days < 0 ? 'before' : 'after'} the offer`;
}

/** Before another time is proposed, in milliseconds, beside the offer. */
export function counterQuestion(
  slot: Fields,
  offer: Offer,
  { proposed, comment }: { readonly proposed: number; readonly comment?: string | undefined },
  now: number,
): string {
  const offered = offer.time === undefined ? undefined : slotInstant(offer.time);
  const far = offered === undefined ? undefined : distanceText(proposed, offered);
  const parts = [
    `Propose ${spokenTime(proposed, now)}`,
    ...(offer.time === undefined ? [] : [` instead of ${slotTimeText(offer.time, now)}`]),
    ...(far === undefined ? [] : [` (${far})`]),
    ` for ${slotReference(slot)}`,
    ...(textField(slot, 'warehouse') === undefined ? [] : [`, ${textField(slot, 'warehouse')}`]),
    ...(comment === undefined ? [] : [`, with the comment "${comment}"`]),
  ];
  return sanitizeLine(`${parts.join('')}?`);
}

/** Before a slot is cancelled. */
export const cancelQuestion = (slot: Fields, now: number): string =>
  `Cancel slot ${slotLine(slot, now)}, ${statusWords(slot, now)}?`;

/** A booking in one line, in the order in which it is asked for. */
export function bookingText(request: Fields, now: number): string {
  const bucket = textField(request, 'numberOfSkus');
  const vehicle = cellForPeople(field(request, 'containerTruckNumber'));
  const parts = [
    cellForPeople(field(request, 'warehouse')),
    slotTimeText(bookedFor(request), now),
    ...['deliveryType', 'containerSize', 'loadingType'].map((name) => cellForPeople(field(request, name))),
    bucket === undefined ? '' : `${skuBucketText(bucket)} SKUs`,
    palletsText(request),
    vehicle === '' ? '' : `vehicle ${vehicle}`,
  ];
  return sanitizeLine(parts.filter((part) => part !== '').join(', '));
}

/** Before a slot is booked. */
export const bookQuestion = (request: Fields, now: number): string => `Book ${bookingText(request, now)}?`;

/** Before a file's purchase orders are created for a slot. */
export const poFileQuestion = (slot: Fields, file: string, now: number): string =>
  sanitizeLine(`Create the purchase order in ${file} for ${slotLine(slot, now)}?`);
