import type { FieldProposal, MapEntry } from '../../../payload/proposal/entries.ts';
import type { Proposal } from '../../../payload/proposal/propose.ts';
import type { Block } from '../../../render/result.ts';

/** A plain name for each field. */
export const fieldLabels: Readonly<Record<string, string>> = {
  ReferenceNumber: 'order number',
  ReceivedDate: 'time of the order',
  DispatchBy: 'time by which it must be dispatched',
  Currency: 'currency',
  PaymentStatus: 'payment',
  ChannelBuyerName: "buyer's name",
  warehouse_name: 'warehouse',
  'DeliveryAddress.FullName': "recipient's name",
  'DeliveryAddress.Address1': 'street',
  'DeliveryAddress.Town': 'town',
  'DeliveryAddress.PostCode': 'postcode',
  'DeliveryAddress.Country': 'country',
  'DeliveryAddress.CountryCode': 'country code',
  SKU: 'SKU',
  ItemTitle: "item's title",
  Qty: 'quantity',
  PricePerUnit: 'price per unit',
};

/** The question about a field. */
export function questionOf(field: string): string {
  if (field === 'PaymentStatus') return 'Are these orders paid?';
  return `Which column has the ${fieldLabels[field] ?? field} (${field})?`;
}

/** An entry in words: `Vorname + Nachname`, `Price (decimal comma)`, `always GBP`. */
export function entryText(entry: MapEntry): string {
  if (typeof entry === 'string') return entry;
  const {
    column,
    join,
    const: constant,
    date,
    number,
    per,
    map,
  } = entry as {
    readonly column?: string | readonly string[];
    readonly join?: readonly string[];
    readonly const?: string;
    readonly date?: string | readonly string[];
    readonly number?: { readonly decimal?: string; readonly currency?: boolean };
    readonly per?: string;
    readonly map?: object;
  };
  if (constant !== undefined) return `always ${constant}`;
  if (join !== undefined) return join.join(' + ');
  const details = [
    ...(date === undefined ? [] : [[date].flat().join(' or ')]),
    ...(number?.decimal === 'comma' ? ['decimal comma'] : []),
    ...(number?.currency ? ['with its currency'] : []),
    ...(per === undefined ? [] : [`divided by ${per}`]),
    ...(map === undefined ? [] : ['translated']),
  ];
  return [[column].flat().join(' or '), ...(details.length > 0 ? [`(${details.join(', ')})`] : [])].join(' ');
}

interface FieldRow {
  readonly field: string;
  readonly from: string;
  /** An example value; of columns that are joined, from each of them. */
  readonly example: string;
  readonly sure: string;
}

const sureness = { sure: '', likely: 'likely', guess: 'a guess' } as const;

/** The fields of a draft with their sources, and how certain each is. */
export function fieldRows({ draft: { fields }, columns }: Proposal, order: readonly string[]): FieldRow[] {
  const firstOf = (wanted: string | undefined): string =>
    columns.find(({ name }) => name === wanted)?.cells[0]?.slice(0, 40) ?? '';
  const exampleOf = ({ entry, columns: read }: FieldProposal): string =>
    typeof entry === 'object' && 'join' in entry
      ? read.map(firstOf).join(' ').slice(0, 40).trim()
      : firstOf(read[0]);
  return order.flatMap((field) => {
    const proposal: FieldProposal | undefined = fields.get(field);
    if (proposal === undefined) return [];
    return [
      {
        field,
        from: entryText(proposal.entry),
        example: exampleOf(proposal),
        sure: sureness[proposal.confidence],
      },
    ];
  });
}

const quoted = (values: readonly string[]): string => values.map((value) => JSON.stringify(value)).join(', ');

/** What the draft does not send, one line per rule. */
export function ruleLines({ draft, needsNoMap }: Proposal): string[] {
  const { statuses, marks, skipRows } = draft;
  const lines: string[] = [];
  const tellsShipped =
    statuses.some(({ isPayment, yes }) => !isPayment && (yes === undefined || yes === 'fulfilled')) ||
    marks.some(({ reason }) => reason === 'fulfilled');
  if (draft.extends === undefined && needsNoMap !== true && !tellsShipped)
    lines.push(
      statuses.length + marks.length === 0
        ? 'no column was found that says what must not be shipped: all orders are sent'
        : 'no column was found that says which orders have been shipped; if there are any, they are sent again',
    );
  for (const { column, values, perLine } of statuses) {
    const sent = values.filter(({ meaning }) => meaning === 'send').map(({ value }) => value);
    const unknown = values.filter(({ meaning }) => meaning === undefined).map(({ value }) => value);
    if (sent.length > 0)
      lines.push(`${column.name}: ${quoted(sent)} ${sent.length === 1 ? 'is' : 'are'} sent`);
    const reasons = new Set(values.map(({ meaning }) => meaning));
    for (const reason of reasons) {
      if (reason === undefined || reason === 'send') continue;
      const found = values.filter(({ meaning }) => meaning === reason).map(({ value }) => value);
      const what = perLine ? 'lines left out' : 'left out';
      lines.push(`${column.name}: ${quoted(found)}: ${what} as ${reason}`);
    }
    if (unknown.length > 0)
      lines.push(`${column.name}: unknown status ${quoted(unknown)}: left out as on-hold`);
  }
  for (const { column, reason, whenEmpty, perLine } of marks)
    lines.push(
      `${column.name} ${whenEmpty ? 'empty' : 'filled'}: ${perLine ? 'lines left out' : 'left out'} as ${reason}`,
    );
  for (const { column, in: values } of skipRows)
    lines.push(`${column} ${quoted(values)}: not an order, skipped`);
  return lines;
}

/** The draft as a table, followed by what is not sent. */
export function draftBlocks(proposal: Proposal, order: readonly string[], title: string): Block[] {
  const rules = ruleLines(proposal);
  return [
    {
      kind: 'table',
      title,
      columns: [
        { header: 'field', value: ({ field }: FieldRow) => field, priority: 1 },
        { header: 'from', value: ({ from }: FieldRow) => from, priority: 2 },
        { header: 'for example', value: ({ example }: FieldRow) => example, priority: 4 },
        { header: 'sure?', value: ({ sure }: FieldRow) => sure, priority: 3 },
      ],
      rows: fieldRows(proposal, order),
      empty: 'no field was recognised',
    },
    ...(rules.length === 0 ? [] : [{ kind: 'text' as const, text: rules.join('\n') }]),
  ];
}
