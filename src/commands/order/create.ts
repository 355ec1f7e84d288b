import type { ModuleOf, Run } from '../../cli/command.ts';
import { templateOf } from '../../payload/templates.ts';
import { uploadColumns } from '../../report/dry-run.ts';
import { upload } from '../../report/upload.ts';
import { orders } from '../../upload/run/kinds/orders.ts';
import type { createCommand, templateCommand } from './definition.ts';

/** Uploads orders from files, each exactly once. */
export const create: ModuleOf<typeof createCommand> = {
  columns: ({ dryRun }) => uploadColumns('order', dryRun),
  run: (context, options) => upload(context, orders, options.files, options),
};

/** A template: one order with two lines, in the service's columns or those of a shop. */
export const template: Run<typeof templateCommand> = async ({ clock }, options) => {
  const bare = templateOf('order', options.format ?? 'csv', clock.now(), options.preset);
  return { data: bare, blocks: [], bare };
};
