/** What a word in the header of a column can speak of. */
export const concepts = [
  // Whose, or of what, the column is.
  ...(['delivery', 'dispatch', 'billing', 'buyer', 'seller', 'order', 'line', 'warehouse'] as const),
  // People and places.
  ...([
    'name',
    'first',
    'last',
    'company',
    'salutation',
    'street',
    'address',
    'houseNumber',
    'addition',
  ] as const),
  ...([
    'extra',
    'apartment',
    'building',
    'floor',
    'suburb',
    'town',
    'region',
    'postcode',
    'country',
  ] as const),
  ...(['phone', 'email'] as const),
  // Orders and goods. `itemReference` is a word for a reference that shops use for the code of an article.
  ...(['number', 'id', 'code', 'reference', 'itemReference', 'sku', 'barcode', 'title', 'variant'] as const),
  ...(['quantity', 'pack', 'parent', 'type', 'kind'] as const),
  // Money. `otherPrice` is a price that is not the one paid; `unit` says that something is for one.
  ...([
    'price',
    'unit',
    'total',
    'amount',
    'currency',
    'tax',
    'discount',
    'cost',
    'otherPrice',
    'minor',
  ] as const),
  // Times.
  ...(['date', 'clock', 'created', 'due', 'expected', 'modified'] as const),
  // What has become of the order. `open` is what is still to be shipped.
  ...([
    'status',
    'state',
    'payment',
    'method',
    'shipped',
    'cancelled',
    'refunded',
    'paid',
    'open',
    'ordered',
  ] as const),
  ...(['handled', 'held', 'collected', 'requested', 'tracking', 'carrier', 'whoShips', 'notGoods'] as const),
  // Words that say nothing about the meaning, and words for what no order needs.
  ...(['noise', 'note', 'aside'] as const),
] as const;

/** One of them. */
export type Concept = (typeof concepts)[number];

/** What the value of a status, a type or a mark says about sending an order or a line. */
export const meanings = [
  ...([
    'send',
    'cancelled',
    'refunded',
    'partly-refunded',
    'fulfilled',
    'unpaid',
    'on-hold',
    'pickup',
  ] as const),
  ...(['not-goods', 'set', 'condition'] as const),
] as const;

/** One of them: `set` is a product whose parts may be in rows of their own, `condition` what state goods are in. */
export type ValueMeaning = (typeof meanings)[number];

/**
 * The words of a language, separated by commas, in small letters; accents may be left out, and `_`, `-` and spaces are the
 * same. A phrase goes before its words. A compound (`bestellnummer`) is found from its parts. To extend the program, add
 * a word to the line of what it speaks of; a word may be in several lines.
 */
export interface Language {
  readonly header: Readonly<Partial<Record<Concept, string>>>;
  readonly values: Readonly<Partial<Record<ValueMeaning, string>>>;
}
