/** An order's state according to the shop. */
export type ShopStatus = 'unpaid' | 'paid' | 'cancelled' | 'refunded' | 'shipped';

/** An order of the shop. */
interface ShopOrder {
  readonly name: string;
  readonly lines: readonly { readonly sku: string; readonly quantity: number }[];
  status: ShopStatus;
}

const columns = [
  ...['Name', 'Financial Status', 'Fulfillment Status', 'Cancelled at', 'Currency', 'Created at'],
  ...['Lineitem name', 'Lineitem sku', 'Lineitem quantity', 'Lineitem price', 'Lineitem fulfillment status'],
  ...['Shipping Name', 'Shipping Address1', 'Shipping City', 'Shipping Zip', 'Shipping Country'],
] as const;

const financial: Readonly<Record<ShopStatus, string>> = {
  unpaid: 'pending',
  paid: 'paid',
  cancelled: 'voided',
  refunded: 'refunded',
  shipped: 'paid',
};

const placedAt = '2026-09-06 10:00:00 +0100';

function rowsOf({ name, lines, status }: ShopOrder): string[] {
  const sent = status === 'shipped' ? 'fulfilled' : 'unfulfilled';
  const head = [financial[status], sent, status === 'cancelled' ? placedAt : '', 'GBP'];
  const address = ['Ada Example', '1 "High" Street', 'Leeds', "'LS1 4AB", 'GB'];
  return lines.map(({ sku, quantity }, index) =>
    [
      name,
      ...(index === 0 ? head : head.map(() => '')),
      placedAt,
      ...['A thing, small', sku, String(quantity), '9.99', status === 'shipped' ? 'fulfilled' : 'pending'],
      ...(index === 0 ? address : address.map(() => '')),
    ]
      .map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
      .join(','),
  );
}

/** A shop whose orders change from day to day. `random` returns numbers from 0 to 1. */
export function openShop(random: () => number) {
  const orders: ShopOrder[] = [];
  const drawn = (weights: readonly (readonly [ShopStatus, number])[], otherwise: ShopStatus): ShopStatus => {
    let left = random();
    for (const [status, share] of weights) {
      left -= share;
      if (left < 0) return status;
    }
    return otherwise;
  };
  return {
    orders: orders as readonly ShopOrder[],
    /** Some orders change, and new ones arrive. */
    dawn(count: number): void {
      for (const order of orders) {
        if (order.status === 'unpaid')
          order.status = drawn(
            [
              ['paid', 0.5],
              ['cancelled', 0.2],
            ],
            'unpaid',
          );
        else if (order.status === 'paid')
          order.status = drawn(
            [
              ['cancelled', 0.12],
              ['refunded', 0.06],
            ],
            'paid',
          );
      }
      // Every day one customer cancels at the last moment, whatever the random numbers say.
      const last = orders.findLast(({ status }) => status === 'paid');
      if (last !== undefined) last.status = 'cancelled';
      for (let index = 0; index < count; index++) {
        const lines = [
          { sku: 'AC-TENT-2', quantity: 1 },
          { sku: 'AC-MUG-RED', quantity: 2 },
        ];
        orders.push({
          name: `#${1001 + orders.length}`,
          lines: random() < 0.4 ? lines : lines.slice(0, 1),
          status: drawn(
            [
              ['paid', 0.7],
              ['unpaid', 0.2],
            ],
            'cancelled',
          ),
        });
      }
    },
    /** Every order of the shop, newest first, as its export lists them. */
    exported: (): string => `${[columns.join(','), ...[...orders].reverse().flatMap(rowsOf)].join('\n')}\n`,
    /** The seller records a dispatch in the shop; a cancelled order stays cancelled. */
    dispatched(name: string): void {
      const order = orders.find((each) => each.name === name);
      if (order?.status === 'paid') order.status = 'shipped';
    },
  };
}
