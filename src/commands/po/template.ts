import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { openApi } from '../../client/auth/session.ts';
import { type TemplateValues, templateOf } from '../../payload/templates.ts';
import type { Result } from '../../render/result.ts';
import { numberField, textField } from '../../text/records.ts';
import { readSlot } from '../desk/read.ts';
import type { templateCommand } from './definition.ts';

type PoTemplateOptions = OptionsOf<typeof templateCommand>;

/** A template: a purchase order with two lines, and the values of `--slot` filled in. */
export async function run(
  context: CommandContext,
  { format = 'csv', slot }: PoTemplateOptions,
): Promise<Result> {
  const values = slot === undefined ? {} : await valuesOf(context, slot);
  const bare = templateOf('purchase-order', format, undefined, values);
  return { data: bare, blocks: [], bare };
}

async function valuesOf(context: CommandContext, reference: string): Promise<TemplateValues> {
  const api = await openApi(context);
  try {
    const { slot } = await readSlot(api, reference);
    return {
      PO_REFERENCE: `PO-${reference}`,
      Warehouse_Name: textField(slot, 'warehouse') ?? '',
      slotReference: reference,
      deliveryType: textField(slot, 'deliveryType') ?? '',
      loadingType: textField(slot, 'loadingType') ?? '',
      palletCount: numberField(slot, 'palletCount') ?? '',
      containerTruckNumber: textField(slot, 'containerTruckNumber') ?? '',
    };
  } finally {
    await api.close();
  }
}
