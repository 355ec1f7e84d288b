import { keysOf, present } from '../../text/records.ts';
import type { Reason } from '../document/reasons.ts';
import { holdsSeveralSkus } from '../document/suspicions.ts';
import { columnsOf } from '../mapping/field-source.ts';
import { noUnits } from '../presets/preset.ts';
import { isCharge } from '../words/answers.ts';
import { foldWords } from '../words/fold.ts';
import { nameHasStem } from '../words/states.ts';
import { filled } from './address-parts.ts';
import type { GoodsPart } from './aliases/language.ts';
import { isOfAddress, meaningsOf } from './aliases/names.ts';
import type { Draft, Rule } from './draft.ts';
import { entriesOf } from './earlier-map.ts';
import { areAll, type Column, cellOf } from './profile.ts';
import { anyOf, type Choice, columnIn, examples, type MapMembers, shownValue } from './questions.ts';
import { isCount } from './shapes.ts';

const plainGoods = {
  sku: 'SKU',
  title: 'ItemTitle',
  quantity: 'Qty',
  lineNumber: 'OrderLineNumber',
  taxRate: 'TaxRate',
} as const;

/** Why units are not to be sent that a count takes from the quantity. */
const counts: readonly (readonly [part: GoodsPart, reason: Reason])[] = [
  ['shippedCount', 'fulfilled'],
  ['cancelledCount', 'cancelled'],
  ['refundedCount', 'refunded'],
];

const isOfPart = ({ meanings }: Column, part: GoodsPart): boolean =>
  meanings.includes(`line ${part}`) || meanings.includes(`goods ${part}`);

/** The columns of a part of the goods: those that are named for the line, else those with a bare name. */
export function goodsColumns(draft: Draft, part: GoodsPart): Column[] {
  const own = draft.named(`line ${part}`);
  return own.some(({ cells }) => cells.length > 0) ? own : [...own, ...draft.named(`goods ${part}`)];
}

/** The counts of units that are not to be sent any more, for `less`. */
export function lessOf(draft: Draft): { entries: unknown[]; columns: Column[] } {
  const found = counts.flatMap(([part, reason]) =>
    goodsColumns(draft, part)
      .filter(({ values }) => [...values.keys()].every(isCount))
      .map((column) => ({ entry: { column: column.name, reason }, column })),
  );
  return { entries: found.map(({ entry }) => entry), columns: found.map(({ column }) => column) };
}

/** A count that may be one of thousands: `1,000`. Decimals of another length prove that they are decimals. */
function thousandsIn({ values }: Column): string | undefined {
  const marked = [...values.keys()].filter((value) => /[.,]/.test(value));
  const areOpen = marked.every((value) => /[.,]000$/.test(value));
  return areOpen ? marked.find((value) => /^-?[1-9]\d{0,2}[.,]/.test(value)) : undefined;
}

/**
 * The entry of a quantity, less these counts; one that is written with decimals (`2.0000`) is read as a number. One that may
 * be of thousands is read as it is, which an upload refuses, until `askHowCounted` has it settled.
 */
export function countEntry(column: Column, less: readonly unknown[] = []): unknown {
  const { name, values } = column;
  const decimal =
    thousandsIn(column) !== undefined
      ? undefined
      : [...values.keys()].some((value) => value.includes('.'))
        ? 'point'
        : [...values.keys()].some((value) => value.includes(','))
          ? 'comma'
          : undefined;
  if (decimal === undefined && less.length === 0) return name;
  return {
    column: name,
    ...(decimal === undefined ? {} : { number: { decimal } }),
    ...(less.length === 0 ? {} : { less }),
  };
}

/** Of what nothing is open, all has been sent. */
const nothingOpen = ({ name }: Column): MapMembers => ({
  $dropLines: [{ column: name, in: noUnits, reason: 'fulfilled' }],
});

/** Fills the quantity, less the counts beside it. Where a count of open units stands beside it, asks which is sent. */
function fillQuantity(draft: Draft): void {
  const { entries, columns } = lessOf(draft);
  const all = goodsColumns(draft, 'quantity');
  const open = goodsColumns(draft, 'openCount');
  const isOpen = (column: Column): boolean => open.includes(column);
  const candidates = [...open.filter(({ cells }) => cells.length > 0), ...all];
  // What is open is already less what is not.
  const entryOf = (column: Column): unknown => countEntry(column, isOpen(column) ? [] : entries);
  const chosen = draft.choose('Qty', candidates, entryOf, columns);
  draft.extendAnswers('Qty', ({ Qty }) => {
    const column = open.find(({ name }) => columnsOf(Qty).includes(name));
    return column === undefined ? {} : nothingOpen(column);
  });
  if (chosen !== undefined && isOpen(chosen)) draft.add(nothingOpen(chosen));
  const earlier = chosen === undefined ? draft.start.base.Qty : undefined;
  const known = draft.start.columns.find(({ name }) => name === columnIn(earlier));
  // What an earlier map sends may have counts beside it that are new.
  if (known !== undefined && !isOfPart(known, 'openCount'))
    askAboutCounts(draft, known, entriesOf(earlier as MapMembers, 'less'), filled([...columns, ...open]));
  if (chosen === undefined || isOpen(chosen)) return;
  for (const column of columns) draft.used.add(column);
  askAboutCounts(draft, chosen, entries);
}

/** Asks about columns that may count units which are not to be sent any more: they are never more than the quantity. */
function askAboutCounts(
  draft: Draft,
  quantity: Column,
  less: readonly unknown[],
  named: readonly Column[] = [],
): void {
  const pairsOf = (column: Column) =>
    draft.start.rows.map((row) => [quantityIn(row, column), quantityIn(row, quantity)] as const);
  const isAtMost = (column: Column): boolean => pairsOf(column).every(([count, all]) => !(count > all));
  // Of new orders nothing is shipped yet; with a stem in its name it is a status, each later value of which is asked about.
  const isPart = (column: Column): boolean =>
    pairsOf(column).some(([count, all]) => count > 0 && count < all) ||
    (!nameHasStem(column.name) && pairsOf(column).every(([count]) => count === 0));
  // A flag is 1 at most.
  const isCounting = (column: Column): boolean => pairsOf(column).some(([count]) => count > 1);
  // `Order quantity` has one word for a quantity, and `Uds` no other.
  const all = foldWords(quantity.name).split(' ');
  const words = all.filter((word) => all.length === 1 || meaningsOf(word).includes('goods quantity'));
  const isOfQuantity = ({ name }: Column): boolean => {
    const own = foldWords(name).split(' ');
    return words.some((word) => own.includes(word));
  };
  const strange = draft.start.columns.filter(
    (column) =>
      draft.isStrange(column) &&
      areAll(column, isCount) &&
      isAtMost(column) &&
      ((nameHasStem(column.name) && isCounting(column)) || (isOfQuantity(column) && isPart(column))),
  );
  const columns = [...named, ...strange];
  const partsOf = (column: Column) =>
    column.meanings.length === 0 ? counts : counts.filter(([part]) => isOfPart(column, part));
  const areLeft = columns.filter((column) => partsOf(column).length !== 1);
  if (columns.length === 0) return;
  draft.fields.delete('Qty');
  draft.ask(
    'Qty',
    `Does one of these count units of ${quantity.name} that are not to be sent any more, or those that still are: ${anyOf(columns)}?`,
    [quantity, ...columns],
    [
      ...columns.flatMap((column) =>
        partsOf(column).map(([, reason]) => ({
          means: `${quantity.name} less ${column.name} (${reason})`,
          set: { Qty: countEntry(quantity, [...less, { column: column.name, reason }]) },
        })),
      ),
      ...areLeft.map((column) => ({
        means: `${column.name}: so many are still to be sent`,
        set: { Qty: countEntry(column), ...nothingOpen(column) },
      })),
      { means: `${quantity.name} as it is`, set: { Qty: countEntry(quantity, less) } },
    ],
  );
}

/** Fills the item's title. A bare `Name` may be a person's, and a `Title` beside a first name: they are asked about. */
function fillTitle(draft: Draft): void {
  const all = goodsColumns(draft, 'title');
  const hasNames = draft.start.columns.some(({ meanings }) =>
    meanings.some((meaning) => meaning.endsWith(' firstName')),
  );
  const isOfPerson = ({ meanings }: Column): boolean =>
    meanings.some((meaning) => isOfAddress(meaning) && (hasNames || !meaning.endsWith(' salutation')));
  const sure = all.filter((column) => !isOfPerson(column));
  if (draft.choose('ItemTitle', sure) !== undefined || !draft.isOpen('ItemTitle')) return;
  if (draft.questions.some(({ id }) => id === 'ItemTitle')) return;
  const ofPersons = all.filter((column) => isOfPerson(column) && column.cells.length > 0);
  const sku = draft.columnFor('SKU');
  if (ofPersons.length === 0) return;
  draft.ask(
    'ItemTitle',
    `Which column has the item's title: ${anyOf(ofPersons)}?`,
    ofPersons,
    [...ofPersons, ...(sku === undefined ? [] : [sku])].map((column) => ({
      means: column.name,
      set: { ItemTitle: column.name },
    })),
  );
}

/** Asks about cells of a SKU that hold several: an upload takes none of them unless the map names it. */
function askAboutSeveral(draft: Draft): void {
  const sku = draft.columnFor('SKU');
  if (sku === undefined) return;
  const named = (draft.map.$sku ?? {}) as MapMembers;
  const rules = (draft.map.$leaveOut ?? []) as readonly Rule[];
  const left = rules.flatMap(({ column, in: values = [] }) => (column === sku.name ? values : []));
  const several = [...sku.values.keys()].filter(
    (value) => holdsSeveralSkus(value) && !(value in named) && !left.includes(value),
  );
  if (several.length === 0) return;
  draft.ask(
    'several SKUs',
    `Some cells of ${sku.name} hold several SKUs, or a quantity too (${several.slice(0, 3).map(shownValue).join(' / ')}). What are they?`,
    [],
    [
      {
        means: 'several: leave these orders out, to enter them by hand (on-hold)',
        set: { $leaveOut: [{ column: sku.name, in: several, reason: 'on-hold' }] },
      },
      {
        means: 'each is one SKU as it stands',
        set: { $sku: { ...named, ...Object.fromEntries(several.map((value) => [value, value])) } },
      },
    ],
  );
}

/** Asks about lines whose code or title is the word for a charge: an upload would send them as goods. */
function askAboutCharges(draft: Draft): void {
  const found = ['SKU', 'ItemTitle'].flatMap((field) => {
    const column = draft.columnFor(field);
    const values = [...(column?.values.keys() ?? [])].filter(isCharge);
    return column === undefined || values.length === 0 ? [] : [{ column: column.name, in: values }];
  });
  const known = JSON.stringify(draft.map.$dropLines ?? []);
  const open = found.filter((rule) => !rule.in.every((value) => known.includes(JSON.stringify(value))));
  if (open.length === 0) return;
  const texts = [...new Set(open.flatMap((rule) => rule.in))];
  draft.ask(
    'charges',
    `Some lines may be no goods: ${texts.slice(0, 12).map(shownValue).join(', ')}. What are they?`,
    [],
    [
      {
        means: 'no goods: leave these lines out (not-goods)',
        set: { $dropLines: open.map((rule) => ({ ...rule, reason: 'not-goods' })) },
      },
      { means: 'goods: send them', set: {} },
    ],
  );
}

/** Finds numbered items (`item_1_sku`, `sku 1`): names that are known for a line once their one number is left out. */
export function numberedItems(draft: Draft) {
  const items = new Map<string, Map<GoodsPart, Column>>();
  for (const column of draft.start.columns) {
    if (!draft.isFree(column)) continue;
    const [, before = '', number, after = ''] = /^(\D*)(\d{1,3})(\D*)$/.exec(column.name) ?? [];
    if (number === undefined) continue;
    for (const meaning of meaningsOf(`${before} ${after}`)) {
      const [kind, part] = meaning.split(' ') as [string, GoodsPart];
      if (kind !== 'goods' && kind !== 'line') continue;
      const item = items.get(number) ?? new Map<GoodsPart, Column>();
      if (!item.has(part)) item.set(part, column);
      items.set(number, item);
    }
  }
  return [...items].flatMap(([number, columns]) => (columns.has('sku') ? [{ number, columns }] : []));
}

/** The entries of a numbered item, apart from its price. */
export function itemEntries({ columns }: ReturnType<typeof numberedItems>[number]) {
  const less = counts.flatMap(([part, reason]) => {
    const column = columns.get(part)?.name;
    return column === undefined ? [] : { column, reason };
  });
  const quantity = columns.get('quantity');
  return present({
    ...Object.fromEntries(keysOf(plainGoods).map((part) => [plainGoods[part], columns.get(part)?.name])),
    Qty: quantity && countEntry(quantity, less),
  });
}

/** Fills what a line is, apart from its price. */
export function fillGoods(draft: Draft): void {
  // Two columns of codes are two kinds of codes, whatever their names.
  draft.choose('SKU', draft.named('goods sku', 'line sku'));
  fillTitle(draft);
  fillQuantity(draft);
  draft.choose('OrderLineNumber', goodsColumns(draft, 'lineNumber'));
  draft.choose('TaxRate', goodsColumns(draft, 'taxRate'));
  askAboutSeveral(draft);
  askAboutCharges(draft);
}

/** The quantity of a row, by the column that fills it; not a number where it is none. */
export const quantityIn = (row: readonly string[], column: Column): number =>
  Number.parseInt(cellOf(row, column), 10);

/** Asks whether the counts of the quantity are of thousands (`1,000`), unless an option says it. */
export function askHowCounted(draft: Draft): void {
  const entry = draft.fields.get('Qty');
  const column = draft.start.columns.find(({ name }) => name === columnIn(entry));
  const count = column && thousandsIn(column);
  if (column === undefined || count === undefined) return;
  const own = count.includes('.') ? 'point' : 'comma';
  const whole = typeof entry === 'string' ? { column: entry } : (entry as MapMembers);
  const way = (decimal: 'point' | 'comma'): Choice => ({
    means: `${count} is ${decimal === own ? Number.parseInt(count, 10) : count.replace(/[.,]/, '')}`,
    set: { Qty: { ...whole, number: { decimal } } },
  });
  if (draft.start.options.decimal === 'comma') draft.fill('Qty', way('comma').set.Qty);
  else {
    draft.fields.delete('Qty');
    draft.ask('Qty', `How many units are they: ${examples(column)}?`, [], [way('point'), way('comma')]);
  }
}
