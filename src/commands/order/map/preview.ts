import type { CommandContext } from '../../../cli/settings.ts';
import type { OutboundOrder } from '../../../contract/order.ts';
import type { ReadingOptions, ReadingSummary, Source } from '../../../payload/document/types.ts';
import { readDocuments } from '../../../payload/read.ts';
import { isContainer } from '../../../payload/source/workbook/foreign-archives.ts';
import { blocksText } from '../../../render/blocks.ts';
import type { Block } from '../../../render/result.ts';
import { counted, isPlainTerminal, withPlainSigns } from '../../../text/words.ts';
import { firstOrders, summaryOf, summaryText } from '../../../upload/output/dry-run.ts';
import { openSpool } from '../../../upload/terms/spool.ts';

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
    let isCut = true;
    for await (const chunk of source.open()) {
      // The parts of a workbook are found from its end.
      if (left === previewBytes) isCut = !isContainer(chunk);
      if (!isCut || chunk.length <= left) {
        left -= chunk.length;
        yield chunk;
        continue;
      }
      whole = false;
      const end = chunk.subarray(0, left).lastIndexOf(lineFeed);
      yield chunk.subarray(0, end + 1);
      return;
    }
  }
  return { source: { name: source.name, open }, isWhole: () => whole };
}

function problemLines({ problems, problemCount }: ReadingSummary): string[] {
  const lines = problems.slice(0, shownProblems).map(({ line, cell, reference, message, found = '' }) => {
    const shown = found === '' || message.includes(found) ? '' : ` (found ${JSON.stringify(found)})`;
    return `  ${[cell ?? `line ${line ?? '?'}`, reference, message + shown].filter(Boolean).join(': ')}`;
  });
  return problemCount > lines.length ? [...lines, `  and ${problemCount - lines.length} more`] : lines;
}

/** An order as the parcel that it becomes: who gets it, where, what is in it, and at which price. */
function parcel(order: OutboundOrder): Block {
  const { DeliveryAddress: to, Currency } = order;
  const country = [to.Country, to.CountryCode].filter(Boolean).join(' ');
  const address = [to.Address1, to.Address2, to.Town, to.Region, to.PostCode, country];
  const lines = order.OrderItems.map(
    ({ Qty, SKU, ItemTitle, PricePerUnit }) =>
      `${Qty} × ${SKU} ${ItemTitle}, ${PricePerUnit} ${Currency} each`,
  );
  return {
    kind: 'fields',
    title: `Parcel ${order.ReferenceNumber}`,
    fields: [
      ['to', [to.FullName, to.Company].filter(Boolean).join(', ')],
      ['address', address.filter(Boolean).join(', ')],
      ...lines.slice(0, shownLines).map((text, at) => [`line ${at + 1}`, text] as const),
      ...(lines.length > shownLines ? [['and', `${lines.length - shownLines} more`] as const] : []),
      ['placed', `${order.ReceivedDate}, ${order.PaymentStatus}, dispatch by ${order.DispatchBy}`],
    ],
  };
}

/**
 * Reads the beginning of a file as an upload with these options would, and returns what a user should check: the first
 * orders, how many are valid, what is left out, and the first problems.
 */
export async function previewBlocks(source: Source, options: ReadingOptions, now: number): Promise<Block[]> {
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
    const read =
      invalid === 0
        ? `${counted(good, 'order')}${place} can be sent.`
        : `${good} of ${counted(total, 'order')}${place} can be sent. Errors in the others:`;
    const notices = summary.notices.filter((notice) => !notice.startsWith('warning'));
    const orders = [...firstOrders(spool, shownOrders)].map(({ body }) => JSON.parse(body) as OutboundOrder);
    return [
      ...orders.map(parcel),
      ...(orders.length === 0 ? [] : [{ kind: 'text' as const, text: summaryText(summaryOf(spool), now) }]),
      { kind: 'text', text: [read, ...problemLines(summary), ...notices].join('\n') },
    ];
  } finally {
    spool.close();
  }
}

/** Shows blocks on standard error, like the prompts. */
export async function tell({ deps, settings }: CommandContext, blocks: readonly Block[]): Promise<void> {
  const terminal = deps.stderr.isTTY === true;
  const plain = terminal && isPlainTerminal(deps.env, deps.platform);
  const look = {
    format: 'table' as const,
    color: settings.color.stderr,
    ...(terminal ? { width: deps.stderr.columns || 80 } : {}),
    plain,
  };
  const { text } = await blocksText(blocks, look);
  deps.stderr.write(`\n${plain ? withPlainSigns(text) : text}\n`);
}
