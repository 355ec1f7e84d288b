import { keysOf, once, tableOf } from '../../text/records.ts';
import { listOf } from '../../text/words.ts';
import { leaveOutReasons, type Reason } from '../document/reasons.ts';
import { fold, folded, foldWords } from './fold.ts';
import { languages } from './languages/all.ts';
import type { Meaning } from './languages/words.ts';

const valuesOf = (meaning: Meaning): readonly string[] => [
  ...new Set(languages.flatMap(({ values }) => listOf(values[meaning] ?? '').filter(Boolean))),
];

/** All values of one meaning, as a map lists them. */
export const wordsOf = once(() => tableOf(['ship', ...leaveOutReasons] as const, valuesOf));

const meaningByValue = once(
  () =>
    new Map(
      keysOf(wordsOf()).flatMap((meaning) =>
        folded(wordsOf()[meaning]).map((value) => [value, meaning] as const),
      ),
    ),
);

/** What a whole value says of its order, if it is a word or a phrase of one meaning. */
export const meaningOf = (value: string): Meaning | undefined => meaningByValue().get(fold(value));

/** From this length on, a stem is one within a word too: `Bestellstatus`, but not `Township`. */
const leastInside = 5;

/** A test whether a text has a word that begins with a stem, or a compound with a long one. */
function stemTest(stems: readonly string[]): (text: string) => boolean {
  const words = stems.map((stem) => foldWords(stem));
  return (text) => {
    const spaced = ` ${foldWords(text)}`;
    return words.some((stem) => spaced.includes(stem.length < leastInside ? ` ${stem}` : stem));
  };
}

const hasStem = once(() => stemTest(languages.flatMap(({ stems }) => folded(stems, foldWords))));

/** Whether the name of a column has a stem of a state: it may say what became of an order. */
export const nameHasStem = (name: string): boolean => hasStem()(name);

const isStatus = once(() =>
  stemTest(listOf('status | state | stage | statut | état | etat | estado | situa | stato | stan | zustand')),
);

/** Whether a name says that it is of a state, whatever has one: `Order status`, `État ligne de commande`. */
export const isStatusName = (name: string): boolean => isStatus()(name);

/** A shorter word may be in a name or a street: `Rue du Livre`. */
const leastForm = 6;

const forms = once(() =>
  [
    ...folded(
      keysOf(wordsOf()).flatMap((meaning) => wordsOf()[meaning]),
      foldWords,
    ).filter((form) => form.length >= leastForm),
    ...languages.flatMap((words) => folded(words.forms, foldWords)),
  ].map((form) => ` ${form} `),
);

/** Whether a value has words that say what became of an order: `not received`, `Collect at hub`, but not `Shipley`. */
export function valueHasStem(value: string): boolean {
  const spaced = ` ${foldWords(value)} `;
  return meaningOf(value) !== undefined || forms().some((form) => spaced.includes(form));
}

const counted = once(() => ({
  cancelled: stemTest(listOf('cancel | storn | annul | anul | geannul | avbeställ | avbok | avbrut')),
  refunded: stemTest(
    listOf(`
      refund | return | erstatt | retour | rembours | reembols | devuel | devol | rimbors | reso | resi |
      terugbetaal | zwrot | zwrac | zwróc | återbetal | retur`),
  ),
}));

/** Why units that a column of this name counts are not shipped: what names no other reason counts what was shipped. */
export function reasonOfCount(name: string): Reason {
  if (counted().cancelled(name)) return 'cancelled';
  return counted().refunded(name) ? 'refunded' : 'fulfilled';
}

const names = once(
  () =>
    new Set(
      languages.flatMap(({ notes }) => {
        const words = folded(notes.words);
        const whose = folded(notes.whose);
        const joined = words.flatMap((word) => whose.flatMap((owner) => [owner + word, word + owner]));
        return [...words, ...joined, ...folded(notes.names)];
      }),
    ),
);

/** Whether a column of this name has notes: texts that people write, which are shown and never interpreted. */
export const isNoteName = (name: string): boolean => names().has(fold(name));

const stops = once(() => stemTest(languages.flatMap(({ stopping }) => folded(stopping, foldWords))));

/** Whether a note speaks of cancelling, holding or refunding an order, or of not sending it. */
export const speaksOfStopping = (text: string): boolean => stops()(text);
