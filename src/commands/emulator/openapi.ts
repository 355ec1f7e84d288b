import type { Context } from '../../cli/settings.ts';
import { openApiDocument } from '../../emulator/openapi/document.ts';
import type { Result } from '../../render/result.ts';

/** The OpenAPI document of the service, as it is in every format. */
export async function run(_: Context): Promise<Result> {
  const document = openApiDocument(CFI_VERSION);
  return { data: document, blocks: [], bare: `${JSON.stringify(document, null, 2)}\n` };
}
