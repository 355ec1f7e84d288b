import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasUnfinished } from '../../src/storage/sqlite/journals.ts';
import { tryLock } from '../../src/storage/sqlite/lock.ts';
import {
  callsIn,
  compileFaultLibrary,
  faultEnvironment,
  whyNoFaults,
} from '../support/faults/fault-library.ts';
import { killableProgram } from '../support/processes/killable.ts';

const base = mkdtempSync(join(tmpdir(), 'cfi-hot-journal-'));
const name = 'numbers.sqlite';
const whole = '12 rows, 0 changed, ok';

let program: Awaited<ReturnType<typeof killableProgram>>;
beforeAll(async () => {
  program = await killableProgram('test/support/processes/unfinished-process.ts');
});
afterAll(() => program.remove());

const run = (what: string, folder: string, env: NodeJS.ProcessEnv = {}): string =>
  spawnSync(process.execPath, [program.outfile, what, join(folder, name)], { encoding: 'utf8', env }).stdout;

/** A folder with a database whose process was killed inside a transaction. */
function killed(): string {
  const folder = mkdtempSync(join(base, 'killed-'));
  run('write', folder);
  return folder;
}

const copyOf = (folder: string): string => {
  const copy = mkdtempSync(join(base, 'copy-'));
  cpSync(folder, copy, { recursive: true });
  return copy;
};

describe('a transaction that was cut off', () => {
  it('is rolled back by the next process, which leaves nothing else behind', () => {
    const folder = killed();
    expect(hasUnfinished(join(folder, name))).toBe(true);
    expect(run('read', folder)).toBe(whole);
    expect(hasUnfinished(join(folder, name))).toBe(false);
    expect(readdirSync(folder).filter((each) => !each.startsWith(name))).toEqual(['locks']);
  });

  it('is left to SQLite while another process has the database open', () => {
    const folder = killed();
    const inode = () => statSync(join(folder, name)).ino;
    const before = inode();
    mkdirSync(join(folder, 'locks'));
    const lock = tryLock(join(folder, 'locks', `${name}.users`), { mode: 'shared' });
    expect([run('read', folder), inode()]).toEqual([whole, before]);
    lock?.release();
  });

  it.skipIf(whyNoFaults() !== undefined)(
    'is rolled back whole, or the database is refused, whichever read of it fails',
    { timeout: 120_000 },
    () => {
      const library = compileFaultLibrary(base);
      const before = killed();
      const log = join(base, 'log');
      const faulted = (at: string) => {
        const folder = copyOf(before);
        return {
          folder,
          found: run('read', folder, faultEnvironment(library, folder, log, at === '' ? [] : [at])),
        };
      };
      expect(faulted('').found).toBe(whole);
      const reads = callsIn(log).filter(
        ({ name: call, path }) => call.startsWith('pread') && path.endsWith('-journal'),
      );
      expect(reads.length).toBeGreaterThan(10);
      // A page takes three reads, so every twenty-sixth read is of each kind.
      const tried = reads.filter((_, index) => index % 26 === 0);
      const wrong = tried.flatMap(({ at, path }) => {
        const { folder, found } = faulted(`EIO:${at}`);
        if (found === whole) return [];
        const later = run('read', folder);
        return /^EIO$|^SQLITE_/.test(found) && later === whole ? [] : [{ at, path, found, later }];
      });
      expect(wrong).toEqual([]);
    },
  );
});
