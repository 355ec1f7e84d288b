import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { memberRow } from '../../render/json.ts';
import type { Result } from '../../render/result.ts';
import { writeOut } from '../../storage/output-file.ts';
import { withControl } from './control.ts';
import type { exportCommand } from './definition.ts';

/** Writes the whole state to a file, whole or not at all; `-` is standard output. */
export async function run(
  context: CommandContext,
  { file }: OptionsOf<typeof exportCommand>,
): Promise<Result> {
  const { deps } = context;
  const state = await withControl(context, (control) => control.call('GET', '/state'));
  const text = `${JSON.stringify(state)}\n`;
  if (file === '-') return { data: state, blocks: [], bare: text };
  await writeOut(file, deps.cwd, text);
  const data = { file };
  return { data, csv: memberRow(data), blocks: [{ kind: 'text', text: `state written to ${file}` }] };
}
