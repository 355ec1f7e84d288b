import { existsSync } from 'node:fs';
import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { stateFile } from '../../emulator/store/state-file.ts';
import type { Result } from '../../render/result.ts';
import { stateFolder, withControl } from './control.ts';
import type { openapiCommand } from './definition.ts';

/**
 * The document of the served emulator or of the state folder, with examples dated by its clock. Without either, the
 * examples are dated by this machine's clock.
 */
async function documentFor(context: CommandContext, control: boolean): Promise<unknown> {
  const { baseUrl, emulator } = context.settings;
  const served = baseUrl !== undefined && !emulator;
  if (served || existsSync(stateFile(stateFolder(context)))) {
    const path = control ? '/control.json' : '/openapi.json';
    return withControl(context, (opened) => opened.call('GET', path));
  }
  const { documentedControl, documentedService } = await import('../../emulator/emulator.ts');
  const documented = control ? documentedControl : documentedService;
  return documented(CFI_VERSION, context.deps.now());
}

/** Prints the OpenAPI document of the service, or of the control API, the same in every output format. */
export async function run(
  context: CommandContext,
  { control }: OptionsOf<typeof openapiCommand>,
): Promise<Result> {
  const document = await documentFor(context, control === true);
  return { data: document, blocks: [], bare: `${JSON.stringify(document, null, 2)}\n` };
}
