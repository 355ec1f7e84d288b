import type { Reason } from '../document/reasons.ts';
import { isBesideOrder, type Kind, partKinds } from '../words/kinds.ts';
import type { Concept } from '../words/language.ts';
import { usualAnswers, yesOrNo } from '../words/names.ts';
import { haveWordOf } from '../words/topics.ts';
import { isZero } from '../words/verdicts.ts';
import { type Column, cellOf, filledAs, isShared, valuesOf } from './columns.ts';
import type { Draft } from './draft.ts';
import { type Answer, droppingLines, examples, leavingOut, type MapMembers, unused } from './questions.ts';
import { isPerLine } from './value-rules.ts';

/** Of more values than these, other days have others: they are texts of people, and no statuses. */
const mostListed = 12;

/** Lets go on other days only what goes today, where a column has few values: a value that nobody has judged waits. */
function keepingOthers(draft: Draft, column: Column, left: readonly string[], perLine: boolean): MapMembers {
  const blank = draft.isBlankSomewhere(column) ? [''] : [];
  const others = [...blank, ...valuesOf(column)].filter((value) => perLine || !left.includes(value));
  const zeros = others.some((value) => value !== '' && isZero(value)) ? ['0', '0.00'] : [];
  if (others.length > mostListed) return {};
  const kept = new Set(others.length === 0 ? [''] : [...others, ...zeros]);
  return { $keep: [{ column: column.name, in: [...kept] }] };
}

/** Asks whether orders or lines with some values should be shipped. The first answer does not send them. */
export function askWhether(
  draft: Draft,
  column: Column,
  ways: readonly (readonly [values: readonly string[], reason: Reason])[],
): void {
  const perLine = isPerLine(draft, column);
  const [leaving, what] = perLine ? ([droppingLines, 'lines'] as const) : ([leavingOut, 'orders'] as const);
  const leave = ways.map(([values, reason]): Answer => {
    const keep = keepingOthers(draft, column, values, perLine);
    const shown = values.slice(0, 3).map((value) => value || 'nothing there');
    const others = '$keep' in keep ? '' : ', and send all others';
    return [
      `leave out the ${what} with ${shown.join(', ')} (${reason})${others}`,
      { ...leaving(column, reason, values), ...keep },
    ];
  });
  const question = `Does ${examples(column)} say that ${what} must not be shipped?`;
  const none: Answer = ['no, it is not needed', unused(column)];
  // What all rows have tells no order from another.
  const isAlike = isShared(column) && !isGoAhead(column);
  draft.askOf(column, question, ...(isAlike ? [none, ...leave] : [...leave, none]));
}

/** What is known to be beside the point: a flag that speaks of it alone is no question. */
const besides: readonly Concept[] = [
  ...(['aside', 'billing', 'tax', 'discount', 'cost', 'carrier', 'salutation', 'note', 'kind'] as const),
  ...(['variant', 'otherPrice', 'currency', 'barcode', 'phone', 'email'] as const),
];

/** What matters beside it: `Credit hold`, `Review approved`. */
const matters: readonly Concept[] = [
  ...(['status', 'state', 'shipped', 'cancelled', 'refunded', 'paid', 'payment', 'open', 'handled'] as const),
  ...(['held', 'collected', 'requested', 'modified', 'notGoods', 'done', 'type', 'created'] as const),
];

const stocked = /^(?:stock|available|risk)$/;

/** Whether the name of a flag is known, and speaks of what decides nothing. */
const isBeside = ({ named }: Column): boolean => {
  const { has, only, concepts, unknown, words } = named;
  if (isBesideOrder(named)) return true;
  return (
    unknown.length === 0 &&
    !words.some((word) => stocked.test(word)) &&
    (has('email', 'phone') || !has(...matters)) &&
    (has(...besides) || (concepts.size > 0 && only('noise')))
  );
};

/** Whether it says what goes ahead: a yes sends the order, a no does not. */
const isGoAhead = ({ named }: Column): boolean => haveWordOf('goAhead', named);

/** For a go-ahead that is blank today (`Approved`), leaves out what has a no there in a later file. */
export function heedNoes(draft: Draft): void {
  for (const column of draft.columns) {
    const { kind, cells, named } = column;
    const mayBeFlag = cells.length === 0 && named.words.length === 1 && flagKinds.has(kind);
    if (mayBeFlag && isGoAhead(column) && draft.isFree(column))
      draft.addRule('$leaveOut', column, { in: usualAnswers.no, reason: 'on-hold' });
  }
}

/** Kinds of columns in which a 0 or a 1 may be a no or a yes. */
const flagKinds: ReadonlySet<Kind> = new Set([
  ...(['unknown', 'aside', 'type', 'status', 'state', 'method', 'toShip', 'cost', 'title'] as const),
]);

/** Kinds of columns in which `NO`, `NE` and `none` are no answers, but places and counts. */
const noFlagKinds: ReadonlySet<Kind> = new Set([
  ...(['region', 'state', 'country', 'town', 'postcode', ...partKinds] as const),
  ...(['first', 'middle', 'last', 'currency'] as const),
  ...(['quantity', 'less', 'price', 'total', 'orderTotal', 'orderQuantity'] as const),
  ...(['sku', 'articleNumber', 'barcode'] as const),
]);

/** Whether the same 0 or 1 in each row is a count, or none of something: `Parcels`, but not `Credit block`. */
const isSameCount = (column: Column): boolean =>
  isShared(column) &&
  !isGoAhead(column) &&
  !column.name.endsWith('?') &&
  (column.cells[0] === '0' || column.named.words.at(-1)?.endsWith('s') === true);

/** The values of a flag: `yes` and `no`, `x` and blank, 1 and 0; `open` are those that are neither: `tbc`. */
function flagIn({ columns }: Draft, column: Column) {
  const { kind, cells, named } = column;
  const values = [...new Set(cells)];
  const isNumeric = cells.every((cell) => /^[01]$/.test(cell));
  if (isNumeric && isSameCount(column)) return undefined;
  // `To ship` beside a quantity counts units, or asks about it.
  const hasQuantity = filledAs(columns, 'quantity').length > 0;
  if (isNumeric && kind === 'toShip' && hasQuantity) return undefined;
  const isCounted = named.has('number', 'id', 'quantity', 'amount', 'total', 'price', 'cost', 'line');
  if (noFlagKinds.has(kind) || (isNumeric && (!flagKinds.has(kind) || isCounted))) return undefined;
  const those = (answer: 'yes' | 'no' | undefined): string[] =>
    values.filter((value) => yesOrNo(value) === answer);
  const open = those(undefined);
  const isOpen = (cell: string): boolean => open.includes(cell);
  const isMostly = cells.filter(isOpen).length * 2 < cells.length && values.length <= mostListed;
  if (values.every((value) => /^[-–]$/.test(value) || isOpen(value))) return undefined;
  const isInWords = values.some((value) => /\p{L}/u.test(value) && !isOpen(value));
  if (open.length > 0 && !(isInWords && (isGoAhead(column) || isMostly))) return undefined;
  return { yes: those('yes'), no: those('no'), open };
}

/** Whether a flag says which orders have a delivery address of their own: `Different address: yes`, beside that address. */
function saysWhereBlank(draft: Draft, column: Column, yes: readonly string[]): boolean {
  const street = draft.columns.find(
    (each) => each !== column && each.kind === 'street' && each.side === 'delivery',
  );
  if (street === undefined || (column.side !== 'delivery' && !column.named.has('address'))) return false;
  const pairs = draft.rows.map((row) => `${yes.includes(cellOf(row, column))} ${cellOf(row, street) === ''}`);
  return draft.isBlankSomewhere(street) && new Set(pairs).size === 2;
}

/** Asks about a flag whose name is not known to be beside the point: it may hold its orders, or let them go. */
export function askAboutFlag(draft: Draft, column: Column): boolean {
  const flag = flagIn(draft, column);
  if (flag === undefined) return false;
  const isGo = isGoAhead(column);
  const isFull = column.cells.length === column.rows;
  const count = (values: readonly string[]): number =>
    column.cells.filter((cell) => values.includes(cell)).length;
  const blank = draft.isBlankSomewhere(column) ? [''] : [];
  const noes = [...flag.no, ...(flag.no.length > 0 || isGo ? blank : [])];
  // What is neither a yes nor a no waits with either; a go-ahead without a yes stops nothing by one.
  const [stops, goes] = [noes, isGo && flag.yes.length === 0 ? undefined : flag.yes].map(
    (values) => values && [...values, ...flag.open],
  );
  const noFirst =
    (isGo && stops?.length !== 0) ||
    (noes.length > 0 && (flag.yes.length === 0 || (isFull && count(flag.yes) > count(noes))));
  const ways = (noFirst ? [stops, goes] : [goes, stops]).flatMap((values) =>
    values === undefined || values.length === 0 ? [] : [[values, 'on-hold'] as const],
  );
  if (isBeside(column) || saysWhereBlank(draft, column, flag.yes)) draft.aside.add(column);
  else if (isGo && isFull && flag.no.length + flag.open.length === 0)
    draft.addRule('$keep', column, { in: flag.yes });
  else askWhether(draft, column, ways);
  return true;
}
