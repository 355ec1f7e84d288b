import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives a whole run of the tests one folder for everything temporary. */
export function setup(): void {
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'cfi-tests-'));
}

/** Takes the folder away when the tests are over. */
export function teardown(): void {
  rmSync(process.env.TMPDIR ?? '', { recursive: true, force: true });
}
