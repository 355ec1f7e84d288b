import { existsSync } from 'node:fs';
import type { CommandContext } from '../../cli/settings.ts';
import { stateFile } from '../../emulator/store/state-file.ts';
import type { Result } from '../../render/result.ts';
import { stateFolder, withControl } from './control.ts';

/**
 * The document of the served emulator or of the state folder, with examples dated by its clock. Without either, the
 * examples are dated by this machine's clock.
 */
async function documentFor(context: CommandContext): Promise<unknown> {
  const { baseUrl, emulator } = context.settings;
  const served = baseUrl !== undefined && !emulator;
  if (served || existsSync(stateFile(stateFolder(context)))) {
    return withControl(context, (control) => control.call('GET', '/openapi.json'));
  }
  const { documentedService } = await import('../../emulator/emulator.ts');
  return documentedService(CFI_VERSION, context.deps.now());
}

/** Prints the OpenAPI document of the service, the same in every output format. */
export async function run(context: CommandContext): Promise<Result> {
  const document = await documentFor(context);
  return { data: document, blocks: [], bare: `${JSON.stringify(document, null, 2)}\n` };
}
