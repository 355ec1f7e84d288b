import type { CommandContext } from '../cli/settings.ts';
import { skuBucketText } from '../contract/limits.ts';
import type { OutboundOrder } from '../contract/order.ts';
import { fromShops } from '../payload/document/layout.ts';
import { isDerived } from '../payload/document/reading.ts';
import type { DocumentKind } from '../payload/document/types.ts';
import type { Block, Column } from '../render/result.ts';
import { timeText, wordsIn } from '../render/text.ts';
import { type Fields, fieldsOf, firstOf, listField } from '../text/records.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { isBefore } from '../text/time/time.ts';
import { counted, firstFew, listed } from '../text/words.ts';
import { heard } from '../timers.ts';
import { type KnownInFile, knownByLedger, mostInDoubt } from '../upload/known-orders.ts';
import type { LedgerAccount } from '../upload/ledger/ledger-account.ts';
import { type Words, wordsOf } from '../upload/terms/outcomes.ts';
import type { Spool } from '../upload/terms/spool.ts';
import type { Reported } from './reported.ts';
import { invalidError, ofOwnShard } from './result.ts';
import { mostRows, type Review } from './review.ts';
import { warehousesIn } from './warehouses.ts';

type Summary = ReturnType<ReturnType<typeof newSums>['summary']>;

/** Prices are added exactly, in units of this size. */
const scale = 10_000;

const add = (sums: Map<string, number>, name: string, more: number): void =>
  void sums.set(name, (sums.get(name) ?? 0) + more);

/** Adds up orders; sums of nothing yet. */
function newSums() {
  let [orders, lines, units] = [0, 0, 0];
  const value = new Map<string, number>();
  const warehouses = new Map<string, number>();
  let earliest: string | undefined;
  return {
    add(body: string): void {
      const { DispatchBy, Currency, warehouse_name, OrderItems } = JSON.parse(body) as OutboundOrder;
      orders++;
      if (earliest === undefined || isBefore(DispatchBy, earliest)) earliest = DispatchBy;
      add(warehouses, warehouse_name, 1);
      let sum = 0;
      for (const { Qty, PricePerUnit } of OrderItems) {
        lines++;
        units += Qty;
        sum += Math.round(PricePerUnit * scale) * Qty;
      }
      add(value, Currency, sum);
    },
    summary: () => ({
      ...{ orders, lines, units },
      /** By currency, with at least two decimals. */
      value: Object.fromEntries(
        [...value].map(([currency, sum]) => [currency, (sum / scale).toFixed(4).replace(/0{1,2}$/, '')]),
      ),
      warehouses: Object.fromEntries(warehouses),
      earliestDispatchBy: earliest ?? null,
    }),
  };
}

/** Adds up all orders that the files hold. */
export async function summaryOf(spool: Spool, interrupted?: AbortSignal): Promise<Summary> {
  const sums = newSums();
  for await (const { body } of heard(spool.documents(['body'], 'sendable'), interrupted)) sums.add(body);
  return sums.summary();
}

/** The summary for people; `now` by the service's clock, ms. */
export function summaryText({ lines, units, value, warehouses, earliestDispatchBy }: Summary, now: number) {
  const amounts = Object.entries(value).map(([currency, sum]) => `${sum} ${currency}`);
  const places = Object.entries(warehouses).map(([name, count]) => `${name} (${count})`);
  const text = `${counted(lines, 'line')}, ${counted(units, 'unit')}, ${listed(amounts)}.\nWarehouses: ${places.join(', ')}.`;
  if (earliestDispatchBy === null) return text;
  return `${text}\nEarliest dispatch by: ${timeText(earliestDispatchBy, now)}.`;
}

interface PreviewRow {
  readonly reference: string;
  readonly line: number;
  readonly body: string;
  /** The body as a value. */
  readonly document: unknown;
}

const orderOf = ({ document }: PreviewRow) => document as OutboundOrder;

const addressOf = (row: PreviewRow) => orderOf(row).DeliveryAddress;

const unitsOf = (row: PreviewRow): number => orderOf(row).OrderItems.reduce((sum, { Qty }) => sum + Qty, 0);

/** A member of a document, as a column. */
const member = (name: string, header: string, heading = header): Column<PreviewRow> => ({
  ...{ header, heading },
  value: ({ document }) => fieldsOf(document)[name],
  priority: 3,
});

/** An item that is delivered: `40 × AC-TENT-2 (barcode 2000000001012)`. The service goes by the barcode, if there is one. */
function itemWords({ Quantity, SKU, barcode }: Fields): string {
  const name =
    SKU === undefined ? [barcode] : [SKU, ...(barcode === undefined ? [] : [`(barcode ${barcode})`])];
  return wordsIn(Quantity, '×', ...name).join(' ');
}

/** A column whose text people read in other words than scripts. */
interface FactColumn extends Column<PreviewRow> {
  words?(text: string, row: PreviewRow): string;
}

const inWords = ({ words, ...column }: FactColumn): Column<PreviewRow> =>
  words === undefined ? column : { ...column, value: (row) => words(String(column.value(row) ?? ''), row) };

const orderColumns: readonly FactColumn[] = [
  { header: 'lines', value: (row) => orderOf(row).OrderItems.length, align: 'right', priority: 3 },
  { header: 'units', value: unitsOf, align: 'right', priority: 2 },
  { header: 'city', value: (row) => addressOf(row).Town, priority: 3 },
  {
    header: 'country',
    value: (row) => addressOf(row).CountryCode ?? addressOf(row).Country ?? '',
    priority: 2,
  },
  {
    ...{ header: 'dispatchBy', heading: 'dispatch by' },
    value: (row) => orderOf(row).DispatchBy,
    priority: 2,
    time: true,
  },
];

/** The columns of each kind besides the reference. */
function factColumns(kind: DocumentKind): readonly FactColumn[] {
  switch (kind) {
    case 'order':
      return orderColumns;
    case 'slot':
      return [
        member('warehouse', 'warehouse'),
        { ...member('date', 'date'), time: true },
        member('window', 'window'),
        member('deliveryType', 'deliveryType', 'delivery'),
        member('containerSize', 'containerSize', 'size'),
        member('loadingType', 'loadingType', 'loading'),
        { ...member('numberOfSkus', 'numberOfSkus', 'SKUs'), words: skuBucketText },
        member('palletCount', 'palletCount', 'pallets'),
        member('containerTruckNumber', 'vehicle'),
      ];
    case 'inbound':
    case 'purchase-order':
      return [
        member('Warehouse_Name', 'warehouse'),
        member('slotReference', 'slot'),
        {
          header: 'items',
          value: ({ document }) => listField(document, 'items').map(itemWords).join(', '),
          priority: 2,
        },
      ];
  }
}

/** The columns of what would be sent. */
export const dryRunColumns = (kind: DocumentKind, reference: string): FactColumn[] => [
  {
    ...{ header: reference, heading: 'reference' },
    value: (row) => row.reference,
    // A name that nobody gave repeats the other columns, and would hide some of them.
    words: (name, { body }) => (isDerived(name, body) ? '' : name),
    priority: 1,
  },
  { header: 'line', heading: 'row', value: (row) => row.line, align: 'right', priority: 4 },
  ...factColumns(kind),
  { header: 'body', value: (row) => row.body, csvOnly: true },
];

/** What is done with each kind, before and afterwards, and what stands before its warehouse. */
export const deeds: Readonly<Record<DocumentKind, Readonly<Record<'does' | 'done' | 'where', string>>>> = {
  order: { does: 'Send', done: 'sent', where: 'to' },
  inbound: { does: 'Send', done: 'sent', where: 'to' },
  'purchase-order': { does: 'Create', done: 'created', where: 'at' },
  slot: { does: 'Book', done: 'booked', where: 'at' },
};

const statuses = {
  new: ['new', undefined],
  changed: ['changed since', 'warn'],
  unclear: ['perhaps changed', 'warn'],
} as const;

/** Which of the orders shown would not be sent, because an earlier upload sent them. */
const statusColumn = (known: KnownInFile['first'], kind: DocumentKind): Column<PreviewRow> => {
  const all = { ...statuses, created: [`${deeds[kind].done} before`, 'dim'] } as const;
  const statusOf = ({ reference }: PreviewRow) => all[known.get(reference) ?? 'new'];
  return { header: 'status', value: (row) => statusOf(row)[0], tone: (row) => statusOf(row)[1], priority: 1 };
};

/** Which documents may have been sent already; empty if none. */
function doubtText({ count, first }: KnownInFile['inDoubt'], { one, many }: Words): string {
  if (count === 0) return '';
  const are = count === 1 ? 'It is' : 'Each is';
  const which = `${counted(count, one, many)} may have been sent already, because no answer came: ${firstFew(first, mostInDoubt, count)}`;
  return sanitizeLine(`${which}. ${are} looked up before it is sent.`);
}

/** The first documents to send, a row each, and how many more there are. */
function firstRows(kind: DocumentKind, spool: Spool, first: KnownInFile['first'] | undefined): Block[] {
  const rows = firstOrders(spool, mostRows);
  const columns = dryRunColumns(kind, wordsOf(kind).reference).map(inWords);
  const marked = first !== undefined && first.size > 0 ? [statusColumn(first, kind)] : [];
  const more = spool.count('sendable') - rows.length;
  return [
    { kind: 'table', columns: [...columns, ...marked], rows, empty: '' },
    { kind: 'text', text: more > 0 ? `and ${more} more` : '' },
  ];
}

/** The first documents that would be sent, as rows of `dryRunColumns`. */
export const firstOrders = (spool: Spool, most: number): PreviewRow[] => firstOf(allRows(spool), most);

/** All documents to send, as rows of `dryRunColumns`. */
export function* allRows(spool: Spool): Generator<PreviewRow> {
  for (const { reference, body, lines } of spool.documents(['reference', 'body', 'lines'], 'sendable'))
    yield { reference, body, line: lines[0] as number, document: JSON.parse(body) };
}

/** What files hold, as people see it, what earlier uploads did with it (if known), and how many would be sent. */
export async function reviewOfUpload(
  context: CommandContext,
  { kind: { name: kind, rules }, flags, spool, summary, warnings, errors }: Reported,
  account: LedgerAccount | undefined,
) {
  const words = wordsOf(kind);
  const sums = newSums();
  // Other documents are few, so the review shows everything about them.
  const first = fromShops[kind] ? mostRows : Number.POSITIVE_INFINITY;
  const isNew = (body: string): void => void (fromShops[kind] && sums.add(body));
  const known = flags.fresh
    ? undefined
    : await knownByLedger(context, account, kind, spool, { first, isNew });
  const again = rules.conflictIsDuplicate ? (known?.again ?? 0) : 0;
  const before = known === undefined ? 0 : known.created + known.changed.length - again;
  const count = spool.count('sendable') - before;
  const totals =
    known === undefined && fromShops[kind]
      ? await summaryOf(spool, context.deps.interrupted)
      : sums.summary();
  const own = ofOwnShard(spool, summary);
  const { does, where } = deeds[kind];
  const names = await warehousesIn(kind, spool, context.deps.interrupted);
  names.delete('');
  const [only = ''] = names;
  const warehouse = names.size > 1 ? counted(names.size, 'warehouse') : only;
  const review: Review = {
    does: `${does} ${counted(count, words.one, words.many)}${warehouse === '' ? '' : ` ${where} ${warehouse}`}`,
    warnings,
    sent: [
      { kind: 'text', text: totals.orders === 0 ? '' : summaryText(totals, context.clock.now()) },
      { kind: 'text', text: known === undefined ? '' : doubtText(known.inDoubt, words) },
      ...firstRows(kind, spool, known?.first),
    ],
    leftOut: [
      ...(before === 0
        ? []
        : [
            `${counted(before, words.one, words.many)} ${before === 1 ? 'was' : 'were'} ${kind === 'slot' ? 'booked' : 'sent'} before`,
          ]),
      ...summary.notices,
      // Orders for which the stock is short.
      ...errors.flatMap(({ code, message }) => (code === 'partial' ? [message] : [])),
      ...(own.invalid > 0 ? [invalidError(own, words, true).message] : []),
    ],
  };
  return { review, known, isNew: count };
}
