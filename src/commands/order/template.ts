import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { templateOf } from '../../payload/templates.ts';
import type { Result } from '../../render/result.ts';
import type { templateCommand } from './definition.ts';

type OrderTemplateOptions = OptionsOf<typeof templateCommand>;

/** A template: one order with two lines, in the service's columns or those of a shop. */
export async function run(_context: CommandContext, options: OrderTemplateOptions): Promise<Result> {
  const bare = templateOf('order', options.format ?? 'csv', options.preset);
  return { data: bare, blocks: [], bare };
}
