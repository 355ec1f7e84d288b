import { type Fields, field, isFields } from '../../text/records.ts';

/**
 * The names under which the service may show a record's own reference, the published one first. The first of them that
 * a record has decides whose record it is.
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
} as const;

/** What a reference names. */
export type Referenced = keyof typeof referenceNames;

/** The reference that a record bears; undefined when it shows none. */
export function referenceOf(record: unknown, what: Referenced): string | undefined {
  for (const name of referenceNames[what]) {
    const value = field(record, name);
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
      return String(value);
  }
  return undefined;
}

/** The records of an answer's `data`: itself, the entries of a list, or what lies one level inside. */
function recordsIn(data: unknown, what: Referenced): readonly unknown[] {
  if (Array.isArray(data)) return data;
  if (!isFields(data)) return [];
  return referenceOf(data, what) === undefined ? Object.values(data).flat() : [data];
}

/**
 * The record that bears this reference, in an answer with one record or a list. Undefined when there is none: whatever
 * else the answer holds then proves nothing.
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
