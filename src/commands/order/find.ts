import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import type { Result } from '../../render/result.ts';
import { find } from '../../tracking/find.ts';
import { trackColumns } from '../../tracking/track-result.ts';
import type { findCommand } from './definition.ts';

/** Finds orders by part of their reference, or by channel reference. */
export const run = (context: CommandContext, { text }: OptionsOf<typeof findCommand>): Promise<Result> =>
  find(context, text);

/** The columns in csv. */
export const columns = () => trackColumns;
