import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lastAside, moveAside } from '../../src/storage/whole-file.ts';
import { makeHome } from '../support/cli.ts';
import { testNow } from '../support/time.ts';

it('renames a damaged file, and only that one', () => {
  const home = makeHome();
  const file = join(home, 'config.json');
  expect(moveAside(file, testNow, 'torn')).toBeUndefined();
  // Another process has replaced it since it was read.
  writeFileSync(file, 'whole');
  expect(moveAside(file, testNow, 'torn')).toBeUndefined();
  expect(readdirSync(home)).toEqual(['config.json']);
  const renamed = moveAside(file, testNow, 'whole');
  expect(readFileSync(renamed ?? '', 'utf8')).toBe('whole');
  expect(existsSync(file)).toBe(false);
});

it('finds the file that was renamed last', () => {
  const home = makeHome();
  const file = join(home, 'ledger.sqlite');
  expect(lastAside(file)).toBeUndefined();
  const times = [testNow, testNow + 1, testNow - 1];
  for (const time of times) {
    writeFileSync(file, String(time));
    moveAside(file, time, String(time));
  }
  writeFileSync(`${file}.damaged-2099-01-01T00-00-00-000Z-wal`, '');
  writeFileSync(`${file}.damaged-by-a-user`, '');
  expect(readFileSync(lastAside(file) ?? '', 'utf8')).toBe(String(testNow + 1));
});
