import type { CommandContext } from '../../cli/settings.ts';
import { locationsIn, pages, skusOf } from '../../client/api/lists.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Api } from '../../client/types.ts';
import { limits } from '../../contract/limits.ts';
import { CfiError } from '../../errors.ts';
import { type Fields, numberField, textField } from '../../text/records.ts';
import type { LedgerAccount } from '../ledger/order-states.ts';
import { accountOf } from '../terms/account.ts';

/** The account's stock by warehouse and SKU. */
export interface Inventory {
  /** The retail price; undefined if the inventory has none. */
  priceOf(sku: string): number | undefined;
  /** The available quantity at a warehouse; undefined for an unknown SKU. Throws a `CfiError` if it is not shown. */
  availableAt(warehouse: string, sku: string): number | undefined;
}

/** The inventory and its account. */
export interface AccountInventory {
  readonly inventory: Inventory;
  readonly account: LedgerAccount;
}

/** A SKU without a figure that can be read. It is not an unknown one, whose orders could be left out. */
const notShown = Number.POSITIVE_INFINITY;

/** Quantities by the number of the SKU; NaN for none. */
class Figures {
  #values = new Float64Array(1024).fill(Number.NaN);

  set(index: number, value: number): void {
    if (index >= this.#values.length) {
      const wider = new Float64Array(Math.max(index + 1, this.#values.length * 2)).fill(Number.NaN);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[index] = value;
  }

  at(index: number): number | undefined {
    const value = this.#values[index];
    return value === undefined || Number.isNaN(value) ? undefined : value;
  }
}

/** A warehouse's name for comparison: its case does not matter. */
export const foldedName = (name: string): string => name.trim().toLowerCase();

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

/** Collects the pages of an inventory, with about twenty bytes per SKU and location. */
function collect() {
  const numbers = new Map<string, number>();
  const prices = new Figures();
  const locations = new Map<string, Figures>();
  const numberOf = (sku: string): number => {
    const known = numbers.get(sku);
    if (known !== undefined) return known;
    numbers.set(sku, numbers.size);
    return numbers.size - 1;
  };
  return {
    add(location: Fields): void {
      const name = foldedName(nameIn(location, 'location_name'));
      const available = locations.get(name) ?? new Figures();
      locations.set(name, available);
      for (const item of skusOf(location)) {
        const number = numberOf(nameIn(item, 'sku'));
        const stock = numberField(item, 'Available');
        available.set(number, stock ?? notShown);
        const price = numberField(item, 'RetailPrice');
        if (price !== undefined && price > 0) prices.set(number, price);
      }
    },
    inventory: {
      priceOf(sku) {
        const number = numbers.get(sku);
        return number === undefined ? undefined : prices.at(number);
      },
      availableAt(warehouse, sku) {
        const number = numbers.get(sku);
        const stock = number === undefined ? undefined : locations.get(foldedName(warehouse))?.at(number);
        if (stock !== notShown) return stock;
        throw new CfiError('unavailable', `the inventory does not show how much of ${sku} is available`, {
          hint: 'try again in a moment, or upload without --stock',
        });
      },
    } satisfies Inventory,
  };
}

/** Reads all pages of the inventory, each once. Throws a `CfiError`. */
async function readInventory(api: Api): Promise<Inventory> {
  const collected = collect();
  for await (const answer of pages(api, 'inventory', limits.inventoryPageSize.max))
    for (const location of locationsIn(answer)) collected.add(location);
  return collected.inventory;
}

/** The current account's inventory, read on first use and then kept. Throws a `CfiError`. */
export function inventoryReader(context: CommandContext): () => Promise<AccountInventory> {
  let reading: Promise<AccountInventory> | undefined;
  const read = async (): Promise<AccountInventory> => {
    const api = await openApi(context);
    try {
      const client = accountOf(api.clientId, context.deps.env.CFI_TOKEN);
      return { inventory: await readInventory(api), account: { address: api.baseUrl, client } };
    } finally {
      await api.close();
    }
  };
  return () => {
    reading ??= read();
    return reading;
  };
}
