import { existsSync } from 'node:fs';
import { locationsIn, pages, skusOf } from '../client/api/lists.ts';
import type { Api } from '../client/types.ts';
import { limits } from '../contract/limits.ts';
import type { OutboundOrder } from '../contract/order.ts';
import { CfiError } from '../errors.ts';
import { type Fields, numberField, textField } from '../text/records.ts';
import { counted, firstFew } from '../text/words.ts';
import { heard } from '../timers.ts';
import type { LedgerAccount } from './ledger/ledger-account.ts';
import { ledgerPlaceOf } from './ledger/ledger-file.ts';
import { inLedger } from './ledger/open-ledger.ts';
import { openStates } from './ledger/order-states.ts';
import type { AskWhich } from './still-held.ts';
import type { Outside, StockChoice } from './terms/outside.ts';
import type { Spool, SpooledDocument } from './terms/spool.ts';

type Inventory = Awaited<ReturnType<typeof readInventory>>;

export interface AccountInventory {
  readonly inventory: Inventory;
  readonly account: LedgerAccount;
}

/** A SKU without a figure that can be read. It is not an unknown one, whose orders could be left out. */
const notShown = Number.POSITIVE_INFINITY;

/** A name in the inventory; SKUs that are numbers may come as such. Throws `unavailable` if it is not shown. */
function nameIn(record: Fields, member: string): string {
  const value = record[member];
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  const name = textField(record, member);
  if (name !== undefined) return name;
  throw new CfiError('unavailable', `the inventory has an entry without ${member}`, {
    hint: 'try again in a moment',
  });
}

/** Reads all pages of the inventory, each once. Throws a `CfiError`. */
export async function readInventory(api: Api) {
  /** Undefined for a SKU that has different prices at different warehouses. */
  const prices = new Map<string, number | undefined>();
  const locations = new Map<string, Map<string, number>>();
  for await (const answer of pages(api, 'inventory', limits.inventoryPageSize.max))
    for (const location of locationsIn(answer)) {
      // The case of a warehouse's name does not matter.
      const name = nameIn(location, 'location_name').toLowerCase();
      const available = locations.get(name) ?? new Map<string, number>();
      locations.set(name, available);
      for (const item of skusOf(location)) {
        const sku = nameIn(item, 'sku');
        available.set(sku, numberField(item, 'Available') ?? notShown);
        const price = numberField(item, 'RetailPrice');
        if (price !== undefined && price > 0)
          prices.set(sku, prices.has(sku) && prices.get(sku) !== price ? undefined : price);
      }
    }
  return {
    /** The retail price; undefined if the inventory has none. Throws a `CfiError` if it has several. */
    priceOf(sku: string): number | undefined {
      const price = prices.get(sku);
      if (price !== undefined || !prices.has(sku)) return price;
      throw new CfiError('invalid-input', `the inventory has different prices for ${sku}; nothing was sent`, {
        hint: 'give its price in a file: --prices FILE',
      });
    },
    /** The available quantity at a warehouse; undefined for an unknown SKU. Throws a `CfiError` if it is not shown. */
    availableAt(warehouse: string, sku: string): number | undefined {
      const stock = locations.get(warehouse.toLowerCase())?.get(sku);
      if (stock !== notShown) return stock;
      throw new CfiError('unavailable', `the inventory does not show how much of ${sku} is available`, {
        hint: 'try again in a moment, or upload without --stock',
      });
    },
  };
}

interface Tally {
  readonly warehouse: string;
  readonly SKU: string;
  /** The available quantity; undefined for a SKU unknown at this warehouse. */
  readonly available: number | undefined;
  left: number;
  needed: number;
  /** The orders that would have too little stock when their turn comes. */
  readonly orders: string[];
}

/** A SKU that a warehouse has too little of for the orders. */
type Shortage = Awaited<ReturnType<typeof checkStock>>['shortages'][number];

function unitsOf({ OrderItems }: OutboundOrder): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const { SKU, Qty } of OrderItems) units.set(SKU, (units.get(SKU) ?? 0) + Qty);
  return units;
}

/**
 * Goes through the orders to be sent in file order, and subtracts the quantity of each from the stock available at its
 * warehouse. With `skips`, an order with too little stock takes nothing. Orders for which `isDone` holds do not need
 * stock again. Memory grows with the number of SKUs, and of orders with too little stock.
 */
async function checkStock(
  spool: Spool,
  inventory: Inventory,
  isDone: (reference: string) => boolean,
  skips: boolean,
  interrupted: AbortSignal,
) {
  const tallies = new Map<string, Tally>();
  const tallyOf = (warehouse: string, SKU: string): Tally => {
    const key = JSON.stringify([warehouse.toLowerCase(), SKU]);
    const known = tallies.get(key);
    if (known !== undefined) return known;
    const available = inventory.availableAt(warehouse, SKU);
    const tally = { warehouse, SKU, available, left: available ?? 0, needed: 0, orders: [] };
    tallies.set(key, tally);
    return tally;
  };
  const shortOrders: Pick<SpooledDocument, 'number' | 'reference'>[] = [];
  const orders = spool.documents(['number', 'reference', 'body'], 'sendable');
  for await (const { number, reference, body } of heard(orders, interrupted)) {
    if (isDone(reference)) continue;
    const wanted = JSON.parse(body) as OutboundOrder;
    const units = [...unitsOf(wanted)].map(
      ([SKU, count]) => [tallyOf(wanted.warehouse_name, SKU), count] as const,
    );
    const lacking = units.filter(([{ available, left }, count]) => available === undefined || left < count);
    for (const [tally, count] of units) {
      tally.needed += count;
      if (!skips || lacking.length === 0) tally.left -= count;
    }
    for (const [tally] of lacking) tally.orders.push(reference);
    if (lacking.length > 0) shortOrders.push({ number, reference });
  }
  const shortages = [...tallies.values()]
    .filter(({ orders }) => orders.length > 0)
    .map(({ warehouse, SKU, needed, available, orders }) => ({
      warehouse,
      SKU,
      needed,
      available: available ?? null,
      short: needed - (available ?? 0),
      orders,
    }));
  return { shortages, shortOrders };
}

const mostNamed = 20;
const mostReferences = 5;

function shortageText({ warehouse, SKU, needed, available, orders }: Shortage): string {
  const has = available === null ? 'unknown at this warehouse' : `${available} available`;
  return `${SKU} at ${warehouse}: ${needed} needed, ${has}; too little for ${firstFew(orders)}`;
}

function noticesOf(shortages: readonly Shortage[]): string[] {
  if (shortages.length === 0) return [];
  const hidden = shortages.length - mostNamed;
  return [
    `not enough stock of ${counted(shortages.length, 'SKU')}:`,
    ...shortages.slice(0, mostNamed).map((shortage) => `  ${shortageText(shortage)}`),
    ...(hidden > 0 ? [`  and ${hidden} more; --output json shows all`] : []),
  ];
}

/** Which orders were created, and so are out of the available stock; asks the service where the ledger is not sure. */
async function createdBefore(
  outside: Outside,
  account: LedgerAccount,
  spool: Spool,
  ask: AskWhich,
): Promise<(reference: string) => boolean> {
  const place = ledgerPlaceOf(outside);
  if (!existsSync(place.file)) return () => false;
  const { created, uncertain } = await inLedger(place, async (db) => {
    const [created, uncertain] = [new Set<string>(), new Set<string>()];
    const states = openStates(db, account)(spool.references('sendable'));
    for await (const [reference, { uploaded, atWarehouse }] of heard(states, outside.deps.interrupted))
      if (uploaded) created.add(reference);
      else if (atWarehouse === 'unknown') uncertain.add(reference);
    return { created, uncertain };
  });
  if (uncertain.size > 0) for (const reference of await ask(uncertain)) created.add(reference);
  return (reference) => created.has(reference);
}

function errorOf(choice: StockChoice, count: number, references: readonly string[]): CfiError | undefined {
  if (count === 0 || choice === 'ignore' || choice === 'warn') return undefined;
  const named = references.join(', ') + (count > references.length ? ', …' : '');
  const orders = counted(count, 'order');
  if (choice === 'skip') return new CfiError('partial', `${orders} left out as short: ${named}`);
  choice satisfies 'stop';
  return new CfiError('invalid-input', `not enough stock for ${orders}: ${named}; nothing was sent`, {
    hint: 'send the others with --stock skip, or all with --stock warn',
  });
}

/** Compares the orders to send with the stock; `skip` leaves out those with too little. `stops`: nothing may be sent. */
export async function considerStock(
  outside: Outside,
  choice: StockChoice,
  spool: Spool,
  readInventory: () => Promise<AccountInventory>,
  ask: AskWhich,
) {
  const { inventory, account } = await readInventory();
  const isDone = await createdBefore(outside, account, spool, ask);
  const { interrupted } = outside.deps;
  const skips = choice === 'skip';
  const { shortages, shortOrders } = await checkStock(spool, inventory, isDone, skips, interrupted);
  const references = shortOrders.slice(0, mostReferences).map(({ reference }) => reference);
  if (skips) spool.leaveOutShort(shortOrders.map(({ number }) => number));
  return {
    shortages,
    notices: noticesOf(shortages),
    error: errorOf(choice, shortOrders.length, references),
    stops: choice === 'stop' && shortOrders.length > 0,
  };
}
