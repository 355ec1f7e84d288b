import type { Condition, Rule } from './conditions.ts';
import type { FieldSource } from './field-source.ts';

/** How the columns of a file become documents: the combination of a preset and a `--map`. */
export interface Mapping {
  /** By the field's name. */
  readonly fields: Readonly<Record<string, FieldSource>>;
  /** Only orders for which all of these hold are sent. */
  readonly keep?: readonly Condition[];
  /** Orders that are not sent. */
  readonly leaveOut?: readonly Rule[];
  /** Lines that are not sent. */
  readonly dropLines?: readonly Rule[];
  /** Rows that are not orders: titles, totals, footers. */
  readonly skipRows?: readonly Condition[];
  /** Rows for the order as a whole, which are not lines. */
  readonly orderRows?: readonly Condition[];
  /** The rows of items have the order's cells too, so they are complete without its own row. */
  readonly itemsRepeatOrder?: boolean;
  /** The warehouse's SKU for each of the shop's. */
  readonly sku?: Readonly<Record<string, string>>;
  /** A blank delivery address becomes the billing address. */
  readonly deliveryFromBilling?: boolean;
}

/** Puts a mapping over another: its fields replace the other's, and its rules are added. */
export const extended = (base: Mapping, own: Mapping): Mapping => ({
  ...base,
  ...own,
  fields: { ...base.fields, ...own.fields },
  keep: [...(base.keep ?? []), ...(own.keep ?? [])],
  leaveOut: [...(base.leaveOut ?? []), ...(own.leaveOut ?? [])],
  dropLines: [...(base.dropLines ?? []), ...(own.dropLines ?? [])],
  skipRows: [...(base.skipRows ?? []), ...(own.skipRows ?? [])],
  orderRows: [...(base.orderRows ?? []), ...(own.orderRows ?? [])],
  sku: { ...base.sku, ...own.sku },
});
