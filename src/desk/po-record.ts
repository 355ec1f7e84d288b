import { cellForPeople } from '../render/text.ts';
import { type Fields, field, isFields, listField, numberField, textField } from '../text/records.ts';
import { instantOf } from './slot-record.ts';

/** How much of a line was ordered. */
export const ordered = (line: Fields): number | undefined =>
  numberField(line, 'ordered', 'quantity_ordered', 'orderedQuantity', 'Quantity');

/** How much of a line has been delivered. */
export const delivered = (line: Fields): number | undefined =>
  numberField(line, 'delivered', 'quantity_delivered', 'deliveredQuantity');

/** The lines of a purchase order, under either name. */
export const lines = (order: Fields): Fields[] => listField(order, 'items', 'lines');

/** The report of the warehouse; undefined until something has arrived. */
export const report = (order: Fields): Fields | undefined => {
  const value = field(order, 'inboundReport');
  return isFields(value) ? value : undefined;
};

/** A difference of units in words: `3 short`, `2 too many`; empty for none. */
export function differenceText(units: unknown): string {
  if (typeof units !== 'number' || units === 0) return '';
  return units < 0 ? `${-units} short` : `${units} too many`;
}

/** The difference of each line once goods have arrived; before that nothing is short. Reads the order once for all lines. */
export function differenceIn(order: Fields): (line: Fields) => string {
  const reported = report(order);
  if (reported === undefined) return () => '';
  const isPartial = field(reported, 'partialDelivery') === true;
  return (line) => {
    const [want, got] = [ordered(line), delivered(line)];
    if (want === undefined || got === undefined) return '';
    return isPartial && got < want ? `${want - got} to come` : differenceText(got - want);
  };
}

/** The discrepancies in the warehouse's report; if it lists none, the lines whose delivered quantity differs. */
export function discrepancies(order: Fields): Fields[] {
  const reported = report(order);
  if (reported === undefined) return [];
  if (field(reported, 'discrepancies') !== undefined) return listField(reported, 'discrepancies');
  const difference = differenceIn(order);
  return lines(order)
    .filter((line) => difference(line) !== '')
    .map((line) => {
      const [expected, received] = [ordered(line) ?? 0, delivered(line) ?? 0];
      return { SKU: field(line, 'SKU'), expected, received, difference: received - expected };
    });
}

const total = (order: Fields, of: (line: Fields) => number | undefined): number =>
  lines(order).reduce((sum, line) => sum + (of(line) ?? 0), 0);

/** The status of a purchase order as people write it; one that is not usual in the service's own word. */
export function poStatus(order: Fields): string {
  const status = cellForPeople(field(order, 'status'));
  return /^(open|pending|partial|delivered)$/i.test(status) ? status.toLowerCase() : status;
}

/** Units ordered, over all lines. */
export const orderedUnits = (order: Fields): number => total(order, ordered);

/** Units delivered so far, over all lines. */
export const deliveredUnits = (order: Fields): number => total(order, delivered);

/** Units received minus units expected, as reported; undefined until the warehouse has reported. */
export const unitsDifference = (order: Fields): number | undefined =>
  report(order) === undefined
    ? undefined
    : discrepancies(order).reduce((sum, line) => sum + (numberField(line, 'difference') ?? 0), 0);

/** The times of a purchase order's arrival that its report states, the first one first. */
const statedTimes = (order: Fields): string[] =>
  ['arrivedAt', 'unloadingStartedAt', 'unloadingFinishedAt'].flatMap(
    (name) => textField(report(order), name) ?? [],
  );

/** Whether the goods of a purchase order, or some of them, are here. */
const hasArrived = (order: Fields): boolean =>
  statedTimes(order).length > 0 ||
  /^(partial(ly[ _-]\w+)?|delivered|received|completed?)$/i.test(textField(order, 'status') ?? '') ||
  deliveredUnits(order) > 0;

/** When the first goods of an order arrived, ms: as reported, else at the `agreed` time; undefined before that. */
export function arrivalOf(order: Fields, agreed: number | undefined): number | undefined {
  return hasArrived(order) ? (instantOf(...statedTimes(order)) ?? agreed ?? 0) : undefined;
}

/** When the goods of a purchase order arrived, as the service sent it; undefined if its report does not say. */
export const arrivedAt = (order: Fields): string | undefined => statedTimes(order)[0];

/** How many of its units a purchase order has brought: `39 of 40`, `12 of 40 so far`. */
export const deliveredText = (order: Fields): string =>
  `${deliveredUnits(order)} of ${orderedUnits(order)}${isComplete(order) ? '' : ' so far'}`;

/** Whether everything that will arrive has arrived. */
export const isComplete = (order: Fields): boolean =>
  field(report(order), 'partialDelivery') === false || /^delivered$/i.test(textField(order, 'status') ?? '');

/** What came short or over, in words: `AC-TENT-2 1 short, AC-STOVE 2 too many`. */
export const shortText = (order: Fields): string =>
  discrepancies(order)
    .map((line) => `${cellForPeople(field(line, 'SKU', 'sku'))} ${differenceText(field(line, 'difference'))}`)
    .join(', ');
