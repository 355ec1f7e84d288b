import type { ReadingOptions } from '../../../src/payload/document/types.ts';
import { propose } from '../../../src/payload/proposal/propose.ts';
import { answered, type MapMembers } from '../../../src/payload/proposal/questions.ts';
import { readSample } from '../../../src/payload/proposal/sample.ts';
import { read, sourceOf } from '../support.ts';

/** 2026-11-26T08:00:00Z */
const now = Date.UTC(2026, 10, 26, 8);

/** What a user gives on the command line for a file of any shop. */
export const usual: Partial<ReadingOptions> = {
  warehouse: 'Northgate FC',
  dispatchWithin: 36 * 3_600_000,
  timezone: 'Europe/London',
};

/** The answer to each question, by its id and what the choice means; the first choice of any other. */
export type Answers = Readonly<Record<string, string>>;

interface Address {
  readonly [part: string]: string;
}
interface Order {
  readonly ReferenceNumber: string;
  readonly Currency: string;
  readonly DeliveryAddress: Address;
  readonly OrderItems: readonly { SKU: string; ItemTitle: string; Qty: number; PricePerUnit: number }[];
}

const parts = [
  'FullName',
  'Company',
  'Address1',
  'Address2',
  'Town',
  'Region',
  'PostCode',
  'Country',
  'CountryCode',
];

/** An order as the parcel that it becomes. */
const parcel = ({ ReferenceNumber, Currency, DeliveryAddress: to, OrderItems }: Order): string => {
  const address = parts.map((part) => to[part]).filter(Boolean);
  const lines = OrderItems.map(
    ({ SKU, ItemTitle, Qty, PricePerUnit }) => `${Qty} ${SKU} (${ItemTitle}) at ${PricePerUnit} ${Currency}`,
  );
  return `${ReferenceNumber} to ${address.join(', ')}: ${lines.join('; ')}`;
};

/** What is proposed for a file, and what an upload with its questions answered would send and leave out. */
export async function plan(
  content: string | Uint8Array,
  answers: Answers = {},
  more: Partial<ReadingOptions> = {},
  name = 'export.csv',
) {
  const given: ReadingOptions = { set: [], decimal: 'point', now, ...usual, ...more };
  const sample = await readSample(sourceOf(content, name), given);
  const options = sample.encoding === undefined ? given : { ...given, encoding: sample.encoding };
  const proposal = propose(sample, options);
  let map: MapMembers = proposal.map;
  for (const question of proposal.questions) {
    const { id, choices } = question;
    const choice =
      answers[id] === undefined ? choices[0] : choices.find(({ means }) => means === answers[id]);
    if (choice === undefined) throw new Error(`${id} has no choice ${answers[id]}`);
    map = answered(map, question, choice);
  }
  // What the upload is given beside the map.
  const set = proposal.missing.includes('PaymentStatus')
    ? [...given.set, ['PaymentStatus', 'PAID'] as const]
    : given.set;
  const outcome = await read(content, { name, options: { ...options, set, map } });
  const leftOut = outcome.documents.flatMap(({ reference, leftOut: reason, leftOutLines = [] }) => [
    ...(reason === undefined ? [] : [`${reference} ${reason}`]),
    ...(reason === undefined
      ? leftOutLines.map((line) => `${reference} ${line.SKU || '-'} ${line.reason}`)
      : []),
  ]);
  return {
    proposal,
    map,
    asked: proposal.questions.map(({ id }) => id),
    missing: proposal.missing,
    unused: proposal.unused,
    sent: outcome.bodies.map((body) => parcel(body as Order)),
    leftOut,
    problems: outcome.problems.map(({ message }) => message),
    encoding: sample.encoding,
  };
}

/** The columns of a plain file. */
export const columns =
  'Order Number,Order Date,Ship Name,Ship Address 1,Ship City,Ship Postcode,Ship Country,SKU,Item Name,Quantity,Unit Price,Currency';
const cells = [
  'Ina Muster,4 Quay St,Hull,HU1 1AA,GB,AC-TENT-2,Tent,4,129.00,GBP',
  'Bo Muster,5 Quay St,Hull,HU1 1AA,GB,AC-STOVE-GAS,Stove,1,34.50,GBP',
];

/** A plain file of two orders with more columns: P-1 of four tents, P-2 of one stove; a cell list for each order. */
export const file = (more: string, ...rows: readonly string[]): string =>
  [
    `${columns},${more}`,
    ...rows.map((row, at) => `P-${at + 1},2026-11-25 10:00:00,${cells[at % cells.length]},${row}`),
  ].join('\n');

/** The references that a plan sends, with the quantity of their first line. */
export const sentOf = ({ sent }: { readonly sent: readonly string[] }): string[] =>
  sent.map((text) => /^(\S+) .*?: (\d+) /.exec(text)?.slice(1).join(' × ') ?? text);
