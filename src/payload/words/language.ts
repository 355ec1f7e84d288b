import type { english } from './english.ts';

/** What a word in the header of a column can speak of: English has a line for each. */
export type Concept = keyof typeof english.header;

/**
 * What the value of a status, a type or a mark says about sending an order or a line: `set` is a product whose parts may be
 * in rows of their own, `condition` what state goods are in.
 */
export type ValueMeaning = keyof typeof english.values;

/**
 * The words of a language, separated by commas, in small letters; accents may be left out, and `_`, `-` and spaces are the
 * same. A phrase goes before its words. A compound (`bestellnummer`) is found from its parts. To extend the program, add
 * a word to the line of what it speaks of; a word may be in several lines.
 */
export interface Language {
  readonly header: Readonly<Partial<Record<Concept, string>>>;
  readonly values: Readonly<Partial<Record<ValueMeaning, string>>>;
}
