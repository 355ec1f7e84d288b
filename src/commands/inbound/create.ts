import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import type { Result } from '../../render/result.ts';
import { uploadColumns } from '../../upload/output/upload-columns.ts';
import { inboundDeliveries } from '../../upload/run/kinds/document-kinds.ts';
import { upload } from '../../upload/upload.ts';
import type { createCommand } from './definition.ts';

type InboundCreateOptions = OptionsOf<typeof createCommand>;

/** Registers deliveries from a file, each exactly once. */
export const run = (context: CommandContext, { file, ...flags }: InboundCreateOptions): Promise<Result> =>
  upload(context, inboundDeliveries, file === undefined ? [] : [file], { concurrency: 4, ...flags });

/** The columns in csv. */
export const columns = ({ dryRun }: Partial<InboundCreateOptions>) => uploadColumns('inbound', dryRun);
