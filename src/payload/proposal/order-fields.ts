import { isTotal } from '../words/names.ts';
import { type Column, cellOf, isPlain } from './columns.ts';
import {
  addRule,
  ask,
  askWhich,
  bestOf,
  type Draft,
  type Facts,
  fill,
  filledOf,
  freeOf,
  type Row,
} from './draft.ts';

const rankOfReference = ({ named: { concepts, words } }: Column): number => {
  const rank =
    concepts.has('number') || (concepts.has('code') && concepts.has('order'))
      ? 6
      : concepts.has('id')
        ? 4
        : 2;
  const isOther = words.some((word) =>
    /^(?:po|purchase|invoice|rechnung|facture|factura|factuur|fattura|faktura|transaction|request)$/.test(
      word,
    ),
  );
  return (
    rank +
    (concepts.has('order') ? 8 : 0) -
    (isOther ? 10 : 0) +
    (concepts.has('order') && words.length === 1 ? -1 : 0)
  );
};

/** The columns of the order's number, the best first; the bare `reference` if there is no other. */
export function referencesIn(columns: readonly Column[]): Column[] {
  const named = columns.filter(
    ({ kind, cells, side }) => kind === 'reference' && cells.length > 0 && side !== 'seller',
  );
  const found = named.filter(isPlain).toSorted((a, b) => rankOfReference(b) - rankOfReference(a));
  if (found.length > 0) return found;
  if (named.length > 0) return named;
  return columns.filter(({ kind, cells }) => kind === 'bareReference' && cells.length > 0);
}

/** The number of the order, or a question. */
export function fillReference(facts: Facts, references: readonly Column[]): void {
  const { draft } = facts;
  const [first, second] = references;
  if (first === undefined) {
    const ids = filledOf(facts, 'lineId', 'bareReference');
    if (ids.length > 0) askForReference(draft, ids);
    return;
  }
  const isTied = second !== undefined && rankOfReference(first) === rankOfReference(second);
  if (!isTied && isPlain(first)) {
    fill(draft, 'ReferenceNumber', first.name, [first]);
    // A bare `Code` beside it may be the SKU.
    for (const other of references)
      if (other !== first && other.named.concepts.has('order')) draft.aside.add(other);
    return;
  }
  const candidates = references.filter((each) => rankOfReference(each) === rankOfReference(first));
  askForReference(draft, candidates);
}

const askForReference = (draft: Draft, candidates: readonly Column[]): void =>
  askWhich(draft, 'ReferenceNumber', 'Which column numbers the orders', candidates);

/** Rule 8: what is no order among the rows: totals and footers. The rows that are left. */
export function skipRows(
  draft: Draft,
  columns: readonly Column[],
  all: readonly Row[],
  reference: Column | undefined,
): Row[] {
  const contents = columns.filter(
    ({ kind, side }) =>
      (['sku', 'articleNumber', 'title', 'street', 'name', 'last', 'postcode'] as const).some(
        (each) => each === kind,
      ) && side !== 'seller',
  );
  const numberOf = (row: Row): string => (reference === undefined ? '' : cellOf(row, reference));
  const isEmpty = (row: Row): boolean => contents.every((column) => cellOf(row, column) === '');
  const totalIn = (row: Row): Column | undefined =>
    columns.find((column) => cellOf(row, column) !== '' && isTotal(cellOf(row, column)));
  const isFooter = (row: Row): boolean =>
    contents.length > 0 &&
    isEmpty(row) &&
    (numberOf(row) === '' ||
      row.filter((cell) => cell.trim() !== '').length === 1 ||
      totalIn(row) !== undefined);
  const isSummary = (row: Row): boolean => {
    const column = totalIn(row);
    return column !== undefined && (column === reference || numberOf(row) === '');
  };
  const skipped = all.filter((row) => isFooter(row) || isSummary(row));
  const blank = [...(reference === undefined ? [] : [reference]), ...contents];
  if (skipped.some((row) => blank.every((column) => cellOf(row, column) === '')))
    addRule(draft, '$skipRows', { column: blank.map(({ name }) => name), empty: true });
  const byColumn = new Map<string, string[]>();
  for (const row of skipped) {
    if (blank.every((column) => cellOf(row, column) === '')) continue;
    const column = totalIn(row) ?? columns.find((each) => cellOf(row, each) !== '');
    if (column === undefined) continue;
    byColumn.set(column.name, [...new Set([...(byColumn.get(column.name) ?? []), cellOf(row, column)])]);
  }
  for (const [name, values] of byColumn) addRule(draft, '$skipRows', { column: name, in: values });
  return all.filter((row) => !skipped.includes(row));
}

/** The rows of each order, by its reference. */
export function ordersIn(rows: readonly Row[], reference: Column | undefined): Row[][] {
  if (reference === undefined) return rows.map((row) => [row]);
  const orders = new Map<string, Row[]>();
  for (const row of rows) {
    const name = cellOf(row, reference);
    const known = orders.get(name);
    if (known === undefined) orders.set(name, [row]);
    else known.push(row);
  }
  return [...orders.values()];
}

const one = <T>(list: readonly T[]): T | readonly T[] => (list.length === 1 ? (list[0] as T) : list);

const timeEntry = ({ name, dates }: Column, formats = dates?.formats ?? []): unknown =>
  formats.length === 0 ? name : { column: name, date: one(formats) };

/** Fills a time, or asks which of day and month comes first in it. */
function fillTime({ draft }: Facts, field: string, column: Column): void {
  const { name, dates, cells } = column;
  if (dates?.swapped === undefined) {
    fill(draft, field, timeEntry(column), [column]);
    return;
  }
  const isDayFirst = dates.formats[0]?.startsWith('D') === true;
  const [dayFirst, monthFirst] = isDayFirst ? [dates.formats, dates.swapped] : [dates.swapped, dates.formats];
  ask(draft, [column], {
    id: field,
    question: `Which comes first in ${name}, as in ${cells[0]}?`,
    choices: [
      { means: 'the day', set: { [field]: timeEntry(column, dayFirst) } },
      { means: 'the month', set: { [field]: timeEntry(column, monthFirst) } },
    ],
  });
}

const rankOfReceived = ({ named: { concepts, words }, dates }: Column): number =>
  (dates === undefined ? -50 : 0) +
  (concepts.has('created') && !words.some((word) => /^(?:invoice|rechnung|facture|received)/.test(word))
    ? 4
    : 0) +
  (concepts.has('order') ? 2 : 0) +
  (concepts.has('clock') && !concepts.has('date') ? -1 : 0);

/** When the order was received, and by when it must be dispatched. */
export function fillTimes(facts: Facts): void {
  const { draft, options } = facts;
  const isSet = (field: string): boolean => options.set.some(([name]) => name === field);
  const received = filledOf(facts, 'received');
  const best = isSet('ReceivedDate') ? [] : bestOf(facts, received, rankOfReceived);
  const [first, second] = best;
  if (
    first !== undefined &&
    first.dates !== undefined &&
    (second === undefined || isSameDay(facts, first, second))
  ) {
    fillTime(facts, 'ReceivedDate', best.find(({ dates }) => dates?.formats.length === 0) ?? first);
  } else if (first !== undefined && second !== undefined && first.dates !== undefined) {
    askWhich(draft, 'ReceivedDate', 'When was the order placed', best, timeEntry);
  }
  for (const column of received)
    if (!draft.used.has(column) && !draft.asked.has(column)) draft.aside.add(column);
  const isGiven =
    isSet('DispatchBy') ||
    (options.dispatchWithin !== undefined && options.fromProfile?.dispatchWithin === undefined);
  const due = freeOf(facts, 'dispatchBy').filter(({ dates }) => dates !== undefined);
  const [dispatchBy] = isGiven ? [] : bestOf(facts, due, () => 0);
  if (dispatchBy !== undefined) fillTime(facts, 'DispatchBy', dispatchBy);
  for (const column of freeOf(facts, 'dispatchBy', 'deliveryDate')) draft.aside.add(column);
}

/** Whether two columns are the same days, one of them with the time. */
const isSameDay = ({ rows }: Facts, first: Column, second: Column): boolean =>
  rows.every((row) => cellOf(row, first).slice(0, 10) === cellOf(row, second).slice(0, 10));

/** The warehouse, unless an option names it. */
export function fillWarehouse(facts: Facts): void {
  const { draft, options } = facts;
  const isGiven =
    options.set.some(([field]) => field === 'warehouse_name') ||
    (options.warehouse !== undefined && options.fromProfile?.warehouse === undefined);
  const [column] = bestOf(facts, freeOf(facts, 'warehouse'), () => 0);
  if (column === undefined) return;
  if (isGiven) draft.aside.add(column);
  else fill(draft, 'warehouse_name', column.name, [column]);
}
