import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const enoughBytes = 2 ** 31;

/**
 * Where the temporary files go: into memory if the system has room there and lets programs be run from it, because no
 * test is about a disk that is slow, and thousands of commits would wait for it. TMPDIR chooses another place.
 */
function place(): string {
  if (process.env.TMPDIR !== undefined) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(memory);
    const isForFilesOnly = new RegExp(`^\\S+ ${memory} \\S+ \\S*\\bnoexec\\b`, 'm');
    const isFit = bavail * bsize > enoughBytes && !isForFilesOnly.test(readFileSync('/proc/mounts', 'utf8'));
    return isFit ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Gives a whole test run one folder for all temporary files. */
export function setup(): void {
  process.env.TMPDIR = mkdtempSync(join(place(), 'cfi-tests-'));
}

/** Removes the folder when the tests are over. */
export function teardown(): void {
  rmSync(process.env.TMPDIR ?? '', { recursive: true, force: true });
}
