import type { Context } from '../../cli/settings.ts';
import { templateOf } from '../../payload/templates.ts';
import type { Result } from '../../render/result.ts';

export interface InboundTemplateOptions {
  readonly format?: 'csv' | 'json';
}

/** A file to start from: a delivery of two lines. */
export async function run(_context: Context, options: InboundTemplateOptions): Promise<Result> {
  const bare = templateOf('inbound', options.format ?? 'csv');
  return { data: bare, blocks: [], bare };
}
