import type { OptionsOf } from '../../cli/command.ts';
import type { Context } from '../../cli/settings.ts';
import { templateOf } from '../../payload/templates.ts';
import type { Result } from '../../render/result.ts';
import type { templateCommand } from './definition.ts';

type PoTemplateOptions = OptionsOf<typeof templateCommand>;

/** A file to start from: a purchase order of two lines. */
export async function run(_context: Context, options: PoTemplateOptions): Promise<Result> {
  const bare = templateOf('purchase-order', options.format ?? 'csv');
  return { data: bare, blocks: [], bare };
}
