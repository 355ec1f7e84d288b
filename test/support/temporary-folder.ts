import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives a whole run of the tests one folder for everything temporary. */
export function setup(): void {
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'cfi-tests-'));
  // Tests that run the program as another user have to get through.
  chmodSync(process.env.TMPDIR, 0o711);
}

/** Takes the folder away when the tests are over. */
export function teardown(): void {
  rmSync(process.env.TMPDIR ?? '', { recursive: true, force: true });
}
