import { readMoney } from '../fields/money.ts';
import { bareLine } from '../words/kinds.ts';
import { isNegative } from '../words/verdicts.ts';
import { growsWithQuantity, isDisproved, minorOf, moneyEntry, near, proofBy, proofOf } from './amounts.ts';
import { type Column, cellOf, isPlain, valuesOf } from './columns.ts';
import { currencyInHeader, setForeignAside } from './currency.ts';
import { type Draft, decimalOf, mayBeThousands, type Row } from './draft.ts';
import { isPerUnits, unitsOfPrice } from './price-units.ts';
import { type Answer, anyOf } from './questions.ts';

/** Marks totals that price and quantity make, which need no question. */
function setTotalsAside(draft: Draft): void {
  for (const column of draft.freeOf('total', 'orderTotal', 'cost')) draft.aside.add(column);
}

/** Finds the amounts that are in cents by their names, or by the totals beside them. */
function findMinor(draft: Draft): void {
  const found = draft.columns.filter((column) =>
    column.kind === 'orderTotal'
      ? column.named.has('minor')
      : ['price', 'total'].includes(column.kind) && minorOf(draft, column) === 'yes',
  );
  for (const column of found) draft.minor.add(column);
}

/** A whole number of pence or cents in its currency. */
const inPounds = (cell: string): string => (Number(cell) / 100).toFixed(2);

/** An amount to ask by whether a column is in pence or cents, which 0 does not show. */
const shownOf = ({ cells }: Column): string => cells.find((cell) => Number(cell) > 0) ?? '';

/** A way to read a column: how much it makes of an amount, and the entry for it. `per`: the amount is for the quantity in this column. */
type Way = readonly [means: string, entryFor: (per?: string) => unknown];

/** The ways to read amounts whose only mark is of thousands or of decimals (`1.299`), or which may be in pence or cents. */
function waysOf(draft: Draft, column: Column): Way[] {
  const doubtful = column.cells.find(mayBeThousands);
  if (doubtful !== undefined && decimalOf(column.cells) === undefined && draft.options.decimal === 'point')
    return (['comma', 'point'] as const)
      .map((decimal) => ({ decimal, amount: Number(readMoney(doubtful, decimal)?.amount) }))
      .toSorted((a, b) => b.amount - a.amount)
      .map(({ decimal, amount }) => [
        `${doubtful} is ${amount < 1000 ? amount : amount.toFixed(2)}`,
        (per) => moneyEntry(draft, column, per, false, decimal),
      ]);
  const value = shownOf(column);
  const whole: Way = [`${value} is ${value}.00`, (per) => moneyEntry(draft, column, per)];
  const minor = `${value} is ${inPounds(value)}, in pence or cents`;
  const isOpen = minorOf(draft, column) === 'ask';
  return isOpen ? [whole, [minor, (per) => moneyEntry(draft, column, per, true)]] : [whole];
}

/** Answers for each way to read a column, whose name says the way if there are several. */
function answersOf(
  draft: Draft,
  column: Column,
  say: (name: string, entryFor: Way[1]) => Answer[],
): Answer[] {
  const ways = waysOf(draft, column);
  const nameFor = (means: string): string => (ways.length > 1 ? `${column.name} (${means})` : column.name);
  return ways.flatMap(([means, entryFor]) => say(nameFor(means), entryFor));
}

/** Fills the price from a column, or asks how its amounts are to be read. */
function putPrice(draft: Draft, column: Column, per?: string): void {
  const answers = waysOf(draft, column).map(
    ([means, entryFor]) => [means, { PricePerUnit: entryFor(per) }] as const,
  );
  const [first, second] = answers;
  if (second === undefined) draft.fill('PricePerUnit', column, first?.[1].PricePerUnit);
  else
    draft.ask(
      [column],
      'PricePerUnit',
      `How much is ${first?.[0].split(' is ')[0]} in ${column.name}?`,
      ...answers,
    );
}

/** A discount is a line of its own; what takes back goods of the order leaves it out. */
function leaveOutNegative(draft: Draft, price: Column, sku: Column | undefined): void {
  const negative = valuesOf(price).filter(isNegative);
  const backIn = (rows: readonly Row[]): string[] => {
    const isBelow = (row: Row): boolean => isNegative(cellOf(row, price));
    const skuOf = (row: Row): string => (sku === undefined ? '' : cellOf(row, sku));
    const sold = new Set(rows.filter((row) => !isBelow(row)).map(skuOf));
    const back = rows.filter((row) => isBelow(row) && skuOf(row) !== '' && sold.has(skuOf(row)));
    return back.map((row) => cellOf(row, price));
  };
  const taken = new Set(draft.orders.flatMap(backIn));
  const back = negative.filter((value) => taken.has(value));
  const discounts = negative.filter((value) => !taken.has(value));
  if (back.length > 0) draft.addRule('$leaveOut', price, { in: back, reason: 'partly-refunded' });
  if (discounts.length > 0) draft.addRule('$dropLines', price, { in: discounts, reason: 'not-goods' });
}

/** The price that was paid, several if it is open which, what a total proves of it, and `others` that may be it instead. */
function choosePrice(draft: Draft, prices: readonly Column[], quantity: Column | undefined) {
  // Not one that the buyer may not have paid: a list price, a cost.
  const real = prices.filter(({ named, cells }) => !named.has('otherPrice', 'cost') && cells.length > 0);
  // `Line price` beside the `Price` that makes it with the quantity.
  const makes = (each: Column, whole: Column): boolean =>
    quantity !== undefined && proofBy(draft, each, quantity, whole) === 'each';
  const single = real.filter((column) => !real.some((each) => makes(each, column)));
  const usual = single.filter((column) => !isReduced(column));
  const best = draft.bestOf(
    usual.length > 0 ? usual : single,
    ({ named: { has }, ofLine }) => (has('unit') ? 4 : 0) + (ofLine ? 2 : 0),
  );
  const [price] = best;
  if (price === undefined) return { best, proof: undefined, others: [] };
  const proof = real.some((column) => makes(price, column)) ? 'each' : proofOf(draft, price, quantity);
  // Beside a price that no total proves, a reduced one, or one of an unknown kind (`Deal price`), may be what was paid.
  const mayBePaid = (column: Column): boolean =>
    (!isPlain(column) || isReducedBeside(column, price)) &&
    !best.includes(column) &&
    differ(draft, column, price);
  return { best, proof, others: proof === undefined ? single.filter(mayBePaid) : [] };
}

/** Whether a price may be that of the whole line where its name says that it is of a unit, or no total proves either. */
function mayBeOfLine(
  draft: Draft,
  price: Column,
  proof: ReturnType<typeof proofOf>,
  quantity: Column,
  sku: Column | undefined,
): 'likely' | 'perhaps' | undefined {
  const { has, words } = price.named;
  if (proof === 'whole' && has('unit')) return 'perhaps';
  if (proof !== undefined || !isPlain(price)) return undefined;
  // `Line price`, but not `Item price`.
  const isOfWholeLine = words.some((word) => bareLine.test(word)) && !has('unit');
  if (isOfWholeLine || (sku !== undefined && growsWithQuantity(draft, price, quantity, sku))) return 'likely';
  return isDisproved(draft, price) ? 'perhaps' : undefined;
}

/** The price of one unit. `quantity` and `sku` are their columns, where these were found. */
export function fillPrice(draft: Draft, quantity: Column | undefined, sku: Column | undefined): void {
  if (draft.items.length > 0) {
    fillItemPrices(draft);
    return;
  }
  if (draft.isSet('PricePerUnit') || setForeignAside(draft)) return;
  findMinor(draft);
  const units = unitsOfPrice(draft);
  const prices = draft
    .freeOf('price')
    .filter((column) => column !== units && (draft.isMoney(column) || column.cells.length === 0));
  const { best, proof, others } = choosePrice(draft, prices, quantity);
  const [price] = best;
  const single = best.length === 1 ? price : undefined;
  if (price !== undefined) leaveOutNegative(draft, price, sku);
  const doubtful = price === undefined ? prices.filter(({ cells }) => cells.length > 0) : others;
  for (const column of prices)
    if (!best.includes(column) && !doubtful.includes(column)) draft.aside.add(column);
  const only = others.length === 0 ? single : undefined;
  if (only !== undefined && proof !== 'each' && isPerUnits(draft, only, units, quantity)) {
    setTotalsAside(draft);
    return;
  }
  const ofLine = single && quantity && mayBeOfLine(draft, single, proof, quantity, sku);
  const totals = draft.freeOf('total').filter((each) => draft.isMoney(each));
  if (single !== undefined && quantity !== undefined && ofLine !== undefined)
    askWhetherWhole(draft, [single, ...totals], quantity, ofLine === 'likely');
  else if (only !== undefined && (isPlain(only) || proof === 'each'))
    putPrice(draft, only, proof === 'whole' ? quantity?.name : undefined);
  // A total of the line says more than a `Standard price`, or a cost.
  else if ((price && isPlain(price)) || !fillFromTotal(draft, quantity, [...best, ...doubtful]))
    askForPrice(draft, [...best, ...doubtful], quantity);
  setTotalsAside(draft);
}

/** Whether a price is one after a discount, or one that was paid: `Special price`, `Offer price`, `Paid price`. */
const isReduced = ({ named: { has, words } }: Column): boolean =>
  has('discount', 'paid') || words.some((word) => word === 'offer');

/** Whether a reduced price may be the right one: what was paid beside a `Unit price` has postage or a voucher in it. */
const isReducedBeside = (column: Column, { named }: Column): boolean =>
  isReduced(column) && (column.named.has('discount') || !named.has('unit'));

/** Whether a price that some row has is another there. */
const differ = (draft: Draft, column: Column, price: Column): boolean => {
  const read = draft.amountsReader(column, price);
  return draft.rows.map(read).some(([one = 0, other = 0]) => one > 0 && !near(one, other));
};

/**
 * Asks which price was paid: first what a total proves, or is named for it. Where it is blank, the usual one stands for
 * it. A price in one of several currencies brings its own.
 */
function askForPrice(draft: Draft, prices: readonly Column[], quantity: Column | undefined): void {
  const rank = (column: Column): number =>
    (proofOf(draft, column, quantity) === 'each' ? 2 : 0) + Number(isReduced(column));
  const sorted = prices.toSorted((a, b) => rank(b) - rank(a));
  const usual = prices.find(({ cells, rows }) => cells.length === rows);
  const signs = sorted.map(currencyInHeader);
  const bringCurrency =
    !signs.includes(undefined) &&
    new Set(signs).size > 1 &&
    !draft.isSet('Currency') &&
    draft.filledOf('currency').length === 0;
  draft.ask(
    sorted,
    'PricePerUnit',
    `What did the buyer pay for one unit: ${anyOf(sorted)}?`,
    ...sorted.flatMap((column, at) =>
      answersOf(draft, column, (name, entryFor) => {
        const entry = entryFor();
        const currency = bringCurrency ? { Currency: { const: signs[at] } } : {};
        if (usual === undefined || column.cells.length === column.rows)
          return [[name, { PricePerUnit: entry, ...currency }]];
        const rest = typeof entry === 'string' ? {} : (entry as object);
        const both = { ...rest, column: [column.name, usual.name] };
        return [[`${name}, or ${usual.name} where it is blank`, { PricePerUnit: both, ...currency }]];
      }),
    ),
  );
}

/** A total of the line, divided by its quantity, or what else may be the price. Returns whether there is such a total. */
function fillFromTotal(draft: Draft, quantity: Column | undefined, others: readonly Column[]): boolean {
  if (draft.options.prices !== undefined) return others.length === 0;
  const asked = draft.askedFor('Qty');
  const likely = quantity ?? (asked?.kind === 'quantity' ? asked : undefined);
  const totals = draft.freeOf('total').filter((column) => draft.isMoney(column));
  const best = draft.bestOf(totals, ({ ofLine, named }) => (ofLine ? 2 : 0) + (named.has('order') ? -2 : 0));
  const [total, other] = best;
  if (total === undefined || likely === undefined) return others.length === 0;
  const isOfLine =
    total.ofLine ||
    draft.orders.every(
      (rows) => rows.length === 1 || new Set(rows.map((row) => cellOf(row, total))).size > 1,
    );
  // `Item value` may be that of one unit.
  const isNamed = total.named.has('total') || total.named.words.includes('line');
  const isClear = isNamed && (total.ofLine || draft.orders.some((rows) => rows.length > 1));
  if (other === undefined && quantity !== undefined && isPlain(total) && isOfLine && isClear) {
    putPrice(draft, total, quantity.name);
    for (const column of others) draft.aside.add(column);
  } else askWhetherWhole(draft, [...best, ...others], likely);
  return true;
}

/** Asks whether an amount is for one unit or for the whole quantity of its line. `isLikely`: the rows say that it is. */
function askWhetherWhole(draft: Draft, columns: readonly Column[], quantity: Column, isLikely = false): void {
  draft.ask(
    columns,
    'PricePerUnit',
    `Is ${anyOf(columns)} the price of the line, for its whole quantity?`,
    ...columns.flatMap((column) =>
      answersOf(draft, column, (name, entryFor) => {
        const whole: Answer = [
          `yes: ${name}, divided by the quantity`,
          { PricePerUnit: entryFor(quantity.name) },
        ];
        const each: Answer = [`no: ${name} is the price of one unit`, { PricePerUnit: entryFor() }];
        return column.kind === 'price' && !isLikely ? [each, whole] : [whole, each];
      }),
    ),
  );
}

/** The prices of `$items`, which may all be in cents. */
function fillItemPrices(draft: Draft): void {
  const prices = draft.columns.filter((column) => column.kind === 'price' && draft.used.has(column));
  const filled = prices.filter(({ cells }) => cells.length > 0);
  const verdicts = filled.map((column) => minorOf(draft, column));
  setTotalsAside(draft);
  const [first] = filled;
  if (first === undefined || verdicts.includes('no')) return;
  const whole = draft.items;
  const inCents = whole.map((item) => {
    const [name] = [item.PricePerUnit].flatMap((entry) => (entry as { column?: string })?.column ?? entry);
    const column = prices.find((each) => each.name === name);
    return column ? { ...item, PricePerUnit: moneyEntry(draft, column, undefined, true) } : item;
  });
  draft.items = verdicts.includes('ask') ? [] : inCents;
  const value = shownOf(first);
  if (verdicts.includes('ask'))
    draft.ask(
      prices,
      '$items',
      `Are the prices in pence or cents, so that ${value} in ${first.name} is ${inPounds(value)}?`,
      [`yes, it is ${inPounds(value)}`, { $items: inCents }],
      [`no, it is ${value}.00`, { $items: whole }],
    );
}
