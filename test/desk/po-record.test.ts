import { expect, it } from 'vitest';
import { poBlocks } from '../../src/commands/po/view.ts';
import { discrepancies } from '../../src/desk/po-record.ts';

/** How often the report of a purchase order with so many lines is read, which may have a thousand other fields. */
function readsWith(count: number, read: (order: object) => unknown): number {
  let reads = 0;
  const items = Array.from({ length: count }, () => ({ SKU: 'A', ordered: 2, delivered: 1 }));
  const order = {
    items,
    get inboundReport() {
      reads += 1;
      return { partialDelivery: true };
    },
  };
  read(order);
  return reads;
}

it.each<[string, (order: Record<string, unknown>) => unknown]>([
  ['its discrepancies', (order) => discrepancies(order)],
  [
    'its lines as people see them',
    (order) =>
      poBlocks(order, 0).flatMap((block) =>
        block.kind !== 'table'
          ? []
          : [...block.rows].map((row) => block.columns.map((column) => column.value(row as never))),
      ),
  ],
])('a purchase order is looked through once for %s, however many they are', (_, read) => {
  expect(readsWith(1000, (order) => read(order as Record<string, unknown>))).toBe(
    readsWith(10, (order) => read(order as Record<string, unknown>)),
  );
});
