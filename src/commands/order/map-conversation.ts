import { askText } from '../../cli/ask.ts';
import type { Choice } from '../../cli/prompts.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { durationMs } from '../../cli/values.ts';
import { likelyWarehouses } from '../../client/api/lookups.ts';
import { warehousesSeen } from '../../client/auth/account.ts';
import { currencies, type OutboundOrder } from '../../contract/order.ts';
import { type FieldProblem, saidNo } from '../../errors.ts';
import { countryCodeFor, countryCodeOf } from '../../payload/document/country-codes.ts';
import type { ReadingOptions, ReadingSummary, Source } from '../../payload/document/types.ts';
import type { Column } from '../../payload/proposal/columns.ts';
import { missingIn } from '../../payload/proposal/draft.ts';
import { needsTimezone, type Proposal } from '../../payload/proposal/propose.ts';
import { answered, examples, type MapMembers, type Question } from '../../payload/proposal/questions.ts';
import type { Sample } from '../../payload/proposal/sample.ts';
import { readDocuments } from '../../payload/read.ts';
import { isContainer } from '../../payload/source/foreign-files.ts';
import { problemLines } from '../../render/problems.ts';
import { blocksText } from '../../render/render.ts';
import type { Block } from '../../render/result.ts';
import { amountText, timeTexts } from '../../render/text.ts';
import { firstOrders, summaryOf, summaryText } from '../../report/dry-run.ts';
import { parseDuration } from '../../text/time/time.ts';
import { isZone } from '../../text/time/zone.ts';
import { counted, isPlainTerminal, withSigns } from '../../text/words.ts';
import { openSpool } from '../../upload/terms/spool.ts';

const shownOrders = 3;
const shownLines = 5;
const shownProblems = 5;
/** How much of a file a preview reads: about ten thousand orders. */
const previewBytes = 4 << 20;
const lineFeed = 10;

/** The beginning of a file, up to the end of a line. Afterwards, `whole` says whether that was the whole file. */
function beginningOf(source: Source): { source: Source; isWhole(): boolean } {
  let whole = true;
  async function* open(): AsyncGenerator<Uint8Array> {
    let left = previewBytes;
    for await (const chunk of source.open()) {
      // The parts of a workbook are found from its end.
      if (left === previewBytes && isContainer(chunk)) left = Number.POSITIVE_INFINITY;
      if (chunk.length > left) {
        whole = false;
        yield chunk.subarray(0, chunk.subarray(0, left).lastIndexOf(lineFeed) + 1);
        return;
      }
      left -= chunk.length;
      yield chunk;
    }
  }
  return { source: { name: source.name, open }, isWhole: () => whole };
}

/** What is wrong in a file, each problem once. */
function problemTexts({ problems, problemCount }: ReadingSummary): string[] {
  const said = ({ message, found = '' }: FieldProblem): string =>
    found === '' || message.includes(found) ? message : `${message} (found ${JSON.stringify(found)})`;
  const lines = problemLines(problems.slice(0, shownProblems), said, true).map(({ text }) => `  ${text}`);
  const hidden = problemCount - shownProblems;
  return hidden > 0 ? [...lines, `  and ${hidden} more`] : lines;
}

/** An order as the parcel that it becomes: who gets it, where, what is in it, and at which price. */
function parcel(order: OutboundOrder, now: number): Block {
  const { DeliveryAddress: to, Currency } = order;
  const [placed, dispatchBy] = timeTexts([order.ReceivedDate, order.DispatchBy], now);
  const country = [to.Country, to.CountryCode].filter(Boolean).join(' ');
  const address = [to.Address1, to.Address2, to.Town, to.Region, to.PostCode, country];
  const lines = order.OrderItems.map(
    ({ Qty, SKU, ItemTitle, PricePerUnit }) =>
      `${Qty} × ${SKU} ${ItemTitle}, ${amountText(PricePerUnit)} ${Currency} each`,
  );
  return {
    kind: 'fields',
    title: `Parcel ${order.ReferenceNumber}`,
    fields: [
      ['to', [to.FullName, to.Company].filter(Boolean).join(', ')],
      ['address', address.filter(Boolean).join(', ')],
      ...lines.slice(0, shownLines).map((text, at) => [`line ${at + 1}`, text] as const),
      ...(lines.length > shownLines ? [['and', `${lines.length - shownLines} more`] as const] : []),
      ['placed', `${placed}, ${order.PaymentStatus}, dispatch by ${dispatchBy}`],
    ],
  };
}

/**
 * Reads the beginning of a file as an upload with these options would, and returns what a user should check: the first
 * orders as parcels, what is left out, and the first problems; and how many orders would be sent, and how many are wrong.
 */
async function previewOf(source: Source, options: ReadingOptions, now: number) {
  const spool = openSpool();
  try {
    const beginning = beginningOf(source);
    const summary = await readDocuments('order', [beginning.source], options, spool.sink, {
      maxProblems: shownProblems,
      maxWarnings: 0,
    });
    const { total, invalid } = summary;
    const place = beginning.isWhole() ? '' : ' of the first part of the file';
    const good = total - invalid;
    const all = `${good === 0 ? 'No order' : counted(good, 'order')}${place} can be sent`;
    const some = good === 0 ? all : `${good} of ${counted(total, 'order')}${place} can be sent`;
    const read = invalid === 0 ? `${all}.` : `${some}. Errors${good === 0 ? '' : ' in the others'}:`;
    const notices = summary.notices.filter((notice) => !notice.startsWith('warning'));
    const orders = firstOrders(spool, shownOrders).map(({ body }) => JSON.parse(body) as OutboundOrder);
    const blocks: Block[] = [
      ...orders.map((order) => parcel(order, now)),
      ...(orders.length === 0 ? [] : [{ kind: 'text' as const, text: summaryText(summaryOf(spool), now) }]),
      { kind: 'text', text: [read, ...problemTexts(summary), ...notices].join('\n') },
    ];
    return { blocks, sent: spool.count('sendable'), wrong: invalid };
  } finally {
    spool.close();
  }
}

/** Shows blocks on standard error, which is a terminal, like the prompts. */
async function tell({ deps, settings }: CommandContext, blocks: readonly Block[]): Promise<void> {
  const { color, accessible } = settings;
  const plain = isPlainTerminal(deps.env, deps.platform);
  const width = deps.stderr.columns || 80;
  const look = { format: 'table', color: color.stderr, width, plain, accessible } as const;
  const { text } = await blocksText(blocks, look);
  deps.stderr.write(`\n${withSigns(text, look)}\n`);
}

/** A file, and the proposal for it. */
interface Subject {
  readonly source: Source;
  readonly sample: Sample;
  readonly proposal: Proposal;
  readonly options: ReadingOptions;
}

/** What a conversation ends with: the map, and the options that it does not hold. */
export interface Agreed {
  readonly map: MapMembers;
  readonly timezone?: string;
  readonly dispatchWithin?: number;
}

/** A plain name for each field that a file must have. */
const fieldLabels: Readonly<Record<string, string>> = {
  ReferenceNumber: 'order number',
  ReceivedDate: 'time of the order',
  Currency: 'currency',
  ChannelBuyerName: "buyer's name",
  'DeliveryAddress.FullName': "recipient's name",
  'DeliveryAddress.Address1': 'street',
  'DeliveryAddress.Town': 'town',
  'DeliveryAddress.PostCode': 'postcode',
  'DeliveryAddress.Country': 'country',
  SKU: 'SKU',
  ItemTitle: "item's title",
  Qty: 'quantity',
  PricePerUnit: 'price of one unit',
};

const ofPrices: readonly string[] = ['Currency', 'PricePerUnit'];

/** Why prices in a currency that the service does not take fill no field; undefined if they need not. */
export const foreignText = ({ foreign }: Pick<Proposal, 'foreign'>, missing: readonly string[]) =>
  foreign !== undefined && missing.some((field) => ofPrices.includes(field))
    ? `the prices are in ${foreign}; the service takes only ${currencies.join(', ')}`
    : undefined;

const skip = 'skip';
const same = 'same';
const country = 'DeliveryAddress.Country';

/** Whether the cells of a column show that they can be values of the field; those of most fields show nothing. */
function fits(field: string, { cells, dates }: Column): boolean {
  switch (field) {
    case 'ReceivedDate':
      return dates !== undefined;
    case 'Qty':
    case 'PricePerUnit':
      return cells.length > 0 && cells.every((cell) => /^\D{0,4}\d[\d.,]*\D{0,4}$/.test(cell));
    case country:
      return cells.length > 0 && cells.every((cell) => countryCodeOf(cell) !== undefined);
    default:
      return false;
  }
}

/** The values of the first rows in the columns of a question. */
function firstRows({ columns: names }: Question, columns: readonly Column[]): string[] {
  return names.slice(0, 4).flatMap((name) => {
    const cells = columns.find((column) => column.name === name)?.cells ?? [];
    const shown = cells.slice(0, 3).map((cell) => (cell.length > 30 ? `${cell.slice(0, 30)}…` : cell));
    return shown.length === 0 ? [] : [`  ${name}: ${shown.join(' | ').replaceAll(/\s+/g, ' ')}`];
  });
}

const isCountryCode = (text: string): true | string =>
  countryCodeFor(text.toUpperCase()) === undefined || 'a code of two letters, for example GB or DE';

const isDuration = (text: string): true | string =>
  parseDuration(text) !== undefined || 'for example 36h, 2d or 90m';

const howSoon = {
  message: 'How soon after the order was placed must it be dispatched?',
  check: isDuration,
  default: '36h',
};

/** One conversation about a file. No key that was typed before a question appeared answers it. */
async function talk(context: CommandContext, { sample, proposal, options }: Subject): Promise<Agreed> {
  const prompts = await context.deps.prompts();
  let { map } = proposal;
  const agreed: { timezone?: string; dispatchWithin?: number } = {};

  const choose = (message: string, choices: readonly Choice[]): Promise<string> =>
    prompts.choose({ message, choices });

  async function askQuestion(question: Question): Promise<void> {
    for (const row of firstRows(question, proposal.columns)) context.notice(row);
    const choices = [
      ...question.choices.map(({ means }, at) => ({ value: String(at), name: means })),
      ...(question.choices.length === 1 ? [{ value: skip, name: 'no: leave it open' }] : []),
    ];
    const chosen = question.choices[Number(await choose(question.question, choices))];
    if (chosen !== undefined) map = answered(map, question, chosen);
  }

  async function askField(field: string): Promise<void> {
    const unused = new Set([map.$unused].flat());
    const rank = (column: Column): number =>
      (fits(field, column) ? 0 : 2) + (unused.has(column.name) ? 0 : 1);
    const ranked = [...proposal.columns].sort((a, b) => rank(a) - rank(b));
    const columns = ranked.map((column, at) => ({ value: String(at), name: examples(column) }));
    const others = [
      ...(field === country ? [{ value: same, name: 'none: all go to the same country' }] : []),
      { value: skip, name: 'none: leave it open' },
    ];
    // Enter alone takes no column that nothing speaks for.
    const isKnown = ranked.some((column) => fits(field, column));
    const answer = await choose(
      `Which column has the ${fieldLabels[field] ?? field} (${field})?`,
      isKnown ? [...columns, ...others] : [...others, ...columns],
    );
    const column = ranked[Number(answer)];
    if (answer === same) {
      const code = await askText(prompts, { message: 'The code of the country', check: isCountryCode });
      map = { ...map, [`${country}Code`]: { const: code.toUpperCase() } };
    } else if (column !== undefined) map = { ...map, [field]: column.name };
  }

  async function askWarehouse(): Promise<string> {
    const message = 'Which warehouse ships these orders?';
    const known = warehousesSeen(context);
    const choices = [...known.map((value) => ({ value })), { value: skip, name: 'another: type its name' }];
    const chosen = known.length === 0 ? skip : await choose(message, choices);
    if (chosen !== skip) return chosen;
    for (;;) {
      const name = await askText(prompts, { message });
      const near = likelyWarehouses(name, known);
      if (near === undefined) return name;
      context.notice(`this account has no warehouse ${JSON.stringify(name)}; ${near}`);
      if (await prompts.confirm({ message: `Use ${name} anyway?`, default: false })) return name;
    }
  }

  async function askMissing(field: string): Promise<void> {
    if (field === 'warehouse_name') map = { ...map, warehouse_name: { const: await askWarehouse() } };
    else if (field === 'DispatchBy')
      agreed.dispatchWithin = durationMs('--dispatch-within', await askText(prompts, howSoon));
    else if (field === 'PaymentStatus') {
      const answer = await choose('Are all these orders paid?', [
        { value: 'PAID', name: 'yes' },
        { value: skip, name: 'leave it open: give it at the upload with --set PaymentStatus' },
      ]);
      if (answer !== skip) map = { ...map, PaymentStatus: { const: answer } };
    } else await askField(field);
  }

  for (const question of proposal.questions) await askQuestion(question);
  const missing = missingIn(map, sample, options);
  const foreign = foreignText(proposal, missing);
  if (foreign !== undefined) context.notice(foreign);
  for (const field of missing)
    if (foreign === undefined || !ofPrices.includes(field)) await askMissing(field);
  if (options.timezone === undefined && needsTimezone({ ...proposal, map }))
    agreed.timezone = await askText(prompts, {
      message: 'Which time zone are the times in?',
      check: (zone) => isZone(zone) || 'an IANA zone, for example Europe/London or Europe/Berlin',
      default: 'Europe/London',
    });
  return { map, ...agreed };
}

/**
 * Asks about what the proposal leaves open, and shows the first orders as parcels, until the user accepts. Throws a
 * `CfiError` if the user stops; nothing has been written then.
 */
export async function converse(context: CommandContext, subject: Subject): Promise<Agreed> {
  const { options, source } = subject;
  const prompts = await context.deps.prompts();
  for (;;) {
    const agreed = await talk(context, subject);
    const { map, ...answers } = agreed;
    const { preset: _preset, ...rest } = options;
    const preview = await previewOf(source, { ...rest, ...answers, map }, context.clock.now());
    await tell(context, preview.blocks);
    const yes = { value: 'yes', name: 'yes, this is the map' };
    const again = { value: 'again', name: 'no, ask again' };
    const answer = await prompts.choose({
      message: preview.sent > 0 ? 'Are these parcels right?' : 'No order would be sent. Is the map right?',
      choices: [
        ...(preview.sent > 0 && preview.wrong === 0 ? [yes, again] : [again, yes]),
        { value: 'stop', name: 'stop, and write nothing' },
      ],
    });
    if (answer === 'stop') throw saidNo('nothing was written');
    if (answer === 'yes') return agreed;
  }
}
