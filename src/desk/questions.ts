import type { Settings } from '../cli/settings.ts';
import { commandFor } from '../client/auth/account.ts';
import { isClosedDay, takesMondays } from '../contract/limits.ts';
import { cellForPeople, wordsIn } from '../render/text.ts';
import type { Review } from '../report/review.ts';
import { type Fields, field, textField } from '../text/records.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { spokenTime } from '../text/time/spoken.ts';
import { dayMs } from '../text/time/time.ts';
import { daysBetween } from '../text/time/typed-time.ts';
import { ukDate } from '../text/time/zone.ts';
import { counted } from '../text/words.ts';
import {
  instantOf,
  isPastOffer,
  type OfferAnswer,
  openOffer,
  slotInstant,
  slotReference,
} from './slot-record.ts';
import { bookedFor, palletsText, skusText, slotBlocks, slotTimeText, whenOf } from './slot-view.ts';

// What is reviewed before something about a slot is sent, also on the board. `now` is by the service's clock, ms.

/** A time further than this from the offer was perhaps not meant. */
const nearMs = 7 * dayMs;

/** How far a time is from the offer, if it is more than a week: `15 days before the offer`. */
function distanceText(proposed: number, offered: number | undefined): string[] {
  if (offered === undefined || Math.abs(proposed - offered) <= nearMs) return [];
  const days = daysBetween(ukDate(offered), ukDate(proposed));
  return [`your time is ${counted(Math.abs(days), 'day')} ${days < 0 ? 'before' : 'after'} the offer`];
}

/** Accepting an offer, or proposing another time beside it. */
export function answering(
  slot: Fields,
  answer: OfferAnswer,
  now: number,
  mondayWarehouses: MondayWarehouses,
): Review {
  const { offer } = answer;
  const reference = sanitizeLine(slotReference(slot));
  const shown = [
    ['Warehouse', textField(slot, 'warehouse')],
    ['Was → offered', { time: whenOf(slot) }],
    ['Comment', offer.comment],
  ] as const;
  if (answer.action === 'accept') {
    const time = offer.time === undefined ? '' : ` for ${slotTimeText(offer.time, now)}`;
    const warnings = isPastOffer(slot, now) ? ['the offered time is past'] : [];
    return {
      does: sanitizeLine(`Accept ${reference}${time}`),
      warnings,
      sent: [{ kind: 'fields', fields: shown }],
    };
  }
  const proposed = slotInstant(answer.proposedTime);
  const time = spokenTime(proposed, now);
  const closed = closedRemark(slot, proposed, mondayWarehouses);
  const own = [['Your time', time] as const, ['Your comment', answer.comment] as const];
  return {
    does: `Propose ${time} for ${reference}`,
    warnings: [...distanceText(proposed, instantOf(offer.time)), closed].filter((each) => each !== ''),
    sent: [{ kind: 'fields', fields: [...shown, ...own] }],
  };
}

/** The warehouses that are known to take deliveries on Mondays. */
type MondayWarehouses = Settings['mondayWarehouses'];

/** Why a Monday cannot be chosen there, and how to change that. */
export function mondayIsClosed({ mondayWarehouses = [], profile }: Settings, warehouse: string): string {
  const names = [...mondayWarehouses, warehouse].join(',');
  const command = commandFor({ profile, emulator: false }, 'config', 'set', 'monday_warehouses', names);
  return `that is a Monday, and ${sanitizeLine(warehouse)} is not known to open then; if it does, save it: ${command}`;
}

/** A remark on a day on which the warehouse is not known to open; empty for other days. */
const mondayRemark = (day: string, warehouse: string, known: MondayWarehouses): string =>
  isClosedDay(day, takesMondays(warehouse, known))
    ? sanitizeLine(
        `that is a Monday, on which ${warehouse === '' ? 'the warehouse' : warehouse} is not known to take deliveries`,
      )
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
export const cancelling = (slot: Fields, now: number): Review => ({
  does: sanitizeLine(`Cancel slot ${slotReference(slot)}`),
  sent: slotBlocks(slot, now),
});

/** Booking a slot; `already`: the equal ones that there are. */
export function booking(
  request: Fields,
  already: string | undefined,
  now: number,
  mondayWarehouses: MondayWarehouses,
): Review {
  const vehicle = cellForPeople(field(request, 'containerTruckNumber'));
  const parts = wordsIn(
    field(request, 'warehouse'),
    slotTimeText(bookedFor(request), now),
    ...['deliveryType', 'containerSize', 'loadingType'].map((name) => field(request, name)),
    skusText(request),
    palletsText(request),
    vehicle === '' ? '' : `vehicle ${vehicle}`,
  );
  const warehouse = textField(request, 'warehouse') ?? '';
  const closed = mondayRemark(String(field(request, 'date')), warehouse, mondayWarehouses);
  const warnings = [already ?? '', closed].filter((each) => each !== '');
  return { does: sanitizeLine(`Book ${parts.join(', ')}`), warnings };
}
