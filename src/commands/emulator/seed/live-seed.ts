import { currencies } from '../../../contract/order.ts';
import { deliveryTypes, skuBuckets, slotWindows } from '../../../contract/slot.ts';
import type { Seed, SeedOrder, SeedPurchaseOrder, SeedSlot } from '../../../emulator/seed/schema.ts';
import {
  entryOf,
  type Fields,
  fieldsOf,
  listField,
  numberField,
  present,
  textField,
} from '../../../text/records.ts';
import { isoUtc } from '../../../text/time/time.ts';
import { type LiveAccount, productsOf } from './live-account.ts';

const country = /^[\p{L} .'()-]{2,60}$/u;

/** Replaces people and addresses by fictional ones: the same person by the same. */
function strangers() {
  const known = new Map<string, number>();
  const numberOf = (key: string): number => {
    const found = known.get(key) ?? known.size + 1;
    known.set(key, found);
    return found;
  };
  const name = (number: number): string => `Buyer ${number}`;
  return {
    buyer: (original: string): string => name(numberOf(original)),
    /** An address with the same fields, in the same country. */
    address(original: unknown): Record<string, string> {
      const given = fieldsOf(original);
      const number = numberOf(textField(given, 'FullName') ?? JSON.stringify(given));
      const fictional: Record<string, string> = {
        FullName: name(number),
        Company: `Example Company ${number}`,
        Address1: `${number} Example Street`,
        Address2: 'Example Quarter',
        Town: 'Exampleton',
        Region: 'Exampleshire',
        PostCode: 'ZZ1 1ZZ',
        // A number that is reserved for fiction.
        PhoneNumber: '+44 1632 960001',
        EmailAddress: `buyer${number}@example.com`,
      };
      const kept = Object.entries(fictional).filter(
        ([field]) => textField(given, field) !== undefined || required.has(field),
      );
      const places = ['Country', 'CountryCode'].flatMap((field) => {
        const value = textField(given, field);
        return value !== undefined && country.test(value) ? [[field, value] as const] : [];
      });
      return Object.fromEntries([
        ...kept,
        ...(places.length === 0 ? [['CountryCode', 'GB'] as const] : places),
      ]);
    },
  };
}

const required = new Set(['FullName', 'Address1', 'Town', 'PostCode']);

const oneOf = <T extends string>(values: readonly T[], text: string | undefined): T | undefined =>
  values.find((value) => value === text);

const time = (record: unknown, ...names: readonly string[]): string | undefined => {
  const text = textField(record, ...names);
  return Number.isNaN(Date.parse(text ?? '')) ? undefined : text;
};
const whole = (record: unknown, name: string): number | undefined => {
  const value = numberField(record, name);
  return Number.isInteger(value) ? value : undefined;
};
/** The registration of a vehicle or the number of a container; anything longer may name a person. */
const registration = (record: unknown): string | undefined => {
  const text = textField(record, 'containerTruckNumber');
  return text === undefined || /^[A-Z0-9 -]{2,15}$/.test(text) ? text : 'VEHICLE-1';
};

const slotStatuses: Readonly<Record<string, SeedSlot['scheduleStatus']>> = {
  pending_ops: 'pending_ops',
  pending_customer: 'pending_customer',
  confirmed: 'confirmed',
  consumed: 'confirmed',
  used: 'confirmed',
  cancelled: 'cancelled',
  canceled: 'cancelled',
};

/** A free comment may name anybody; that there was one is kept. */
const otherComment = (comment: unknown): string | null =>
  typeof comment === 'string' && comment !== '' ? 'A comment' : null;

function slotOf(slot: Fields, client: string): SeedSlot | undefined {
  const [reference, date] = [textField(slot, 'slotReference'), textField(slot, 'date')?.slice(0, 10)];
  const window = oneOf(slotWindows, textField(slot, 'window'));
  const [warehouse, loadingType] = [textField(slot, 'warehouse'), textField(slot, 'loadingType')];
  const numberOfSkus = oneOf(skuBuckets, textField(slot, 'numberOfSkus'));
  const isUsed = textField(slot, 'usedByPoReference') !== undefined;
  const status = entryOf(slotStatuses, textField(slot, 'scheduleStatus')?.toLowerCase() ?? '');
  if (reference === undefined || date === undefined || window === undefined) return undefined;
  if (warehouse === undefined || loadingType === undefined || numberOfSkus === undefined) return undefined;
  if (status === undefined && !isUsed) return undefined;
  const schedule = fieldsOf(slot.schedule);
  const proposals = listField(schedule, 'proposals').flatMap((proposal) => {
    const proposedBy = oneOf(['ops'], textField(proposal, 'proposedBy')) ?? ('client' as const);
    const proposedTime = time(proposal, 'proposedTime');
    if (proposedTime === undefined) return [];
    const createdAt = time(proposal, 'createdAt', 'created_at');
    return [{ proposedBy, proposedTime, comment: otherComment(proposal.comment), ...present({ createdAt }) }];
  });
  return {
    ...{ client, slotReference: reference, scheduleStatus: isUsed ? 'confirmed' : status },
    ...{ date, window, warehouse, loadingType, numberOfSkus },
    ...present({
      deliveryType: oneOf(deliveryTypes, textField(slot, 'deliveryType')),
      containerSize: textField(slot, 'containerSize'),
      palletCount: whole(slot, 'palletCount'),
      containerTruckNumber: registration(slot),
      requestedTime: time(schedule, 'requestedTime'),
      confirmedTime: time(schedule, 'confirmedTime'),
      createdAt: time(slot, 'createdAt', 'created_at'),
      updatedAt: time(slot, 'updatedAt', 'updated_at'),
    }),
    proposals,
  } as SeedSlot;
}

const poStatuses: Readonly<Record<string, SeedPurchaseOrder['status']>> = {
  OPEN: 'OPEN',
  PENDING: 'OPEN',
  PARTIAL: 'PARTIAL',
  DELIVERED: 'DELIVERED',
};

function reportOf(value: unknown): SeedPurchaseOrder['inboundReport'] {
  const arrivedAt = time(value, 'arrivedAt');
  if (arrivedAt === undefined) return undefined;
  const discrepancies = listField(value, 'discrepancies').flatMap((each) => {
    const SKU = textField(each, 'SKU');
    const [expected, received] = [whole(each, 'expected'), whole(each, 'received')];
    if (SKU === undefined || expected === undefined || received === undefined) return [];
    return [{ SKU, expected, received, difference: received - expected }];
  });
  const unloading = present({
    unloadingStartedAt: time(value, 'unloadingStartedAt'),
    unloadingFinishedAt: time(value, 'unloadingFinishedAt'),
  });
  return { arrivedAt, ...unloading, discrepancies };
}

/** The purchase order that uses a slot; without its record, only its name is known. */
function purchaseOrderOf(name: string, record: Fields | undefined, slot: Fields | undefined, client: string) {
  const items = listField(record, 'items', 'lines').flatMap((line) => {
    const [SKU, ordered] = [textField(line, 'SKU', 'sku'), numberField(line, 'ordered', 'quantity_ordered')];
    if (SKU === undefined || ordered === undefined) return [];
    const [barcode = null, title] = [textField(line, 'barcode'), textField(line, 'title')];
    const delivered = numberField(line, 'delivered', 'quantity_delivered') ?? 0;
    return [{ SKU, Quantity: ordered, delivered, barcode, ...present({ title }) }];
  });
  return {
    client,
    ...present({ lw_po_number: textField(record, 'lw_po_number') }),
    PO_REFERENCE: textField(record, 'PO_REFERENCE') ?? name,
    Warehouse_Name: textField(record, 'Warehouse_Name') ?? textField(slot, 'warehouse') ?? '',
    slotReference: textField(slot, 'slotReference') ?? null,
    status: entryOf(poStatuses, textField(record, 'status')?.toUpperCase() ?? '') ?? 'OPEN',
    deliveryType: textField(record, 'deliveryType') ?? textField(slot, 'deliveryType') ?? null,
    containerSize: textField(record, 'containerSize') ?? null,
    loadingType: textField(record, 'loadingType') ?? textField(slot, 'loadingType') ?? null,
    palletCount: whole(record, 'palletCount') ?? null,
    containerTruckNumber: registration(record) ?? null,
    items,
    ...present({ inboundReport: reportOf(record?.inboundReport) }),
  } as SeedPurchaseOrder;
}

const orderStatuses: Readonly<Record<string, SeedOrder['Status']>> = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  dispatched: 'Shipped',
  cancelled: 'Cancelled',
  canceled: 'Cancelled',
};

interface Places {
  readonly client: string;
  readonly warehouses: readonly string[];
  readonly people: ReturnType<typeof strangers>;
}

/** A marketplace order with another buyer; undefined if the record lacks what an order needs. */
function orderOf(order: Fields, { client, warehouses, people }: Places): SeedOrder | undefined {
  const [reference, dispatchBy] = [textField(order, 'ReferenceNumber'), time(order, 'DispatchBy')];
  const currency = oneOf(currencies, textField(order, 'Currency'));
  const warehouse = oneOf(warehouses, textField(order, 'warehouse_name')) ?? warehouses[0];
  const received = time(order, 'ReceivedDate', 'CreatedAt');
  const lines = listField(order, 'OrderItems', 'Items').flatMap((line, index) => {
    const [SKU, Qty, price] = [textField(line, 'SKU'), whole(line, 'Qty'), numberField(line, 'PricePerUnit')];
    if (SKU === undefined || Qty === undefined || Qty < 1 || price === undefined || price <= 0) return [];
    const ItemTitle = textField(line, 'ItemTitle') ?? SKU;
    const OrderLineNumber = textField(line, 'OrderLineNumber') ?? String(index + 1);
    const TaxRate = numberField(line, 'TaxRate');
    return [{ SKU, ItemTitle, Qty, PricePerUnit: price, OrderLineNumber, ...present({ TaxRate }) }];
  });
  if (reference === undefined || dispatchBy === undefined || received === undefined) return undefined;
  if (currency === undefined || warehouse === undefined || lines.length === 0) return undefined;
  const tracking = fieldsOf(order.Tracking);
  return {
    ...{ client, ReferenceNumber: reference, ReceivedDate: received, DispatchBy: dispatchBy },
    ...{ Currency: currency, warehouse_name: warehouse, ShipFrom: 'MSF' },
    PaymentStatus: textField(order, 'PaymentStatus') ?? 'PAID',
    ChannelBuyerName: people.buyer(textField(order, 'ChannelBuyerName') ?? ''),
    OrderItems: lines,
    DeliveryAddress: people.address(order.DeliveryAddress),
    BillingAddress: people.address(order.BillingAddress),
    Status: entryOf(orderStatuses, textField(order, 'Status')?.toLowerCase() ?? '') ?? 'Processing',
    ...present({
      PostalServiceCost: numberField(order, 'PostalServiceCost'),
      PostalServiceTaxRate: numberField(order, 'PostalServiceTaxRate'),
      Channel_Ref: textField(order, 'Channel_Ref'),
      CreatedAt: time(order, 'CreatedAt'),
      ShippingVendor: textField(order, 'ShippingVendor') ?? textField(tracking, 'Vendor'),
      TrackingNumber: textField(order, 'TrackingNumber') ?? textField(tracking, 'Number'),
    }),
  } as SeedOrder;
}

/** The SKU prefixes that the locations show, if every SKU has one. */
function prefixesOf(locations: readonly Fields[], skus: readonly string[]): string[] {
  const [keyword = ''] = locations.flatMap((location) => textField(location, 'keyword') ?? []);
  const prefixes = keyword.split(',').flatMap((prefix) => prefix.trim() || []);
  return skus.every((sku) => prefixes.some((prefix) => sku.startsWith(prefix))) ? prefixes : [];
}

/** The seed under which an emulator answers as the account did, and what could not be put into it. The secret is made up. */
export function seedOf(account: LiveAccount, clientId: string) {
  const leftOut: string[] = [];
  const kept = <T>(what: string, record: Fields, name: string, made: T | undefined): T[] => {
    if (made !== undefined) return [made];
    leftOut.push(`${what} ${textField(record, name) ?? 'without a reference'}`);
    return [];
  };
  const names = account.locations.flatMap((location) => textField(location, 'location_name') ?? []);
  const elsewhere = account.slots.flatMap((slot) => textField(slot, 'warehouse') ?? []);
  const warehouses = [...new Set([...names, ...elsewhere])];
  const slots = account.slots.flatMap((slot) => kept('slot', slot, 'slotReference', slotOf(slot, clientId)));
  const seeded = new Set(slots.map(({ slotReference }) => slotReference));
  const purchaseOrders = [...account.purchaseOrders].map(([name, record]) => {
    const slot = account.slots.find(({ usedByPoReference }) => usedByPoReference === name);
    const isSeeded = seeded.has(textField(slot, 'slotReference'));
    return purchaseOrderOf(name, record, isSeeded ? slot : undefined, clientId);
  });
  const products = productsOf(account, clientId);
  const known = new Set(products.map(({ sku }) => sku));
  for (const { SKU, barcode, title } of purchaseOrders.flatMap(({ items }) => items)) {
    const named = { ...(barcode ? { barcode } : {}), ...present({ title }) };
    const found = products.find(({ sku }) => sku === SKU);
    if (found !== undefined) Object.assign(found, named);
    else products.push({ client: clientId, sku: SKU, ...named });
    known.add(SKU);
  }
  const places = { client: clientId, warehouses, people: strangers() };
  const orders = account.orders.flatMap((order) =>
    kept('order', order, 'ReferenceNumber', orderOf(order, places)),
  );
  const mondays = new Set(
    slots.flatMap(({ date, warehouse }) => (new Date(date).getUTCDay() === 1 ? [warehouse] : [])),
  );
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
  const seed: Seed = {
    version: 1,
    rngSeed: 1,
    now: isoUtc(account.now),
    warehouses: warehouses.map((name) => {
      const location = account.locations.findLast((each) => textField(each, 'location_name') === name);
      const id = textField(location, 'location_filter') ?? '';
      return {
        name,
        ...(uuid.test(id) ? { location_id: id } : {}),
        ...(mondays.has(name) ? { acceptsMonday: true } : {}),
      };
    }),
    clients: [
      {
        client_name: account.clientName ?? clientId,
        client_id: clientId,
        client_secret: `${clientId}-secret`,
        warehouses: [...warehouses],
        skuPrefixes: prefixesOf(account.locations, [...known]),
      },
    ],
    ...{ products, orders, slots, purchaseOrders },
  };
  return { seed, leftOut };
}
