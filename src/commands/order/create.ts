import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import type { Result } from '../../render/result.ts';
import { uploadColumns } from '../../upload/output/upload-columns.ts';
import { orders } from '../../upload/run/kinds/document-kinds.ts';
import { upload } from '../../upload/upload.ts';
import type { createCommand } from './upload-definitions.ts';

type OrderCreateOptions = OptionsOf<typeof createCommand>;

/** Uploads orders from files, each exactly once. */
export const run = (context: CommandContext, options: OrderCreateOptions): Promise<Result> =>
  upload(context, orders, options.files ?? [], options);

/** The columns in csv. */
export const columns = ({ dryRun }: Partial<OrderCreateOptions>) => uploadColumns('order', dryRun);
