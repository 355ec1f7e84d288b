import type * as z from 'zod/mini';
import type * as control from '../../../contract/control.ts';

export type Slot = z.infer<typeof control.listedSlot>;
export type Order = z.infer<typeof control.listedOrder>;
export type PurchaseOrder = z.infer<typeof control.listedPurchaseOrder>;
export type Delivery = z.infer<typeof control.listedDelivery>;
export type Stock = z.infer<typeof control.listedStock>;
export type Changes = z.infer<typeof control.changes>;

type PurchaseOrderLine = PurchaseOrder['lines'][number];

/** A fault rule, and how often it has fired. */
export interface Fault {
  readonly id: number;
  readonly fired: number;
  readonly match?: Readonly<Record<string, string>>;
  readonly when?: { readonly skip?: number; readonly times?: number; readonly probability?: number };
  readonly phase?: string;
  readonly do: Readonly<Record<string, unknown>>;
}

/** Units of a line that have not arrived. */
export const openUnits = ({ ordered, delivered }: PurchaseOrderLine): number =>
  Math.max(0, ordered - delivered);

/** `3 short`, `2 over` or an empty string: how a count differs from the expected quantity. */
export function difference(expected: number, counted: number): string {
  if (counted === expected) return '';
  return counted < expected ? `${expected - counted} short` : `${counted - expected} over`;
}

/** Merges the lines of a purchase order by SKU, since the warehouse counts by SKU. */
export function bySku(lines: readonly PurchaseOrderLine[]): PurchaseOrderLine[] {
  const known = new Map<string, PurchaseOrderLine>();
  for (const line of lines) {
    const { ordered = 0, delivered = 0 } = known.get(line.SKU) ?? {};
    known.set(line.SKU, { ...line, ordered: ordered + line.ordered, delivered: delivered + line.delivered });
  }
  return [...known.values()];
}
