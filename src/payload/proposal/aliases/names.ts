import { once } from '../../../text/once.ts';
import { keysOf } from '../../../text/records.ts';
import { fold, folded } from '../../words/fold.ts';
import { languages } from './all.ts';
import type { AddressPart, GoodsPart, Language, OrderPart } from './language.ts';

/** What a column is, as its whole name says. */
export type Meaning =
  /** A part of the address of the delivery, of the payer, or of one that is not named. */
  | { readonly part: AddressPart; readonly side: 'delivery' | 'bare' | 'payer' }
  /** Of the goods; `ofLine` if the name has a word for a line. */
  | { readonly goods: GoodsPart; readonly ofLine: boolean }
  | { readonly order: OrderPart };

/** Each entry of a table, with the parts in whose line it is. */
function byName<Part extends string>(
  table: Readonly<Record<Part, string>>,
): ReadonlyMap<string, readonly Part[]> {
  const parts = new Map<string, Part[]>();
  for (const part of keysOf(table))
    for (const name of new Set(folded(table[part]))) parts.set(name, [...(parts.get(name) ?? []), part]);
  return parts;
}

const priced: readonly GoodsPart[] = ['unitPrice', 'price', 'linePrice', 'lineTotal'];

interface Tables {
  readonly parts: (name: string) => readonly AddressPart[];
  readonly goods: (name: string) => readonly GoodsPart[];
  readonly order: (name: string) => readonly OrderPart[];
  readonly persons: Readonly<Record<'delivery' | 'payer', ReadonlySet<string>>>;
  readonly words: Readonly<Record<'delivery' | 'payer' | 'line', readonly string[]>>;
}

/** A shorter word is one only at the beginning: `ship` in `shipcity`, but not in `township`. */
const leastBehind = 5;

/** What is left of a name that has one of the words at its beginning, at its end or between its other words. */
const without = (name: string, words: readonly string[]): readonly string[] =>
  words
    .filter((word) => name.startsWith(word) || (word.length >= leastBehind && name.includes(word)))
    .map((word) => name.replace(word, ''));

function tablesOf(language: Language): Tables {
  const parts = byName(language.parts);
  const goods = byName(language.goods);
  const order = byName(language.order);
  const tax = folded(language.tax);
  return {
    // The lines of an address are numbered: `Address 1`, `Adresse 2`.
    parts: (name) => {
      const isLine = () => parts.get(name.slice(0, -1))?.includes('address1');
      if (name.endsWith('1') && isLine()) return ['address1'];
      if (name.endsWith('2') && isLine()) return ['address2'];
      return parts.get(name) ?? [];
    },
    goods: (name) => [
      ...(goods.get(name) ?? []),
      ...without(name, tax).flatMap(
        (price) => goods.get(price)?.filter((part) => priced.includes(part)) ?? [],
      ),
    ],
    order: (name) => order.get(name) ?? [],
    persons: { delivery: new Set(folded(language.recipients)), payer: new Set(folded(language.payers)) },
    words: {
      delivery: folded(language.delivery),
      payer: folded(language.payer),
      line: folded(language.line),
    },
  };
}

const tables = once(() => languages.map(tablesOf));

function* meaningsIn(name: string, { parts, goods, order, persons, words }: Tables): Generator<Meaning> {
  const partsOf = (side: 'delivery' | 'payer') =>
    new Set([
      ...(persons[side].has(name) ? (['name'] as const) : []),
      ...without(name, words[side]).flatMap((rest) => parts(rest)),
    ]);
  const delivery = partsOf('delivery');
  const payer = partsOf('payer');
  for (const part of delivery) yield { part, side: 'delivery' };
  for (const part of payer) if (!delivery.has(part)) yield { part, side: 'payer' };
  // `Customer name` may stand behind a word for the delivery, and is the payer's alone.
  for (const part of parts(name)) if (!delivery.has(part) && !payer.has(part)) yield { part, side: 'bare' };
  const ofLine = new Set(
    without(name, words.line)
      .filter((rest) => !words.line.includes(rest))
      .flatMap((rest) => goods(rest)),
  );
  for (const part of ofLine) yield { goods: part, ofLine: true };
  for (const part of goods(name)) if (!ofLine.has(part)) yield { goods: part, ofLine: false };
  for (const part of order(name)) yield { order: part };
}

/** What the whole name of a column may mean, in any language; nothing if no table has it. */
export function meaningsOf(name: string): readonly Meaning[] {
  const whole = fold(name);
  const found = new Map<string, Meaning>();
  for (const language of tables())
    for (const meaning of meaningsIn(whole, language)) found.set(JSON.stringify(meaning), meaning);
  return [...found.values()];
}
