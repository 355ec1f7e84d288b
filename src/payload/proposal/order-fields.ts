import type { OrderPart } from './aliases/language.ts';
import { amountStyle } from './amounts.ts';
import type { Draft } from './draft.ts';
import type { Column } from './profile.ts';
import { fits } from './shapes.ts';

/** The columns whose whole name is known for a field of the order. */
const named = (draft: Draft, part: OrderPart): Column[] =>
  draft.named((meaning) => 'order' in meaning && meaning.order === part);

/** Fills the cost of the delivery, if its amounts can be read in one way. */
function fillPostage(draft: Draft): void {
  const columns = named(draft, 'postage').filter((column) => fits('PostalServiceCost', column));
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
  draft.choose('ReferenceNumber', named(draft, 'reference'));
  draft.choose('warehouse_name', named(draft, 'warehouse'));
  fillPostage(draft);
}
