import { readdirSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileError, fileReason } from '../storage/file-errors.ts';
import { withLock } from '../storage/sqlite/lock.ts';
import { codeOf } from '../text/records.ts';
import { type Config, type ReadConfigOptions, readConfig } from './file.ts';

/** The path of an existing or future file: a link to it stays a link. */
function placeOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** What conf adds to the name of a file that it is writing, and the folders in which version 0.2.0 wrote. */
const [unfinished, draft] = [
  /^\.tmp-\d{10}[0-9a-f]{6}$/,
  /^\.config-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
];

/** Removes the unfinished settings that killed processes left: they hold tokens, and a sign-out would miss them. */
function removeUnfinished(place: string, { warn }: ReadConfigOptions): void {
  const [folder, own] = [dirname(place), basename(place)];
  try {
    for (const name of readdirSync(folder))
      if (draft.test(name) || (name.startsWith(own) && unfinished.test(name.slice(own.length))))
        rmSync(join(folder, name), { recursive: true, force: true });
  } catch (error) {
    warn(`unfinished settings in ${folder} may hold sign-ins and cannot be removed: ${fileReason(error)}`);
  }
}

/**
 * Changes what is saved: reads it again under a lock, so that two processes do not undo each other's changes. conf writes the
 * file whole or not at all, readable only by its owner; a link to it stays a link.
 */
export async function updateConfig<T>(
  file: string,
  reading: ReadConfigOptions,
  change: (config: Config) => T,
): Promise<T> {
  return withLock(file, async () => {
    const { default: Conf } = await import('conf');
    const config = readConfig(file, reading);
    const result = change(config);
    try {
      removeUnfinished(placeOf(file), reading);
      const conf = new Conf<Record<string, unknown>>({
        cwd: dirname(file),
        configName: basename(file, '.json'),
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
      });
      conf.store = { ...config };
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      throw fileError('write', file, error);
    }
    return result;
  });
}
