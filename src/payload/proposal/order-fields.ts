import type { Kind } from '../words/kinds.ts';
import { columnName, isTotal } from '../words/names.ts';
import { haveWordOf, isOf } from '../words/topics.ts';
import { isNothing, speaksOfOrders, verdictIn, verdictOfNote } from '../words/verdicts.ts';
import { type Column, cellOf, filledAs, isBlankIn, isPlain, valuesOf } from './columns.ts';
import { type Draft, type Row, rowsBy } from './draft.ts';
import { type Answer, anyOf, droppingLines, leavingOut, type MapMembers, unused } from './questions.ts';

/** Whether a number is that of a paper: `Invoice no`. */
const isOfPaper = ({ named }: Column): boolean => haveWordOf('paper', named) || haveWordOf('invoice', named);

function rankOfReference(column: Column): number {
  const { named } = column;
  const { has, words } = named;
  const isNumber = has('number') || (has('code') && has('order'));
  const rank = isNumber ? 6 : has('id') ? 4 : 2;
  const ofOrder = has('order') ? (words.length === 1 ? 7 : 8) : 0;
  return rank + ofOrder - (isOfPaper(column) ? 10 : 0);
}

/** Whether a column is called the number of an order, and not of a paper or a line. */
const numbersOrders = (column: Column): boolean =>
  column.named.has('order') && column.named.has('number', 'id') && !column.ofLine && !isOfPaper(column);

/** The columns of the order's number, the best first; the bare `reference` if there is no other. */
export function referencesIn(columns: readonly Column[]): Column[] {
  const named = filledAs(columns, 'reference').filter(({ side }) => side !== 'seller');
  const plain = named.filter(isPlain);
  // `Web order no` goes before `Invoice no`, which several orders may share.
  const own = plain.length > 0 && plain.every(isOfPaper) ? named.filter(numbersOrders) : [];
  const found = own.length > 0 ? own : plain;
  if (found.length > 0) return found.toSorted((a, b) => rankOfReference(b) - rankOfReference(a));
  if (named.length > 0) return named;
  // `Réf.` is the article's, where nothing else is.
  const hasSku = filledAs(columns, 'sku', 'articleNumber').length > 0;
  return filledAs(columns, 'bareReference').filter(({ named: { has } }) => hasSku || !has('itemReference'));
}

/** The number of the order, or a question. */
export function fillReference(draft: Draft, references: readonly Column[]): void {
  const [first, second] = references;
  if (first === undefined) {
    const ids = draft.filledOf('lineId', 'bareReference');
    // `Pièce: BC1`.
    const isNumber = ({ cells, rows, dates }: Column): boolean =>
      cells.length === rows &&
      dates === undefined &&
      cells.every((cell) => /\d/.test(cell) && /\p{L}/u.test(cell));
    const unnamed = draft.filledOf('unknown').filter(isNumber);
    const candidates =
      unnamed.length > 0 ? [...unnamed, ...ids.filter(({ named }) => !named.has('itemReference'))] : ids;
    if (candidates.length > 0) askForReference(draft, candidates);
    return;
  }
  // A bare `Ref.` that several rows share may not be the order's number, where another column has one in each row.
  const others =
    first.kind === 'bareReference' && valuesOf(first).length < first.cells.length
      ? draft.filledOf('unknown').filter((column) => numbersRows(column, first))
      : [];
  if (others.length > 0) {
    askForReference(draft, [...others, first]);
    return;
  }
  const contenders = contendersOf(draft, first, references);
  if (contenders.length > 0) {
    const isOfGoods = first.named.has('code') && !first.named.has('order');
    askForReference(draft, isOfGoods ? [...contenders, first] : [first, ...contenders]);
    return;
  }
  const isTied = second !== undefined && rankOfReference(first) === rankOfReference(second);
  // `amazon-order-id`, where no other column numbers orders.
  const numbering = draft.columns.filter((column) => numbersOrders(column) && column.cells.length > 0);
  const isOnly = numbering.length === 1 && numbering[0] === first;
  if (!isTied && (isPlain(first) || isOnly)) {
    draft.fill('ReferenceNumber', first);
    // A bare `Code` beside it may be the SKU.
    for (const other of references)
      if (other !== first && other.named.has('order') && other.cells.some((cell) => /\d/.test(cell)))
        draft.aside.add(other);
    return;
  }
  const candidates = references.filter((each) => rankOfReference(each) === rankOfReference(first));
  askForReference(draft, candidates);
}

/** Whether a column may number orders: filled in all rows, with more numbers than another. */
const numbersRows = (column: Column, other: Column): boolean =>
  column.cells.length === column.rows &&
  column.cells.every((cell) => /\d/.test(cell)) &&
  valuesOf(column).length > valuesOf(other).length;

/** Whether two columns tell the rows of one order in different ways. */
function partsRows({ rows }: Draft, one: Column, other: Column): boolean {
  const isSplit = (by: Column, of: Column): boolean =>
    [...rowsBy(rows, by).values()].some((group) => new Set(group.map((row) => cellOf(row, of))).size > 1);
  return isSplit(one, other) || isSplit(other, one);
}

/** Other columns that may number the orders, and by which other rows are one order. */
function contendersOf(draft: Draft, first: Column, references: readonly Column[]): Column[] {
  const { named } = first;
  const isClear = named.has('order') && named.has('number', 'id', 'code', 'reference') && !isOfOther(first);
  // Beside a clear one, only what speaks of orders too; and `Code` is rather that of the goods.
  const others = isClear
    ? references.filter((each) => each.named.has('order'))
    : draft
        .filledOf('reference', 'bareReference', 'lineId')
        .filter(({ kind, ofLine, named: { has } }) => !has('code') && (kind === 'reference' || !ofLine));
  // `Webshop order` beside `Number` or `Invoice no`, which may be another one.
  const isUnsaid = isOfPaper(first) || !named.has('order');
  const mayNumber = (other: Column): boolean =>
    isPlain(other)
      ? partsRows(draft, first, other)
      : isUnsaid && other.named.has('order') && valuesOf(other).length >= valuesOf(first).length;
  return others.filter(
    (other) =>
      other !== first &&
      !isOfOther(other) &&
      other.cells.length === other.rows &&
      other.cells.every((cell) => /\d/.test(cell)) &&
      mayNumber(other),
  );
}

/** Whether a number is that of a paper, or of another order: `Invoice no`, `Original order`. */
const isOfOther = (column: Column): boolean => column.named.has('otherPrice') || isOfPaper(column);

/** Asks which column numbers the orders; one that has the same in all rows comes last. */
const askForReference = (draft: Draft, candidates: readonly Column[]): void => {
  const isShared = (column: Column): number => Number(column.rows > 1 && valuesOf(column).length === 1);
  draft.askWhich(
    'ReferenceNumber',
    'Which column numbers the orders',
    candidates.toSorted((a, b) => isShared(a) - isShared(b)),
  );
};

/** The rows of one cell that stand above orders: those within the file, and those that speak of what becomes of orders. */
function headingsIn(all: readonly Row[], skipped: readonly Row[]): string[] {
  const texts = all.map((row) =>
    skipped.includes(row) ? row.filter((cell) => cell.trim() !== '') : undefined,
  );
  const [first, last] = [texts.indexOf(undefined), texts.lastIndexOf(undefined)];
  return texts.flatMap(([text = '', ...more] = [], at) => {
    const isAbove = at < last && more.length === 0 && /\p{L}{2}/u.test(text) && !isTotal(text);
    return isAbove && (at > first || speaksOfOrders(text) || columnName(text).has('open'))
      ? [text.trim()]
      : [];
  });
}

const contentKinds: readonly Kind[] = ['sku', 'articleNumber', 'title', 'street', 'name', 'last', 'postcode'];

/** What is no order among the rows: totals and footers. The rows that are left. */
export function skipRows(
  draft: Draft,
  columns: readonly Column[],
  all: readonly Row[],
  reference: Column | undefined,
): Row[] {
  const { rules } = draft;
  const contents = columns.filter(({ kind, side }) => contentKinds.includes(kind) && side !== 'seller');
  const isNameless = (row: Row): boolean => reference === undefined || cellOf(row, reference) === '';
  const totalIn = (row: Row): Column | undefined =>
    columns.find((column) => cellOf(row, column) !== '' && isTotal(cellOf(row, column)));
  const isSkipped = (row: Row): boolean => {
    const total = totalIn(row);
    if (total !== undefined && (total === reference || isNameless(row))) return true;
    if (contents.length === 0 || !isBlankIn([row], ...contents)) return false;
    // `A-1 Total`, `Total orders: 2`.
    if (reference !== undefined && columnName(cellOf(row, reference)).has('total')) return true;
    return isNameless(row) || total !== undefined || row.filter((cell) => cell.trim() !== '').length === 1;
  };
  const skipped = all.filter(isSkipped);
  const own = [...(reference === undefined ? [] : [reference]), ...contents];
  if (skipped.some((row) => isBlankIn([row], ...own)))
    rules.$skipRows.push({ column: own.map(({ name }) => name), empty: true });
  const byColumn = new Map<string, Set<string>>();
  const alone = new Set<Column>();
  for (const row of skipped) {
    const column = totalIn(row) ?? columns.find((each) => cellOf(row, each) !== '');
    if (column === undefined || isBlankIn([row], ...own)) continue;
    // Tomorrow, other records are downloaded.
    if (totalIn(row) === undefined && row.filter((cell) => cell.trim() !== '').length === 1)
      alone.add(column);
    else byColumn.set(column.name, (byColumn.get(column.name) ?? new Set()).add(cellOf(row, column)));
  }
  const amounts = columns.filter(({ kind }) => kind === 'quantity' || kind === 'price' || kind === 'total');
  const headings = headingsIn(all, skipped);
  for (const column of alone) {
    const others = [...own, ...amounts].filter((each) => each !== column).map(({ name }) => name);
    const rule = { column: [...new Set(others)], empty: true };
    if (headings.length === 0) rules.$skipRows.push(rule);
    else
      draft.ask(
        [],
        `${column.name}: headings`,
        `Do heading rows (${headings.slice(0, 3).join(', ')}) say which orders should be shipped?`,
        ['yes: remove the other orders from the file, and these rows too'],
        ['no, skip these rows', { $skipRows: [rule] }],
      );
  }
  for (const [column, values] of byColumn) rules.$skipRows.push({ column, in: [...values] });
  return all.filter((row) => !skipped.includes(row));
}

/** Whether a title says that the orders below it are not to be shipped: `Returns report`, `Unpaid orders`. */
function isOfStopped(title: string): boolean {
  const { has, turned, words } = columnName(title);
  return (
    verdictOfNote(title) !== undefined ||
    turned === 'not' ||
    has('shipped', 'cancelled', 'refunded', 'held') ||
    words.map(verdictIn).some((verdict) => !['send', 'not-goods', undefined].includes(verdict))
  );
}

/** Asks about orders below a title that says that they are not to be shipped. */
export function askAboutTitles(draft: Draft, titles: readonly string[], reference: Column | undefined): void {
  const stopping = titles.filter(isOfStopped);
  if (stopping.length === 0) return;
  draft.ask(
    [],
    'row of the title',
    `The file is called ${stopping.join(', ')}. Should its orders be shipped?`,
    ['no, leave all of them out', reference === undefined ? {} : leavingOut(reference, 'on-hold')],
    ['yes, send them'],
  );
}

/** The rows of each order, by its reference. */
export const ordersIn = (rows: readonly Row[], reference: Column | undefined): Row[][] =>
  reference === undefined ? rows.map((row) => [row]) : [...rowsBy(rows, reference).values()];

const timeEntry = ({ name, dates }: Column, formats = dates?.formats ?? ['YYYY-MM-DD']): unknown => {
  const [only] = formats;
  return only === undefined ? name : { column: name, date: formats.length === 1 ? only : formats };
};

/** Fills a time, or asks which of equally named columns has it, and which of day and month comes first there. */
function fillTime(draft: Draft, field: string, question: string, columns: readonly Column[]): void {
  const [first, second] = columns;
  if (first === undefined) return;
  const say = ({ name }: Column, part: string): string =>
    second === undefined ? part : `${name}, with ${part} first`;
  const answers = columns.flatMap((column): Answer[] => {
    const { monthFirst } = column.dates ?? {};
    if (monthFirst === undefined) return [[column.name, { [field]: timeEntry(column) }]];
    return [
      [say(column, 'the day'), { [field]: timeEntry(column) }],
      [say(column, 'the month'), { [field]: timeEntry(column, monthFirst) }],
    ];
  });
  const whichFirst = `Which comes first in ${first.name}, as in ${first.dates?.example}?`;
  if (answers.length === 1) draft.fill(field, first, timeEntry(first));
  else draft.ask(columns, field, second ? `${question}: ${anyOf(columns)}?` : whichFirst, ...answers);
}

/** Whether a cell is rather a date in a form that cannot be read than a time of day: another column does not stand for it. */
const isUnreadDate = (cell: string): boolean =>
  !/^\d{1,2}:/.test(cell) && cell.replaceAll(/\D/g, '').length > 4;

const rankOfReceived = ({ named, dates, cells }: Column): number =>
  (dates === undefined && !cells.some(isUnreadDate) ? -50 : 0) +
  (named.has('created') && !named.words.includes('received') && !haveWordOf('invoice', named) ? 4 : 0) +
  (named.has('order') ? 2 : 0) +
  (named.has('clock') && !named.has('date') ? -1 : 0);

/** Whether an option gives a field, by `--set` or an option of its own that is no default of the profile. */
const isGiven = (draft: Draft, field: string, option: 'dispatchWithin' | 'warehouse'): boolean => {
  const { [option]: value, fromProfile = {} } = draft.options;
  return draft.isSet(field) || (value !== undefined && fromProfile[option] === undefined);
};

/** When the order was received, and by when it must be dispatched. */
export function fillTimes(draft: Draft): void {
  const isDated = ({ dates }: Column): boolean => dates !== undefined;
  const received = draft.filledOf('received');
  const best = draft.bestOf(received, rankOfReceived).filter(isDated);
  if (!draft.isSet('ReceivedDate')) fillTime(draft, 'ReceivedDate', 'When was the order placed', best);
  for (const column of received)
    if (!draft.used.has(column) && !draft.asked.has(column)) draft.aside.add(column);
  const isDueGiven = isGiven(draft, 'DispatchBy', 'dispatchWithin');
  // A default of the profile takes the place of no promise in silence, also if it cannot be read.
  const isTaken = (column: Column): boolean =>
    isDated(column) || (draft.options.dispatchWithin !== undefined && !column.cells.every(isNothing));
  const due = isDueGiven ? [] : draft.filledOf('dispatchBy').filter(isTaken);
  const latest = draft.bestOf(due, ({ named, dates }) => (dates ? 2 : 0) + Number(named.has('due')));
  fillTime(draft, 'DispatchBy', 'By when must the order be dispatched', latest);
  for (const column of draft.freeOf('dispatchBy', 'deliveryDate')) draft.aside.add(column);
}

/** Whether a column has the places from which orders are shipped, and no shelves: `Location: Shop`. */
const isLocation = ({ named: { words }, cells }: Column): boolean =>
  isOf('location', words.filter((word) => word !== 'stock' && word !== 'name').join(' ')) &&
  new Set(cells).size > 1 &&
  !cells.some((cell) => /\d/.test(cell));

/** The warehouse, unless an option names it. */
export function fillWarehouse(draft: Draft): void {
  const { options } = draft;
  const isNamed = isGiven(draft, 'warehouse_name', 'warehouse');
  const [column = isNamed ? draft.columns.find(isLocation) : undefined] = draft.bestOf(
    draft.freeOf('warehouse'),
    () => 0,
  );
  if (column === undefined) return;
  // What other warehouses ship is not sent from the given one.
  const values = valuesOf(column);
  const given = options.set.find(([field]) => field === 'warehouse_name')?.[1] ?? options.warehouse ?? '';
  const isOwn = (value: string): boolean => value.toLowerCase() === given.toLowerCase();
  const shown = values.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a))).slice(0, mostWarehouses);
  const only = (value: string): MapMembers => {
    const others = values.filter((other) => other !== value);
    const isOfLines = draft.differsWithin(column);
    return {
      $keep: [{ column: column.name, in: [value] }],
      ...(isOfLines ? droppingLines(column, 'fulfilled', others) : {}),
    };
  };
  if (!isNamed) draft.fill('warehouse_name', column);
  else if (values.length === 1) draft.aside.add(column);
  else if (values.length > 1)
    draft.askOf(
      column,
      `Going by ${anyOf([column])}, which orders does ${given} ship?`,
      ...shown.map((value): Answer => [`only those with ${value}`, only(value)]),
      ['all of them', unused(column)],
    );
}

/** How many warehouses to choose from. */
const mostWarehouses = 5;
