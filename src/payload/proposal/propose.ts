import type { ReadingOptions } from '../document/types.ts';
import { isHeaderOf } from '../presets/find.ts';
import { type ColumnContent, contentsOf } from './column-content.ts';
import { type Draft, missingIn } from './draft.ts';
import { type FieldProposal, type FieldProposals, paymentEntry, proposeFields } from './entries.ts';
import { ownColumns } from './own-columns.ts';
import { pickColumns } from './pick-columns.ts';
import type { Sample } from './sample.ts';
import type { Orders, StatusColumn } from './status-column.ts';
import { dateMarksIn, statusColumnsIn } from './status-columns.ts';

/** A proposal for reading a file, and the columns it is based on. */
export interface Proposal {
  readonly draft: Draft;
  readonly columns: readonly ColumnContent[];
  /** The columns are the service's own, so the file is read without a map. */
  readonly needsNoMap?: true;
}

const totals = new Set(
  'total,totals,grand total,subtotal,sum,summe,gesamt,gesamtsumme,totale,totaal,total général'.split(','),
);

const isTotal = (reference: string): boolean => totals.has(reference.toLowerCase().replace(/:$/, ''));

type Rows = Sample['rows'];

/** Rows at the end of a file that are not orders: their reference is a word for a total. */
function skippedRows(reference: ColumnContent | undefined): Draft['skipRows'] {
  const found = new Set(reference?.cells.filter(isTotal));
  return reference === undefined || found.size === 0 ? [] : [{ column: reference.name, in: [...found] }];
}

/** The rows of each order, by its reference. */
function ordersIn(rows: Rows, reference: ColumnContent | undefined): Orders {
  if (reference === undefined) return rows.map((row) => [row]);
  const orders = new Map<string, (readonly string[])[]>();
  for (const row of rows) {
    const name = (row[reference.index] ?? '').trim();
    if (name === '' || isTotal(name)) continue;
    orders.set(name, [...(orders.get(name) ?? []), row]);
  }
  return [...orders.values()];
}

/** The source of `PaymentStatus`: a payment column, or rules that leave out unpaid orders. */
function paymentFrom(statuses: readonly StatusColumn[], marks: Draft['marks']): FieldProposal | undefined {
  const payment = statuses.find(({ isPayment, perLine }) => isPayment && !perLine);
  if (payment?.values.some(({ meaning }) => meaning === 'send')) {
    const column = payment.column.name;
    return { entry: paymentEntry(payment.column), confidence: 'sure', columns: [column] };
  }
  const isTold =
    marks.some(({ reason }) => reason === 'unpaid') ||
    statuses.some(({ values }) => values.some(({ meaning }) => meaning === 'unpaid'));
  return isTold ? { entry: { const: 'PAID' }, confidence: 'likely', columns: [] } : undefined;
}

/** Entries for a preset's fields whose columns are missing, from other columns. */
function besidePreset(fields: FieldProposals, missing: readonly string[]): FieldProposals {
  return new Map([...fields].filter(([name]) => missing.includes(name)));
}

/**
 * Proposes a map for a file from its header and first rows: which column fills which field, how dates and prices are
 * written, and which orders must not be sent. A preset that fits the file, or that the user named, takes precedence.
 */
export function propose(sample: Sample, options: ReadingOptions): Proposal {
  const { header, preset } = sample;
  const columns = contentsOf(header.names, sample.rows, options.now);
  const own = preset === undefined ? ownColumns(header) : undefined;
  if (own !== undefined)
    return { draft: { fields: own, statuses: [], marks: [], skipRows: [] }, columns, needsNoMap: true };
  const reference = pickColumns(columns).get('ReferenceNumber')?.column;
  const skipRows = skippedRows(reference);
  const orders = ordersIn(sample.rows, reference);
  const rows = orders.flat();
  const ofOrders = rows.length === sample.rows.length ? columns : contentsOf(header.names, rows, options.now);
  const statuses = statusColumnsIn(ofOrders, orders).filter(
    ({ column }) => column.index !== reference?.index,
  );
  const marks = dateMarksIn(ofOrders, orders);
  const taken = new Set([
    ...statuses.filter(({ isField }) => isField !== true).map(({ column }) => column.index),
    ...marks.filter(({ whenEmpty }) => !whenEmpty).map(({ column }) => column.index),
  ]);
  const free = ofOrders.filter(({ index }) => !taken.has(index));
  const fields = proposeFields(pickColumns(free), rows, options.decimal);
  if (preset !== undefined && (preset.isNamed || isHeaderOf(header, preset.preset))) {
    const bare = { extends: preset.name, fields: new Map(), statuses: [], marks: [], skipRows: [] };
    const draft: Draft = { ...bare, fields: besidePreset(fields, missingIn(bare, sample, options)) };
    return { draft, columns: ofOrders };
  }
  const payment = paymentFrom(statuses, marks);
  if (payment !== undefined) fields.set('PaymentStatus', payment);
  const draft: Draft = { fields, statuses, marks, skipRows };
  dropHalfAddress(draft, sample, options);
  return { draft, columns: ofOrders };
}

/** If the file has only a part of the billing address, the delivery address is used. */
function dropHalfAddress(draft: Draft, sample: Sample, options: ReadingOptions): void {
  if (!missingIn(draft, sample, options).some((name) => name.startsWith('BillingAddress.'))) return;
  for (const name of [...draft.fields.keys()])
    if (name.startsWith('BillingAddress.')) draft.fields.delete(name);
}

/** Whether times in the draft's columns have no zone, so that `--timezone` is needed. */
export const needsTimezone = ({ draft, columns }: Proposal): boolean =>
  ['ReceivedDate', 'DispatchBy'].some((field) =>
    draft.fields
      .get(field)
      ?.columns.some((name) => columns.find((column) => column.name === name)?.dates?.zoned === false),
  );
