import { readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { fileError } from '../storage/file-errors.ts';
import { withLock } from '../storage/process-lock.ts';
import { codeOf } from '../text/thrown.ts';
import { makeDraft, removeDrafts } from './drafts.ts';
import { type Config, type ReadConfigOptions, readConfig } from './file.ts';

/** The path of an existing or future file: a link to it stays a link. */
function placeOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** How often another process may change the file at the last moment. */
const mostAttempts = 10;

/** The content of the file; undefined if it cannot be read. */
function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Changes what is saved: reads it again under a lock, so that two processes do not undo each other's changes, and
 * writes the file whole or not at all, readable only by its owner. `change` is called again if the file has changed in the
 * meantime: another process takes the lock over when this one is suspended for long.
 */
export async function updateConfig<T>(
  file: string,
  reading: ReadConfigOptions,
  change: (config: Config) => T,
): Promise<T> {
  return withLock(file, async () => {
    const { default: Conf } = await import('conf');
    // Before the file is read: a suspended process that wakes up now can no longer replace it.
    removeDrafts(placeOf(file), basename(file));
    for (let attempt = 1; ; attempt++) {
      const before = contentOf(file);
      const config = readConfig(file, reading);
      const result = change(config);
      const isLast = attempt === mostAttempts;
      const isUnchanged = (): boolean => contentOf(file) === before || isLast;
      if (replaced(Conf, file, config, isUnchanged, isLast)) return result;
    }
  });
}

/**
 * Replaces the file if `isUnchanged` when the new one is complete; false if not, or if another process has taken the lock
 * over and removed the draft, unless this attempt `isLast`. The library writes it in a new folder that only we can enter,
 * because its temporary names could be guessed.
 */
function replaced(
  Conf: typeof import('conf').default,
  file: string,
  config: Config,
  isUnchanged: () => boolean,
  isLast: boolean,
): boolean {
  let draft: string | undefined;
  try {
    const place = placeOf(file);
    draft = makeDraft(place);
    const conf = new Conf<Record<string, unknown>>({
      cwd: draft,
      configName: basename(file, '.json'),
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
    });
    conf.store = { ...config };
    if (!isUnchanged()) return false;
    renameSync(conf.path, place);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && !isLast) return false;
    throw fileError('write', file, error);
  } finally {
    if (draft !== undefined) rmSync(draft, { recursive: true, force: true });
  }
}
