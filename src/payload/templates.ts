import { usageError } from '../errors.ts';
import { dayMs } from '../text/time/time.ts';
import { type Layout, layoutOf } from './document/layout.ts';
import type { DocumentKind } from './document/types.ts';
import { findPreset } from './presets/find.ts';

/** Values by column name; an empty one leaves the cell blank. */
export type TemplateValues = Readonly<Record<string, string | number>>;

interface Example {
  readonly document: TemplateValues;
  readonly lines: readonly TemplateValues[];
}

const address = (section: string): TemplateValues => ({
  [`${section}.FullName`]: 'Ada Example',
  [`${section}.Company`]: 'Example Ltd',
  [`${section}.Address1`]: '1 Example Street',
  [`${section}.Address2`]: 'Flat 2',
  [`${section}.Town`]: 'Leeds',
  [`${section}.Region`]: 'West Yorkshire',
  [`${section}.PostCode`]: 'LS1 4AB',
  [`${section}.Country`]: 'United Kingdom',
  [`${section}.CountryCode`]: 'GB',
  [`${section}.PhoneNumber`]: '+44 113 496 0000',
  [`${section}.EmailAddress`]: 'ada@example.com',
});

const items = [
  { SKU: 'AC-TENT-2', barcode: '2000000001012', Quantity: 40 },
  { SKU: 'AC-STOVE-GAS', barcode: '2000000001029', Quantity: 120 },
];

type TemplateKind = Exclude<DocumentKind, 'slot'>;

/** What a delivery of either kind begins with. */
const delivery = { PO_REFERENCE: 'PO-2001', Warehouse_Name: 'Northgate FC' } as const;

function exampleOf(kind: TemplateKind): Example {
  switch (kind) {
    case 'order':
      return {
        document: {
          ReferenceNumber: 'WEB-1001',
          ReceivedDate: '{now: YYYY-MM-DDTHH:mm:00Z}',
          DispatchBy: '{in 2 days: YYYY-MM-DDTHH:mm:00Z}',
          Currency: 'GBP',
          PaymentStatus: 'PAID',
          ChannelBuyerName: 'Ada Example',
          warehouse_name: 'Northgate FC',
          PostalServiceCost: 3.95,
          PostalServiceTaxRate: 20,
          Channel_Ref: 'WEB-1001',
          ...address('DeliveryAddress'),
          ...address('BillingAddress'),
        },
        lines: [
          { SKU: 'AC-TENT-2', ItemTitle: 'Two-person tent', Qty: 1, PricePerUnit: 129 },
          { SKU: 'AC-STOVE-GAS', ItemTitle: 'Gas stove', Qty: 2, PricePerUnit: 34.5 },
        ].map((line, at) => ({ ...line, OrderLineNumber: String(at + 1), TaxRate: 20 })),
      };
    case 'inbound':
      return {
        document: { ...delivery, Secondary_PO_Reference: 'SUP-77', transport_id: 'TR-9' },
        lines: items,
      };
    case 'purchase-order':
      return {
        document: {
          ...delivery,
          slotReference: '',
          deliveryType: 'truck',
          loadingType: 'palletised',
          palletCount: 6,
          containerTruckNumber: 'AB12 CDE',
        },
        lines: items,
      };
  }
}

function jsonTemplate(layout: Layout, { document, lines }: Example): string {
  const body: Record<string, unknown> = {};
  for (const { section, field, name } of layout.ordered) {
    const value = document[name];
    if (value === undefined || value === '') continue;
    if (section === '') body[field] = value;
    else body[section] = { ...(body[section] as object | undefined), [field]: value };
  }
  return `${JSON.stringify([{ ...body, [layout.lines]: lines }], null, 2)}\n`;
}

/** Values of a slot may need quotes. */
function csvText(columns: readonly string[], rows: readonly TemplateValues[], delimiter = ','): string {
  const cell = (value: string | number): string =>
    /[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  const cells = rows.map((row) => columns.map((name) => cell(row[name] ?? '')));
  return [columns, ...cells].map((row) => `${row.join(delimiter)}\n`).join('');
}

function csvTemplate({ ordered, reference }: Layout, { document, lines }: Example): string {
  const columns = ordered.filter(({ name, perLine }) => perLine || document[name] !== undefined);
  // Further lines of a document repeat its reference and leave its other columns blank.
  const repeated = { [reference]: document[reference] ?? '' };
  return csvText(
    columns.map(({ name }) => name),
    lines.map((line, index) => ({ ...(index === 0 ? document : repeated), ...line })),
  );
}

/** A value in which a time, such as `{in 2 days: DD/MM/YYYY}`, is written out, in UTC; `now` is in ms. */
function timed<Value extends string | number>(value: Value, now: number): Value | string {
  const [, days, pattern] = /^\{(?:now|in (\d+) days): (.*)\}$/.exec(String(value)) ?? [];
  if (pattern === undefined) return value;
  const ms = now + Number(days ?? 0) * dayMs;
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = new Date(ms)
    .toISOString()
    .split(/\D/);
  const parts: Readonly<Record<string, string>> = {
    ...{ YYYY: year, YY: year.slice(2), MM: month, DD: day, HH: hour, mm: minute, ss: second },
    ...{ M: String(Number(month)), D: String(Number(day)), h: String(Number(hour) % 12 || 12) },
    MMM: new Date(ms).toUTCString().slice(8, 11),
    A: Number(hour) < 12 ? 'AM' : 'PM',
  };
  return pattern.replaceAll(/([YMDHhmsA])\1*/g, (token) => parts[token] ?? token);
}

/** A template file: a document with two lines, with the service's columns or those of an export. `now` is in ms. */
export function templateOf(
  kind: TemplateKind,
  format: 'csv' | 'json',
  now: number,
  presetName?: string,
  values: TemplateValues = {},
): string {
  if (presetName !== undefined) {
    const { template, delimiter = ',' } = findPreset(presetName, kind);
    if (format === 'json') throw usageError('--preset is for CSV files only');
    const cells = Object.entries(template).map(([name, cell]) => [name, timed(cell, now)]);
    return csvText(Object.keys(template), [Object.fromEntries(cells)], delimiter);
  }
  const layout = layoutOf(kind);
  const { document, lines } = exampleOf(kind);
  const dated = Object.entries({ ...document, ...values }).map(([name, value]) => [name, timed(value, now)]);
  const example = { document: Object.fromEntries(dated) as TemplateValues, lines };
  return format === 'json' ? jsonTemplate(layout, example) : csvTemplate(layout, example);
}

/** A template file of two slots, on these days; `reference` is a name of your own. */
export function slotTemplate(format: 'csv' | 'json', first: string, second: string): string {
  const names = ['reference', ...layoutOf('slot').ordered.map(({ name }) => name)];
  const common = { warehouse: 'Northgate FC' };
  const slots: readonly TemplateValues[] = [
    {
      ...{ reference: 'tents', date: first, window: 'morning', ...common, loadingType: 'palletised' },
      ...{ numberOfSkus: 'lt_10', deliveryType: 'truck', palletCount: 6, containerTruckNumber: 'AB12 CDE' },
    },
    {
      ...{ reference: 'stoves', date: second, window: 'afternoon', ...common, loadingType: 'loose' },
      ...{ numberOfSkus: '10_to_20', deliveryType: 'container', containerSize: '40ft' },
    },
  ];
  return format === 'json' ? `${JSON.stringify(slots, null, 2)}\n` : csvText(names, slots);
}
