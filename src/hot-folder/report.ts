import type { CommandContext } from '../cli/settings.ts';
import { errorJson } from '../render/error.ts';
import { jsonDocument } from '../render/json.ts';
import { openOut } from '../storage/output-file.ts';
import type { Ending, Taken } from './taken.ts';

/** Writes the report about a failed file. Throws a `CfiError`, or the file system's error. */
export async function writeReport(
  { deps }: CommandContext,
  path: string,
  taken: Taken,
  { data, errors }: Pick<Ending, 'data' | 'errors'>,
): Promise<void> {
  const said = errors.map((error) => (JSON.parse(errorJson(error)) as { error: unknown }).error);
  const report = await openOut(path, deps.cwd);
  try {
    for await (const piece of jsonDocument({ ...data, ...taken, errors: said }, undefined, false))
      await report.write(piece);
    await report.keep();
  } catch (error) {
    await report.drop();
    throw error;
  }
}
