import { currencies } from '../../contract/order.ts';
import { labelOf } from '../../text/field-words.ts';
import { entryOf, present } from '../../text/records.ts';
import { currencySigns } from '../document/row.ts';
import { readMoney } from '../fields/money.ts';
import { columnsOf } from '../mapping/field-source.ts';
import { filled } from './address-parts.ts';
import type { Draft } from './draft.ts';
import { entriesOf } from './earlier-map.ts';
import { goodsColumns, itemEntries, numberedItems, quantityIn } from './goods.ts';
import { type AmountStyle, amountStyle, areAll, type Column, cellOf, type Row } from './profile.ts';
import { anyOf, type Choice, columnIn, examples, type MapMembers } from './questions.ts';
import { fits, isAmount, isCount } from './shapes.ts';

interface PriceReading {
  readonly decimal: 'point' | 'comma';
  /** The column with the number of units that it is of; undefined if it is of one. */
  readonly per?: Column;
  readonly isMinor: boolean;
}

/** What the name of a column says of its price, the best first. */
const priceParts = ['unitPrice', 'price', 'linePrice'] as const;

interface Named {
  readonly column: Column;
  readonly part: (typeof priceParts)[number];
}

/** Every way to read such amounts: of one unit, or of as many as one of the quantities says. */
const waysOf = ({ decimals, mayBeMinor }: AmountStyle, quantities: readonly Column[]): PriceReading[] =>
  decimals.flatMap((decimal) =>
    [undefined, ...quantities].flatMap((per) =>
      (mayBeMinor ? [false, true] : [false]).map((isMinor) => ({ decimal, isMinor, ...(per && { per }) })),
    ),
  );

/** The columns that may have the quantity: those that fill it or are asked about, else every one of counts that nothing is known of. */
export function quantitiesOf(draft: Draft): Column[] {
  const asked = draft.questions.flatMap(({ choices }) => choices.map(({ set }) => set.Qty));
  const names = [draft.sourceOf('Qty'), ...asked].map(columnIn);
  const isUnit = (value: string): boolean => isCount(value) && /^[1-9]/.test(value);
  const known = draft.start.columns.filter(({ name }) => names.includes(name));
  if (known.length > 0 || !draft.isOpen('Qty')) return known;
  return draft.start.columns.filter((column) => draft.isStrange(column) && areAll(column, isUnit));
}

/** Not a number where a cell is none. */
const amountIn = (cell: string, decimal: 'point' | 'comma'): number =>
  Number(readMoney(cell, decimal)?.amount);

/** The entry of a column of amounts. `per`: the column of the quantity that each is for. */
function amountEntry(
  { name }: Column,
  { hasSomeCurrency }: AmountStyle,
  { decimal, isMinor }: Pick<PriceReading, 'decimal' | 'isMinor'>,
  per?: string,
): unknown {
  const isPlain = decimal === 'point' && !hasSomeCurrency && !isMinor;
  if (isPlain && per === undefined) return name;
  const number = {
    decimal,
    ...present({ currency: hasSomeCurrency || undefined, minor: isMinor || undefined }),
  };
  return { column: name, ...(isPlain ? {} : { number }), ...present({ per }) };
}

function priceEntry(column: Column, style: AmountStyle, reading: PriceReading): MapMembers {
  const entry = amountEntry(column, style, reading, reading.per?.name);
  const { currency } = column;
  return { PricePerUnit: entry, ...(currency === undefined ? {} : { Currency: { const: currency } }) };
}

/** What a reading says that others of these do not. */
function wayText({ decimal, per, isMinor }: PriceReading, ways: readonly PriceReading[]): string {
  const isOneOfSeveral = ways.some((way) => way.per !== undefined && way.per !== per);
  const line = isOneOfSeveral ? `of the whole line, of ${per?.name} units` : 'of the whole line';
  return [
    ...(ways.some((way) => way.per !== per) ? [per === undefined ? 'of one unit' : line] : []),
    ...(ways.some((way) => way.isMinor !== isMinor)
      ? [isMinor ? 'in pence or cents' : 'in whole pounds, euros or dollars']
      : []),
    ...(ways.some((way) => way.decimal !== decimal) ? [`decimals after a ${decimal}`] : []),
  ].join(', ');
}

/** Every way in which a column may be the price, for a person to choose. */
export function priceChoices(column: Column, quantities: readonly Column[]): Choice[] {
  const style = column.amounts();
  const others = quantities.filter((quantity) => quantity !== column);
  const ways = waysOf(style, others);
  return ways.map((way) => ({
    means: wayText(way, ways) || column.name,
    set: priceEntry(column, style, way),
  }));
}

/** The ways to read a price that every row allows, by the totals beside it; one if they prove it. */
function readingsOf(draft: Draft, { column, part }: Named, totals: readonly Column[]): PriceReading[] {
  const all = waysOf(column.amounts(), part === 'unitPrice' ? [] : quantitiesOf(draft));
  const proven = all.filter((reading) =>
    totals.some((total) => total !== column && holds(draft, column, reading, total)),
  );
  // A price that is its own total says the same of one unit and of the line where each line is of one unit.
  const found = proven.length > 0 ? proven : all;
  // A bare total may be of the order, where the price is named for the line.
  const isDecided = proven.length > 0 || !totals.some((total) => isOfLine(total) || !isOfLine(column));
  const ofUnit = found.filter(({ per }) => per === undefined);
  if (part === 'linePrice') return found;
  return isDecided && ofUnit.length > 0 ? ofUnit : found;
}

/** Whether amounts are of the order: the rows of some order have the same, and different prices. */
const isOfOrder = ({ start }: Draft, total: Column, price: Column | undefined): boolean =>
  price !== undefined &&
  start.orders.some((rows) => {
    const [amounts, prices] = [total, price].map((column) => new Set(rows.map((row) => cellOf(row, column))));
    return rows.length > 1 && amounts?.size === 1 && (prices?.size ?? 0) > 1;
  });

const isOfLine = ({ meanings }: Column): boolean => meanings.some((meaning) => meaning.startsWith('line '));

/** Whether price × quantity, read so, is the total beside it in every row. A quantity that nobody knows proves nothing. */
function holds(draft: Draft, column: Column, { decimal, per, isMinor }: PriceReading, total: Column) {
  const rows = draft.start.rows.filter((row) => cellOf(row, column) !== '' && cellOf(row, total) !== '');
  const isTotal = (row: Row, count: number): boolean => {
    const price = amountIn(cellOf(row, column), decimal) / (isMinor ? 100 : 1);
    const isEqual = (amount: number): boolean => Math.abs(price * count - amount) < 0.005;
    return total.amounts().decimals.some((each) => isEqual(amountIn(cellOf(row, total), each)));
  };
  if (rows.length === 0) return false;
  const known = quantitiesOf(draft).filter((column) => !draft.isStrange(column));
  if (per !== undefined || (known.length === 0 && !draft.isOpen('Qty')))
    return rows.every((row) => isTotal(row, 1));
  return known.some((quantity) => rows.every((row) => isTotal(row, quantityIn(row, quantity))));
}

/** Whether the prices of all columns are in currencies that the service does not take; which, and where. */
function foreignIn(columns: readonly Column[], named: readonly Column[]): string | undefined {
  const telling = named.length > 0 ? named : columns;
  const all = telling.flatMap((column) => {
    const [decimal = 'point'] = column.amounts().decimals;
    return [...column.values.keys()].map((value) =>
      named.length > 0 ? codeOf(value) : readMoney(value, decimal)?.currency,
    );
  });
  const isForeign = (code: string | undefined): boolean =>
    code !== undefined && !currencies.some((known) => known === code);
  if (all.length === 0 || !all.every(isForeign)) return undefined;
  return `${[...new Set(all)].join(' and ')}, as in ${telling.map(examples).join(', ')}`;
}

const codeOf = (cell: string): string => entryOf(currencySigns, cell) ?? cell.toUpperCase();

/** The entry of a column of currencies; signs and small letters are codes. */
function currencyEntry({ name, values }: Column): unknown {
  const found = [...values.keys()];
  if (found.every((value) => codeOf(value) === value)) return name;
  return { column: name, map: Object.fromEntries(found.map((value) => [value, codeOf(value)])) };
}

/** Fills the currency: from a column of its own, or beside the money. Otherwise it is a question. */
function fillCurrency(draft: Draft, prices: readonly Column[]): void {
  if (!draft.isOpen('Currency')) return;
  const named = filled(draft.ofOrder('currency')).filter((column) => fits('Currency', column));
  draft.choose('Currency', named, currencyEntry);
  if (named.length > 0) return;
  if (prices.length > 0 && prices.every((price) => price.amounts().hasCurrency)) return;
  // Where it is not known yet which column has the price, each that may have it may name the currency.
  const possible = draft.start.columns.filter(
    (column) => draft.isFree(column) && areAll(column, isAmount) && column.amounts().hasCurrency,
  );
  if (prices.length === 0 && draft.isOpen('PricePerUnit') && possible.length > 0) return;
  const [inName] = prices.map(({ currency }) => currency);
  if (inName !== undefined && prices.every(({ currency }) => currency === inName)) {
    draft.fill('Currency', { const: inName });
    return;
  }
  if (prices.length > 1 && prices.every(({ currency }) => currency !== undefined)) return;
  const choices = currencies.map((code) => ({ means: code, set: { Currency: { const: code } } }));
  draft.ask('Currency', 'No column names the currency of the prices. Which is it?', [], choices);
}

/** Fills the price of a unit and its currency. Returns what the prices are in if the service does not take it. */
export function fillPrices(draft: Draft): string | undefined {
  const items = numberedItems(draft);
  // A later file may have more of them than the one that an earlier map was made of.
  if (items.length > 0 && (draft.isOpen('SKU') || '$items' in draft.start.base)) {
    fillItems(draft, items);
    return undefined;
  }
  const named = priceParts.flatMap((part) =>
    filled(goodsColumns(draft, part))
      .filter((column) => fits('PricePerUnit', column))
      .map((column): Named => ({ column, part })),
  );
  const columns = named.map(({ column }) => column);
  const totals = [...goodsColumns(draft, 'lineTotal'), ...goodsColumns(draft, 'linePrice')].filter(
    (column) => [...column.values.keys()].every(isAmount) && !isOfOrder(draft, column, named[0]?.column),
  );
  const foreign = foreignIn(columns, filled(draft.ofOrder('currency')));
  if (foreign !== undefined || !draft.isOpen('PricePerUnit')) {
    const known = columnsOf(draft.start.base.PricePerUnit ?? []);
    const prices = draft.start.columns.filter(({ name }) => known[0] === name);
    if (foreign === undefined) fillCurrency(draft, prices);
    return foreign;
  }
  choosePrice(draft, named, totals);
  const used = draft.start.columns.filter(
    (column) =>
      draft.columnFor('PricePerUnit') === column || (columns.includes(column) && draft.asked.has(column)),
  );
  fillCurrency(draft, used);
  return undefined;
}

/** Fills the price from the columns of the best names, if only one can be it and in one way; asks otherwise. */
function choosePrice(draft: Draft, named: readonly Named[], totals: readonly Column[]): void {
  const choicesOf = (candidates: typeof named): Choice[] =>
    candidates.flatMap((candidate) => {
      const { column } = candidate;
      const ways = readingsOf(draft, candidate, totals);
      return ways.map((way) => {
        const what = wayText(way, ways);
        return {
          means: what === '' ? column.name : `${column.name}: ${what}`,
          set: priceEntry(column, column.amounts(), way),
        };
      });
    });
  const best = named.filter(({ part }) => part === named[0]?.part);
  const [only, other] = choicesOf(best);
  if (only === undefined) return;
  if (other === undefined) {
    draft.fill('PricePerUnit', only.set.PricePerUnit, ...best.map(({ column }) => column));
    return;
  }
  // Where one is asked about, the others may be it as well.
  const columns = named.map(({ column }) => column);
  draft.ask(
    'PricePerUnit',
    columns.length > 1
      ? `Which column has the ${labelOf('PricePerUnit')}: ${anyOf(columns)}?`
      : `How is the price in ${anyOf(columns)} to be read?`,
    columns,
    choicesOf(named),
  );
}

/** Fills numbered items: the same reading of the price for each of them. */
function fillItems(draft: Draft, items: ReturnType<typeof numberedItems>): void {
  const priceOf = ({ columns }: (typeof items)[number]) =>
    priceParts.map((part) => columns.get(part)).find(Boolean);
  const prices = items.flatMap((item) => priceOf(item) ?? []);
  const isLine =
    prices.length > 0 && items.some(({ columns }) => !columns.has('unitPrice') && !columns.has('price'));
  const all = new Set(prices.flatMap(({ values }) => [...values.keys()]));
  const style = amountStyle([...all], draft.start.options.decimal);
  // Of whichever item it is, the price of the line is that of the item's own quantity.
  const quantities = items.flatMap(({ columns: own }) => own.get('quantity') ?? []).slice(0, 1);
  const ways = waysOf(style, isLine ? quantities : []);
  const earlier = entriesOf<MapMembers>(draft.start.base, '$items');
  const isNamed = earlier.some(({ SKU, ItemTitle }) => SKU !== undefined && SKU === ItemTitle);
  const isTitled = items.some((item) => item.columns.has('title')) || !(isNamed || draft.isOpen('ItemTitle'));
  const setOf = (way: PriceReading): MapMembers => ({
    $items: items.map((item) => {
      const price = priceOf(item);
      const per = way.per && item.columns.get('quantity');
      const { PricePerUnit } = price ? priceEntry(price, style, { ...way, ...(per && { per }) }) : {};
      // Items without a title are sent with their own SKU as such, if a person says so.
      const ItemTitle = isTitled ? undefined : item.columns.get('sku')?.name;
      return { ...itemEntries(item), ...present({ PricePerUnit, ItemTitle }) };
    }),
  });
  const columns = items.flatMap(({ columns: own }) => [...own.values()]);
  const [only, other] = ways;
  const how = `How are the prices of the numbered items to be read: ${anyOf(prices)}?`;
  const title = 'The numbered items have no title. Is the SKU of each sent as its title?';
  if (only !== undefined && other === undefined && isTitled) draft.add(setOf(only), ...columns);
  else
    draft.ask(
      '$items',
      [...(other === undefined ? [] : [how]), ...(isTitled ? [] : [title])].join(' '),
      columns,
      ways.map((way) => ({ means: wayText(way, ways) || 'yes', set: setOf(way) })),
    );
  fillCurrency(draft, prices);
}

/** Fills the cost of the delivery, if its amounts can be read in one way. */
export function fillPostage(draft: Draft): void {
  const columns = draft.ofOrder('postage').filter((column) => fits('PostalServiceCost', column));
  const [column, other] = filled(columns);
  if (column === undefined || other !== undefined || !draft.isOpen('PostalServiceCost')) return;
  const style = column.amounts();
  const [decimal, second] = style.decimals;
  if (decimal === undefined || second !== undefined) return;
  draft.fill('PostalServiceCost', amountEntry(column, style, { decimal, isMinor: false }), column);
}
