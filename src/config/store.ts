import { basename, dirname } from 'node:path';
import { fileError } from '../storage/file-errors.ts';
import { withLock } from '../storage/process-lock.ts';
import { type Config, type ConfigReading, readConfig } from './file.ts';

/**
 * Changes what is saved: reads it anew under a lock, so that two processes do not undo each other's change, and
 * writes the file whole or not at all, readable by its owner alone.
 */
export async function updateConfig<T>(
  file: string,
  reading: ConfigReading,
  change: (config: Config) => T,
): Promise<T> {
  return withLock(file, async () => {
    const config = readConfig(file, reading);
    const result = change(config);
    const { default: Conf } = await import('conf');
    try {
      const conf = new Conf<Record<string, unknown>>({
        cwd: dirname(file),
        configName: basename(file, '.json'),
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
      });
      conf.store = { ...config };
    } catch (error) {
      throw fileError('write', file, error);
    }
    return result;
  });
}
