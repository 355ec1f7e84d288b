import * as z from 'zod/mini';
import { orderItem } from '../../../contract/order.ts';
import {
  type Seed,
  type SeedOrder,
  type SeedPurchaseOrder,
  type SeedSlot,
  seedDiscrepancy,
  seedItem,
  seedOrder,
  seedProposal,
  seedPurchaseOrder,
  seedReport,
  seedSlot,
  seedWarehouse,
} from '../../../emulator/seed/schema.ts';
import {
  addAll,
  entryOf,
  type Fields,
  fieldsOf,
  listField,
  numberField,
  present,
  textField,
} from '../../../text/records.ts';
import { isoUtc } from '../../../text/time/time.ts';
import { eachOf, type Steps } from '../../../timers.ts';
import { type LiveAccount, membersOf, productsOf, type SeedPart } from './live-account.ts';

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

/** A part of a seed with the members of a record, and those that are `given`; nothing if it lacks one that it needs. */
function partOf<Part extends SeedPart>(part: Part, record: unknown, given: Fields): z.output<Part>[] {
  const made = z.safeParse(part, { ...membersOf(part, record), ...present(given) });
  return made.success ? [made.data] : [];
}

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

function* slotOf(slot: Fields, client: string): Steps<SeedSlot[]> {
  const isUsed = textField(slot, 'usedByPoReference') !== undefined;
  const status = entryOf(slotStatuses, textField(slot, 'scheduleStatus')?.toLowerCase() ?? '');
  if (textField(slot, 'slotReference') === undefined || (status === undefined && !isUsed)) return [];
  const schedule = fieldsOf(slot.schedule);
  const proposals = yield* eachOf(listField(schedule, 'proposals'), (proposal) => {
    const proposedBy = textField(proposal, 'proposedBy') === 'ops' ? 'ops' : 'client';
    // A free comment may name anybody; that there was one is kept.
    const comment = typeof proposal.comment === 'string' && proposal.comment !== '' ? 'A comment' : null;
    return partOf(seedProposal, proposal, { proposedBy, comment });
  });
  return partOf(
    seedSlot,
    { ...schedule, ...slot },
    {
      ...{ client, scheduleStatus: isUsed ? 'confirmed' : status, proposals: proposals.flat() },
      ...{ date: textField(slot, 'date')?.slice(0, 10), containerTruckNumber: registration(slot) },
    },
  );
}

const poStatuses: Readonly<Record<string, SeedPurchaseOrder['status']>> = {
  OPEN: 'OPEN',
  PENDING: 'OPEN',
  PARTIAL: 'PARTIAL',
  DELIVERED: 'DELIVERED',
};

function* reportOf(report: unknown): Steps<SeedPurchaseOrder['inboundReport']> {
  const discrepancies = yield* eachOf(listField(report, 'discrepancies'), (each) => {
    const difference = (numberField(each, 'received') ?? 0) - (numberField(each, 'expected') ?? 0);
    return partOf(seedDiscrepancy, each, { difference });
  });
  return partOf(seedReport, report, { discrepancies: discrepancies.flat() })[0];
}

/** The purchase order that uses a slot; without its record, only its name is known. */
function* purchaseOrderOf(
  name: string,
  record: Fields | undefined,
  slot: Fields | undefined,
  client: string,
): Steps<SeedPurchaseOrder[]> {
  const items = yield* eachOf(listField(record, 'items', 'lines'), (line) =>
    partOf(seedItem, line, {
      Quantity: numberField(line, 'ordered', 'quantity_ordered'),
      delivered: numberField(line, 'delivered', 'quantity_delivered'),
      barcode: textField(line, 'barcode') ?? null,
    }),
  );
  return partOf(seedPurchaseOrder, record, {
    client,
    PO_REFERENCE: textField(record, 'PO_REFERENCE') ?? name,
    Warehouse_Name: textField(record, 'Warehouse_Name') ?? textField(slot, 'warehouse'),
    slotReference: textField(slot, 'slotReference') ?? null,
    status: entryOf(poStatuses, textField(record, 'status')?.toUpperCase() ?? '') ?? 'OPEN',
    deliveryType: textField(record, 'deliveryType') ?? textField(slot, 'deliveryType'),
    loadingType: textField(record, 'loadingType') ?? textField(slot, 'loadingType'),
    containerTruckNumber: registration(record) ?? null,
    items: items.flat(),
    inboundReport: (yield* reportOf(record?.inboundReport)) ?? null,
  });
}

const orderStatuses: Readonly<Record<string, SeedOrder['Status']>> = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  dispatched: 'Shipped',
  cancelled: 'Cancelled',
  canceled: 'Cancelled',
};

/** A marketplace order with another buyer; nothing if the record lacks what an order needs. */
function* orderOf(
  order: Fields,
  client: string,
  warehouses: ReadonlySet<string>,
  people: ReturnType<typeof strangers>,
): Steps<SeedOrder[]> {
  const named = textField(order, 'warehouse_name') ?? '';
  const [firstWarehouse] = warehouses;
  const tracking = fieldsOf(order.Tracking);
  const lines = yield* eachOf(listField(order, 'OrderItems', 'Items'), (line, index) =>
    partOf(orderItem, line, {
      ItemTitle: textField(line, 'ItemTitle', 'SKU'),
      OrderLineNumber: textField(line, 'OrderLineNumber') ?? String(index + 1),
    }),
  );
  return partOf(seedOrder, order, {
    ...{ client, ShipFrom: 'MSF', OrderItems: lines.flat() },
    ReceivedDate: textField(order, 'ReceivedDate', 'CreatedAt'),
    warehouse_name: warehouses.has(named) ? named : firstWarehouse,
    PaymentStatus: textField(order, 'PaymentStatus') ?? 'PAID',
    ChannelBuyerName: people.buyer(textField(order, 'ChannelBuyerName') ?? ''),
    DeliveryAddress: people.address(order.DeliveryAddress),
    BillingAddress: people.address(order.BillingAddress),
    Status: entryOf(orderStatuses, textField(order, 'Status')?.toLowerCase() ?? '') ?? 'Processing',
    ShippingVendor: textField(order, 'ShippingVendor') ?? textField(tracking, 'Vendor'),
    TrackingNumber: textField(order, 'TrackingNumber') ?? textField(tracking, 'Number'),
  });
}

/** No account has more; each is compared with each SKU. */
const mostPrefixes = 100;

/** The SKU prefixes that the locations show, if every SKU has one. */
function prefixesOf(locations: readonly Fields[], skus: readonly string[]): string[] {
  const [keyword = ''] = locations.flatMap((location) => textField(location, 'keyword') ?? []);
  const prefixes = keyword.split(',').flatMap((prefix) => prefix.trim() || []);
  if (prefixes.length > mostPrefixes) return [];
  return skus.every((sku) => prefixes.some((prefix) => sku.startsWith(prefix))) ? prefixes : [];
}

/** The seed under which an emulator answers as the account did, and what could not be put into it. The secret is made up. */
export function* seedOf(account: LiveAccount, clientId: string) {
  const leftOut: string[] = [];
  const kept = <T>(what: string, name: string | undefined, made: readonly T[]): readonly T[] => {
    if (made.length === 0) leftOut.push(`${what} ${name ?? 'without a reference'}`);
    return made;
  };
  const names = account.locations.flatMap((location) => textField(location, 'location_name') ?? []);
  const elsewhere = account.slots.flatMap((slot) => textField(slot, 'warehouse') ?? []);
  const warehouses = new Set([...names, ...elsewhere]);
  const slots: SeedSlot[] = [];
  for (const slot of account.slots)
    addAll(slots, kept('slot', textField(slot, 'slotReference'), yield* slotOf(slot, clientId)));
  const seeded = new Set(slots.map(({ slotReference }) => slotReference));
  const slotUsedBy = new Map(account.slots.toReversed().map((slot) => [slot.usedByPoReference, slot]));
  const purchaseOrders: SeedPurchaseOrder[] = [];
  for (const [name, record] of account.purchaseOrders) {
    const slot = slotUsedBy.get(name);
    const isSeeded = seeded.has(textField(slot, 'slotReference'));
    const made = yield* purchaseOrderOf(name, record, isSeeded ? slot : undefined, clientId);
    addAll(purchaseOrders, kept('purchase order', name, made));
  }
  const products = new Map(
    (yield* productsOf(account, clientId)).map((product) => [product.sku, product] as const),
  );
  for (const { items } of purchaseOrders)
    for (const { SKU, barcode, title } of items) {
      const named = { ...(barcode ? { barcode } : {}), ...present({ title }) };
      products.set(SKU, { ...(products.get(SKU) ?? { client: clientId, sku: SKU }), ...named });
      yield;
    }
  const people = strangers();
  const orders: SeedOrder[] = [];
  for (const order of account.orders) {
    const made = yield* orderOf(order, clientId, warehouses, people);
    addAll(orders, kept('order', textField(order, 'ReferenceNumber'), made));
    yield;
  }
  const mondays = new Set(
    slots.flatMap(({ date, warehouse }) => (new Date(date).getUTCDay() === 1 ? [warehouse] : [])),
  );
  const locations = new Map(account.locations.map((each) => [textField(each, 'location_name'), each]));
  const seed: Seed = {
    version: 1,
    rngSeed: 1,
    now: isoUtc(account.now),
    warehouses: [...warehouses].flatMap((name) => {
      const location = locations.get(name);
      const acceptsMonday = mondays.has(name) || undefined;
      return partOf(seedWarehouse, { location_id: location?.location_filter }, { name, acceptsMonday });
    }),
    clients: [
      {
        client_name: account.clientName ?? clientId,
        client_id: clientId,
        client_secret: `${clientId}-secret`,
        warehouses: [...warehouses],
        skuPrefixes: prefixesOf(account.locations, [...products.keys()]),
      },
    ],
    ...{ products: [...products.values()], orders, slots, purchaseOrders },
  };
  return { seed, leftOut };
}
