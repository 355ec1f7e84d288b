import { CfiError } from '../../errors.ts';
import { type Fields, field, isFields } from '../../text/records.ts';
import { beginning } from '../../text/words.ts';

/**
 * The possible names of a record's own reference, the published one first. The first that a record has identifies it.
 */
const referenceNames = {
  order: [
    'ReferenceNumber',
    'OrderReference',
    'OrderReferenceNumber',
    'Reference',
    'RefNumber',
    'Ref',
    'OrderId',
  ],
  delivery: ['delivery_number', 'PO_REFERENCE', 'DeliveryReference', 'Reference', 'po_ref'],
  slot: ['slotReference', 'slotRef', 'Reference', 'slotId', 'id'],
  purchaseOrder: ['PO_REFERENCE', 'po_ref', 'PurchaseOrderReference', 'Reference'],
  purchaseOrderNumber: ['lw_po_number', 'poNumber', 'PurchaseOrderNumber'],
  product: ['sku', 'ProductSku', 'ItemNumber', 'PartNumber'],
} as const;

/** The kind of record that a reference identifies. */
export type Referenced = keyof typeof referenceNames;

/** The reference of a record; undefined if it shows none. */
export function referenceOf(record: unknown, what: Referenced): string | undefined {
  for (const name of referenceNames[what]) {
    const value = field(record, name);
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
      return String(value);
  }
  return undefined;
}

/** The records in an answer's `data`: itself, the entries of a list, or one level inside. */
function recordsIn(data: unknown, what: Referenced): readonly unknown[] {
  if (Array.isArray(data)) return data;
  if (!isFields(data)) return [];
  return referenceOf(data, what) === undefined ? Object.values(data).flat() : [data];
}

/**
 * The record with this reference, in an answer with one record or a list. Undefined if there is none; then the answer
 * proves nothing.
 */
export const recordOf = (data: unknown, what: Referenced, reference: string): Fields | undefined =>
  recordsIn(data, what)
    .filter(isFields)
    .find((record) => referenceOf(record, what) === reference);

/** The references of all records in an answer. */
export function referencesIn(data: unknown, what: Referenced): ReadonlySet<string> {
  const references = recordsIn(data, what).map((record) => referenceOf(record, what));
  return new Set(references.filter((reference) => reference !== undefined));
}

/** What to show of the answer to a write: its own data, or the record that was read after it if the data is about another. */
export function dataAbout(data: unknown, what: Referenced, reference: string, record: Fields): unknown {
  const named = referenceOf(data, what);
  return named === undefined || named === reference ? (data ?? record) : record;
}

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
