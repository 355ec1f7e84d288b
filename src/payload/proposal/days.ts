import { dayMs } from '../../text/time/time.ts';
import { haveWordOf } from '../words/topics.ts';
import { isNothing } from '../words/verdicts.ts';
import { type Column, valuesOf } from './columns.ts';
import { hasShippedCounts } from './counts.ts';
import { isLater } from './date-styles.ts';
import type { Draft } from './draft.ts';
import { examples, leavingOut, unused } from './questions.ts';
import { askWhetherItStops } from './value-rules.ts';

/** A promise to dispatch or to deliver is nearer than this: what only some orders have is none, but a wish. */
const promise = { ofAll: 28 * dayMs, ofFew: 7 * dayMs };

/** How far away a day of a column is at least that may hold its order (ms); undefined if none does. */
function waitOf({ kind, named, cells, rows, dates }: Column): number | undefined {
  if (kind === 'notBefore') return 0;
  // `50591001` is no day in the year 5059.
  if (dates === undefined || kind === 'sku' || kind === 'articleNumber') return undefined;
  if (haveWordOf('otherDay', named)) return undefined;
  return cells.length <= rows / 2 ? promise.ofFew : promise.ofAll;
}

/** Asks about orders with a day of delivery that has passed, where others have none: they may have arrived. Beside days to come it is the promise; counts decide without it. */
function askAboutDelivered(draft: Draft, column: Column): void {
  const today = Math.floor(draft.options.now / dayMs) * dayMs;
  // A day without a time is over tomorrow.
  const isPast = (value: string): boolean =>
    !isLater(column.dates, value, value.includes(':') ? draft.options.now : today - 1);
  const past = valuesOf(column).filter((value) => isPast(value) && !draft.isLeftOutAnyway(column, value));
  const isRecord =
    column.dates !== undefined &&
    column.cells.every(isPast) &&
    draft.isBlankSomewhere(column) &&
    !hasShippedCounts(draft);
  if (past.length === 0 || !isRecord) return;
  draft.askOf(
    column,
    `Does ${examples(column)} mean that an order has been delivered?`,
    ['yes, do not send orders with a date there again', leavingOut(column, 'fulfilled')],
    ['no, it is the day when it is due to be delivered', unused(column)],
  );
}

/** Asks about orders that wait for a day to come (`Ship after`, `Deliver on`, `Embargo`), or may have been delivered. */
export function askAboutDays(draft: Draft): void {
  const { columns, options } = draft;
  for (const column of columns) {
    const isOpen = !draft.used.has(column) && !draft.asked.has(column) && column.side !== 'seller';
    if (isOpen && column.kind === 'deliveryDate') askAboutDelivered(draft, column);
    const wait = isOpen && !draft.asked.has(column) ? waitOf(column) : undefined;
    if (wait === undefined) continue;
    // What cannot be read may be a day to come: `Ship after: week 50`.
    const mayBeLater = (value: string): boolean =>
      column.dates === undefined ? !isNothing(value) : isLater(column.dates, value, options.now + wait);
    const later = valuesOf(column).filter(
      (value) => mayBeLater(value) && !draft.isLeftOutAnyway(column, value),
    );
    if (later.length > 0) askWhetherItStops(draft, column, 'on-hold', later);
  }
}
