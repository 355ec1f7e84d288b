import { currencies } from '../../../contract/order.ts';
import { keysOf, once } from '../../../text/records.ts';
import { fold, folded, foldWords } from '../../words/fold.ts';
import { languages } from './all.ts';
import type { AddressPart, GoodsPart, Language, OrderPart } from './language.ts';

/** Whose address it is; bare if the name does not say. */
export type Side = 'delivery' | 'bare' | 'payer';

/** What a column is, as its whole name says; `line` if it has a word for a line. */
export type Meaning = `${Side} ${AddressPart}` | `${'goods' | 'line'} ${GoodsPart}` | `order ${OrderPart}`;

/** Whether a meaning is a part of an address. */
export const isOfAddress = (meaning: Meaning): boolean => /^(?:delivery|bare|payer) /.test(meaning);

/** Each entry of a table, with the parts in whose line it is. */
function byName<Part extends string>(table: Readonly<Record<Part, string>>) {
  const parts = new Map<string, Part[]>();
  for (const part of keysOf(table))
    for (const name of new Set(folded(table[part]))) parts.set(name, [...(parts.get(name) ?? []), part]);
  return parts;
}

const priced: readonly GoodsPart[] = ['unitPrice', 'price', 'linePrice', 'lineTotal'];

/** A shorter word is one only at the beginning: `ship` in `shipcity`, but not in `township`. */
const leastBehind = 5;

/** What is left of a name that has one of the words at its beginning, at its end or between its other words. */
const without = (name: string, words: readonly string[]): readonly string[] =>
  words
    .filter((word) => name.startsWith(word) || (word.length >= leastBehind && name.includes(word)))
    .map((word) => name.replace(word, ''));

function tablesOf(language: Language) {
  const parts = byName(language.parts);
  const goods = byName(language.goods);
  const order = byName(language.order);
  const tax = folded(language.tax);
  const recipients = folded(language.recipients);
  const payers = folded(language.payers);
  return {
    // The lines of an address are numbered: `Address 1`, `Adresse 2`.
    parts: (name: string): readonly AddressPart[] => {
      const isLine = () => parts.get(name.slice(0, -1))?.includes('address1');
      if (name.endsWith('1') && isLine()) return ['address1'];
      if (name.endsWith('2') && isLine()) return ['address2'];
      return parts.get(name) ?? [];
    },
    goods: (name: string): readonly GoodsPart[] =>
      goods.get(name) ??
      tax
        .filter((word) => name.startsWith(word) || name.endsWith(word))
        .flatMap((word) => goods.get(name.replace(word, '')) ?? [])
        .filter((part) => priced.includes(part)),
    order: (name: string): readonly OrderPart[] => order.get(name) ?? [],
    persons: { delivery: new Set(recipients), payer: new Set(payers) },
    words: {
      delivery: [...folded(language.delivery), ...recipients],
      payer: [...folded(language.payer), ...payers],
      line: folded(language.line),
    },
  };
}

const tables = once(() => languages.map(tablesOf));

function* meaningsIn(
  name: string,
  { parts, goods, order, persons, words }: ReturnType<typeof tablesOf>,
): Generator<Meaning> {
  const partsOf = (side: 'delivery' | 'payer') =>
    new Set([
      ...(persons[side].has(name) ? (['name'] as const) : []),
      ...without(name, words[side]).flatMap((rest) => parts(rest)),
    ]);
  const delivery = partsOf('delivery');
  const payer = partsOf('payer');
  for (const part of delivery) yield `delivery ${part}`;
  for (const part of payer) if (!delivery.has(part)) yield `payer ${part}`;
  // `Customer name` may stand behind a word for the delivery, and is the payer's alone.
  for (const part of parts(name)) if (!delivery.has(part) && !payer.has(part)) yield `bare ${part}`;
  const isWord = words.line.includes(name);
  const rests = without(name, words.line);
  // A name that is in the table is itself: `Line price` may be the price of one unit or of the line.
  const own = goods(name);
  // The number of a line is a whole name: `Line product ID` is none.
  const ofLine = rests
    .filter((rest) => !words.line.includes(rest))
    .flatMap((rest) => goods(rest).filter((part) => part !== 'lineNumber'));
  const kind = !isWord && rests.length > 0 ? 'line' : 'goods';
  for (const part of new Set(own.length > 0 ? own : ofLine)) yield `${kind} ${part}`;
  for (const part of order(name)) yield `order ${part}`;
}

/** The words for a delivery beside which a name is one of a part of an address. */
function deliveryWordsIn(name: string): string[] {
  const whole = fold(name);
  return tables().flatMap(({ words, parts }) =>
    words.delivery.filter((word) => without(whole, [word]).some((rest) => parts(rest).length > 0)),
  );
}

/** Whether two names have the same word for a delivery, which may be longer in one: `Ship company`, `Ship to city`. */
export function areOfOneDelivery(name: string, other: string): boolean {
  const others = deliveryWordsIn(other);
  return deliveryWordsIn(name).some((word) =>
    others.some((each) => each.startsWith(word) || word.startsWith(each)),
  );
}

/** Whether a name begins with a word for a line of an order, `Lineitem status`; `Production status` does not. */
export function isLineName(name: string): boolean {
  const [first = '', second = ''] = foldWords(name).split(' ');
  return tables().some(({ words }) => [first, first + second].some((word) => words.line.includes(word)));
}

const ofMoney: readonly Meaning[] = [
  ...priced.flatMap((part) => [`goods ${part}`, `line ${part}`] as const),
  ...(['order postage', 'order orderTotal'] as const),
];

/** What the whole name of a column may mean, in any language; nothing if no table has it. */
export function meaningsOf(name: string): readonly Meaning[] {
  const whole = fold(name);
  const amount = currencies.some((code) => whole.endsWith(code.toLowerCase())) ? whole.slice(0, -3) : '';
  const meanings = tables().flatMap((language) => [
    ...meaningsIn(whole, language),
    ...[...meaningsIn(amount, language)].filter((meaning) => ofMoney.includes(meaning)),
  ]);
  return [...new Set(meanings)];
}
