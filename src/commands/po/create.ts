import type { Context } from '../../cli/settings.ts';
import type { Result } from '../../render/result.ts';
import type { UploadFlags } from '../../upload/flags.ts';
import { purchaseOrders } from '../../upload/run/document-kinds.ts';
import { upload } from '../../upload/upload.ts';

export interface PoCreateOptions extends UploadFlags {
  readonly file?: string;
  /** Reference of the confirmed slot. */
  readonly slot?: string;
}

/** Creates purchase orders from a file, each exactly once. One request at a time, for they share slots. */
export const run = (context: Context, { file, slot, ...flags }: PoCreateOptions): Promise<Result> =>
  upload(
    context,
    purchaseOrders,
    file === undefined ? [] : [file],
    { concurrency: 1, ...flags },
    (options) =>
      slot === undefined ? options : { ...options, set: [...options.set, ['slotReference', slot]] },
  );
