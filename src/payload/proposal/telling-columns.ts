import { isCollected } from '../presets/preset.ts';
import type { ColumnContent } from './column-content.ts';
import { isStatusName, knownMeaningsOf, plainName } from './column-names.ts';
import { isCharge, isKindOfGoods, saysKind, usualCharges } from './line-kinds.ts';
import type { Orders, StatusColumn, StatusMeaning, StatusValue } from './status-column.ts';
import { goodsName, methodName, remarkName } from './status-names.ts';
import { statusMeaning } from './status-words.ts';
import { saysWhoShips, whoShips } from './who-ships.ts';
import { expectedNo, isYes, isYesOrNo } from './yes-or-no.ts';

/** How many rows have each value of a column. */
type Counts = ReadonlyMap<string, number>;

const filledIn = (cells: readonly string[], index: number): string => (cells[index] ?? '').trim();

/** Whether the lines of an order differ in a column; a value only in the first row is the order's. */
export function differsWithin(orders: Orders, { index }: ColumnContent): boolean {
  return orders.some((rows) => {
    const [first = '', ...rest] = rows.map((row) => filledIn(row, index));
    return rest.some((cell) => cell !== first) && (first === '' || rest.some((cell) => cell !== ''));
  });
}

/** Whether a column is blank in all rows of some order. */
export const lacksValue = (orders: Orders, { index }: ColumnContent): boolean =>
  orders.some((rows) => rows.every((row) => filledIn(row, index) === ''));

const valuesOf = (counts: Counts, meaningOf: (value: string) => StatusMeaning): StatusValue[] =>
  [...counts].map(([value, rows]) => ({ value, rows, meaning: meaningOf(value) }));

const isSent = ({ meaning }: StatusValue): boolean => meaning === 'send';

/** A column that leaves out what it names, whatever its other values are. */
function openColumn(
  column: ColumnContent,
  values: readonly StatusValue[],
  perLine: boolean,
): StatusColumn | undefined {
  if (values.every(isSent)) return undefined;
  const common = { isPayment: false, isOpen: true, expected: [], hasBlank: false } as const;
  return { ...common, column, yes: perLine ? 'not-goods' : 'pickup', values, perLine };
}

/** The ways of delivery, if the buyers of some orders collect them. A new way is no reason to leave out an order. */
const methodColumn = (column: ColumnContent, counts: Counts): StatusColumn | undefined =>
  openColumn(
    column,
    valuesOf(counts, (value) =>
      isCollected(value) || statusMeaning(value) === 'pickup' ? 'pickup' : 'send',
    ),
    false,
  );

/** Whether each line needs shipping. */
function goodsColumn(column: ColumnContent, counts: Counts): StatusColumn | undefined {
  const seen = [...counts.keys()];
  if (column.cells.length < column.rows || !seen.every(isYesOrNo)) return undefined;
  const values = valuesOf(counts, (value) => (isYes(value) ? 'send' : 'not-goods'));
  const expected = expectedNo(seen, 'not-goods');
  const common = { isPayment: false, isOpen: false, hasBlank: false, perLine: true } as const;
  return { ...common, column, yes: 'not-goods', values, expected };
}

/** The kinds of lines, such as products and shipping. A new kind is no reason to leave out a line. */
function kindColumn(column: ColumnContent, counts: Counts): StatusColumn | undefined {
  const seen = [...counts.keys()];
  if (seen.every((value) => isKindOfGoods(value) === undefined)) return undefined;
  const values = valuesOf(counts, (value) => (isKindOfGoods(value) === false ? 'not-goods' : 'send'));
  const found = new Set(seen.map((value) => value.toLowerCase()));
  const expected = usualCharges
    .filter((value) => !found.has(value))
    .map((value) => ({ value, meaning: 'not-goods' as const }));
  const common = { isPayment: false, isOpen: true, hasBlank: false, perLine: true } as const;
  return { ...common, column, yes: 'not-goods', values, expected };
}

/** The title or the SKU, if some lines are shipping or a discount. */
function chargeColumn(column: ColumnContent, counts: Counts): StatusColumn | undefined {
  const charges = [...counts].filter(([value]) => isCharge(value));
  if (charges.length === 0 || charges.length === counts.size) return undefined;
  const found = openColumn(
    column,
    valuesOf(new Map(charges), () => 'not-goods'),
    true,
  );
  return found && { ...found, isField: true };
}

/** What a person wrote about an order, if it is the word for a status that must not be shipped. */
function remarkColumn(column: ColumnContent, counts: Counts): StatusColumn | undefined {
  const values = valuesOf(counts, statusMeaning).filter(
    ({ meaning }) => meaning === 'cancelled' || meaning === 'refunded' || meaning === 'on-hold',
  );
  const found = values.length === 0 ? undefined : openColumn(column, values, false);
  return found && { ...found, yes: undefined };
}

/** Who ships each order: the seller or a marketplace. */
function whoColumn(column: ColumnContent, counts: Counts, orders: Orders): StatusColumn | undefined {
  const values = valuesOf(counts, (value) => (isCollected(value) ? 'pickup' : whoShips(value)));
  if (![...counts.keys()].some((value) => whoShips(value) !== undefined)) return undefined;
  return {
    column,
    isPayment: false,
    // What a marketplace ships does not say what the seller has shipped.
    yes: 'pickup',
    isOpen: false,
    values,
    expected: [],
    hasBlank: lacksValue(orders, column),
    perLine: differsWithin(orders, column),
  };
}

/**
 * The column as one that says what to leave out by other words than those of a status: the way of delivery, who ships, the
 * kinds of lines; undefined if it is none. `null`: its name says that it is one, but its cells do not.
 */
export function tellingColumn(
  column: ColumnContent,
  counts: Counts,
  orders: Orders,
): StatusColumn | null | undefined {
  const plain = plainName(column.name);
  const name = ` ${plain} `;
  const who = saysWhoShips(plain) ? whoColumn(column, counts, orders) : undefined;
  if (who !== undefined) return who;
  if (methodName.test(name)) return methodColumn(column, counts) ?? null;
  if (goodsName.test(name)) return goodsColumn(column, counts) ?? null;
  if (saysKind(plain)) return kindColumn(column, counts) ?? null;
  const remark = remarkName.test(name) && !isStatusName(plain) ? remarkColumn(column, counts) : undefined;
  if (remark !== undefined) return remark;
  const isTitle = knownMeaningsOf(column.name).some(
    ({ meaning }) => meaning === 'ItemTitle' || meaning === 'SKU',
  );
  return isTitle ? chargeColumn(column, counts) : undefined;
}
