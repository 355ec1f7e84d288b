import type { Context } from '../../cli/settings.ts';
import type { Result } from '../../render/result.ts';
import type { UploadFlags } from '../../upload/flags.ts';
import { orders } from '../../upload/run/document-kinds.ts';
import { upload } from '../../upload/upload.ts';

export interface OrderCreateOptions extends UploadFlags {
  readonly files: readonly string[];
}

/** Uploads orders from files, each exactly once. */
export const run = (context: Context, options: OrderCreateOptions): Promise<Result> =>
  upload(context, orders, options.files ?? [], options);
