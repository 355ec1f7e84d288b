import { amountStyle } from './amounts.ts';
import type { Draft } from './draft.ts';
import { fits } from './shapes.ts';

/** Fills the cost of the delivery, if its amounts can be read in one way. */
function fillPostage(draft: Draft): void {
  const columns = draft.ofOrder('postage').filter((column) => fits('PostalServiceCost', column));
  const [column, other] = columns.filter(({ cells }) => cells.length > 0);
  if (column === undefined || other !== undefined || !draft.isOpen('PostalServiceCost')) return;
  const { decimals, hasSomeCurrency } = amountStyle(column, draft.start.options.decimal);
  const [decimal, second] = decimals;
  if (decimal === undefined || second !== undefined) return;
  const isPlain = decimal === 'point' && !hasSomeCurrency;
  const number = { decimal, ...(hasSomeCurrency ? { currency: true } : {}) };
  draft.fill('PostalServiceCost', isPlain ? column.name : { column: column.name, number }, column);
}

/** Fills the fields of the order that one column gives as it is: its number, its warehouse, the cost of its delivery. */
export function fillOrderFields(draft: Draft): void {
  draft.choose('ReferenceNumber', draft.ofOrder('reference'));
  draft.choose('warehouse_name', draft.ofOrder('warehouse'));
  fillPostage(draft);
}
