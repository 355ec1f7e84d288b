import type { OptionsOf } from '../../../cli/command.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import type { Result } from '../../../render/result.ts';
import { withControl } from '../control.ts';
import type { addCommand } from '../control-definitions.ts';
import { parseJson, readJson } from '../files.ts';
import { recordResult } from '../view.ts';

/** Adds a fault rule, given as JSON or as a JSON file. */
export async function run(context: CommandContext, { rule }: OptionsOf<typeof addCommand>): Promise<Result> {
  const body = rule.trimStart().startsWith('{') ? parseJson('the rule', rule) : await readJson(context, rule);
  return withControl(context, async (control) => recordResult(await control.call('POST', '/faults', body)));
}
