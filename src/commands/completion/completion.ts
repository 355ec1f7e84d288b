import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import type { Result } from '../../render/result.ts';
import type { completionDefinition } from './definition.ts';
import { completionScript } from './scripts.ts';

/** Prints the completion script of a shell. */
export function run(_: CommandContext, { shell }: OptionsOf<typeof completionDefinition>): Promise<Result> {
  const script = completionScript(shell);
  return Promise.resolve({ data: { shell, script }, blocks: [], bare: script });
}
