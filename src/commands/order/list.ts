import type { OptionsOf } from '../../cli/command.ts';
import { pageQuery } from '../../cli/global-options.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { listOf, nextPage, pages, paginationOf, watchRepeats } from '../../client/api/lists.ts';
import { commandFor } from '../../client/auth/account.ts';
import { openApi } from '../../client/auth/session.ts';
import { limits } from '../../contract/limits.ts';
import { usageError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { type Fields, texts } from '../../text/records.ts';
import type { listCommand } from './definition.ts';
import { orderListColumns, orderListCsv } from './view.ts';

type OrderListOptions = OptionsOf<typeof listCommand>;

/**
 * Orders by channel reference (only those placed since 2026-08-05), or all marketplace (MSF) orders. The service cannot
 * list all orders; `cfi order runs` lists what this machine uploaded.
 */
export async function run(context: CommandContext, given: OrderListOptions): Promise<Result> {
  const options = context.settings.interactive ? await askWhich(context, given) : given;
  if ((options.channelRef === undefined) === (options.shipFrom === undefined)) {
    throw usageError(
      'give either --channel-ref VALUE or --ship-from MSF',
      'the service has no list of all orders; cfi order runs shows what was uploaded from this machine',
    );
  }
  const query = pageQuery(options);
  if (options.channelRef !== undefined && (Object.keys(query).length > 0 || options.all)) {
    throw usageError('--page, --page-size and --all need --ship-from');
  }
  const api = await openApi(context);
  try {
    if (options.all) {
      const rows: Fields[] = [];
      const repeats = watchRepeats('order');
      const size = query.page_size ?? limits.msfPageSize.max;
      for await (const answer of pages(api, 'listOrders', size, { query: { ship_from: options.shipFrom } })) {
        const page = listOf(answer, 'orders', 'orders', 'items');
        repeats.page(texts(page, 'ReferenceNumber'));
        rows.push(...page);
      }
      repeats.tell(context.warn);
      return { data: rows, items: rows, ...tables(rows) };
    }
    const answer = await api.call('listOrders', {
      query: { channel_ref: options.channelRef, ship_from: options.shipFrom, ...query },
    });
    const rows = listOf(answer, 'orders', 'orders', 'items');
    const pagination = paginationOf(answer);
    return {
      data: answer.data,
      ...(pagination === undefined ? {} : { pagination }),
      nextPage: nextPage(answer, query.page ?? 1),
      items: rows,
      ...tables(rows),
      notices: options.channelRef === undefined ? [] : [cutOff(context)],
    };
  } finally {
    await api.close();
  }
}

/** Always shown, because orders may be missing for this reason even if others are found. */
const cutOff = ({ settings }: CommandContext): string =>
  `orders placed before 5 August 2026 are not found by channel reference; try ${commandFor(settings, 'order', 'get', 'REF')}`;

/** On a terminal, asks which orders to list if no option says so. */
async function askWhich(context: CommandContext, options: OrderListOptions): Promise<OrderListOptions> {
  if (options.channelRef !== undefined || options.shipFrom !== undefined) return options;
  const prompts = await context.deps.prompts();
  const choice = await prompts.choose({
    message: 'Which orders?',
    choices: [
      { value: 'channel-ref', name: 'orders with a channel reference' },
      { value: 'MSF', name: 'all orders of the marketplace programme (MSF)' },
    ],
  });
  if (choice === 'MSF') return { ...options, shipFrom: choice };
  const validate = (value: string): true | string => value.trim() !== '' || 'a value is needed';
  return { ...options, channelRef: (await prompts.text({ message: 'Channel reference', validate })).trim() };
}

const tables = (rows: readonly Fields[]): Pick<Result, 'blocks' | 'csv'> => ({
  blocks: [{ kind: 'table', columns: orderListColumns, rows, empty: 'no orders' }],
  csv: { columns: orderListCsv, rows },
});

/** The columns in csv. */
export const columns = () => orderListCsv;
