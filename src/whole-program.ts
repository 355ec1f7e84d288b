import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { damagedInstallation } from './errors.ts';
import { inMemory, openDatabase } from './storage/sqlite/database.ts';

/**
 * Loads all parts of the built program in `folder`, and its database library; other work goes on between two parts.
 * Throws a `CfiError` if one is missing.
 */
export async function loadWholeProgram(folder: string): Promise<void> {
  const parts = join(folder, 'parts');
  const require = createRequire(join(parts, 'all'));
  try {
    for (const part of readdirSync(parts)) {
      require(`./${part}`);
      await setImmediate();
    }
    openDatabase(inMemory).close();
  } catch (error) {
    throw damagedInstallation(error);
  }
}
