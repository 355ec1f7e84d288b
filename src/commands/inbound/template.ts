import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { templateOf } from '../../payload/templates.ts';
import type { Result } from '../../render/result.ts';
import type { templateCommand } from './definition.ts';

type InboundTemplateOptions = OptionsOf<typeof templateCommand>;

/** A template: a delivery with two lines. */
export async function run(_context: CommandContext, options: InboundTemplateOptions): Promise<Result> {
  const bare = templateOf('inbound', options.format ?? 'csv');
  return { data: bare, blocks: [], bare };
}
