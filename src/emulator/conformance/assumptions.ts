import { entryOf, keysOf } from '../../text/records.ts';

/** A testable sentence of the specification, or a decision where it is silent, with the default and other answers. */
export interface ConformanceRule {
  readonly id: string;
  readonly text: string;
  /** Stated by the specification; our decision where it is silent; or stated, but impossible to emulate. */
  readonly status: 'specified' | 'assumed' | 'unsupported';
  readonly standard?: string;
  /** In the order of the variants. */
  readonly alternatives?: readonly string[];
  /** For an unsupported rule: the reason. */
  readonly why?: string;
}

/** Decisions where the specification is silent, by id: the open question, the default answer and plausible others. */
type AssumptionTexts = Readonly<
  Record<`A-${number}`, readonly [text: string, standard: string, ...alternatives: string[]]>
>;

const texts = {
  // Outbound orders.
  'A-02': ['values of PaymentStatus', 'any text that is not empty'],
  'A-03': [
    'how an order gets its channel reference',
    'from a top-level text field Channel_Ref, stored under that name',
    'also from a note "Channel_Ref: X" in Notes',
  ],
  'A-04': ['states of an order', 'Pending, Processing, Shipped, Cancelled', 'Dispatched instead of Shipped'],
  'A-05': [
    'fields of a stored order',
    'the request fields, Client, Status, OrderId, creation and update times, vendor and tracking number',
    'Items instead of OrderItems',
    'vendor and number in an object Tracking',
    'additional fields',
  ],
  'A-06': [
    'request and answer of a cancellation',
    'an optional reason; 200 with the cancelled order, also when repeated; 409 once shipped; 404 for unknown and MSF orders',
    '204 without a body',
    '409 when repeated',
    'the order is identified by its UUID, not its reference',
    'the order is identified by its number, not its reference',
  ],
  'A-07': [
    'record and shape of the MSF list',
    'a list of order records with ShipFrom; a pagination block beside it only when paged',
    'a page as {orders: […]}',
  ],
  'A-08': ['GET /order without a query', '400'],
  'A-09': [
    'the exact cut-off for channel references',
    'orders created at or after 2026-08-05T00:00:00Z are found',
  ],
  'A-10': [
    'an order for an unknown SKU, or for more than is in stock',
    'accepted; Available may fall below 0',
    '400 for an unknown SKU',
    '400 for insufficient stock',
  ],
  'A-12': ['DispatchBy without a time zone', 'read as UTC, with a warning beside data', '400'],
  'A-55': ['MSF orders by channel_ref', 'found like other orders', 'not found'],
  'A-56': [
    'POST /outbound with a reference that an MSF order of the client already has',
    '409',
    '201: MSF orders have references of their own',
  ],
  'A-58': ['letter case when looking up a channel reference', 'must match', 'is ignored'],
  'A-59': ['decimal places of PricePerUnit', 'any number', '400 for more than two'],

  // Stock age.
  'A-30': [
    'field names of a stock-age record',
    'snake case, six ranges of days as a list, lots with receipt_date, quantity and age_days',
    'camel case',
    'ranges as an object',
  ],
  'A-31': [
    'envelope of the stock-age list and name of its location parameter',
    'skus in data, pagination beside data; locationId',
    'both in data',
    'both at the top level',
  ],
  'A-32': ['stock age of an unknown SKU', '404'],
  'A-41': ['an as_of_date that is malformed or in the future', '400'],
  'A-47': [
    'what a snapshot is',
    'the stock at 02:00 UTC, unchanged until the next snapshot; a new emulator starts with the latest one. A SKU first received after the snapshot has stock_age_available false and is computed live. as_of_date shows the stock at 02:00 UTC of that day; today is computed live before 02:00, and for a SKU first received after it',
  ],
  'A-48': ['how ages are counted', 'whole UTC calendar days; the average weighted by quantity'],

  // Legacy inbound deliveries.
  'A-13': [
    'states and record of a legacy delivery',
    'pending, then received; the request under its stored names, lines numbered',
    'lines instead of items',
  ],
  'A-14': ['a service-managed field sent to POST /inbound', '400 naming it', 'ignored'],
  'A-44': [
    'an ambiguous barcode on POST /inbound',
    '400 naming it, even if the SKU would settle it',
    'the SKU settles it',
  ],

  // Delivery slots.
  'A-15': ['loading types', 'palletised, loose, mixed', 'floor_loaded instead of loose'],
  'A-16': ['container sizes', '20ft, 40ft, 40ft_hc, 45ft_hc', '20FT, 40FT, 40HC'],
  'A-17': [
    'fields of a slot',
    'the request fields, reference, state, client, times, usedByPoReference and the schedule',
    'created_at instead of createdAt',
    'additional fields',
  ],
  'A-18': [
    'state of a used and of a cancelled slot',
    'confirmed with usedByPoReference; cancelled, still readable',
    'consumed once used',
    'a cancelled slot gives 404',
  ],
  'A-19': [
    'status codes of the slot endpoints',
    '201 for booking, otherwise 200; 409 for a response without an open offer and for cancelling a used slot',
    '204 without a body for a cancellation',
  ],
  'A-20': ['weekends', 'can be booked', '400'],
  'A-43': ['what usedByPoReference holds', 'the lw_po_number', 'the PO_REFERENCE'],
  'A-49': ['how delivery times are written', 'with the London offset', 'with Z'],
  'A-50': [
    'answer to a response, and which slots are listed',
    'the whole slot; every slot, including cancelled ones',
    'only the schedule',
  ],
  'A-53': [
    'a counter-offer with a proposedTime in the past, or on a Monday at a warehouse that accepts none',
    '400',
    'accepted',
  ],
  'A-54': ['a window today that has already opened', 'can be booked: only the date is restricted', '400'],

  // Purchase orders.
  'A-22': [
    'answer to the creation of a purchase order',
    '201 with number, reference, slot, status, delivery date and item count',
    '200',
    'only the number',
  ],
  'A-23': [
    "a purchase order for a slot that is not confirmed, is used, is cancelled or is another client's",
    '409, 409, 409, 404',
    '400 for an unconfirmed slot',
  ],
  'A-24': ['a purchase order with neither slot nor date', '201 with deliveryDate null'],
  'A-25': ['a PO_REFERENCE used twice', '409'],
  'A-26': ['slot and purchase order at different warehouses', '400'],
  'A-27': [
    'status when creation fails after the slot is claimed',
    '500; a retry uses the reserved number',
    '502',
    '503',
  ],
  'A-28': ['states of a purchase order', 'OPEN, PARTIAL, DELIVERED', 'PENDING first'],
  'A-29': [
    'fields of a purchase order',
    'the fields of the request and the slot, items with ordered and delivered, the schedule and the report',
    'lines instead of items',
    'quantity_ordered and quantity_delivered',
  ],
  'A-42': ['purchase order items that match no product, or no items', '400 listing them'],
  'A-45': ['Expected_Arrival_Date together with a slotReference', 'accepted and ignored'],
  'A-46': ['an item whose barcode is unknown or absent', 'found by its SKU'],
  'A-51': ['a purchase order without a slot', '400 unless it declares deliveryType and loadingType'],
  'A-52': [
    'a purchase order that contradicts the deliveryType or loadingType of its slot',
    '400 naming the field; a blank or missing field is inherited',
    "the slot's value is used",
  ],
  'A-57': ['a purchase order for a container whose size is unknown', 'accepted, containerSize null', '400'],

  // Requests, errors and limits of every endpoint.
  'A-01': ['shipping-cost estimation has no published endpoint', 'none: 404'],
  'A-11': ["an unknown warehouse or location, or one that is not the client's", '400 naming it'],
  'A-21': ['a value outside its enumeration', '400 naming the field and the allowed values'],
  'A-33': [
    'a page or page_size that is out of range or not a number, unless specified otherwise',
    '400',
    'a page_size above 200 is read as 200',
  ],
  'A-34': ['when 403 is returned', 'for every write by a read-only account'],
  'A-35': [
    'bodies of 404, 429, 500 and 503, and the form of Retry-After',
    'success false with an error text; Retry-After in seconds',
    'Retry-After as a date',
    'no Retry-After',
    'a web page for 503',
  ],
  'A-36': ['rate limits', 'none, unless the emulator is started with --rate-limit'],
  'A-37': ['size limit of a request body', '413 above 10 MiB'],
  'A-38': ['an unknown path; an unsupported method of a known path', '404; 405 with Allow', '404 for both'],
  'A-39': [
    'fields of the wrong type, unknown fields, and null',
    'wrong type: 400 naming the field; unknown: ignored; null: an optional field counts as absent',
    '400 for null',
  ],
  'A-40': ['sign-in: a missing field, and the success status', '400 "client_id is required"; 200', '201'],
} as const satisfies AssumptionTexts;

/** The id of a decision that the emulator makes where the specification is silent. */
export type AssumptionId = keyof typeof texts;

const allTexts: AssumptionTexts = texts;

/** What the emulator answers where the specification is silent, by id. The client relies on none of these answers. */
export const assumptionRules = Object.entries(allTexts)
  .map(([id, [text, standard, ...others]]): ConformanceRule => {
    const alternatives = others.length === 0 ? {} : { alternatives: others };
    return { id, text, status: 'assumed', standard, ...alternatives };
  })
  .sort((a, b) => (a.id < b.id ? -1 : 1));

/** The open question of an assumption. */
export const questionOf = (id: string): string => entryOf(allTexts, id)?.[0] ?? id;

/** An answer to it in words; 0 is the default. */
export const answerOf = (id: string, choice: number): string => entryOf(allTexts, id)?.[choice + 1] ?? '';

/** An assumption with at least one plausible alternative to the default answer. */
export type VariedAssumption = {
  [K in AssumptionId]: (typeof texts)[K] extends readonly [string, string] ? never : K;
}[AssumptionId];

/** The number of alternatives to the default answer, for each assumption that has any, ordered by id. */
export const alternatives = Object.fromEntries(
  assumptionRules.flatMap(({ id, alternatives: others = [] }) =>
    others.length === 0 ? [] : [[id, others.length]],
  ),
) as Readonly<Record<VariedAssumption, number>>;

function scramble(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x45d9f3b);
  x = Math.imul(x ^ (x >>> 16), 0x45d9f3b);
  return (x ^ (x >>> 16)) >>> 0;
}

/**
 * How many of the alternatives `--vary-assumptions` draws from, if not all. The others contradict the letter of the
 * specification, though a service may well behave that way, so they must be chosen by name.
 */
const drawn: Partial<Readonly<Record<VariedAssumption, number>>> = { 'A-06': 2, 'A-58': 0 };

function choiceOf(seed: number, assumption: VariedAssumption): number {
  if (seed === 0) return 0;
  const id = Number(assumption.slice(2));
  return scramble(seed * 1009 + id * 9176) % ((drawn[assumption] ?? alternatives[assumption]) + 1);
}

/** The chosen answer for each assumption that has alternatives: 0, or no entry, means the default. */
export type Choices = Readonly<Partial<Record<VariedAssumption, number>>>;

/** Every assumption that has alternatives, ordered by id. */
export const variedAssumptions = keysOf(alternatives);

/** Whether a text is the id of an assumption that has alternatives. */
export const isVaried = (id: string): id is VariedAssumption => Object.hasOwn(alternatives, id);

/** The choices by assumption, without the defaults. */
export const withoutDefaults = (choiceOf: (id: VariedAssumption) => number): Choices =>
  Object.fromEntries(
    variedAssumptions.map((id) => [id, choiceOf(id)] as const).filter(([, choice]) => choice !== 0),
  );

/** The choices that `--vary-assumptions` draws for a number, without the defaults; none for 0. */
export const choicesFor = (seed: number): Choices => withoutDefaults((id) => choiceOf(seed, id));

/** An answer for the default and each alternative, in the order of the registry. */
type Answers<K extends VariedAssumption> = (typeof texts)[K] extends readonly [string, ...infer A]
  ? { readonly [I in keyof A]: unknown }
  : never;

/** The answers that the emulator gives where the specification is silent and several are plausible. */
export type Variants = ReturnType<typeof variantsOf>;

/** The variants for a set of choices. */
export function variantsOf(choices: Choices) {
  /** Index of the answer chosen for an assumption: 0 is the default, alternatives start at 1. */
  const choice = (assumption: VariedAssumption): number => choices[assumption] ?? 0;
  return {
    choice,
    /**
     * Picks the chosen answer from a list: the default first, then every alternative. A new alternative does not compile
     * until every rule that uses the assumption has an answer for it.
     */
    pick: <K extends VariedAssumption, const A extends Answers<K> & readonly unknown[]>(
      assumption: K,
      answers: A,
    ): A[number] => answers[choice(assumption)],
  };
}
