import type { Reason } from '../document/reasons.ts';
import { isPlaceholder } from '../document/suspicions.ts';
import { type Kind, partKinds } from '../words/kinds.ts';
import { columnName, isCarrier, valueMeaning, whoShips, yesOrNo } from '../words/names.ts';
import { haveWordOf } from '../words/topics.ts';
import { isCount, isNothing, isZero, verdictIn, verdictOfNote } from '../words/verdicts.ts';
import { type Column, cellOf, isPlain, partedValues, valuesOf } from './columns.ts';
import type { Draft, Row } from './draft.ts';
import { askAboutFlag, askWhether, heedNoes } from './flags.ts';
import { isPaidAmount } from './marks.ts';
import { type Answer, examples, leavingOut, unused } from './questions.ts';
import { keepBlank } from './value-rules.ts';

/** Kinds of columns that are no detail: a filled one that nothing uses is a question. */
const telling: readonly Kind[] = [
  ...(['quantity', 'less', 'toShip', 'price', 'status', 'payment', 'mark', 'tracking'] as const),
  ...(['shipDate', 'shipment', 'requested', 'parent', 'sku', 'pack', 'twice'] as const),
];

/** What is blank today and would be judged if it were filled. */
const tellingIfFilled: readonly Kind[] = ['type', 'notBefore', 'handled'];

/** Kinds of columns that say what becomes of an order: the first answer leaves out what they may stop. */
const ofStates: readonly Kind[] = ['less', 'toShip', 'status', 'mark', 'tracking', 'shipDate', 'requested'];

/** Asks whether a filled column that nothing uses matters. */
export function askAbout(draft: Draft, column: Column): void {
  const quantity = draft.fields.get('Qty');
  const isPlain = typeof quantity === 'string' && !draft.asksFor('Qty');
  const counts = column.kind === 'quantity' && isPlain && column.cells.every(isCount);
  const less = { Qty: { column: quantity, less: [{ column: column.name, reason: 'fulfilled' }] } };
  const leave: Answer = ['yes: leave out the orders that have a value there', leavingOut(column, 'on-hold')];
  const none: Answer = ['no, it is not needed', unused(column)];
  const [first, last] = ofStates.includes(column.kind) ? [leave, none] : [none, leave];
  draft.askOf(
    column,
    `Does ${examples(column)} affect what should be shipped?`,
    first,
    counts && ['yes: it counts what has been shipped; send the rest', less],
    last,
  );
}

/** Asks about every filled column that nothing uses and whose name speaks of what may matter. */
export function askAboutTheRest(draft: Draft): void {
  // What all orders share is a way of shipping, and no shipment.
  const isOfAll = (column: Column): boolean =>
    draft.orders.length > 1 && !draft.isBlankSomewhere(column) && valuesOf(column).length === 1;
  for (const column of draft.filledOf(...telling))
    if (
      !(column.kind === 'shipment' && isOfAll(column)) &&
      !column.cells.every((cell) => isZero(cell) || (column.kind === 'pack' && cell === '1')) &&
      !draft.questions.some(({ id }) => id === column.name)
    )
      askAbout(draft, column);
  askAboutSellers(draft);
  const isTelling = (column: Column): boolean =>
    (isPlain(column) || column.kind === 'sku') &&
    !column.named.has('aside') &&
    // `Order type`, and not `Address type`.
    (column.kind !== 'type' ||
      column.named.has('order') ||
      column.named.words.includes('line') ||
      column.named.concepts.size === 1);
  keepBlank(draft, draft.freeOf(...telling, ...tellingIfFilled).filter(isTelling));
  askAboutZeros(draft);
  askAboutPartPayments(draft);
  askAboutWritten(draft);
  askAboutGoods(draft);
  askAboutSparse(draft);
}

/** Asks about what the seller's own columns say of some orders: `Marketplace cancelled at`, `Seller tracking number`. */
function askAboutSellers(draft: Draft): void {
  const isOfState = ({ kind, side, named }: Column): boolean =>
    side === 'seller' &&
    [...ofStates, 'handled'].includes(kind) &&
    (kind !== 'mark' || named.has('shipped', 'cancelled', 'refunded', 'held'));
  const columns = draft.columns.filter((column) => draft.isFree(column) && isOfState(column));
  keepBlank(draft, columns);
  for (const column of columns) {
    const { set, nothing } = partedValues(column);
    if (set.length > 0 && (nothing.length > 0 || draft.isBlankSomewhere(column)))
      askWhether(draft, column, [[set, 'on-hold']]);
  }
}

/** Whether a column speaks of a parcel or of who carries it: `Parcel ID`, `Handed to carrier`, `Royal Mail reference`. */
const isOfParcel = ({ name, named, cells }: Column): boolean =>
  (named.has('carrier') ||
    haveWordOf('parcel', named) ||
    isCarrier(name) ||
    (named.has('dispatch', 'whoShips') && named.has('reference', 'id', 'code', 'number', 'seller'))) &&
  !haveWordOf('weight', named) &&
  // `Courier notes`, but not `Connote`.
  !(named.has('note') && cells.some((cell) => /\s/.test(cell))) &&
  !named.has('cost', 'tax', 'discount', 'method', 'price', 'quantity', 'phone', 'address', 'type');

/** Whether a note is the number of a paper: `DN4471`. */
const isNumbered = (note: string): boolean => /^\D{0,5}\d{4,}$/.test(note);

/** Asks about what only some orders have in a column of an unknown name, or of a parcel: it may be anything. */
function askAboutSparse(draft: Draft): void {
  for (const column of draft.columns) {
    if (!draft.isFree(column) || column.cells.length === 0 || !draft.isBlankSomewhere(column)) continue;
    const isUnknown =
      column.kind === 'unknown' ||
      (column.kind === 'note' && column.cells.every(isNumbered)) ||
      (column.kind !== 'twice' &&
        isOfParcel(column) &&
        valuesOf(column).some((value) => !draft.isLeftOutAnyway(column, value)));
    if (!isUnknown) continue;
    draft.askOf(
      column,
      `Does ${examples(column)}, which only some orders have, affect what should be shipped?`,
      ['leave these orders out, to check by hand', leavingOut(column, 'on-hold')],
      ['no, it is not needed', unused(column)],
    );
  }
}

/** The filled columns, the seller's too, that nothing uses. */
const openIn = (draft: Draft): Column[] =>
  draft.columns.filter(
    (column) => draft.isFree(column) && column.cells.length > 0 && !['twice', 'note'].includes(column.kind),
  );

/** Kinds whose values say nothing of an order: what goods, people and places are called. */
const otherKinds: ReadonlySet<Kind> = new Set([
  ...(['name', 'first', 'middle', 'last', 'company', 'street', ...partKinds] as const),
  ...(['town', 'region', 'postcode', 'country'] as const),
  ...(['phone', 'email', 'sku', 'articleNumber', 'barcode', 'quantity', 'less', 'price'] as const),
]);

/** A marketplace that ships its own orders: `Amazon FBA`. */
const ownShipping =
  /(?:^|\W)(?:fba|afn|wfs|zfs|lvb|fbt|fbe|fbc)(?:\W|$)|^(?:fulfilled|shipped|dispatched) by /i;

/** Ways to pay: `Credit` is a card, and no note of credit. */
const ofCards = /^(?:[ck]r[eé]dit[oi]?|avoir)$|card$|karte$/i;

/** A way of delivery that needs no parcel. */
const ofMail = /(?:^|\W)e-?mail(?:\W|$)/i;

/** A type of these is what goods are. */
const ofGoods = /^prod/;

/** Why a value says, in whatever column, that its order is not to be shipped. */
function stopIn({ named, kind }: Column, value: string): Reason | undefined {
  const { has, words } = columnName(value);
  const verdict = verdictIn(value);
  if (verdict !== undefined || valueMeaning(value) !== undefined) {
    if (verdict === 'not-goods') return kind === 'method' && has('notGoods') ? verdict : undefined;
    if (verdict === 'send') return undefined;
    return ofCards.test(value) && named.has('payment', 'method', 'aside') ? undefined : verdict;
  }
  const isByOthers = named.has('whoShips') && whoShips(value) === 'marketplace';
  if (isByOthers || ownShipping.test(value)) return 'fulfilled';
  if (kind === 'method' && (has('notGoods') || ofMail.test(value))) return 'not-goods';
  if (words.length > 4 || yesOrNo(words[0] ?? '') === 'no') return undefined;
  if (has('cancelled')) return 'cancelled';
  if (has('held')) return 'on-hold';
  return has('notGoods') ? 'not-goods' : undefined;
}

/** Whether a column is a status or a type by its name, or is called like an order and has words: `Document: SO`. */
function isOfStatus({ named: { has, words, unknown }, kind, cells, ofLine }: Column): boolean {
  // `Kundenstatus` is none of the order.
  if (has('status') || words.includes('status')) return has('order') || !has('buyer', 'tax', 'aside');
  const isOfGoods = words.some((word) => ofGoods.test(word));
  if (has('type', 'state') && !isOfGoods && (unknown.length > 0 || ofLine)) return true;
  const isMixed = new Set(cells).size > 1;
  // A number is no region.
  if (kind === 'state') return isMixed && !cells.some((cell) => /\p{L}/u.test(cell));
  if (kind === 'method') return has('order') && isMixed;
  const isRepeated = new Set(cells).size < cells.length;
  return kind === 'reference' && isMixed && isRepeated && cells.every((cell) => !/\d/.test(cell));
}

/** Asks about values that say in a column of any name that an order is not to be shipped, or in a status say nothing. */
function askAboutValues(draft: Draft, column: Column): void {
  const { named, kind } = column;
  if (otherKinds.has(kind) || named.has('variant')) return;
  if (kind === 'title' && isPlain(column)) return;
  // Beside counts, a word is not all that says what is not to be shipped.
  if (kind === 'toShip' && column.cells.some(isCount)) return;
  const open = valuesOf(column).filter((value) => !draft.isLeftOutAnyway(column, value));
  const isStatus = isOfStatus(column);
  // `Move type: 653`.
  const isTyped = named.has('type', 'state') && open.length > 1;
  const stops = open.flatMap((value) => {
    const reason = yesOrNo(value) === undefined ? stopIn(column, value) : undefined;
    const isWord = /\p{L}/u.test(value) || (isTyped && /\d/.test(value));
    const isUnknown = isStatus && valueMeaning(value) === undefined && isWord;
    return reason === undefined && !isUnknown ? [] : [[value, reason ?? 'on-hold'] as const];
  });
  const [first] = stops;
  if (first === undefined) return;
  const reason = stops.every(([, each]) => each === first[1]) ? first[1] : 'on-hold';
  const values = stops.map(([value]) => value);
  const each = values.length > 1 && values.length < 4 ? values.map((value) => [value]) : [];
  askWhether(
    draft,
    column,
    [values, ...each].map((those) => [those, reason] as const),
  );
}

/** Money of an unknown kind that some orders have and others do not may be owed, or paid back. */
function askAboutMoney(draft: Draft, column: Column): void {
  const isAmount = (cell: string): boolean => /\d[.,]\d\d\D{0,4}$/.test(cell);
  const { set } = partedValues(column);
  const isDoubtful =
    (!isPlain(column) || column.kind === 'toShip') &&
    !column.named.has('tax', 'discount', 'cost', 'delivery', 'line', 'price') &&
    draft.isMoney(column) &&
    set.some(isAmount) &&
    (draft.isBlankSomewhere(column) || column.cells.some(isNothing));
  if (isDoubtful) askWhether(draft, column, [[set, 'on-hold']]);
}

/** Asks about an order that names another order of the file: `Duplicate of`, `Replaces`. */
function askAboutOthers(draft: Draft, column: Column, reference: Column | undefined): void {
  const isOfLine = column.named.has('line', 'sku');
  if (reference === undefined || column === reference || isOfLine || !draft.isBlankSomewhere(column)) return;
  const all = new Set(reference.cells.filter((cell) => /\D|\d{4}/.test(cell)));
  const isOther = draft.rows.filter((row) => {
    const cell = cellOf(row, column);
    return cell !== cellOf(row, reference) && all.has(cell);
  });
  const values = [...new Set(isOther.map((row) => cellOf(row, column)))];
  if (values.length > 0) askWhether(draft, column, [[values, 'on-hold']]);
}

/** Asks about orders that are paid for less than half; whether the rest is paid, only their total would say. */
function askAboutPartPayments(draft: Draft): void {
  const price = draft.columns.find((column) => column.kind === 'price' && draft.used.has(column));
  const quantity = draft.columnFor('Qty');
  if (price === undefined || quantity === undefined) return;
  // A number without decimals may be that of a status.
  const isMoney = (column: Column): boolean =>
    isPaidAmount(draft, column) && column.cells.some((cell) => /[.,]\d\d\b/.test(cell));
  for (const column of draft.columns.filter(isMoney)) {
    const read = draft.amountsReader(column, price, quantity);
    const values = draft.orders.flatMap((rows) => {
      const amounts = rows.map(read);
      const sum = amounts.reduce((all, [, each = 0, count = 0]) => all + each * count, 0);
      const isPart = amounts.every(([paid = 0]) => Number.isNaN(paid) || (paid > 0 && paid < sum / 2));
      return isPart ? rows.map((row) => cellOf(row, column)).filter((cell) => cell !== '') : [];
    });
    const open = [...new Set(values)].filter((value) => !draft.isLeftOutAnyway(column, value));
    if (open.length > 0)
      draft.ask(
        [],
        `${column.name}: part`,
        `Should orders that are only partly paid be shipped (${open.slice(0, 3).join(', ')} in ${column.name})?`,
        ['no: leave these out, and send those with another amount', leavingOut(column, 'unpaid', open)],
        ['yes, send them', unused(column)],
      );
  }
}

/** Asks about a total that is nothing for orders that have a price: it may be what is owed, or was paid back. */
function askAboutZeros(draft: Draft): void {
  const price = draft.columns.find((column) => column.kind === 'price' && draft.used.has(column));
  if (price === undefined) return;
  const read = draft.amountReader(price);
  const isPriced = (rows: readonly Row[]): boolean => rows.some((row) => read(cellOf(row, price)) > 0);
  for (const column of draft.columns) {
    const isTotal = (column.kind === 'total' || column.kind === 'orderTotal') && !column.ofLine;
    if (!isTotal || draft.used.has(column) || draft.asked.has(column) || !draft.isMoney(column)) continue;
    const isNone = draft.orders.some(
      (rows) =>
        isPriced(rows) &&
        rows.some((row) => cellOf(row, column) !== '') &&
        rows.every((row) => isNothing(cellOf(row, column))),
    );
    const { set } = partedValues(column);
    if (isNone && set.length > 0) askWhether(draft, column, [[set, 'on-hold']]);
  }
}

/** Between a name and what somebody wrote beside it: `CANCELLED - Bo`, `Mug (HOLD)`. */
const besideText = /[()[\]{}:;,/|*–—]|\s-\s/;

/** Why the words that somebody wrote into a cell stop its order; of words without a mark between them, those in capitals. */
function reasonWritten(cell: string): Reason | undefined {
  if (isPlaceholder(cell)) return 'on-hold';
  const [first = '', ...others] = cell.split(besideText).map((part) => part.trim());
  const capitals = /\p{Ll}/u.test(cell) || /\d/.test(cell) ? cell.match(/\b\p{Lu}{4,20}\b/gu) : undefined;
  const told = [...(others.length > 0 ? [first, ...others] : []), ...(capitals ?? [])];
  const isHeld = others.some((part) => columnName(part).has('held') && part.split(' ').length < 6);
  return told.map(verdictOfNote).find(Boolean) ?? (isHeld ? 'on-hold' : undefined);
}

/** Kinds of columns in whose cells people write what becomes of an order. */
const writable: ReadonlySet<Kind> = new Set([
  ...(['reference', 'bareReference', 'name', 'last', 'title', 'street', 'town', 'sku'] as const),
]);

/** Asks about orders whose number, names or goods somebody has marked in their own cells. */
function askAboutWritten(draft: Draft): void {
  for (const column of draft.columns) {
    if (!writable.has(column.kind) || !draft.used.has(column)) continue;
    const values = valuesOf(column).filter((value) => reasonWritten(value) !== undefined);
    const [first] = values;
    if (first === undefined) continue;
    draft.ask(
      [],
      `${column.name}: words`,
      `Should orders with ${values.slice(0, 3).join(' / ')} in ${column.name} be shipped?`,
      ['no, leave them out', leavingOut(column, reasonWritten(first) ?? 'on-hold', values)],
      ['yes, send them: these are names'],
    );
  }
}

/** Asks about further goods in a column of any name: another SKU of the file, or what begins as all of them do. */
function askAboutGoods(draft: Draft): void {
  const sku = draft.columnFor('SKU');
  if (sku === undefined) return;
  const [first = '', ...others] = valuesOf(sku);
  let length = first.length;
  while (length > 0 && !others.every((other) => other.startsWith(first.slice(0, length)))) length--;
  const begin = first.slice(0, length);
  const isCommon = others.length > 0 && /\p{L}/u.test(begin) && /[-_./]/.test(begin);
  const codes = new Set(sku.cells.filter((cell) => /\p{L}/u.test(cell) && /[\d\-_./]/.test(cell)));
  const isCode = (word: string): boolean => codes.has(word) || (isCommon && word.startsWith(begin));
  const isGoods = (row: Row, column: Column): boolean =>
    cellOf(row, column)
      .split(/[\s,;:()]/)
      .some((word) => isCode(word) && word !== cellOf(row, sku));
  for (const column of openIn(draft)) {
    const rows = draft.rows.filter((row) => isGoods(row, column));
    if (rows.length === 0 || column.named.has('sku', 'parent', 'id', 'barcode', 'reference')) continue;
    draft.askOf(
      column,
      `Should ${examples(column)} be sent too?`,
      ['leave these orders out, to add it by hand', leavingOut(column, 'on-hold')],
      ['no, it is not needed', unused(column)],
    );
  }
}

/** Asks about flags and values that may stop an order, in a column of any name that nothing heeds. */
export function askAboutUnread(draft: Draft, reference: Column | undefined): void {
  heedNoes(draft);
  for (const column of openIn(draft))
    if (!askAboutFlag(draft, column)) {
      askAboutValues(draft, column);
      if (draft.isFree(column)) askAboutMoney(draft, column);
      if (draft.isFree(column)) askAboutOthers(draft, column, reference);
    }
}
