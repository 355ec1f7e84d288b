import type { OutboundOrder } from '../contract/order.ts';
import { CfiError } from '../errors.ts';
import type { ReadingOptions, ReadingSummary, Source } from '../payload/document/types.ts';
import { readDocuments } from '../payload/read.ts';
import { isContainer } from '../payload/source/foreign-files.ts';
import { problemTexts } from '../render/problems.ts';
import type { Block } from '../render/result.ts';
import { amountText, timeTexts } from '../render/text.ts';
import { noteNotices } from '../report/notices.ts';
import { firstOrders, summaryOf, summaryText } from '../report/review-upload.ts';
import { counted } from '../text/words.ts';
import { openSpool } from '../upload/terms/spool.ts';

const shownOrders = 3;
const shownLines = 5;
const shownProblems = 5;
/** How much of a file a preview reads: about ten thousand orders. */
const previewBytes = 4 << 20;

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
        yield chunk.subarray(0, chunk.subarray(0, left).lastIndexOf('\n'.charCodeAt(0)) + 1);
        return;
      }
      left -= chunk.length;
      yield chunk;
    }
  }
  return { source: { name: source.name, open }, isWhole: () => whole };
}

function problemsOf({ problems, problemCount }: ReadingSummary): string[] {
  const lines = problemTexts(problems.slice(0, shownProblems)).map(({ text }) => `  ${text}`);
  const hidden = problemCount - shownProblems;
  return hidden > 0 ? [...lines, `  and ${hidden} more`] : lines;
}

/** An order as the parcel that it becomes: who gets it, where, what is in it, at which price, and what was noted. */
function parcel(order: OutboundOrder, notes: readonly string[], now: number): Block {
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
      ...notes.map((note) => ['note', note] as const),
    ],
  };
}

/** What a map makes of a file: blocks to show, how many orders it would send, and how many are wrong. */
export type Preview = Awaited<ReturnType<typeof previewOf>>;

/** What the beginning of a file gives an upload: the first parcels, what is left out and why, the first problems. */
export async function previewOf(source: Source, options: ReadingOptions, now: number) {
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
    const notesOf = (reference: string): string[] =>
      [...spool.notes()].flatMap((note) => (note.reference === reference ? [note.text] : []));
    const blocks: Block[] = [
      ...orders.map((order) => parcel(order, notesOf(order.ReferenceNumber), now)),
      ...(orders.length === 0
        ? []
        : [{ kind: 'text' as const, text: summaryText(await summaryOf(spool), now) }]),
      {
        kind: 'text',
        text: [read, ...problemsOf(summary), ...notices, ...noteNotices(spool, [source.name])].join('\n'),
      },
    ];
    return { blocks, sent: spool.count('sendable'), wrong: invalid };
  } catch (error) {
    // What has been answered is kept: the person can change what is wrong.
    if (!(error instanceof CfiError)) throw error;
    const text = `The file cannot be read like this: ${error.message}`;
    return { blocks: [{ kind: 'text' as const, text }], sent: 0, wrong: 1 };
  } finally {
    spool.close();
  }
}
