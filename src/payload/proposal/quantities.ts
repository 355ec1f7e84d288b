import { reasonNamed } from '../words/names.ts';
import { haveWordOf } from '../words/topics.ts';
import { isCount, isNegative, isZero } from '../words/verdicts.ts';
import { type Column, cellOf, hasTwice, isPlain, valuesOf } from './columns.ts';
import { isCountOrYes, unitsIn } from './counts.ts';
import { type Draft, decimalOf, mayBeThousands } from './draft.ts';
import { type Answer, anyOf, droppingLines, examples, keepingOnly, leavingOut, unused } from './questions.ts';

/** Whether the ones of a bare `To ship` may be a yes for all units of a line. */
const isYesOrUnits = ({ rows }: Draft, column: Column, quantity: Column): boolean =>
  !column.named.has('quantity', 'unit') &&
  !haveWordOf('unit', column.named) &&
  column.cells.every((cell) => cell === '0' || cell === '1') &&
  rows.some((row) => cellOf(row, column) === '1' && Number.parseInt(cellOf(row, quantity), 10) > 1);

/** Whether more is to ship of some line than was ordered, as in a count of the whole order. */
export const isMoreThanOrdered = ({ rows }: Draft, toShip: Column, quantity: Column): boolean =>
  rows.some((row) => Number.parseInt(cellOf(row, toShip), 10) > Number.parseInt(cellOf(row, quantity), 10));

/** The counts that leave less of some line than is to ship: they may not know of each other. */
const contradicting = ({ columns, rows }: Draft, toShip: Column, quantity: Column): Column[] => {
  return columns.filter(
    (column) =>
      column.kind === 'less' &&
      column.named.turned === undefined &&
      column.cells.every((cell) => isCount(cell) || isNegative(cell)) &&
      rows.some((row) => {
        const units = unitsIn(row, column);
        return units > 0 && unitsIn(row, toShip) > unitsIn(row, quantity) - units;
      }),
  );
};

/** The entry for a column of quantities, which some shops write with decimals: `decimal` is their mark. */
function quantityEntry(column: Column, less: readonly Column[], decimal = markOf(column.cells.join(''))) {
  const number = column.cells.some((cell) => /[.,]/.test(cell)) ? { number: { decimal } } : {};
  const parts = less.map(({ name }) => ({ column: name, reason: reasonNamed(name) }));
  if (!('number' in number) && parts.length === 0) return column.name;
  return { column: column.name, ...number, ...(parts.length === 0 ? {} : { less: parts }) };
}

/** The members of a map for the quantity from a column that may count what is left: a line with nothing left is done. */
function quantityFrom(column: Column, less: readonly Column[]) {
  const zeros = valuesOf(column).filter(isZero);
  const done = zeros.length === 0 ? {} : droppingLines(column, 'fulfilled', zeros);
  return { Qty: quantityEntry(column, less), ...done };
}

/** The counts of a file: what is to ship, what was ordered, and what of it was shipped, cancelled or refunded. */
interface Counts {
  readonly toShip: readonly Column[];
  readonly quantities: readonly Column[];
  readonly less: readonly Column[];
}

function countsOf(draft: Draft): Counts {
  const isCounted = ({ cells, named }: Column): boolean => cells.every(isCount) && named.turned === undefined;
  // `Outstanding: 0.00` is money that nobody owes.
  const isPaid = ({ cells, named }: Column): boolean =>
    !named.has('quantity') && cells.every(isZero) && cells.some((cell) => /[.,]/.test(cell));
  const named = draft.filledOf('quantity');
  // `Order qty` is the line's where the lines of an order differ in it.
  const ofOrder = draft.filledOf('orderQuantity').filter((column) => draft.differsWithin(column));
  return {
    toShip: draft.filledOf('toShip').filter((column) => isCounted(column) && !isPaid(column)),
    quantities: named.length > 0 ? named : ofOrder,
    less: draft.freeOf('less').filter(isCounted),
  };
}

/** What is to ship, or the quantity less what was shipped, cancelled or refunded. Returns its column, if it is clear. */
export function fillQuantity(draft: Draft): Column | undefined {
  const counts = countsOf(draft);
  const { toShip, quantities } = counts;
  const best = draft.bestOf(
    toShip.length > 0 ? toShip : quantities,
    ({ ofLine, named }) => (ofLine ? 2 : 0) + Number(named.has('ordered', 'open')),
  );
  const [column] = best;
  // A row of its own takes back what another row has.
  for (const each of best) {
    const negative = valuesOf(each).filter(isNegative);
    if (negative.length > 0) draft.addRule('$leaveOut', each, { in: negative, reason: 'partly-refunded' });
  }
  if (column === undefined) {
    askForCount(draft);
    return undefined;
  }
  for (const each of draft.freeOf('orderQuantity')) draft.aside.add(each);
  if (toShip.length === 0) return fillOrdered(draft, column, best, counts);
  fillToShip(draft, column, counts);
  return column;
}

/** Takes the quantity from a count of what is to ship; asks where it may be a yes, or where the counts disagree. */
function fillToShip(draft: Draft, toShip: Column, { less, quantities }: Counts): void {
  for (const each of [...less, ...quantities]) draft.aside.add(each);
  const zeros = valuesOf(toShip).filter(isZero);
  const none = zeros.length > 0 ? zeros : ['0'];
  const [quantity] = quantities;
  if (quantity !== undefined && isYesOrUnits(draft, toShip, quantity)) {
    const all = { ...leavingOut(toShip, 'on-hold', none), ...keepingOnly(toShip, ['1']) };
    draft.ask(
      [toShip, quantity],
      'Qty',
      `Does a 1 in ${toShip.name} mean one unit of the line, or yes for all of them?`,
      ['one unit: send only these', { Qty: toShip.name, ...droppingLines(toShip, 'fulfilled', none) }],
      ['a yes', { Qty: quantityEntry(quantity, []), ...all }],
    );
  } else if (quantity === undefined || !askWhichCount(draft, toShip, quantity, less, none)) {
    draft.fill('Qty', toShip, quantityEntry(toShip, []));
    // A line with nothing to ship is done.
    draft.addRule('$dropLines', toShip, { in: none, reason: 'fulfilled' });
  }
}

/** Asks which column has the quantity where a count of what is to ship is blank or too high for it. `none`: its zeros. */
function askWhichCount(
  draft: Draft,
  toShip: Column,
  quantity: Column,
  less: readonly Column[],
  none: readonly string[],
): boolean {
  const isBlank = draft.rows.some((row) => cellOf(row, toShip) === '' && cellOf(row, quantity) !== '');
  const others = contradicting(draft, toShip, quantity);
  if (!isBlank && others.length === 0 && !isMoreThanOrdered(draft, toShip, quantity)) return false;
  const open = {
    Qty: quantityEntry(toShip, []),
    ...droppingLines(toShip, 'fulfilled', isBlank ? [...none, ''] : none),
  };
  const namesOf = (those: readonly Column[], between: string): string =>
    those.map(({ name }) => name).join(between);
  const countedIn = (each: Column): string[] => valuesOf(each).filter((value) => !isZero(value));
  const rest = less.filter((each) => !others.includes(each));
  draft.ask(
    [toShip, quantity, ...others, ...rest],
    'Qty',
    `Which column has the quantity of a line: ${anyOf([toShip, quantity])}?`,
    others.length > 0 && [
      `${toShip.name}; leave out the orders with units in ${namesOf(others, ' or ')}, to check by hand`,
      {
        ...open,
        $leaveOut: others.flatMap((each) => leavingOut(each, 'on-hold', countedIn(each)).$leaveOut),
        $keep: others.flatMap((each) => keepingOnly(each, valuesOf(each).filter(isZero)).$keep),
        ...unused(quantity, ...rest),
      },
    ],
    [
      isBlank ? `${toShip.name}; a line without one is done` : toShip.name,
      { ...open, ...unused(quantity, ...others, ...rest) },
    ],
    [
      others.length > 0 && less.length > 0
        ? `${quantity.name} less ${namesOf(less, ' and ')}`
        : quantity.name,
      { ...quantityFrom(quantity, less), ...unused(toShip) },
    ],
  );
  return true;
}

/** Takes the quantity from a count of what was ordered; asks where there are several, or where its numbers are open. */
function fillOrdered(
  draft: Draft,
  column: Column,
  best: readonly Column[],
  { less, quantities }: Counts,
): Column | undefined {
  if (best.length > 1 || column.named.unknown.length > 0) {
    draft.ask(
      [...best, ...less],
      'Qty',
      `Which column has the quantity of a line: ${anyOf(best)}?`,
      ...best.map((each): Answer => {
        const isRest = each.cells.some(isZero);
        return [isRest ? `${each.name}; a line with 0 is done` : each.name, quantityFrom(each, less)];
      }),
    );
    return undefined;
  }
  for (const each of quantities)
    if (each !== column && (isPlain(each) || draft.areSame(each, column) || each.cells.every(isZero)))
      draft.aside.add(each);
  if (askAboutOnes(draft, column, less)) return column;
  const large = column.cells.find(mayBeThousands);
  const proven = large === undefined ? undefined : provenDecimal(draft, column);
  if (large !== undefined && proven === undefined) {
    const entry = (decimal: Mark) => ({ Qty: quantityEntry(column, less, decimal) });
    const mark = markOf(large);
    draft.ask(
      [column, ...less],
      'Qty',
      `How many units is ${large} in ${column.name}?`,
      [large.replace(/\D/g, ''), entry(otherMark(mark))],
      [`${Number(large.replace(',', '.'))}, with decimals`, entry(mark)],
    );
    return column;
  }
  if (!askAboutSame(draft, column, less))
    draft.fill('Qty', [column, ...less], quantityEntry(column, less, proven));
  askAboutOthers(draft, column, less);
  return column;
}

/** Asks about counts that may take units from a line. */
export function askAboutCounts(draft: Draft): void {
  for (const column of draft.filledOf('handled')) {
    const quantity = draft.fields.get('Qty');
    const isKnown = typeof quantity === 'string' && !draft.asksFor('Qty');
    const counted = valuesOf(column).filter((cell) => !isZero(cell));
    const none = valuesOf(column).filter(isZero);
    const less = [{ column: column.name, reason: reasonNamed(column.named) }];
    const these = none.length === 0 ? {} : droppingLines(column, 'on-hold', none);
    draft.askOf(
      column,
      `Does ${examples(column)} count units of the line that must not be shipped?`,
      [
        'yes, leave these orders out',
        { ...leavingOut(column, 'on-hold', counted), ...keepingOnly(column, ['0', ...none]) },
      ],
      isKnown && ['yes, send the rest', { Qty: { column: quantity, less } }],
      // What was allocated or packed may be what is sent.
      isKnown &&
        column.named.has('handled') && ['no, send only these', { Qty: quantityEntry(column, []), ...these }],
      ['no, it is not needed', unused(column)],
    );
  }
}

type Mark = 'point' | 'comma';
const markOf = (cell: string): Mark => (cell.includes(',') ? 'comma' : 'point');
const otherMark = (mark: Mark): Mark => (mark === 'comma' ? 'point' : 'comma');

/** The decimal mark of quantities such as `1.000`, where the rows prove it: by a quantity, a total, or the prices. */
function provenDecimal(draft: Draft, column: Column): Mark | undefined {
  const mark = markOf(column.cells.find(mayBeThousands) ?? '');
  // Thousands are in groups of three, and do not begin with a zero: `1.0000`.
  const whole = column.cells.find((cell) => /[.,]/.test(cell) && !/^[1-9]\d{0,2}[.,]000$/.test(cell));
  if (whole !== undefined) return markOf(whole);
  const money = draft.columns.filter((each) => each.kind === 'price' || each.kind === 'total');
  const totals = money.filter(({ kind }) => kind === 'total');
  const readings = money.flatMap((price) =>
    totals.flatMap((total) => {
      const read = draft.amountsReader(price, total);
      const ratios = draft.rows.map((row): [number, number] => {
        const [each = 0, sum = 0] = read(row);
        return [sum / each, Number.parseInt(cellOf(row, column), 10)];
      });
      const isBy = (factor: number): boolean =>
        ratios.every(([ratio, count]) => Math.abs(ratio / (count * factor) - 1) < 0.005);
      return price === total ? [] : isBy(1) ? [mark] : isBy(1000) ? [otherMark(mark)] : [];
    }),
  );
  if (readings.length > 0) return readings[0];
  // The prices of a file are written as its quantities are; that it is so many needs a better proof.
  const ofPrices = new Set(money.flatMap(({ cells }) => decimalOf(cells) ?? []));
  return ofPrices.size === 1 && ofPrices.has(mark) ? mark : undefined;
}

/** Asks about further counts beside the quantity: `Free quantity`, `Qty cases`. */
function askAboutOthers(draft: Draft, quantity: Column, less: readonly Column[]): void {
  for (const column of draft.filledOf('quantity').filter(({ cells }) => cells.every(isCount))) {
    const some = valuesOf(column).filter((cell) => !isZero(cell));
    if (some.length === 0) continue;
    const isAsked = draft.asksFor('Qty');
    draft.askOf(
      column,
      `Does ${examples(column)} affect how many of ${examples(quantity)} should be shipped?`,
      [
        'yes: it counts further units; leave these orders out, to check by hand',
        { ...leavingOut(column, 'on-hold', some), ...keepingOnly(column, ['0', '0.00']) },
      ],
      !isAsked && ['yes: it is the quantity of the line', quantityFrom(column, less)],
      !isAsked && [
        'yes: it counts what has been shipped; send the rest',
        { Qty: quantityEntry(quantity, [...less, column]) },
      ],
      ['no, it is not needed', unused(column)],
    );
  }
}

/** Whether a count may be of the same units as another, as what was delivered was shipped: never more, and sometimes beside it. */
function mayRepeat({ rows }: Draft, count: Column, other: Column): boolean {
  const [isShipped, isOtherShipped] = [count, other].map(({ named }) => reasonNamed(named) === 'fulfilled');
  return (
    isShipped === isOtherShipped &&
    rows.every((row) => unitsIn(row, count) <= unitsIn(row, other)) &&
    rows.some((row) => unitsIn(row, count) > 0)
  );
}

/** Asks whether counts are of the same units, which are then taken off once. */
function askAboutSame(draft: Draft, quantity: Column, less: readonly Column[]): boolean {
  const repeats = less.map((count, at) =>
    less.filter(
      (other, otherAt) =>
        other !== count &&
        mayRepeat(draft, count, other) &&
        (otherAt < at || !mayRepeat(draft, other, count)),
    ),
  );
  const repeated = less.filter((_, at) => repeats[at]?.length !== 0);
  if (repeated.length === 0) return false;
  const concerned = less.filter((each) => repeated.includes(each) || repeats.flat().includes(each));
  const others = less.filter((each) => !repeated.includes(each));
  draft.ask(
    [quantity, ...less],
    'Qty',
    `Do ${concerned.map((each) => examples(each)).join(' and ')} count the same units?`,
    ['no: subtract each of them', { Qty: quantityEntry(quantity, less) }],
    [
      `yes: do not subtract ${repeated.map(({ name }) => name).join(' and ')}`,
      { Qty: quantityEntry(quantity, others), ...unused(...repeated) },
    ],
  );
  return true;
}

/** Asks whether a 1 is one unit of the line, or a yes for all of them. */
function askAboutOnes(draft: Draft, quantity: Column, less: readonly Column[]): boolean {
  const ones = draft.freeOf('mark').filter((column) => isCountOrYes(draft, column) === 'line');
  if (ones.length === 0) return false;
  const rules = ones.map(({ name }) => ({ column: name, in: ['1'], reason: reasonNamed(name) }));
  draft.ask(
    [quantity, ...ones, ...less],
    'Qty',
    `Does a 1 in ${ones.map(({ name }) => name).join(' or ')} mean one unit of the line, or yes for all of them?`,
    ['a yes', { Qty: quantityEntry(quantity, less), $leaveOut: rules }],
    ['one unit: send the rest', { Qty: quantityEntry(quantity, [...less, ...ones]) }],
  );
  return true;
}

/** Asks whether a column of whole numbers, which is called an amount, is the quantity. */
function askForCount(draft: Draft): void {
  // A total of `258.00` is money.
  const counts = draft
    .filledOf('orderQuantity', 'total')
    .filter(
      ({ kind, cells }) =>
        cells.every(isCount) && (kind !== 'total' || cells.every((cell) => /^\d+$/.test(cell))),
    );
  if (draft.isSet('Qty') || hasTwice(draft.columns, 'quantity')) return;
  // `Items`, or a column that nobody knows.
  if (counts.length === 0)
    counts.push(
      ...draft
        .filledOf('title', 'unknown')
        .filter(({ cells }) => cells.every((cell) => /^\d{1,3}$/.test(cell)))
        .toSorted((a, b) => Number(b.kind === 'title') - Number(a.kind === 'title')),
    );
  draft.ask(
    counts,
    'Qty',
    counts.length === 0
      ? 'No column is called a quantity. Is each row one unit?'
      : `Which column has the quantity of a line: ${anyOf(counts)}?`,
    counts.length > 0 && ['none: the file must give it for each line'],
    ...counts.map((column): Answer => [column.name, { Qty: quantityEntry(column, []) }]),
    ['each row is one unit', { Qty: { const: '1' } }],
  );
}
