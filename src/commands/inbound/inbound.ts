import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { checkNamed } from '../../client/api/records.ts';
import { openApi } from '../../client/auth/session.ts';
import { templateOf } from '../../payload/templates.ts';
import type { Column, Result } from '../../render/result.ts';
import { type Fields, field, fieldsOf, listField } from '../../text/records.ts';
import { uploadColumns } from '../../upload/output/dry-run.ts';
import { inboundDeliveries } from '../../upload/run/kinds/document-kinds.ts';
import { upload } from '../../upload/upload.ts';
import type { createCommand, getCommand, templateCommand } from './definition.ts';
import { deliveryBlocks } from './view.ts';

type InboundCreateOptions = OptionsOf<typeof createCommand>;

/** Registers deliveries from a file, each exactly once. */
export const create = {
  columns: ({ dryRun }: Partial<InboundCreateOptions>) => uploadColumns('inbound', dryRun),
  run: (context: CommandContext, { file, ...flags }: InboundCreateOptions): Promise<Result> =>
    upload(context, inboundDeliveries, file === undefined ? [] : [file], { concurrency: 4, ...flags }),
};

const deliveryCsv: readonly Column<Fields>[] = ['itm_number', 'SKU', 'barcode', 'Quantity'].map((name) => ({
  header: name,
  value: (row) => field(row, name),
}));

/** One delivery of the legacy inbound flow, by its number (the `PO_REFERENCE` given when it was created). */
export const get = {
  columns: () => deliveryCsv,
  async run(context: CommandContext, options: OptionsOf<typeof getCommand>): Promise<Result> {
    const api = await openApi(context);
    try {
      const answer = await api.call('getInbound', { params: { deliveryNumber: options.deliveryNumber } });
      checkNamed(answer.data, 'delivery', options.deliveryNumber, context.warn);
      const delivery = fieldsOf(answer.data);
      const lines = listField(delivery, 'items', 'lines');
      return {
        data: answer.data,
        blocks: deliveryBlocks(delivery),
        csv: { columns: deliveryCsv, rows: lines },
      };
    } finally {
      await api.close();
    }
  },
};

/** A template: a delivery with two lines. */
export async function template(
  _context: CommandContext,
  options: OptionsOf<typeof templateCommand>,
): Promise<Result> {
  const bare = templateOf('inbound', options.format ?? 'csv');
  return { data: bare, blocks: [], bare };
}
