import { plainWords } from '../words/names.ts';
import { isOf } from '../words/topics.ts';
import { moneyEntry, near, totalsBeside } from './amounts.ts';
import { areAll, type Column, cellOf } from './columns.ts';
import type { Draft } from './draft.ts';
import { askWhether } from './flags.ts';
import { examples } from './questions.ts';

/** The number in a text such as `per 100` and `100 Stk`; 1 without one. */
const unitsIn = (cell: string): number => Number(/\d{1,6}/.exec(cell)?.[0] ?? 1);

const sayPer = /^(?:per|pro|par|por|je|x) /i;
const ofMeasure = /\d ?(?:kg|g|mg|lbs?|oz|ml|cl|l|mm|cm|m|m2|m3|km|in|ft|yd|v|w)\.?$/i;

/** Whether a unit is of several pieces: `per 100`, `box of 12`, `dz`, but not `500 g`. */
const isSeveral = (cell: string): boolean =>
  isOf('dozen', plainWords(cell)) || (unitsIn(cell) > 1 && /\p{L}/u.test(cell) && !ofMeasure.test(cell));

/** `Price Unit`, `Pricing quantity`, `Preiseinheit`, `pro`. */
const isPriceUnit = (name: string): boolean =>
  isOf('priceUnit', name.replace(/^pricing /, 'price ').replace(/^(price \w+) (?:quantity|qty)$/, '$1'));

/** The column that says for how many units the prices are: tens and hundreds, or a unit of several pieces. */
export function unitsOfPrice({ columns }: Draft): Column | undefined {
  return columns.find((column) => {
    const name = column.named.words.join(' ');
    // A `Unit` of `5B` is a flat.
    const isFlat = column.kind === 'apartment' && !column.cells.some((cell) => sayPer.test(cell));
    if (isOf('measure', name)) return !isFlat && column.cells.some(isSeveral);
    if (!areAll(column, /^\D{0,12}(?:10{0,5})?\D{0,12}$/)) return false;
    if (column.kind === 'unknown' && column.cells.every((cell) => /^\d+$/.test(cell)))
      return column.cells.some((cell) => unitsIn(cell) > 1);
    return isPriceUnit(name) && column.cells.some((cell) => /\d/.test(cell));
  });
}

const ofMeasures = new Set(['of', 'measure', 'code']);

const weights = /^(?:kg|g|mg|t|lbs?|oz|l|ml|cl|m|cm|mm|m2|m3|ft|yd)\.?$/i;

/** Whether a name is that of a unit of measure of the line: `UoM`, `Sales UoM`, `Verkaufseinheit`. */
const isMeasure = (name: string): boolean => {
  const last = name.slice(name.lastIndexOf(' ') + 1);
  // `About me`.
  return isOf('measure', name) || name.endsWith(' uo m') || (last.length > 2 && isOf('measure', last));
};

/** Asks about lines that are in boxes or cases by their unit of measure: the warehouse ships single units. */
export function askAboutPacks(draft: Draft): void {
  for (const column of draft.columns) {
    const isFree = column.kind !== 'price' && draft.isFree(column);
    const name = column.named.words.filter((word) => !ofMeasures.has(word)).join(' ');
    if (!isFree || !isMeasure(name)) continue;
    const all = [...new Set(column.cells)];
    // One measure of all rows is how the goods are sold; several are other quantities.
    const isMixed = all.length > 1;
    const values = all.filter((cell) => isOf('pack', cell.toLowerCase()) || (isMixed && weights.test(cell)));
    if (values.length > 0) askWhether(draft, column, [[values, 'on-hold']]);
  }
}

/** Whether a total is price × quantity in all rows, with the price for as many units as a column says. */
function provesUnits(draft: Draft, price: Column, units: Column, quantity: Column, total: Column): boolean {
  const read = draft.amountsReader(price, quantity, total);
  const rows = draft.rows.map((row) => ({ amounts: read(row), part: unitsIn(cellOf(row, units)) }));
  const told = rows.filter(({ amounts: [each = 0, , sum = 0] }) => each > 0 && sum > 0);
  return (
    told.some(({ part }) => part > 1) &&
    told.every(({ amounts: [each = 0, count = 0, sum = 0], part }) => near((each / part) * count, sum))
  );
}

/** Fills a price that is for several units where a total proves it, or asks. Returns whether it is for several. */
export function isPerUnits(draft: Draft, price: Column, units?: Column, quantity?: Column): boolean {
  const { number = 1 } = price.named;
  if (units === undefined && number < 10) return false;
  const isNumber =
    units !== undefined &&
    units.cells.length === units.rows &&
    units.cells.every((cell) => /^\d+$/.test(cell));
  const perUnits = moneyEntry(draft, price, units?.name);
  const isProven =
    units !== undefined &&
    (units.cells.every((cell) => unitsIn(cell) === 1) ||
      (quantity !== undefined &&
        totalsBeside(draft, price).some((total) => provesUnits(draft, price, units, quantity, total))));
  if (isProven && isNumber) {
    draft.fill('PricePerUnit', [price, units], perUnits);
    return true;
  }
  draft.ask(
    units === undefined ? [price] : [price, units],
    'PricePerUnit',
    units === undefined
      ? `Is ${examples(price)} the price of ${number} units?`
      : `Is ${price.name} the price of as many units as ${examples(units)} says?`,
    isNumber
      ? [`yes: ${price.name}, divided by ${units.name}`, { PricePerUnit: perUnits }]
      : ['yes: put the prices of one unit into the file, or give them with --prices'],
    ['no, it is the price of one unit', { PricePerUnit: moneyEntry(draft, price) }],
  );
  return true;
}
