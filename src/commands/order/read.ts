import { askText, orBack } from '../../cli/ask.ts';
import type { ModuleOf, OptionsOf } from '../../cli/command.ts';
import { pageQuery } from '../../cli/global-options.ts';
import { namedReferences, readAsSaid } from '../../cli/references.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { listOf, nextPage, onePage, pages, paginationOf } from '../../client/api/lists.ts';
import { readEach } from '../../client/api/lookups.ts';
import { checkNamed } from '../../client/api/records.ts';
import { commandFor } from '../../client/auth/account.ts';
import { withApi } from '../../client/auth/session.ts';
import type { Api, ApiResponse } from '../../client/types.ts';
import { limits } from '../../contract/limits.ts';
import { CfiError, usageError } from '../../errors.ts';
import { fieldColumn, fieldColumns, listing } from '../../render/columns.ts';
import type { Block, Column, Result } from '../../render/result.ts';
import { amountText, cellForPeople } from '../../render/text.ts';
import { type Fields, field, flatMapped, listField, otherFields, textField } from '../../text/records.ts';
import { orderState } from '../../tracking/order-state.ts';
import type { getCommand, listCommand } from './definition.ts';

const lines = (order: Fields): Fields[] => listField(order, 'OrderItems', 'Items', 'lines');

const orderNumber = (order: Fields): unknown => field(field(order, 'OrderId'), 'Number');

const tracking = (order: Fields): string | null => orderState(order).TrackingNumber;

const carrier = (order: Fields): string | null => orderState(order).ShippingVendor;

const status = (order: Fields): string => cellForPeople(field(order, 'Status'));

const statusTone: Column<Fields>['tone'] = (row) =>
  /cancel/i.test(status(row)) ? 'dim' : /ship|dispatch/i.test(status(row)) ? 'good' : undefined;

const orderListColumns: readonly Column<Fields>[] = [
  fieldColumn('Reference', 'ReferenceNumber', { priority: 1 }),
  { header: 'Status', value: status, priority: 1, tone: statusTone },
  { header: 'Order no.', value: orderNumber, align: 'right', priority: 3 },
  fieldColumn('Channel ref', 'Channel_Ref', { priority: 4 }),
  fieldColumn('Buyer', 'ChannelBuyerName', { priority: 4 }),
  fieldColumn('Warehouse', ['warehouse_name', 'ShipFrom'], { priority: 5 }),
  { header: 'Lines', value: (row) => lines(row).length, align: 'right', priority: 6 },
  fieldColumn('Dispatch by', 'DispatchBy', { time: true, priority: 3 }),
  { header: 'Carrier', value: carrier, priority: 7 },
  { header: 'Tracking', value: tracking, priority: 4 },
];

const lineColumns: readonly Column<Fields>[] = [
  fieldColumn('Line', 'OrderLineNumber', { priority: 3 }),
  fieldColumn('SKU', 'SKU', { priority: 1 }),
  fieldColumn('Item', 'ItemTitle', { priority: 4 }),
  fieldColumn('Qty', ['Qty', 'Quantity'], { align: 'right', priority: 1 }),
  { header: 'Price', value: (row) => amountText(field(row, 'PricePerUnit')), align: 'right', priority: 2 },
];

function addressText(address: unknown): string {
  const parts = ['FullName', 'Company', 'Address1', 'Address2', 'Town', 'Region', 'PostCode'].map((name) =>
    textField(address, name),
  );
  return [...parts, textField(address, 'CountryCode') ?? textField(address, 'Country')]
    .filter(Boolean)
    .join(', ');
}

const shown = [
  ...['ReferenceNumber', 'Status', 'OrderId', 'Client', 'Channel_Ref', 'ChannelBuyerName', 'warehouse_name'],
  ...['ShipFrom', 'ReceivedDate', 'DispatchBy', 'PaymentStatus', 'Currency', 'PostalServiceCost'],
  ...['PostalServiceTaxRate', 'DeliveryAddress', 'BillingAddress', 'ShippingVendor', 'TrackingNumber'],
  ...['Tracking', 'ProcessedOn', 'UpdatedAt', 'CreatedAt', 'OrderItems', 'Items', 'lines'],
];

/** One order: its data, destination and lines. */
function orderBlocks(order: Fields): Block[] {
  const { ShippingVendor, TrackingNumber } = orderState(order);
  return [
    {
      kind: 'fields',
      title: `Order ${cellForPeople(field(order, 'ReferenceNumber'))}`,
      fields: [
        ['Status', field(order, 'Status')],
        ['Order number', orderNumber(order)],
        ['Order UUID', field(field(order, 'OrderId'), 'UUID')],
        ['Client', field(order, 'Client')],
        ['Channel ref', field(order, 'Channel_Ref')],
        ['Buyer', field(order, 'ChannelBuyerName')],
        ['Warehouse', field(order, 'warehouse_name', 'ShipFrom')],
        ['Order date', { time: field(order, 'ReceivedDate') }],
        ['Dispatch by', { time: field(order, 'DispatchBy') }],
        ['Payment', cellForPeople(field(order, 'PaymentStatus')).toLowerCase()],
        ['Currency', field(order, 'Currency')],
        ['Postage', amountText(field(order, 'PostalServiceCost'))],
        ['Postage tax rate', field(order, 'PostalServiceTaxRate')],
        ['Deliver to', addressText(field(order, 'DeliveryAddress'))],
        ['Bill to', addressText(field(order, 'BillingAddress'))],
        ['Carrier', ShippingVendor],
        ['Tracking', TrackingNumber],
        ['Shipped', { time: field(order, 'ProcessedOn') }],
        ['Last change', { time: field(order, 'UpdatedAt') }],
        ...otherFields(order, shown),
      ],
    },
    { kind: 'table', columns: lineColumns, rows: lines(order), empty: 'no lines shown' },
  ];
}

const addressFields = [
  ...['FullName', 'Company', 'Address1', 'Address2', 'Town', 'Region', 'PostCode', 'Country', 'CountryCode'],
  ...['PhoneNumber', 'EmailAddress'],
];

const addressCsv = (name: string): Column<Fields>[] =>
  addressFields.map((part) => ({
    header: `${name}.${part}`,
    value: (row) => field(field(row, name), part),
  }));

const orderListCsv: readonly Column<Fields>[] = [
  ...fieldColumns(['ReferenceNumber', 'Status']),
  { header: 'OrderNumber', value: orderNumber },
  { header: 'OrderUUID', value: (row) => field(field(row, 'OrderId'), 'UUID') },
  ...fieldColumns(['Channel_Ref', 'ChannelBuyerName', 'warehouse_name', 'ShipFrom', 'Currency']),
  ...fieldColumns(['PaymentStatus', 'ReceivedDate', 'DispatchBy', 'CreatedAt', 'UpdatedAt', 'ProcessedOn']),
  { header: 'ShippingVendor', value: carrier },
  { header: 'TrackingNumber', value: tracking },
  { header: 'Lines', value: (row) => lines(row).length },
];

/** One row per order line, with the order's own columns repeated. */
const orderCsv: readonly Column<Fields>[] = [
  ...orderListCsv.slice(0, -1),
  ...fieldColumns(['PostalServiceCost', 'PostalServiceTaxRate']),
  ...addressCsv('DeliveryAddress'),
  ...addressCsv('BillingAddress'),
  ...['OrderLineNumber', 'SKU', 'ItemTitle', 'Qty', 'PricePerUnit', 'TaxRate'].map((name) => ({
    header: name,
    value: (row: Fields) => field(row.line, name),
  })),
];

/** The rows of an order in CSV: one per line, or a single row if the order shows no lines. */
const orderRows = (order: Fields): Fields[] => {
  const all = lines(order);
  return all.length === 0 ? [order] : all.map((line) => ({ ...order, line }));
};

/** Orders, for people and in csv. */
export const ordersShown = (records: readonly Fields[]) => ({
  blocks: flatMapped(records, orderBlocks),
  csv: { columns: orderCsv, rows: flatMapped(records, orderRows) },
});

/** The stored record of each order. Orders that are found are shown even if others are missing. */
export const getOrders: ModuleOf<typeof getCommand> = {
  columns: () => orderCsv,
  async run(context, options) {
    const references = (await namedReferences(options, context.deps)) ?? [];
    // A file of references that has only a header.
    if (references.length === 0)
      return { ...ordersShown([]), data: [], blocks: [{ kind: 'text', text: 'Nothing to do.' }] };
    return withApi(context, async (api) => {
      const { result, records } = await readEach(references, (name) => readOrder(context, api, name));
      return { ...result, ...ordersShown(records) };
    });
  },
};

/** One order, or that uploaded from here which people may mean by this reference: `50155` may be `#50155`. */
async function readOrder(context: CommandContext, api: Api, named: string): Promise<ApiResponse> {
  const read = async (reference: string): Promise<ApiResponse> => {
    const answer = await api.call('getOrder', { params: { referenceNumber: reference } });
    checkNamed(answer.data, 'order', reference, context.warn);
    return answer;
  };
  try {
    return await readAsSaid(context, named, read, async () => {
      // Few references are not found, and the ledger takes time to load.
      const { uploadedAsIfKnown } = await import('../../tracking/remembered-looks.ts');
      return (await uploadedAsIfKnown(context, api, [named]))(named);
    });
  } catch (error) {
    if (!(error instanceof CfiError) || error.code !== 'not-found') throw error;
    const listed = api.commandFor('order', 'list', '--ship-from', 'MSF');
    const hint = `${error.details.hint}; marketplace orders are listed only by ${listed}`;
    throw error.with({ hint });
  }
}

const noFullList = (settings: CommandContext['settings']): string =>
  `the service has no list of all orders; ${commandFor(settings, 'order', 'track')} shows those uploaded from this machine`;

/** Orders by channel reference (only those placed since 2026-08-05), or all marketplace (MSF) orders. */
export const listOrders: ModuleOf<typeof listCommand> = {
  columns: () => orderListCsv,
  async run(context, given) {
    const options = context.settings.interactive ? await askWhich(context, given) : given;
    if ((options.channelRef === undefined) === (options.shipFrom === undefined)) {
      throw usageError('give either --channel-ref VALUE or --ship-from MSF', noFullList(context.settings));
    }
    const query = pageQuery(options);
    if (options.channelRef !== undefined && (Object.keys(query).length > 0 || options.all)) {
      throw usageError('--page, --page-size and --all need --ship-from');
    }
    return withApi(context, async (api) => {
      if (options.all) {
        const rows: Fields[] = [];
        const size = query.page_size ?? limits.msfPageSize.max;
        for await (const answer of pages(api, 'listOrders', size, { query: { ship_from: options.shipFrom } }))
          for (const order of ordersIn(answer)) rows.push(order);
        return listed(rows);
      }
      const asked = { channel_ref: options.channelRef, ship_from: options.shipFrom, ...query };
      const answer = await onePage(api, 'listOrders', asked, ordersIn);
      const rows = ordersIn(answer);
      return {
        ...listed(rows),
        data: answer.data,
        items: rows,
        pagination: paginationOf(answer),
        nextPage: nextPage(answer, query.page ?? 1),
        // Always shown, because orders may be missing for this reason even if others are found.
        notices:
          options.channelRef === undefined
            ? []
            : [`${cutOff}; try ${commandFor(context.settings, 'order', 'get', 'REF')}`],
      };
    });
  },
};

const cutOff = 'orders placed before 5 August 2026 are not found by channel reference';

/** On a terminal, asks which orders to list if no option says so. */
async function askWhich(
  context: CommandContext,
  options: OptionsOf<typeof listCommand>,
): Promise<OptionsOf<typeof listCommand>> {
  if (options.channelRef !== undefined || options.shipFrom !== undefined) return options;
  const prompts = await context.deps.prompts();
  context.notice(noFullList(context.settings));
  const choice = await prompts.choose({
    message: 'Which orders?',
    choices: [
      { value: 'channel-ref', name: "with one channel reference (the shop's own number of an order)" },
      {
        value: 'MSF',
        name: "fulfilled by a marketplace's seller programme, not by your warehouses (MSF)",
      },
    ],
  });
  if (choice === 'MSF') return { ...options, shipFrom: choice };
  return orBack(
    async () => ({ ...options, channelRef: await askText(prompts, { message: 'Channel reference' }) }),
    () => askWhich(context, options),
  );
}

const ordersIn = (answer: ApiResponse): readonly Fields[] => listOf(answer, 'orders', 'orders', 'items');

const listed = (rows: readonly Fields[]): Result =>
  listing(rows, orderListColumns, orderListCsv, 'no orders');
