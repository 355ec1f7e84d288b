import type { OptionsOf } from '../../cli/command.ts';
import type { Context } from '../../cli/settings.ts';
import type { Result } from '../../render/result.ts';
import { uploadColumns } from '../../upload/output/upload-columns.ts';
import { purchaseOrders } from '../../upload/run/document-kinds.ts';
import { upload } from '../../upload/upload.ts';
import type { createCommand } from './definition.ts';

type PoCreateOptions = OptionsOf<typeof createCommand>;

/** Creates purchase orders from a file, each exactly once. One request at a time, because they share slots. */
export const run = (context: Context, { file, slot, ...flags }: PoCreateOptions): Promise<Result> =>
  upload(context, purchaseOrders, file === undefined ? [] : [file], {
    concurrency: 1,
    ...flags,
    ...(slot === undefined ? {} : { set: [...(flags.set ?? []), ['slotReference', slot]] }),
  });

/** The columns in csv. */
export const columns = ({ dryRun }: Partial<PoCreateOptions>) => uploadColumns('purchase-order', dryRun);
