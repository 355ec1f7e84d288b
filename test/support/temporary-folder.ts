import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives a whole test run one folder for all temporary files. */
export function setup(): void {
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'cfi-tests-'));
}

/** Removes the folder when the tests are over. */
export function teardown(): void {
  rmSync(process.env.TMPDIR ?? '', { recursive: true, force: true });
}
