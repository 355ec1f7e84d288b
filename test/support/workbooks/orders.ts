import { cells as orderCells } from '../../payload/support.ts';
import { type Cell, type Line, type SheetParts, workbook } from './parts.ts';

type OrderCells = Readonly<Record<string, Cell>>;

/** The cells of a complete order; its numbers are numbers. */
export const order: OrderCells = { ...orderCells, Qty: 2, PricePerUnit: 129 };

/** Rows with a header; each is the complete order with these cells instead. A cell `undefined` drops the column. */
export function orderRows(rows: readonly OrderCells[]): Line[] {
  const names = [...new Set([...Object.keys(order), ...rows.flatMap(Object.keys)])].filter(
    (name) => !rows.some((row) => name in row && row[name] === undefined),
  );
  return [names, ...rows.map((row) => names.map((name) => row[name] ?? order[name]))];
}

/** A workbook of orders with one sheet. */
export const orderWorkbook = (
  rows: readonly OrderCells[],
  formats: readonly string[] = [],
  sheet: Partial<SheetParts> = {},
): Promise<Buffer> => workbook({ sheets: [{ rows: orderRows(rows), ...sheet }], formats });
