import type { CommandContext } from '../cli/settings.ts';
import { accountFlags } from '../client/auth/account.ts';
import { skuBucketText } from '../contract/limits.ts';
import type { OutboundOrder } from '../contract/order.ts';
import { type CfiError, exitCodes } from '../errors.ts';
import { fromShops } from '../payload/document/layout.ts';
import type { DocumentKind } from '../payload/document/types.ts';
import { JsonText } from '../render/json.ts';
import type { AnyColumn, Block, Column, Result } from '../render/result.ts';
import { timeText, wordsIn } from '../render/text.ts';
import { type Fields, fieldsOf, firstOf, listField } from '../text/records.ts';
import { isBefore } from '../text/time/time.ts';
import { counted, fileWord, listed, shownWord } from '../text/words.ts';
import type { KnownInFile } from '../upload/known-orders.ts';
import type { StillHeld } from '../upload/still-held.ts';
import { type Words, wordsOf } from '../upload/terms/outcomes.ts';
import type { Spool } from '../upload/terms/spool.ts';
import type { FilesReview, Reported } from './reported.ts';
import { entryColumns, invalidError, leftOutMembers, ofOwnShard, ownInvalid } from './result.ts';
import { mostRows, reviewBlocks } from './review.ts';

type Summary = ReturnType<ReturnType<typeof newSums>['summary']>;

/** Prices are added exactly, in units of this size. */
const scale = 10_000;

const add = (sums: Map<string, number>, name: string, more: number): void =>
  void sums.set(name, (sums.get(name) ?? 0) + more);

/** Adds up orders; sums of nothing yet. */
export function newSums() {
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
export function summaryOf(spool: Spool): Summary {
  const sums = newSums();
  for (const { body } of spool.documents(['body'], 'sendable')) sums.add(body);
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

/** What is known of the documents of a dry run besides what reading found. */
interface Known {
  readonly held: StillHeld;
  /** As it would be asked about; undefined for a format that is a list. */
  readonly found: FilesReview | undefined;
  /** Of all that the files hold; undefined if nothing could be sent as reviewed. */
  readonly digest: string | undefined;
  /** The line that sends exactly this; undefined if nothing would be sent. */
  readonly line: string | undefined;
}

/** Before the line to copy. */
export const toSend = 'to send exactly this';

/** On lines that a terminal does not break, because they are copied. */
export const toSendText = (line: string, digest?: string): Block => ({
  kind: 'text',
  text: [...(digest === undefined ? [] : [`Digest: ${digest}`]), `${toSend}:`, line].join('\n'),
  isWhole: true,
});

/** `1 order would be sent; 2 were created by earlier uploads; 1 has changed since; nothing was sent.` */
function headlineOf(count: number, words: Words, known: KnownInFile | undefined): string {
  const isNone = count === 0;
  const would = isNone ? `No ${words.one}` : counted(count, words.one, words.many);
  const { created = 0, unclear = 0, changed = [] } = known ?? {};
  if (created + changed.length === 0)
    return isNone ? `${would} would be sent.` : `${would} would be sent; nothing was.`;
  const same = created - unclear;
  const were = (count: number): string => `${counted(count, 'was', 'were')} created by earlier uploads`;
  return [
    `${would} would be sent`,
    ...(same === 0 ? [] : [were(same)]),
    ...(unclear === 0 ? [] : [`${were(unclear)}, with lines now left out, and may have changed since`]),
    ...(changed.length === 0 ? [] : [`${counted(changed.length, 'has', 'have')} changed since`]),
    ...(isNone ? [] : ['nothing was sent']),
  ]
    .join('; ')
    .concat('.');
}

/** Shows what would be sent, and sends nothing. */
export function dryRunResult(
  { deps, settings }: CommandContext,
  { kind: { name: kind }, flags, spool, summary, maySend: sends, ...reported }: Reported,
  { held, found, digest, line }: Known,
): Result {
  const { notices, members, errors, stops } = reported;
  const skipInvalid = flags.skipInvalid === true;
  const words = wordsOf(kind);
  const columns = dryRunColumns(kind, words.reference);
  const { total, invalid } = skipInvalid ? ofOwnShard(spool, summary) : summary;
  const bodies = (separator: string): Iterable<JsonText> => (sends ? pieces(spool, separator) : []);
  const error: CfiError | undefined =
    invalid > 0 ? invalidError({ ...summary, total, invalid }, words, skipInvalid) : undefined;
  const would = sends ? spool.count('sendable') : 0;
  const known = sends ? found?.known : undefined;
  const own = ownInvalid(spool, summary);
  // A person at a terminal sees one review; elsewhere, warnings do not belong to the result.
  const isWhole = deps.stdout.isTTY === true && settings.out === undefined && settings.output === 'table';
  const { warnings = [], sent = [] } = found?.review ?? {};
  const headline = stops
    ? `No ${words.one} would be sent, because there is not enough stock.`
    : headlineOf(sends ? (found?.isNew ?? would) : 0, words, known);
  const before = known && {
    created: known.created,
    changed: known.changed.map(({ reference, ...fields }) => ({ ReferenceNumber: reference, ...fields })),
  };
  return {
    data: {
      dryRun: true,
      // As a run would count: neither those of other shards nor those that are left out.
      total: spool.count('sendable') + own,
      invalid: own,
      ...(digest === undefined ? {} : { digest }),
      ...(before === undefined || kind !== 'order' ? {} : { known: before }),
      [words.list]: bodies(',\n'),
      ...(fromShops[kind] ? leftOutMembers(spool, summary, held) : {}),
      ...members,
      // Adding up takes as long as writing all orders, and ndjson and csv do not show totals.
      get summary() {
        return fromShops[kind] && sends ? summaryOf(spool) : undefined;
      },
    },
    items: bodies('\n'),
    get blocks(): Block[] {
      return [
        { kind: 'text', text: headline },
        ...(isWhole
          ? reviewBlocks({ does: '', warnings, sent: sends ? sent : [], leftOut: summary.notices })
          : sends
            ? sent
            : []),
        ...(line === undefined ? [] : [toSendText(line, digest)]),
      ];
    },
    csv: { columns, rows: sends ? allRows(spool) : [] },
    notices: isWhole ? [] : notices,
    errors: error === undefined ? errors : [...errors, error],
    ...(error !== undefined && { exitCode: sends && !stops ? exitCodes.partial : exitCodes.invalid }),
    close: () => spool.close(),
  };
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
  words?(text: string): string;
}

const inWords = ({ words, ...column }: FactColumn): Column<PreviewRow> =>
  words === undefined ? column : { ...column, value: (row) => words(String(column.value(row) ?? '')) };

const goods: readonly FactColumn[] = [
  member('Warehouse_Name', 'warehouse'),
  member('slotReference', 'slot'),
  {
    header: 'items',
    value: ({ document }) => listField(document, 'items').map(itemWords).join(', '),
    priority: 2,
  },
];

/** The columns of each kind besides the reference. */
const factColumns: Readonly<Record<DocumentKind, readonly FactColumn[]>> = {
  order: [
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
  ],
  inbound: goods,
  'purchase-order': goods,
  slot: [
    member('warehouse', 'warehouse'),
    { ...member('date', 'date'), time: true },
    member('window', 'window'),
    member('deliveryType', 'deliveryType', 'delivery'),
    member('containerSize', 'containerSize', 'size'),
    member('loadingType', 'loadingType', 'loading'),
    { ...member('numberOfSkus', 'numberOfSkus', 'SKUs'), words: skuBucketText },
    member('palletCount', 'palletCount', 'pallets'),
    member('containerTruckNumber', 'vehicle'),
  ],
};

const dryRunColumns = (kind: DocumentKind, reference: string): FactColumn[] => [
  { header: reference, heading: 'reference', value: (row) => row.reference, priority: 1 },
  { header: 'line', value: (row) => row.line, align: 'right', priority: 4 },
  ...factColumns[kind],
  { header: 'body', value: (row) => row.body, csvOnly: true },
];

const statuses = {
  new: ['new', undefined],
  created: ['sent before', 'dim'],
  changed: ['changed since', 'warn'],
  unclear: ['perhaps changed', 'warn'],
} as const;

/** Which of the orders shown would not be sent, because an earlier upload sent them. */
const statusColumn = (known: KnownInFile['first']): Column<PreviewRow> => {
  const statusOf = ({ reference }: PreviewRow) => statuses[known.get(reference) ?? 'new'];
  return { header: 'status', value: (row) => statusOf(row)[0], tone: (row) => statusOf(row)[1], priority: 1 };
};

/** The first documents to send, a row each, and how many more there are. */
export function firstRows(
  kind: DocumentKind,
  spool: Spool,
  first: KnownInFile['first'] | undefined,
): Block[] {
  const rows = firstOrders(spool, mostRows);
  const columns = dryRunColumns(kind, wordsOf(kind).reference).map(inWords);
  const marked = first !== undefined && first.size > 0 ? [statusColumn(first)] : [];
  const more = spool.count('sendable') - rows.length;
  return [
    { kind: 'table', columns: [...columns, ...marked], rows, empty: '' },
    { kind: 'text', text: more > 0 ? `and ${more} more` : '' },
  ];
}

/** The first documents that would be sent, as rows of `dryRunColumns`. */
export const firstOrders = (spool: Spool, most: number): PreviewRow[] => firstOf(allRows(spool), most);

function* allRows(spool: Spool): Generator<PreviewRow> {
  for (const { reference, body, lines } of spool.documents(['reference', 'body', 'lines'], 'sendable'))
    yield { reference, body, line: lines[0] as number, document: JSON.parse(body) };
}

/** The exact bodies, some in each piece. */
function* pieces(spool: Spool, separator: string): Generator<JsonText> {
  for (const piece of spool.bodies(separator)) yield new JsonText(piece);
}

/** The csv columns of an upload's outcomes, or with `dryRun`, of what would be sent. */
export const uploadColumns = (kind: DocumentKind, dryRun = false): readonly AnyColumn[] =>
  dryRun ? dryRunColumns(kind, wordsOf(kind).reference) : entryColumns(kind, []);

const accountOption = /^--(profile|base-url|emulator|state)(=|$)/;

/** The line that carries out what a dry run has shown: as it was typed, with `more` in place of `--dry-run`. */
export function lineToSend(
  { words, settings }: Pick<CommandContext, 'words' | 'settings'>,
  files: readonly string[],
  ...more: readonly string[]
): string {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const kept = words
    .slice(0, end)
    .filter((word, at) => !/^--(dry-run|reviewed(=.*)?)$/.test(word) && words[at - 1] !== '--reviewed');
  const account = kept.some((word) => accountOption.test(word)) ? [] : accountFlags(settings);
  const asked = files.filter((file) => !words.includes(file)).map(fileWord);
  const rest = words.slice(end).map(shownWord);
  return ['cfi', ...kept.map(shownWord), ...asked, ...account, ...more.map(shownWord), ...rest].join(' ');
}
