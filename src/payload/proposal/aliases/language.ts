import type { english } from './english.ts';

/** What a column can be: English has each. */
export type AddressPart = keyof typeof english.parts;
export type GoodsPart = keyof typeof english.goods;
export type OrderPart = keyof typeof english.order;

/**
 * The names of columns in a language, in small letters, with ` | ` between them; each stands for itself without case, blanks,
 * punctuation and accents. A name that means different things in different shops is in no table: it is asked about.
 */
export interface Language {
  /** Words that say that a part of an address is of the delivery, or of the payer: before the part, behind it or in it. */
  readonly delivery: string;
  readonly payer: string;
  /** The same, which alone are the name of who gets the parcel, or of who pays. */
  readonly recipients: string;
  readonly payers: string;
  /** Parts of an address. A line of it has no number here: `address` is `Address 1` too, and `Address 2` is the second line. */
  readonly parts: Readonly<Record<AddressPart, string>>;
  /** Words for the goods of a line: before or behind what is said of them. */
  readonly line: string;
  readonly goods: Readonly<Record<GoodsPart, string>>;
  /** Words before or behind a price that say that tax is in it, or not. */
  readonly tax: string;
  /** Of the order: whole names only. */
  readonly order: Readonly<Record<OrderPart, string>>;
}
