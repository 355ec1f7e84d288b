import { withoutTrailing } from '../../text/words.ts';
import type { Reason } from '../document/reasons.ts';
import { czech } from './czech.ts';
import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import type { Concept, Language, ValueMeaning } from './language.ts';
import { polish } from './polish.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';
import { swedish } from './swedish.ts';
import { endsInOneOf, haveWordOf, isOf } from './topics.ts';

/** Every language whose words are known. */
const languages: readonly Language[] = [
  ...[english, german, french, spanish, italian, dutch, polish, portuguese, swedish, czech],
];

/** Text in small letters without accents; `_`, `-` and all other signs are spaces. */
export const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The signs for a number as words. */
const withNumberSigns = (text: string): string =>
  // `SKU #2` is the second SKU.
  text
    .replaceAll(/#(?= ?\d)/g, ' ')
    .replaceAll(/#|№/g, ' number ')
    .replaceAll(/\bn[º°]/giu, ' nr ');

/** The words of a list in a language's table. */
const wordsOf = (list: string): string[] =>
  list.split(',').flatMap((word) => plainWords(withNumberSigns(word)) || []);

interface Tables {
  /** What each phrase of any language speaks of. */
  readonly phrases: ReadonlyMap<string, ReadonlySet<Concept>>;
  /** The meaning of each word of any language; the first language goes first. */
  readonly meanings: ReadonlyMap<string, ValueMeaning>;
}

let known: Tables | undefined;

/** The words of all languages. Made when the first name is read. */
function tables(): Tables {
  if (known !== undefined) return known;
  const phrases = new Map<string, Set<Concept>>();
  const meanings = new Map<string, ValueMeaning>();
  for (const { header, values } of languages) {
    for (const [concept, list] of Object.entries(header) as [Concept, string][])
      for (const phrase of wordsOf(list)) {
        const spaced = withDigitsApart(phrase);
        phrases.set(spaced, (phrases.get(spaced) ?? new Set()).add(concept));
      }
    for (const [meaning, list] of Object.entries(values) as [ValueMeaning, string][])
      for (const word of wordsOf(list)) if (!meanings.has(word)) meanings.set(word, meaning);
  }
  known = { phrases, meanings };
  return known;
}

/** Words in which letters and digits have a space between them. */
const withDigitsApart = (words: string): string => words.replaceAll(/(\p{L})(\d)|(\d)(\p{L})/gu, '$1$3 $2$4');

/** The name of a column, read word by word. */
export interface ColumnName {
  /** What its words speak of. */
  readonly concepts: ReadonlySet<Concept>;
  /** Whether they speak of one of these. */
  has(...wanted: readonly Concept[]): boolean;
  /** Whether they speak of nothing else. */
  only(...allowed: readonly Concept[]): boolean;
  /** Its words that no language knows. */
  readonly unknown: readonly string[];
  /** Whether it says that something is not so (`Nicht versendet`, `Unpaid`), or may be or come (`Can be shipped`). */
  readonly turned?: 'not' | 'maybe';
  /** The number in it: 2 in `Address 2`, 0 in `item_0_sku`. */
  readonly number?: number;
  /** Its words, apart from the number. */
  readonly words: readonly string[];
}

/** How some shops begin the names of the payer's columns, and of the delivery's: `b_city`, `s_address_2`. */
const letters =
  /^([bs])_(?=(?:first_?|last_?)?name|company|address|street|city|county|state|country|zip|phone)/i;

/** The words of a name as people and programs write it: `shipToCity`, `Order #`, `*Quantity`, `N° commande`. */
function wordsIn(name: string): string[] {
  const apart = name
    .replace(letters, (_, letter: string) => (letter.toLowerCase() === 'b' ? 'billing ' : 'shipping '))
    // An explanation in brackets, of more words than `(GBP)` or `(inc tax)`.
    .replaceAll(/\([^()]*\)/g, (inside) => (inside.split(/\s/).filter(Boolean).length > 3 ? ' ' : inside))
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ');
  return withDigitsApart(plainWords(withNumberSigns(apart)))
    .split(' ')
    .filter(Boolean);
}

/** The words of a text in small letters without accents and numbers. */
const wordsOfText = (text: string): string[] =>
  plainWords(text)
    .split(' ')
    .filter((word) => /\p{L}/u.test(word));

/** The shortest word that may be part of a compound. */
const shortest = 3;

/** The known words that a compound is made of, as in `bestellnummer`; undefined if it is not made of such. */
function partsOf(word: string, known: ReadonlyMap<string, unknown>): string[] | undefined {
  for (let end = word.length - 2; end >= shortest; end--) {
    const [first, rest] = [word.slice(0, end), word.slice(end)];
    if (!known.has(first)) continue;
    if (known.has(rest) && (rest.length >= shortest || rest === 'id' || rest === 'nr' || rest === 'no'))
      return [first, rest];
    const others = rest.length >= shortest * 2 ? partsOf(rest, known) : undefined;
    if (others !== undefined) return [first, ...others];
  }
  return undefined;
}

/** Stems of what says that a payment is not made. */
const lacking =
  /^(?:await|pending|fail|declin|overdue|miss|ausst|fehlg|fehlt|attente|echou|pendient|fallid|attesa|fallit|openst|mislukt|oczek|nieudan|aguard|falh|vant|misslyck)/;
const prefixes = ['un', 'in', 'im', 'on', 'nie', 'ne', 'o'];
const states: readonly Concept[] = ['shipped', 'cancelled', 'refunded', 'paid', 'collected'];

/** The state that a word denies: `bezahlt` in `Unbezahlt`, `paye` in `Impayé`. */
const deniedBy = (word: string, phrases: Tables['phrases']): string | undefined =>
  prefixes
    .flatMap((prefix) => (word.startsWith(prefix) ? word.slice(prefix.length) : []))
    .find((rest) => states.some((state) => phrases.get(rest)?.has(state)));

/** The longest phrase of a language. */
const longest = 6;

/** Reads the name of a column. */
export function columnName(name: string): ColumnName {
  const { phrases } = tables();
  const words = wordsIn(name);
  const found = new Set<Concept>();
  const unknown: string[] = [];
  const numbers: number[] = [];
  let turned: ColumnName['turned'];
  const take = (phrase: string): boolean => {
    const named = phrases.get(phrase);
    for (const concept of named ?? []) found.add(concept);
    return named !== undefined;
  };
  for (let at = 0; at < words.length; ) {
    let length = Math.min(longest, words.length - at);
    while (length > 0 && !take(words.slice(at, at + length).join(' '))) length--;
    const word = words[at] as string;
    // `No enviado`, but not `Order No`.
    if (length < 2 && (isOf('negation', word) || (word === 'no' && /\p{L}/u.test(words[at + 1] ?? ''))))
      turned = 'not';
    else if (length < 2 && isOf('auxiliary', word)) turned ??= 'maybe';
    if (length === 0) {
      const parts = partsOf(word, phrases);
      const denied = parts === undefined ? deniedBy(word, phrases) : undefined;
      if (parts !== undefined) for (const part of parts) take(part);
      else if (denied !== undefined) {
        take(denied);
        turned = 'not';
      } else if (/^\d+$/.test(word)) numbers.push(Number(word));
      else unknown.push(word);
    }
    at += Math.max(1, length);
  }
  if (haveWordOf('taxed', { words })) found.delete('tax');
  const isOfPayment = found.has('paid') || found.has('payment');
  // `Awaiting payment`, `Payment failed`, but not `Failed payment date` and `Payment status`.
  const isLacking = found.has('open') || words.some((word) => lacking.test(word));
  if (isOfPayment && isLacking && !found.has('date') && !found.has('status')) turned = 'not';
  return {
    concepts: found,
    has: (...wanted) => wanted.some((concept) => found.has(concept)),
    only: (...allowed) => [...found].every((concept) => allowed.includes(concept)),
    unknown: unknown.filter((word) => word.length > 1),
    words: words.filter((word) => !/^\d+$/.test(word)),
    ...(numbers[0] === undefined ? {} : { number: numbers[0] }),
    ...(turned === undefined ? {} : { turned }),
  };
}

/** Why units that a column counts are not shipped, as its name says; what names no reason counts what was shipped. */
export function reasonNamed(name: string | ColumnName): Reason {
  const { has } = typeof name === 'string' ? columnName(name) : name;
  if (has('cancelled')) return 'cancelled';
  return has('refunded') ? 'refunded' : 'fulfilled';
}

/** In small letters, and without what a shop puts before it, as in `[8] Storniert` and `wc-processing`. */
const spelt = (value: string): string => plainWords(value.replace(/^\s*(?:\[[\d.]{1,6}\] ?|wc-)/, ''));

/** What the value of a status or a type says about sending; undefined for words that no language knows. */
export const valueMeaning = (value: string): ValueMeaning | undefined => tables().meanings.get(spelt(value));

/** How most files write a yes and a no: for a rule about a column that has none of them yet. */
export const usualAnswers = {
  yes: ['true', 'yes', 'y', '1', 'x', 'ja', 'oui', 'sí', 'sì', 'tak', 'sim'],
  no: ['false', 'no', 'n', '0', 'nein', 'non', 'nee', 'nie', 'não', 'nej'],
} as const;

/** Whether a value is a yes or a no; undefined if it is neither. `✓` and other signs are a yes. */
export function yesOrNo(value: string): 'yes' | 'no' | undefined {
  const word = plainWords(value);
  if (/^[✓✔☑]$/u.test(value.trim()) || isOf('yes', word)) return 'yes';
  return isOf('no', word) || /^[-–✗✘]$/u.test(value.trim()) ? 'no' : undefined;
}

/** What a payment status says: an open payment is not made yet, and a completed one is. */
export function paymentMeaning(value: string): ValueMeaning | undefined {
  const answer = yesOrNo(value);
  if (answer !== undefined) return answer === 'yes' ? 'send' : 'unpaid';
  const meaning = valueMeaning(value);
  if (meaning === 'fulfilled' || spelt(value) === 'collected') return 'send';
  return meaning === 'send' && isOf('beforePayment', spelt(value)) ? 'unpaid' : meaning;
}

/** Whether a title, or a SKU, is that of a charge and no goods: `Versandkosten`, `SHIPPING1`, `Discount`. */
export function isCharge(value: string): boolean {
  const meaning = valueMeaning(withoutTrailing(value, '0123456789'));
  if (meaning === 'not-goods') return true;
  if (value.trim() === '') return false;
  const named = columnName(value);
  const isGoods = named.has('title', 'line', 'price', 'sku', 'variant', 'name', 'aside', 'date');
  return named.has('delivery', 'cost', 'discount', 'tax') && !isGoods && named.unknown.length === 0;
}

const ofCharges =
  /\b(?:royal mail|mondial relay|tip for|charge for|fee for|(?:package|parcel|shipping|order|route) protection|gift card|gift voucher|contra reembolso)\b/;

/** Whether a text is the name of a carrier: `DHL Paket`, `Royal Mail`. */
export const isCarrier = (text: string): boolean => {
  const words = wordsOfText(text);
  const length = [1, 2].find((count) => isOf('carrier', words.slice(0, count).join(' ')));
  return length !== undefined && words.slice(length).every((word) => isOf('besideCarrier', word));
};

/** The shortest word that ends a compound. */
const shortestEnd = 5;

/** Whether a title or a SKU may be that of a charge, a service or a file, and no goods: `Standard delivery`, `DHL Paket`. */
export function mayBeCharge(text: string): boolean {
  const words = wordsOfText(text);
  const isOne = (word: string): boolean =>
    isOf('carrier', word) || isOf('charge', word) || endsInOneOf('charge', word, shortestEnd);
  return isOf('chargeAtEnd', words.at(-1) ?? '') || words.some(isOne) || ofCharges.test(words.join(' '));
}

/** Whether a text is what a row of totals has in place of an order: `Gesamt:`, `Razem`, `Grand total`. */
export function isTotal(text: string): boolean {
  const { has, only, unknown, number } = columnName(text);
  // `Total-1` may be an order.
  const isNamed = has('total') && unknown.length === 0 && number === undefined;
  return isNamed && only('total', 'amount', 'noise', 'order', 'quantity');
}

/** `Fulfilled by Amazon`, `Amazon warehouse`. */
const before = /^(?:fulfill?ed|fulfill?ment|shipped|expedie par|versand durch) (?:by )?/;
const behind = / (?:fulfill?ed|fulfill?ment|warehouse|logistics|logistique)$/;

/** Who ships an order: the seller, or a marketplace; undefined if the value does not say. */
export function whoShips(value: string): 'seller' | 'marketplace' | undefined {
  const word = plainWords(value);
  if (isOf('ownWay', word)) return 'seller';
  return isOf('marketplace', word.replace(before, '').replace(behind, '')) ? 'marketplace' : undefined;
}
