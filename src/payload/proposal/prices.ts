import { currencies } from '../../contract/order.ts';
import { countryCodeOf } from '../document/country-codes.ts';
import { readMoney } from '../fields/money.ts';
import { isNegative } from '../words/verdicts.ts';
import { type Column, cellOf, isPlain } from './columns.ts';
import {
  anyOf,
  decimalOf,
  examples,
  type Facts,
  type MapMembers,
  mayBeThousands,
  valuesOf,
} from './draft.ts';

/** The entry for a column of amounts. `per`: it is for the quantity in this column. */
export function moneyEntry(
  { options }: Facts,
  { name, cells }: Column,
  per?: string,
  minor = false,
  decimal = decimalOf(cells) ?? options.decimal,
): unknown {
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

const near = (one: number, other: number): boolean => Math.abs(one - other) < 0.015;

/** What the rows prove of a price: it is for one unit, for all units of its line, or nothing. */
type Proof = 'each' | 'whole' | 'no unit' | undefined;

/** Compares price and quantity with a total beside them, in the rows in which they differ. */
function compareWithTotal(facts: Facts, price: Column, quantity: Column, total: Column): Proof {
  const rows = facts.rows
    .map(facts.amountsReader(price, quantity, total))
    .filter(([each = 0, count = 0, sum = 0]) => each > 0 && count > 1 && sum > 0);
  if (rows.length === 0) return undefined;
  if (rows.every(([each = 0, count = 0, sum = 0]) => near(each * count, sum))) return 'each';
  if (rows.every(([each = 0, , sum = 0]) => near(each, sum))) return 'whole';
  return 'no unit';
}

/** Compares the sums of an order's lines with a total of the order. */
function compareWithOrder(facts: Facts, price: Column, quantity: Column, total: Column): Proof {
  const read = facts.amountsReader(price, quantity, total);
  const sums = facts.orders.flatMap((rows) => {
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
const totalsBeside = (facts: Facts, amount: Column): Column[] =>
  facts.columns.filter(
    (column) => column !== amount && ['total', 'orderTotal'].includes(column.kind) && facts.isMoney(column),
  );

/** What the rows prove of a price, by any total of the line or the order. */
function proofOf(facts: Facts, price: Column, quantity: Column | undefined): Proof {
  if (quantity === undefined) return undefined;
  const totals = totalsBeside(facts, price);
  const best = (proofs: readonly Proof[]): Proof =>
    (['each', 'whole'] as const).find((proof) => proofs.includes(proof));
  const ofLine = totals.filter(({ kind }) => kind === 'total');
  return (
    best(ofLine.map((total) => compareWithTotal(facts, price, quantity, total))) ??
    best(totals.map((total) => compareWithOrder(facts, price, quantity, total)))
  );
}

/**
 * Whether a price makes more than any total beside it, wherever there are several units. One that is named for a unit may
 * have a discount: it is disproved by a row in which it makes twice the total of the line.
 */
function isDisproved(facts: Facts, price: Column, quantity: Column): boolean {
  if (price.named.has('unit') || price.ofLine)
    return totalsBeside(facts, price)
      .filter(({ kind }) => kind === 'total')
      .some((total) =>
        facts.rows
          .map(facts.amountsReader(price, quantity, total))
          .some(([each = 0, count = 0, sum = 0]) => count > 1 && sum > 0 && each * count > sum * 2 - 0.015),
      );
  const several = facts.rows
    .map(facts.amountsReader(price, quantity, ...totalsBeside(facts, price)))
    .filter(([, count = 0, ...totals]) => count > 1 && totals.some((total) => total > 0));
  return (
    several.length > 0 &&
    several.every(([each = 0, count = 0, ...totals]) =>
      totals.every((total) => Number.isNaN(total) || each * count > total + 0.015),
    )
  );
}

/** Money that is in cents by its name or by the rows, may be, or is not. */
type Minor = 'yes' | 'ask' | 'no';

/** Whole amounts of which none is below one, in a file without a decimal, may be in cents. */
function minorOf(facts: Facts, column: Column): Minor {
  if (column.named.has('minor')) return 'yes';
  const read = facts.amountReader(column);
  const isWhole = (cell: string): boolean => /^\d+$/.test(cell);
  const amounts = column.cells.filter((cell) => read(cell) !== 0);
  if (amounts.length === 0 || !amounts.every(isWhole) || amounts.some((cell) => Number(cell) < 100))
    return 'no';
  // A total with decimals that is the hundredth of it proves it.
  for (const total of totalsBeside(facts, column)) {
    const ratio = facts.rows
      .map(facts.amountsReader(column, total))
      .flatMap(([part = 0, all = 0]) => (part > 0 && all > 0 ? [part / all] : []));
    if (total.cells.some((cell) => !isWhole(cell)) && ratio.length > 0)
      return ratio.every((each) => each > 10) ? 'yes' : 'no';
  }
  return 'ask';
}

/** Marks totals that price and quantity make, which need no question. */
function setTotalsAside(facts: Facts): void {
  for (const column of facts.freeOf('total', 'orderTotal', 'cost')) facts.draft.aside.add(column);
}

/** A whole number of pence or cents in its currency. */
const inPounds = (cell: string): string => (Number(cell) / 100).toFixed(2);

/** What an amount may be, each with its entry, where its only mark is of thousands or of decimals: `1.299`. */
function readingsOf(facts: Facts, column: Column, per?: string): [means: string, entry: unknown][] {
  const doubtful = column.cells.find(mayBeThousands);
  if (doubtful === undefined || decimalOf(column.cells) !== undefined || facts.options.decimal === 'comma')
    return [];
  return (['comma', 'point'] as const)
    .map((decimal): [number, unknown] => [
      Number(readMoney(doubtful, decimal)?.amount),
      moneyEntry(facts, column, per, false, decimal),
    ])
    .toSorted(([a], [b]) => b - a)
    .map(([amount, entry]) => [`${doubtful} is ${amount < 1000 ? amount : amount.toFixed(2)}`, entry]);
}

/** Fills the price from an entry, or asks whether it is in cents. */
function putPrice(facts: Facts, column: Column, per?: string): void {
  const { draft } = facts;
  const readings = readingsOf(facts, column, per);
  if (readings.length > 0) {
    draft.ask(
      [column],
      'PricePerUnit',
      `How much is ${column.cells.find(mayBeThousands)} in ${column.name}?`,
      ...readings.map(([means, entry]) => [means, { PricePerUnit: entry }] as const),
    );
    return;
  }
  const entry = moneyEntry(facts, column, per);
  const minor = minorOf(facts, column);
  if (minor !== 'ask') {
    draft.fill('PricePerUnit', column, minor === 'yes' ? moneyEntry(facts, column, per, true) : entry);
    return;
  }
  const [value = ''] = column.cells;
  draft.ask(
    [column],
    'PricePerUnit',
    `Is ${value} in ${column.name} in pence or cents, that is ${inPounds(value)}?`,
    [`no, it is ${value}.00`, { PricePerUnit: entry }],
    [`yes, it is ${inPounds(value)}`, { PricePerUnit: moneyEntry(facts, column, per, true) }],
  );
}

/** Names of what says for how many units a price is: `Price Unit`, `Preiseinheit`, `pro`. */
const unitsWords =
  /^(?:price unit|price per|price basis|price base|price quantity|price qty|pricing unit|pricing quantity|priced per|per|pe|pro|je|par|por|za|preis ?einheit|preis ?pro|preis ?je|preis ?menge|preis ?basis|prijs ?eenheid|prijs ?per|pris ?enhet|pris ?per|unite de prix|unidad de precio|unita di prezzo|unidade de preco|jednostka ceny)$/;
/** Names of a unit of measure, which may say so in its cells: `per 100`, `100 Stk`. */
const measureWords =
  /^(?:units?|uom|unit of measure|einheit|mengeneinheit|me|eenheid|enhet|unite|unidad|unita|unidade|jednostka)$/;

/** The number in a text such as `per 100` and `100 Stk`; 1 without one. */
const unitsIn = (cell: string): number => Number(/\d{1,6}/.exec(cell)?.[0] ?? 1);

/** The column that says for how many units the prices are: tens and hundreds, and nothing else. */
function unitsOfPrice({ columns }: Facts): Column | undefined {
  const areUnits = ({ cells }: Column): boolean =>
    cells.length > 0 && cells.every((cell) => /^\D{0,12}(?:10{0,5})?\D{0,12}$/.test(cell));
  return columns.find((column) => {
    const name = column.named.words.join(' ');
    if (!areUnits(column)) return false;
    if (column.kind === 'unknown') return column.cells.some((cell) => unitsIn(cell) > 1);
    if (!(unitsWords.test(name) || measureWords.test(name))) return false;
    if (unitsWords.test(name)) return column.cells.some((cell) => /\d/.test(cell));
    return column.cells.some((cell) => unitsIn(cell) > 1 && /\p{L}/u.test(cell));
  });
}

/** The price for as many units as a column says, if a total proves it; else a question. */
function fillPerUnits(facts: Facts, price: Column, units: Column, quantity: Column | undefined): void {
  const { draft } = facts;
  const totals = totalsBeside(facts, price).filter(({ kind }) => kind === 'total');
  const proves = (total: Column, isPart: boolean): boolean => {
    if (quantity === undefined) return false;
    const read = facts.amountsReader(price, quantity, total);
    const rows = facts.rows
      .map((row) => [...read(row), isPart ? unitsIn(cellOf(row, units)) : 1] as const)
      .filter(([each = 0, , sum = 0]) => each > 0 && sum > 0);
    const isTold = facts.rows.some((row) => unitsIn(cellOf(row, units)) > 1);
    return (
      isTold &&
      rows.length > 0 &&
      rows.every(([each = 0, count = 0, sum = 0, part = 1]) => near((each / part) * count, sum))
    );
  };
  const isNumber = units.cells.every((cell) => /^\d+$/.test(cell)) && units.cells.length === units.rows;
  const perUnits = moneyEntry(facts, price, units.name);
  const isNothing = units.cells.every((cell) => unitsIn(cell) === 1);
  if (totals.some((total) => proves(total, false))) {
    draft.aside.add(units);
    draft.fill('PricePerUnit', price, moneyEntry(facts, price));
  } else if (isNumber && (isNothing || totals.some((total) => proves(total, true))))
    draft.fill('PricePerUnit', [price, units], perUnits);
  else
    draft.ask(
      [price, units],
      'PricePerUnit',
      `Is ${price.name} for as many units as ${examples(units)} says?`,
      isNumber
        ? [`yes: ${price.name}, divided by ${units.name}`, { PricePerUnit: perUnits }]
        : ['yes: the prices of one unit must be put into the file, or given with --prices'],
      [`no: ${price.name} is the price of one unit`, { PricePerUnit: moneyEntry(facts, price) }],
    );
}

/** A discount is a line of its own; what takes back goods of the order leaves it out. */
function leaveOutNegative({ draft, orders }: Facts, price: Column, sku: Column | undefined): void {
  const negative = valuesOf(price).filter(isNegative);
  const takesBack = (value: string): boolean =>
    sku !== undefined &&
    orders.some((rows) =>
      rows.some(
        (row) =>
          cellOf(row, price) === value &&
          rows.some(
            (other) =>
              !isNegative(cellOf(other, price)) &&
              cellOf(other, sku) === cellOf(row, sku) &&
              cellOf(row, sku) !== '',
          ),
      ),
    );
  const back = negative.filter(takesBack);
  const discounts = negative.filter((value) => !back.includes(value));
  if (back.length > 0) draft.addRule('$leaveOut', price, { in: back, reason: 'partly-refunded' });
  if (discounts.length > 0) draft.addRule('$dropLines', price, { in: discounts, reason: 'not-goods' });
}

/** The price of one unit. `quantity` and `sku` are their columns, where these were found. */
export function fillPrice(facts: Facts, quantity: Column | undefined, sku: Column | undefined): void {
  const { draft } = facts;
  if (draft.items.length > 0) {
    fillItemPrices(facts);
    return;
  }
  if (facts.isSet('PricePerUnit')) return;
  const units = unitsOfPrice(facts);
  const prices = facts
    .freeOf('price')
    .filter((column) => column !== units && (facts.isMoney(column) || column.cells.length === 0));
  // Not one that the buyer may not have paid: a list price, a cost.
  const real = prices.filter(({ named, cells }) => !named.has('otherPrice', 'cost') && cells.length > 0);
  const best = facts.bestOf(real, ({ named: { has }, ofLine }) => (has('unit') ? 4 : 0) + (ofLine ? 2 : 0));
  const [price, other] = best;
  const proof = price === undefined ? undefined : proofOf(facts, price, quantity);
  if (price !== undefined) leaveOutNegative(facts, price, sku);
  // Beside a price that no total proves, one of an unknown kind (`Deal price`) may be what was paid.
  const others =
    price === undefined || proof === 'each' || proof === 'whole'
      ? []
      : real.filter((column) => !isPlain(column) && !best.includes(column) && !facts.areSame(column, price));
  const doubtful = price === undefined ? prices.filter(({ cells }) => cells.length > 0) : others;
  for (const column of prices)
    if (!best.includes(column) && !doubtful.includes(column)) draft.aside.add(column);
  const isClear = price !== undefined && (isPlain(price) || proof === 'each');
  const entryOf = (column: Column): unknown =>
    moneyEntry(facts, column, undefined, minorOf(facts, column) === 'yes');
  const isWrong = quantity !== undefined && price !== undefined && proof === undefined;
  if (price !== undefined && units !== undefined && other === undefined && others.length === 0)
    fillPerUnits(facts, price, units, quantity);
  else if (isWrong && isClear && best.length === 1 && isDisproved(facts, price, quantity))
    askWhetherWhole(facts, [price, ...facts.freeOf('total').filter((each) => facts.isMoney(each))], quantity);
  else if (price !== undefined && other === undefined && isClear && others.length === 0)
    putPrice(facts, price, proof === 'whole' ? quantity?.name : undefined);
  else if (price !== undefined || doubtful.length > 0)
    draft.askWhich('PricePerUnit', 'What did the buyer pay for one unit', [...best, ...doubtful], entryOf);
  else fillFromTotal(facts, quantity);
  setTotalsAside(facts);
}

/** A total of the line, divided by its quantity. */
function fillFromTotal(facts: Facts, quantity: Column | undefined): void {
  if (facts.options.prices !== undefined) return;
  const totals = facts.freeOf('total').filter((column) => facts.isMoney(column));
  const best = facts.bestOf(totals, ({ ofLine, named }) => (ofLine ? 2 : 0) + (named.has('order') ? -2 : 0));
  const [total, other] = best;
  if (total === undefined || quantity === undefined) return;
  const isOfLine =
    total.ofLine ||
    facts.orders.every(
      (rows) => rows.length === 1 || new Set(rows.map((row) => cellOf(row, total))).size > 1,
    );
  // `Item value` may be that of one unit.
  const isNamed = total.named.has('total') || total.named.words.includes('line');
  const isClear = isNamed && (total.ofLine || facts.orders.some((rows) => rows.length > 1));
  if (other === undefined && isPlain(total) && isOfLine && isClear) {
    putPrice(facts, total, quantity.name);
    return;
  }
  askWhetherWhole(facts, best, quantity);
}

/** Asks whether an amount is for one unit or for the whole quantity of its line. */
function askWhetherWhole(facts: Facts, columns: readonly Column[], quantity: Column): void {
  facts.draft.ask(
    columns,
    'PricePerUnit',
    `Is ${anyOf(columns)} the price of the line, for its whole quantity?`,
    ...columns.flatMap((column): [string, MapMembers][] => {
      const ways: [string, MapMembers][] = [
        [
          `yes: ${column.name}, divided by the quantity`,
          { PricePerUnit: moneyEntry(facts, column, quantity.name) },
        ],
        [`no: ${column.name} is the price of one unit`, { PricePerUnit: moneyEntry(facts, column) }],
      ];
      return column.kind === 'price' ? ways.reverse() : ways;
    }),
  );
}

/** The column of an entry that is more than its name. */
const columnOf = (entry: unknown): unknown => (entry as { readonly column?: unknown } | undefined)?.column;

/** The prices of `$items`, which may all be in cents. */
function fillItemPrices(facts: Facts): void {
  const { draft, columns } = facts;
  const prices = columns.filter((column) => column.kind === 'price' && draft.used.has(column));
  const verdicts = prices.filter(({ cells }) => cells.length > 0).map((column) => minorOf(facts, column));
  setTotalsAside(facts);
  if (verdicts.length === 0 || verdicts.includes('no')) return;
  const whole = draft.items;
  const inCents = whole.map((item) => {
    const column = prices.find(({ name }) => [item.PricePerUnit, columnOf(item.PricePerUnit)].includes(name));
    return column === undefined
      ? item
      : { ...item, PricePerUnit: moneyEntry(facts, column, undefined, true) };
  });
  if (!verdicts.includes('ask')) {
    draft.items = inCents;
    return;
  }
  draft.items = [];
  const [first] = prices;
  const value = first?.cells[0] ?? '';
  draft.ask(
    prices,
    '$items',
    `Are the prices in pence or cents, so that ${value} in ${first?.name} is ${inPounds(value)}?`,
    [`yes, it is ${inPounds(value)}`, { $items: inCents }],
    [`no, it is ${value}.00`, { $items: whole }],
  );
}

const known: readonly string[] = currencies;

const currencyOfCountry: Readonly<Record<string, readonly string[]>> = {
  GBP: ['GB', 'IM', 'JE', 'GG'],
  EUR: 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK'.split(' '),
  USD: ['US', 'PR'],
};

/** The currencies to choose from, those of the countries that the parcels go to first. */
function likelyFirst({ columns }: Facts): readonly string[] {
  const countries = new Set(
    columns
      .filter(({ kind, side }) => kind === 'country' && side !== 'seller')
      .flatMap(({ cells }) => cells.flatMap((cell) => countryCodeOf(cell) ?? [])),
  );
  const isLikely = (code: string): boolean =>
    currencyOfCountry[code]?.some((each) => countries.has(each)) === true;
  return known.toSorted((a, b) => Number(isLikely(b)) - Number(isLikely(a)));
}

/** A dollar sign after other letters is that of another country: `A$`. */
const inHeader: readonly (readonly [RegExp, string])[] = [
  [/£|(?<!\p{L})GBP(?!\p{L})/iu, 'GBP'],
  [/€|(?<!\p{L})EUR(?!\p{L})/iu, 'EUR'],
  [/(?<!\p{L})(?:US ?)?\$|(?<!\p{L})USD(?!\p{L})/iu, 'USD'],
];

const currencyEntry = (column: Column): unknown => {
  const found = valuesOf(column);
  if (found.every((cell) => known.includes(cell))) return column.name;
  return { column: column.name, map: Object.fromEntries(found.map((cell) => [cell, cell.toUpperCase()])) };
};

/** The currency: a column of its own, a sign beside the money or in its header, or a question. */
export function fillCurrency(facts: Facts): void {
  const { draft, columns } = facts;
  const [column] = facts.bestOf(facts.freeOf('currency'), ({ ofLine }) => (ofLine ? 0 : 1));
  if (column !== undefined) {
    const others = columns.filter(
      (other) => other.kind === 'currency' && other.cells.length > 0 && !facts.areSame(other, column),
    );
    if (others.length === 0) draft.fill('Currency', column, currencyEntry(column));
    else draft.askWhich('Currency', 'In which currency are the prices', [column, ...others], currencyEntry);
    return;
  }
  if (facts.isSet('Currency')) return;
  const price = columns.filter(({ kind }) => kind === 'price' || kind === 'total');
  const beside = price.some(
    (each) =>
      (draft.used.has(each) || draft.asked.has(each)) &&
      each.cells.some((cell) => readMoney(cell, decimalOf(each.cells) ?? 'point')?.currency !== undefined),
  );
  if (beside) return;
  const signs = new Set(
    price.flatMap(({ name }) => inHeader.filter(([sign]) => sign.test(name)).map(([, code]) => code)),
  );
  const [sign, other] = [...signs];
  if (sign !== undefined && other === undefined) {
    draft.fields.set('Currency', { const: sign });
    return;
  }
  draft.ask(
    [],
    'Currency',
    'No column says in which currency the prices are. Which is it?',
    ...likelyFirst(facts).map((code) => [code, { Currency: { const: code } }] as const),
  );
}
