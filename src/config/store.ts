import { mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileError } from '../storage/file-errors.ts';
import { withLock } from '../storage/process-lock.ts';
import { type Config, type ReadConfigOptions, readConfig } from './file.ts';

/** The path of an existing or future file: a link to it stays a link. */
function placeOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/**
 * Changes what is saved: reads it again under a lock, so that two processes do not undo each other's changes, and
 * writes the file whole or not at all, readable only by its owner. The library writes it in a new folder that only we
 * can enter, because its temporary names could be guessed.
 */
export async function updateConfig<T>(
  file: string,
  reading: ReadConfigOptions,
  change: (config: Config) => T,
): Promise<T> {
  return withLock(file, async () => {
    const config = readConfig(file, reading);
    const result = change(config);
    const { default: Conf } = await import('conf');
    let draft: string | undefined;
    try {
      const place = placeOf(file);
      draft = mkdtempSync(join(dirname(place), '.config-'));
      const conf = new Conf<Record<string, unknown>>({
        cwd: draft,
        configName: basename(file, '.json'),
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
      });
      conf.store = { ...config };
      renameSync(conf.path, place);
    } catch (error) {
      throw fileError('write', file, error);
    } finally {
      if (draft !== undefined) rmSync(draft, { recursive: true, force: true });
    }
    return result;
  });
}
