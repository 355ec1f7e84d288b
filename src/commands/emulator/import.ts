import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import type { Result } from '../../render/result.ts';
import { withControl } from './control.ts';
import type { importCommand } from './definition.ts';
import { readJson } from './files.ts';
import { recordResult } from './view.ts';

/** Replaces the whole state with an exported one; `-` is standard input. */
export async function run(
  context: CommandContext,
  { file }: OptionsOf<typeof importCommand>,
): Promise<Result> {
  const state = await readJson(context, file);
  return withControl(context, async (control) => recordResult(await control.call('PUT', '/state', state)));
}
