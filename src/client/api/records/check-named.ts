import { CfiError } from '../../../errors.ts';
import { isFields } from '../../../text/records.ts';
import { beginning } from '../../../text/words.ts';
import { type Referenced, referenceOf } from './find-record.ts';

const names: Readonly<Record<Referenced, string>> = {
  order: 'order',
  delivery: 'delivery',
  slot: 'slot',
  purchaseOrder: 'purchase order',
  purchaseOrderNumber: 'purchase order',
  product: 'SKU',
};

const isName = (value: unknown): value is string | number | bigint =>
  ['string', 'number', 'bigint'].includes(typeof value);

/** The values of a record, and those one level inside. */
const valuesOf = (record: object): unknown[] =>
  Object.values(record).flatMap((value) => (isFields(value) ? Object.values(value) : [value]));

/**
 * Checks the answer to a request for one record before it is shown. Throws `unavailable` for the record of another
 * reference: a script would take its status for that of the one it asked for. Field names are not published, and a record
 * has several references (such as a UUID), so any of its values may be the one asked for. Warns of an answer that shows no
 * reference at all.
 */
export function checkNamed(
  data: unknown,
  what: Referenced,
  reference: string,
  warn: (line: string) => void,
): void {
  const wanted = reference.trim().toLowerCase();
  const isWanted = (value: unknown): boolean =>
    isName(value) && String(value).trim().toLowerCase() === wanted;
  if (isFields(data) && valuesOf(data).some(isWanted)) return;
  const name = names[what];
  const other = referenceOf(data, what);
  if (other !== undefined)
    throw new CfiError(
      'unavailable',
      `the service answered with ${name} ${beginning(other, 80)} instead of ${reference}`,
      { hint: 'try again in a moment' },
    );
  warn(`the answer does not show that it is about ${name} ${reference}`);
}
