import type { Reason } from '../../document/reasons.ts';

/** What a value says of an order: that it ships, or why not. */
export type Meaning = 'ship' | Reason;

/** The words of a language, in small letters, with ` | ` between them. Each is compared without case, accents and signs. */
export interface Words {
  /** Whole values of one meaning in this trade: no `complete`, `closed`, `open`, `received`, `partial` or `pending`. */
  readonly values: Readonly<Partial<Record<Meaning, string>>>;
  /** Beginnings of words in the name of a column that may say what became of an order; from five letters on, in a compound too. */
  readonly stems: string;
  /** Words within a value, beside those of `values`, that say what became of an order, and are in no name, street or town. */
  readonly forms: string;
  /** Beginnings of words and phrases in a note that speak of cancelling, holding, refunding or not sending. */
  readonly stopping: string;
  /** Names of columns of notes: a word for a note, alone or with whose it is before or behind it; and other whole names. */
  readonly notes: { readonly words: string; readonly whose: string; readonly names: string };
  readonly yes: string;
  readonly no: string;
  /** Values that say that there is none. */
  readonly none: string;
  /** What is in the first cells of a row of totals. */
  readonly totals: string;
  /** Whole titles or codes of lines that may be no goods, which a person is asked about. */
  readonly charges: string;
}
