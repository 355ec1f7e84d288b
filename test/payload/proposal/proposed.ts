import type { ReadingOptions } from '../../../src/payload/document/types.ts';
import { type Proposal, propose } from '../../../src/payload/proposal/propose.ts';
import { answered, type MapMembers, type Question } from '../../../src/payload/proposal/questions.ts';
import { readSample } from '../../../src/payload/proposal/sample.ts';
import { read, sourceOf } from '../support.ts';

/** 2026-11-28T19:00:00Z */
export const now = Date.UTC(2026, 10, 28, 19);

/** What a user gives on the command line for a file of any shop. */
const usual: ReadingOptions = {
  set: [['PaymentStatus', 'PAID']],
  decimal: 'point',
  now,
  warehouse: 'Northgate FC',
  dispatchWithin: 36 * 3_600_000,
  timezone: 'Europe/London',
};

/** The beginning of the choice that answers each question, by the question's id. */
export type Answers = Readonly<Record<string, string>>;

const without = ({ set, ...options }: ReadingOptions): ReadingOptions => ({
  ...options,
  set: set.filter(([field]) => field !== 'PaymentStatus'),
});

/** The proposal for a file that is given as text. */
export async function proposalFor(
  content: string | Uint8Array,
  more: Partial<ReadingOptions> = {},
  earlier?: MapMembers,
): Promise<Proposal> {
  const options = { ...without(usual), ...more };
  const sample = await readSample(sourceOf(content, 'export.csv'), options);
  return propose(sample, options, earlier);
}

/** The choice for a question: the one that begins with the given answer, or the only one. */
function choiceFor(question: Question, answers: Answers): Question['choices'][number] {
  const { id, choices } = question;
  const wanted = answers[id];
  const [only, other] = choices;
  const choice =
    wanted === undefined
      ? other === undefined
        ? only
        : undefined
      : choices.find(({ means }) => means.startsWith(wanted));
  if (choice === undefined)
    throw new Error(
      `no answer to ${id}: ${question.question}: ${choices.map(({ means }) => means).join(' | ')}`,
    );
  return choice;
}

/** The map of a proposal with its questions answered. */
export const answeredMap = ({ map, questions }: Proposal, answers: Answers): MapMembers =>
  questions.reduce((all, question) => answered(all, question, choiceFor(question, answers)), map);

interface Order {
  readonly ReferenceNumber: string;
  readonly Currency: string;
  readonly DeliveryAddress: Readonly<Record<string, string>>;
  readonly OrderItems: readonly { SKU: string; ItemTitle: string; Qty: number; PricePerUnit: number }[];
}

const parts = 'FullName Company Address1 Address2 Town Region PostCode Country CountryCode'.split(' ');

/** An order as the parcel that it becomes. */
function parcel({ ReferenceNumber, Currency, DeliveryAddress: to, OrderItems }: Order): string {
  const lines = OrderItems.map(
    ({ SKU, ItemTitle, Qty, PricePerUnit }) => `${Qty} ${SKU} (${ItemTitle}) at ${PricePerUnit} ${Currency}`,
  );
  const address = parts.map((part) => to[part]).filter(Boolean);
  return `${ReferenceNumber} to ${address.join(', ')}: ${lines.join('; ')}`;
}

/** What an upload of a file with a map sends, leaves out and refuses. */
export async function upload(
  content: string | Uint8Array,
  map: MapMembers,
  more: Partial<ReadingOptions> = {},
) {
  const hasPayment = 'PaymentStatus' in map || '$extends' in map;
  const common = hasPayment ? without(usual) : usual;
  const options = { ...common, ...more, set: [...common.set, ...(more.set ?? [])], map };
  const { documents, bodies, problems, warnings } = await read(content, { name: 'export.csv', options });
  return {
    sent: bodies.map((body) => parcel(body as Order)),
    leftOut: documents.flatMap(({ reference, leftOut, leftOutLines = [] }) =>
      leftOut === undefined
        ? leftOutLines.map((line) => `${reference} ${line.SKU || '-'} ${line.reason}`)
        : [`${reference} ${leftOut}`],
    ),
    problems: problems.map(({ reference, message }) => `${reference}: ${message}`),
    warnings: warnings.map(({ reference, message }) => `${reference}: ${message}`),
  };
}

/** What is proposed for a file, and what an upload with its questions answered sends. */
export async function plan(
  content: string | Uint8Array,
  answers: Answers = {},
  more: Partial<ReadingOptions> = {},
) {
  const proposal = await proposalFor(content, more);
  const map = answeredMap(proposal, answers);
  return {
    proposal,
    map,
    asked: proposal.questions.map(({ id }) => id),
    missing: proposal.missing,
    ...(await upload(content, map, more)),
  };
}

/** The columns of a plain file, and its first two orders. */
const plainColumns = 'Order,Date,Recipient,Address,City,Postcode,Country,SKU,Title,Quantity,Price,Currency';
const rows = [
  'R-1,2026-11-28 10:00,Ada Example,4 Quay Street,Hull,HU1 1AA,GB,A-1,Tent,1,10.00,GBP',
  'R-2,2026-11-28 10:00,Bo Sample,5 Quay Street,Hull,HU1 1AA,GB,A-2,Peg,2,3.00,GBP',
];

/** A plain file with more columns: an order a row, with its cells in them. */
export const plain = (columns: string, ...cells: readonly string[]): string =>
  [
    `${plainColumns},${columns}`,
    ...cells.map((more, at) => `${rows[at % 2]?.replace(/^R-\d/, `R-${at + 1}`)},${more}`),
  ].join('\n');
