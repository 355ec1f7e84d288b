import { readMoney } from '../fields/money.ts';
import { type Column, filledAs } from './columns.ts';
import { type Draft, decimalOf, rowsBy } from './draft.ts';

/** The entry for a column of amounts. `per`: it is for the quantity in this column. */
export function moneyEntry(
  { options, minor: inCents }: Draft,
  column: Column,
  per?: string,
  minor = inCents.has(column),
  decimal = decimalOf(column.cells) ?? options.decimal,
): unknown {
  const { name, cells } = column;
  const currency = cells.some((cell) => readMoney(cell, decimal)?.currency !== undefined);
  const plain = cells.every((cell) => /^-?\d+(?:\.\d+)?$/.test(cell));
  const isDefault = decimal === 'point' && options.decimal === 'point' && plain;
  const number = {
    ...(isDefault ? {} : { decimal }),
    ...(currency ? { currency: true } : {}),
    ...(minor ? { minor: true } : {}),
  };
  const hasNumber = Object.keys(number).length > 0;
  if (!hasNumber && per === undefined) return name;
  return { column: name, ...(hasNumber ? { number } : {}), ...(per === undefined ? {} : { per }) };
}

/** Whether two amounts are the same to the cent. */
export const near = (one: number, other: number): boolean => Math.abs(one - other) < 0.015;

/** What the rows prove of a price: it is for one unit, for all units of its line, or nothing. */
type Proof = 'each' | 'whole' | undefined;

/** Compares price and quantity with a total beside them, in the rows in which they differ. */
export function proofBy(draft: Draft, price: Column, quantity: Column, total: Column): Proof {
  const rows = draft.rows
    .map(draft.amountsReader(price, quantity, total))
    .filter(([each = 0, count = 0, sum = 0]) => each > 0 && count > 1 && sum > 0);
  if (rows.length === 0) return undefined;
  if (rows.every(([each = 0, count = 0, sum = 0]) => near(each * count, sum))) return 'each';
  return rows.every(([each = 0, , sum = 0]) => near(each, sum)) ? 'whole' : undefined;
}

/** Compares the sums of an order's lines with a total of the order. */
function proofByOrder(draft: Draft, price: Column, quantity: Column, total: Column): Proof {
  const read = draft.amountsReader(price, quantity, total);
  const sums = draft.orders.flatMap((rows) => {
    const lines = rows.map(read);
    const sum = lines.map(([, , each = 0]) => each).find((each) => each > 0);
    if (sum === undefined || lines.every(([, count = 0]) => count <= 1)) return [];
    const each = lines.reduce((all, [amount = 0, count = 0]) => all + amount * count, 0);
    const whole = lines.reduce((all, [amount = 0]) => all + amount, 0);
    return [near(each, sum) ? 'each' : near(whole, sum) ? 'whole' : undefined] satisfies Proof[];
  });
  const [first] = sums;
  return first !== undefined && sums.every((each) => each === first) ? first : undefined;
}

/** The totals of lines and orders beside an amount. */
export const totalsBeside = (draft: Draft, amount: Column): Column[] =>
  filledAs(draft.columns, 'total', 'orderTotal').filter((each) => each !== amount && draft.isMoney(each));

/** What the rows prove of a price, by any total of the line or the order. */
export function proofOf(draft: Draft, price: Column, quantity: Column | undefined): Proof {
  if (quantity === undefined) return undefined;
  const totals = totalsBeside(draft, price);
  const best = (proofs: readonly Proof[]): Proof =>
    (['each', 'whole'] as const).find((proof) => proofs.includes(proof));
  const ofLine = totals.filter(({ kind }) => kind === 'total');
  const ofOrder = totals.filter((total) => !draft.differsWithin(total));
  return (
    best(ofLine.map((total) => proofBy(draft, price, quantity, total))) ??
    best(ofOrder.map((total) => proofByOrder(draft, price, quantity, total)))
  );
}

/**
 * Whether a price makes more than any total beside it, wherever there are several units. One that is named for a unit or a
 * line may have a discount: it is disproved where it makes far more, or in some row twice the total of the line.
 */
export function isDisproved(draft: Draft, price: Column): boolean {
  const { named, ofLine } = price;
  const ratiosOf = (total: Column): number[] =>
    ratiosTo(draft, price, total).flatMap(([bare, whole]) => (whole > bare ? [whole] : []));
  const totals = totalsBeside(draft, price);
  const ofLines = totals.filter(
    ({ kind, ...total }) => kind === 'total' && (total.ofLine || total.named.has('total')),
  );
  if ((named.has('unit') || ofLine) && ofLines.flatMap(ratiosOf).some((ratio) => ratio > 1.998)) return true;
  const ratios = totals.flatMap(ratiosOf);
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  return ratios.every((ratio) => ratio > 1.002) && mean > (named.has('unit') ? 2 : ofLine ? 1.5 : 1);
}

/** Whether the prices of a SKU grow as its quantities do, so that they are those of whole lines. */
export function growsWithQuantity(draft: Draft, price: Column, quantity: Column, sku: Column): boolean {
  const read = draft.amountsReader(price, quantity);
  const proofs = [...rowsBy(draft.rows, sku).values()].flatMap((rows) => {
    const lines = rows.map(read).filter(([each = 0, count = 0]) => each > 0 && count > 0);
    const [one = 0, few = 0] = lines[0] ?? [];
    return lines.flatMap(([each = 0, count = 0]) => (count === few ? [] : near((one / few) * count, each)));
  });
  return proofs.length > 0 && proofs.every(Boolean);
}

/** How often a price goes into a total beside it, without and with its quantity: per row, or per order where it is that of the order. */
function ratiosTo(draft: Draft, price: Column, total: Column): (readonly [bare: number, whole: number])[] {
  const quantity = draft.columnFor('Qty') ?? draft.columns.find(({ kind }) => kind === 'quantity');
  const isOfLine = total.kind === 'total' && (total.ofLine || draft.differsWithin(total));
  const read = draft.amountsReader(price, total, ...(quantity === undefined ? [] : [quantity]));
  const groups = isOfLine ? draft.rows.map((row) => [row]) : draft.orders;
  return groups.flatMap((rows) => {
    const lines = rows.map(read);
    const all = lines.map(([, sum = 0]) => sum).find((sum) => sum > 0);
    const bare = lines.reduce((sum, [each = 0]) => sum + each, 0);
    const whole = lines.reduce((sum, [each = 0, , count = 1]) => sum + each * count, 0);
    return all === undefined || !(bare > 0) ? [] : [[bare / all, whole / all] as const];
  });
}

/**
 * Whether money is in cents by its name or by the rows. Whole amounts of which none is below one may be in cents, unless a total with decimals tells: a price in cents goes into it
 * a hundred times: less for postage, more for a discount.
 */
export function minorOf(draft: Draft, column: Column): 'yes' | 'ask' | 'no' {
  if (draft.minor.has(column) || column.named.has('minor')) return 'yes';
  const read = draft.amountReader(column);
  const isWhole = (cell: string): boolean => /^\d+$/.test(cell);
  const amounts = column.cells.filter((cell) => read(cell) !== 0);
  if (amounts.length === 0 || !amounts.every(isWhole) || amounts.some((cell) => Number(cell) < 100))
    return 'no';
  for (const total of totalsBeside(draft, column)) {
    const ratios = total.cells.every(isWhole) ? [] : ratiosTo(draft, column, total);
    if (ratios.length === 0) continue;
    const isHundred = (ratio: number): boolean => ratio > 80 && ratio < 205;
    if (ratios.every(([bare, whole]) => isHundred(whole) || isHundred(bare))) return 'yes';
    return ratios.every(([bare]) => bare < 2) ? 'no' : 'ask';
  }
  return 'ask';
}
