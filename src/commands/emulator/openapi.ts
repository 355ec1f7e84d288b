import { existsSync } from 'node:fs';
import type { CommandContext } from '../../cli/settings.ts';
import { stateFile } from '../../emulator/store/database/state-file.ts';
import type { Result } from '../../render/result.ts';
import { stateFolder, withControl } from './control.ts';

/** The document of the emulator that is named or kept here, with examples by its clock; else by the present. */
async function documentFor(context: CommandContext): Promise<unknown> {
  const { baseUrl, emulator } = context.settings;
  const served = baseUrl !== undefined && !emulator;
  if (served || existsSync(stateFile(stateFolder(context)))) {
    return withControl(context, (control) => control.call('GET', '/openapi.json'));
  }
  const { openApiDocument } = await import('../../emulator/openapi/document.ts');
  return openApiDocument({ version: CFI_VERSION, now: context.deps.now() });
}

/** The OpenAPI document of the service, as it is in every format. */
export async function run(context: CommandContext): Promise<Result> {
  const document = await documentFor(context);
  return { data: document, blocks: [], bare: `${JSON.stringify(document, null, 2)}\n` };
}
