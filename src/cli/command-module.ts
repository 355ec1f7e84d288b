import type { Result } from '../render/result.ts';
import type { CommandSpec, OptionSpec } from './command.ts';
import type { Context } from './settings.ts';

/** A command's module: its options in, what is to be shown out. */
interface CommandModule {
  run(context: Context, options: never): Promise<Result | undefined>;
}

export type Command = CommandSpec<CommandModule>;
export type Option = OptionSpec;
