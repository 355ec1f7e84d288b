import { existsSync } from 'node:fs';
import type { CommandContext } from '../cli/settings.ts';
import { errorJson } from '../render/error.ts';
import { jsonDocument } from '../render/json.ts';
import { openOut } from '../storage/output-file.ts';
import { moveFile } from './move-file.ts';
import type { Ending, Taken } from './taken.ts';

/**
 * Writes what went wrong beside the file's destination: the rows to correct, if any, and the report. Throws a
 * `CfiError`, or the file system's error.
 */
export async function putBeside(
  { deps }: CommandContext,
  movedTo: string,
  failures: string,
  taken: Taken,
  { data, errors }: Ending,
): Promise<void> {
  const corrected = `${movedTo}.failed${failures.endsWith('json') ? '.json' : '.csv'}`;
  if (existsSync(failures)) await moveFile(failures, corrected);
  const said = errors.map((error) => (JSON.parse(errorJson(error)) as { error: unknown }).error);
  const report = await openOut(`${movedTo}.report.json`, deps.cwd);
  try {
    for await (const piece of jsonDocument({ ...data, ...taken, errors: said }, undefined, false))
      await report.write(piece);
    await report.keep();
  } catch (error) {
    await report.drop();
    throw error;
  }
}
