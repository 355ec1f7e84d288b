import type { Reason } from '../document/reasons.ts';
import { czech } from './czech.ts';
import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { type Concept, concepts, type Language } from './language.ts';
import { polish } from './polish.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';
import { swedish } from './swedish.ts';

/** Every language whose words are known. */
export const languages: readonly Language[] = [
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

/** The words of a list in a language's table. */
export const wordsOf = (list: string | undefined): string[] =>
  (list ?? '').split(',').flatMap((word) => plainWords(word.replaceAll('#', ' number ')) || []);

let table: ReadonlyMap<string, ReadonlySet<Concept>> | undefined;

/** What each phrase of any language speaks of. Made when the first name is read. */
function phrases(): ReadonlyMap<string, ReadonlySet<Concept>> {
  if (table !== undefined) return table;
  const made = new Map<string, Set<Concept>>();
  for (const { header } of languages)
    for (const concept of concepts)
      for (const phrase of wordsOf(header[concept])) {
        const spaced = phrase.replaceAll(/(\p{L})(\d)|(\d)(\p{L})/gu, '$1$3 $2$4');
        made.set(spaced, (made.get(spaced) ?? new Set()).add(concept));
      }
  table = made;
  return made;
}

/** The name of a column, read word by word. */
export interface ColumnName {
  /** What its words speak of. */
  readonly concepts: ReadonlySet<Concept>;
  /** Its words that no language knows. */
  readonly unknown: readonly string[];
  /** The number in it: 2 in `Address 2`, 0 in `item_0_sku`. */
  readonly number?: number;
  /** Its words, apart from the number. */
  readonly words: readonly string[];
}

/** The words of a name as people and programs write it: `shipToCity`, `Order #`, `*Quantity`, `N° commande`. */
function wordsIn(name: string): string[] {
  const apart = name
    // An explanation in brackets, of more words than `(GBP)` or `(inc tax)`.
    .replaceAll(/\([^()]*\)/g, (inside) => (inside.split(/\s/).filter(Boolean).length > 3 ? ' ' : inside))
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replaceAll(/#|№/g, ' number ')
    .replaceAll(/\bn[º°]/giu, ' nr ');
  return plainWords(apart)
    .replaceAll(/(\p{L})(\d)|(\d)(\p{L})/gu, '$1$3 $2$4')
    .split(' ')
    .filter(Boolean);
}

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

/** The longest phrase of a language. */
const longest = 6;
/** Says that a price has tax in it, or not. */
const taxWords = new Set(
  'incl,inc,excl,exc,ex,including,excluding,with,without,inkl,exkl,zzgl,ttc,ht,hors,brutto,netto,gross,net'.split(
    ',',
  ),
);

/** Reads the name of a column. */
export function columnName(name: string): ColumnName {
  const known = phrases();
  const words = wordsIn(name);
  const found = new Set<Concept>();
  const unknown: string[] = [];
  const numbers: number[] = [];
  const take = (phrase: string): boolean => {
    const named = known.get(phrase);
    for (const concept of named ?? []) found.add(concept);
    return named !== undefined;
  };
  for (let at = 0; at < words.length; ) {
    let length = Math.min(longest, words.length - at);
    while (length > 0 && !take(words.slice(at, at + length).join(' '))) length--;
    const word = words[at] as string;
    if (length === 0) {
      const parts = partsOf(word, known);
      if (parts !== undefined) for (const part of parts) take(part);
      else if (/^\d+$/.test(word)) numbers.push(Number(word));
      else unknown.push(word);
    }
    at += Math.max(1, length);
  }
  if (words.some((word) => taxWords.has(word))) found.delete('tax');
  return {
    concepts: found,
    unknown: unknown.filter((word) => word.length > 1),
    words: words.filter((word) => !/^\d+$/.test(word)),
    ...(numbers[0] === undefined ? {} : { number: numbers[0] }),
  };
}

/** Why units that a column counts are not shipped, as its name says; what names no reason counts what was shipped. */
export function reasonNamed(name: string): Reason {
  const { concepts } = columnName(name);
  if (concepts.has('cancelled')) return 'cancelled';
  return concepts.has('refunded') ? 'refunded' : 'fulfilled';
}
