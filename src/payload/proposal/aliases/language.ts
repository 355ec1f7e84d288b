export type AddressPart =
  | ('name' | 'firstName' | 'lastName' | 'company' | 'address1' | 'street' | 'houseNumber' | 'addition')
  | ('address2' | 'town' | 'region' | 'postcode' | 'country' | 'countryCode' | 'phone' | 'email');

export type GoodsPart =
  | (
      | 'sku'
      | 'title'
      | 'quantity'
      | 'unitPrice'
      | 'price'
      | 'linePrice'
      | 'lineTotal'
      | 'lineNumber'
      | 'taxRate'
    )
  | ('shippedCount' | 'cancelledCount' | 'refundedCount' | 'openCount');

export type OrderPart =
  | (
      | 'reference'
      | 'received'
      | 'dispatchBy'
      | 'currency'
      | 'paymentStatus'
      | 'buyer'
      | 'warehouse'
      | 'postage'
    )
  | ('orderTotal' | 'tracking' | 'shippedAt' | 'cancelledAt' | 'refundedAt' | 'channelRef');

/**
 * The names of columns in a language, in small letters, with ` | ` between them; each stands for itself without case, blanks,
 * punctuation and accents. A name that means different things in different shops is in no table: it is asked about.
 */
export interface Language {
  /** Words that say that a part of an address is of the delivery: before it or behind it. */
  readonly delivery: string;
  /** The same of the payer, or of somebody else who gets no parcel. */
  readonly payer: string;
  /** Whole names that are the name of who gets the parcel, and of who pays. */
  readonly recipients: string;
  readonly payers: string;
  /** Parts of an address. A line of it has no number here: `address` is `Address 1` too, and `Address 2` is the second line. */
  readonly parts: Readonly<Record<AddressPart, string>>;
  /** Words for the goods of a line: before or behind. */
  readonly line: string;
  /** What is said of the goods, in bare names. */
  readonly goods: Readonly<Record<GoodsPart, string>>;
  /** Words behind or before a price that say that tax is in it, or not. */
  readonly tax: string;
  /** Whole names. */
  readonly order: Readonly<Record<OrderPart, string>>;
}
