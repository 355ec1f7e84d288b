import { columnName, yesOrNo } from '../words/names.ts';
import { haveWordOf, isOf } from '../words/topics.ts';
import { isCount, isNothing } from '../words/verdicts.ts';
import { near } from './amounts.ts';
import { areAll, type Column, cellOf, partedValues } from './columns.ts';
import { type Draft, type Row, rowsBy } from './draft.ts';
import { anyOf, examples, keepingOnly, leavingOut, unused } from './questions.ts';
import { keepBlank } from './value-rules.ts';

/** Asks about a column in which only a person can read what else an order needs. */
function askWhatElse(draft: Draft, column: Column, question: string, leave: string): void {
  const { set, nothing } = partedValues(column);
  const left =
    nothing.length === 0
      ? leavingOut(column, 'on-hold')
      : { ...leavingOut(column, 'on-hold', set), ...keepingOnly(column, nothing) };
  if (set.length === 0) draft.addRule('$keep', column, { in: ['', ...nothing] });
  else draft.askOf(column, question, [leave, left], ['no, it is not needed', unused(column)]);
}

/** Asks about goods that are made for one buyer: a text to engrave, to print or to stitch. */
export function askAboutPersonal(draft: Draft): void {
  keepBlank(draft, draft.freeOf('personal'));
  for (const column of draft.filledOf('personal'))
    askWhatElse(
      draft,
      column,
      `Does ${examples(column)} mean that the goods are made to order?`,
      'yes, leave out the orders that have a value there, to handle by hand',
    );
}

/** Asks about goods beside those of the line: `Add-on`, `Free goods`, `Item 2`, `Weitere Artikel`, `Gift` with its name. */
export function askAboutFurther(draft: Draft): void {
  const isSecond = ({ named }: Column): boolean =>
    (named.number ?? 1) > 1 && named.has('line') && !haveWordOf('description', named);
  const isOfSome = (column: Column): boolean =>
    column.named.unknown.length > 0 && draft.isBlankSomewhere(column);
  const isGift = ({ named: { words }, cells }: Column): boolean =>
    words.length === 1 &&
    isOf('gift', words.join()) &&
    cells.some((cell) => /\p{L}/u.test(cell) && yesOrNo(cell) === undefined);
  keepBlank(draft, [
    ...draft.freeOf('further'),
    ...draft.freeOf('title', 'aside').filter((each) => isSecond(each) && each.named.has('title')),
  ]);
  const titles = draft.filledOf('title').filter((column) => isSecond(column) || isOfSome(column));
  for (const column of [...draft.filledOf('further'), ...titles, ...draft.filledOf('aside').filter(isGift)])
    askWhatElse(
      draft,
      column,
      `Should ${examples(column)} be sent too?`,
      'leave these orders out, to add it by hand',
    );
}

/** Asks whether a SKU alone says what is sent, where it stands beside several sizes or colours. */
export function askAboutVariants(draft: Draft, sku: Column | undefined): void {
  if (sku === undefined) return;
  const several = new Map<Column, string[]>();
  for (const column of draft.columns) {
    // A cell `Colour` names a variant, and is none.
    const { named, cells } = column;
    if (!named.has('variant') || !draft.isFree(column)) continue;
    if (cells.every((cell) => columnName(cell).has('variant'))) continue;
    const isOfSeveral = (rows: readonly Row[]): boolean =>
      new Set(rows.map((row) => cellOf(row, column).toLowerCase())).size > 1;
    const found = [...rowsBy(draft.rows, sku)].flatMap(([code, rows]) =>
      code !== '' && isOfSeveral(rows) ? [code] : [],
    );
    if (found.length > 0) several.set(column, found);
  }
  if (several.size === 0) return;
  const columns = [...several.keys()];
  const codes = [...new Set([...several.values()].flat())];
  const shown = codes.slice(0, 3).join(', ');
  draft.ask(
    columns,
    'variants',
    `${shown} ${codes.length === 1 ? 'comes' : 'come'} with several values of ${anyOf(columns)}. Does ${sku.name} alone say what to send?`,
    [
      `no, leave out every order with a value in ${columns.map(({ name }) => name).join(' or ')}`,
      { $leaveOut: columns.flatMap((each) => leavingOut(each, 'on-hold').$leaveOut) },
    ],
    [
      `not for ${shown}${codes.length > 3 ? '…' : ''}: leave out the orders with these, and send all others`,
      { ...leavingOut(sku, 'on-hold', codes), ...unused(...columns) },
    ],
    ['yes, the rest is not needed', unused(...columns)],
  );
}

const sizes = /^(?:(?:x{0,4}|\dx)[sl]|m|\d{2})$/i;

/** Asks about columns that count the units of each size: `S`, `M`, `L`. */
export function askAboutSizes(draft: Draft): void {
  const columns = draft.columns.filter((column) => sizes.test(column.name.trim()) && areAll(column, isCount));
  if (columns.length < 2) return;
  const nothing = [...new Set(['0', ...columns.flatMap((column) => column.cells.filter(isNothing))])];
  draft.ask(
    columns,
    'sizes',
    `Do ${columns.map(({ name }) => name).join(', ')} count the units of each size?`,
    [
      'yes, leave out every order with a value there, to check by hand',
      { $keep: columns.flatMap((column) => keepingOnly(column, nothing).$keep) },
    ],
    ['no, they are not needed', unused(...columns)],
  );
}

/** Asks about titles of several units, at so many times the price of the same SKU: `Mug x 6`. */
export function askAboutMultiples(draft: Draft, sku: Column | undefined): void {
  const [title, price] = [draft.columnFor('ItemTitle'), draft.columnFor('PricePerUnit')];
  if (sku === undefined || title === undefined || price === undefined) return;
  const read = draft.amountReader(price);
  const titles = [...rowsBy(draft.rows, sku).values()].flatMap((rows) => {
    const prices = new Map(rows.map((row) => [cellOf(row, title), read(cellOf(row, price))]));
    const [low = 0] = [...prices.values()].sort((a, b) => a - b);
    const single = [...prices].find(([, each]) => each === low)?.[0] ?? '';
    return [...prices].flatMap(([text, each]) => {
      const ratio = Math.round(each / low);
      const isSeveral = ratio > 1 && near(low * ratio, each) && numbersIn(text).includes(ratio);
      return isSeveral && !numbersIn(single).includes(ratio) ? [text] : [];
    });
  });
  if (titles.length > 0)
    draft.ask(
      [],
      `${title.name}: several`,
      `Do ${titles.slice(0, 3).join(' / ')} mean several units of the same SKU, at as many times its price?`,
      ['yes, leave these orders out, and send all others', leavingOut(title, 'on-hold', titles)],
      ['no, each is one unit'],
    );
}

const numbersIn = (text: string): number[] => (text.match(/\d{1,4}/g) ?? []).map(Number);
