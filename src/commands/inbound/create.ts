import type { Context } from '../../cli/settings.ts';
import type { Result } from '../../render/result.ts';
import type { UploadFlags } from '../../upload/flags.ts';
import { inboundDeliveries } from '../../upload/run/document-kinds.ts';
import { upload } from '../../upload/upload.ts';

export interface InboundCreateOptions extends UploadFlags {
  readonly file?: string;
}

/** Registers deliveries from a file, each exactly once. */
export const run = (context: Context, { file, ...flags }: InboundCreateOptions): Promise<Result> =>
  upload(context, inboundDeliveries, file === undefined ? [] : [file], { concurrency: 4, ...flags });
