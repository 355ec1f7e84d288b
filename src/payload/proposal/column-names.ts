import { nearest } from '../../text/nearest.ts';
import { keysOf } from '../../text/records.ts';
import {
  type AddressMeaning,
  addressNames,
  compoundPrefixes,
  fieldNames,
  type Meaning,
  notFields,
  sideWords,
} from './field-names.ts';

/** Whose address a column is part of; `any` if its name does not say. */
export type Side = 'delivery' | 'billing' | 'any';

/** A possible meaning of a column's name, and how well it fits: up to 100 for a known name, 50 for a similar one. */
export interface NameMatch {
  readonly meaning: Meaning;
  readonly side: Side;
  readonly score: number;
}

/**
 * A column's name in lower case without accents or punctuation, with words and digits separated, also in `Bestellstatus`.
 */
export const plainName = (name: string): string =>
  name
    .slice(0, 80)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z]{2})/g, '$1 $2')
    .replaceAll(/[ºª]/g, ' ')
    .toLowerCase()
    .replaceAll(/([a-z])(\d)/g, '$1 $2')
    .replaceAll(/[^\p{L}\p{N}]/gu, ' ')
    .replaceAll(/(\p{L}{3})(status|zustand)(?= |$)/gu, '$1 $2')
    .trim()
    .replaceAll(/ +/g, ' ');

/** Whether a plain name says that the column is a status, whatever its cells are; `state` may be a part of an address. */
export const isStatusName = (name: string): boolean => / (?:status|substatus|statut) /.test(` ${name} `);

const exactScore = 100;
/** For a known name that says less than one that ends with another: a file with `Item code` may call an order `Code`. */
const vagueScore = 58;
const vague = new Set('code,article,model,codigo,codice,product id,external id,kod,address 5'.split(','));
/** For a name that is known without what it says of the tax or the currency. */
const taxedScore = 90;
/** For a name that ends with a known one. */
export const partScore = 60;
/** For a name that is spelt like a known one. */
export const nearScore = 50;

/** More slips than this, and it is another word: `Store name` is not `Forename`. */
const lettersPerSlip = 5;

/** Words that identify a column if its name ends with them: `Artikel-SKU`, `Kunde E-Mail`. */
const telling = new Set(
  (
    'sku,email,mail,postcode,zip,plz,qty,quantity,phone,telephone,town,city,country,currency,' +
    'menge,anzahl,telefon,artikelnummer,bestellnummer,bestelldatum'
  ).split(','),
);

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const withoutTax = words('ex exc excl excluding exclusive without before exkl zzgl sin netto net ht');
/** Words that begin what a name says of the tax or the currency, and words that go on. */
const taxStarts = new Set([
  ...words('inc incl including inclusive with after inkl con brutto gross ttc eur gbp usd'),
  ...withoutTax,
]);
const taxWords = new Set([
  ...taxStarts,
  ...words('of de do der vat tax taxes gst mwst ust iva tva btw discount'),
]);

/** Splits a name before what it says of the tax or the currency: `unit price` and `incl vat`. */
function splitTax(name: string): readonly [name: string, tax: readonly string[]] {
  const parts = name.split(' ');
  let at = parts.length;
  while (at > 1 && taxWords.has(parts[at - 1] ?? '')) at--;
  while (at < parts.length && !taxStarts.has(parts[at] ?? '')) at++;
  return [parts.slice(0, at).join(' '), parts.slice(at)];
}

/** How well a name fits the names known for a meaning; 0 if it does not. */
function scoreOf(name: string, known: readonly string[], alsoSimilar: boolean): number {
  const rank = known.indexOf(name);
  if (rank !== -1) return (vague.has(name) ? vagueScore : exactScore) - rank / 10;
  const [untaxed, tax] = splitTax(name);
  const rankUntaxed = untaxed === name ? -1 : known.indexOf(untaxed);
  // What the buyer pays comes before the price without tax.
  if (rankUntaxed !== -1 && !vague.has(untaxed))
    return taxedScore - rankUntaxed / 10 - (tax.some((word) => withoutTax.has(word)) ? 2 : 0);
  const padded = ` ${untaxed} `;
  const part = known.find(
    (each) => (each.includes(' ') || telling.has(each)) && padded.endsWith(` ${each} `),
  );
  if (part !== undefined) return partScore;
  if (!alsoSimilar || name.length < 5) return 0;
  const near = nearest(
    name,
    known.filter((each) => Math.abs(each.length - name.length) < 3 && each.length > 4),
    lettersPerSlip,
  );
  return near === undefined ? 0 : nearScore;
}

/** The name without the words that say whose address it is, in every possible way. */
function withoutSide(name: string): { rest: string; side: Exclude<Side, 'any'> }[] {
  return (['delivery', 'billing'] as const).flatMap((side) => [
    ...sideWords[side].flatMap((word) => [
      ...(name.startsWith(`${word} `) ? [{ rest: name.slice(word.length + 1), side }] : []),
      ...(name.endsWith(` ${word}`) ? [{ rest: name.slice(0, -word.length - 1), side }] : []),
      ...(name.includes(` ${word} `) ? [{ rest: name.replace(` ${word} `, ' '), side }] : []),
    ]),
    ...compoundPrefixes[side]
      .filter((prefix) => name.startsWith(prefix))
      .map((prefix) => ({ rest: name.slice(prefix.length).trim(), side })),
  ]);
}

const matchesIn = <M extends Meaning>(
  names: Readonly<Record<M, readonly string[]>>,
  name: string,
  side: Side,
  alsoSimilar: boolean,
): NameMatch[] =>
  keysOf(names).flatMap((meaning) => {
    const score = scoreOf(name, names[meaning], alsoSimilar);
    return score === 0 ? [] : [{ meaning, side, score }];
  });

function matchesOf(header: string, alsoSimilar: boolean): NameMatch[] {
  const name = plainName(header);
  if (isStatusName(name) || notFields.has(name)) return [];
  const own = [
    ...matchesIn(fieldNames, name, 'any', alsoSimilar),
    ...matchesIn<AddressMeaning>(addressNames, name, 'any', alsoSimilar),
  ];
  const sided = withoutSide(name).flatMap(({ rest, side }) =>
    matchesIn<AddressMeaning>(addressNames, rest, side, alsoSimilar),
  );
  return [...own, ...sided].sort((a, b) => b.score - a.score);
}

/** The meanings of a column's name that is known, or ends with a known one, the best first. */
export const knownMeaningsOf = (header: string): NameMatch[] => matchesOf(header, false);

/** All possible meanings of a column's name, the best first. */
export function meaningsOf(header: string): NameMatch[] {
  const known = knownMeaningsOf(header);
  // A known name, such as `country`, is not a misspelling of another, such as `county`.
  return (known[0]?.score ?? 0) > partScore ? known : matchesOf(header, true);
}
