import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { templateOf } from '../../payload/templates.ts';
import type { Result } from '../../render/result.ts';
import { uploadColumns } from '../../upload/output/dry-run.ts';
import { orders } from '../../upload/run/kinds/orders.ts';
import { upload } from '../../upload/upload.ts';
import type { createCommand, templateCommand } from './definition.ts';

type OrderCreateOptions = OptionsOf<typeof createCommand>;

/** Uploads orders from files, each exactly once. */
export const create = {
  columns: ({ dryRun }: Partial<OrderCreateOptions>) => uploadColumns('order', dryRun),
  run: (context: CommandContext, options: OrderCreateOptions): Promise<Result> =>
    upload(context, orders, options.files ?? [], options),
};

/** A template: one order with two lines, in the service's columns or those of a shop. */
export async function template(
  { clock }: CommandContext,
  options: OptionsOf<typeof templateCommand>,
): Promise<Result> {
  const bare = templateOf('order', options.format ?? 'csv', clock.now(), options.preset);
  return { data: bare, blocks: [], bare };
}
