import { orderRow, ordersCsv } from '../upload/orders-csv.ts';

/** Also in a short storm, a few orders are large. */
const shareOfLarge = 1 / 40;
const fewestLarge = 4;
const [fewestLines, mostLines] = [900, 1800];

const quantityAt = (line: number): number => 1 + (line % 97);

/** `count` orders, `R-0` onwards; a few of them have a thousand lines, more than fits into the usual room of the spool. */
export function stormOrders(count: number, random: () => number) {
  const large = new Set(
    Array.from({ length: Math.max(fewestLarge, count * shareOfLarge) }, () => Math.floor(random() * count)),
  );
  const rows: string[] = [];
  const rowsByReference = new Map<string, number[]>();
  for (let index = 0; index < count; index++) {
    const reference = `R-${index}`;
    const lines = large.has(index) ? Math.floor(fewestLines + random() * (mostLines - fewestLines)) : 1;
    const own: number[] = [];
    for (let line = 0; line < lines; line++) {
      const first = rows.push(orderRow(reference, { Qty: String(quantityAt(line)) }));
      // The header is line 1.
      own.push(first + 1);
    }
    rowsByReference.set(reference, own);
  }
  /** The lines of the file, as an editor counts them, that this order has. */
  const rowsOf = (reference: string): readonly number[] => rowsByReference.get(reference) ?? [];
  return {
    references: [...rowsByReference.keys()],
    csv: ordersCsv(rows),
    rowsOf,
    /** Whether a record of the service has the lines that the file has. */
    hasAllLines(reference: string, record: Readonly<Record<string, unknown>> | undefined): boolean {
      const items = (record?.OrderItems ?? []) as readonly { readonly Qty: number }[];
      return (
        items.length === rowsOf(reference).length && items.every(({ Qty }, line) => Qty === quantityAt(line))
      );
    },
  };
}
