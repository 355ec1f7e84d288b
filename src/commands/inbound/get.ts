import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { checkNamed } from '../../client/api/records.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Column, Result } from '../../render/result.ts';
import { type Fields, field, fieldsOf, listField } from '../../text/records.ts';
import type { getCommand } from './definition.ts';
import { deliveryBlocks } from './view.ts';

type InboundGetOptions = OptionsOf<typeof getCommand>;

const csvColumns: readonly Column<Fields>[] = ['itm_number', 'SKU', 'barcode', 'Quantity'].map((name) => ({
  header: name,
  value: (row) => field(row, name),
}));

/** One delivery of the legacy inbound flow, by its number (the `PO_REFERENCE` given when it was created). */
export async function run(context: CommandContext, options: InboundGetOptions): Promise<Result> {
  const api = await openApi(context);
  try {
    const answer = await api.call('getInbound', { params: { deliveryNumber: options.deliveryNumber } });
    checkNamed(answer.data, 'delivery', options.deliveryNumber, context.warn);
    const delivery = fieldsOf(answer.data);
    const lines = listField(delivery, 'items', 'lines');
    return { data: answer.data, blocks: deliveryBlocks(delivery), csv: { columns: csvColumns, rows: lines } };
  } finally {
    await api.close();
  }
}

/** The columns in csv. */
export const columns = () => csvColumns;
