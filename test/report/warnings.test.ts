import { expect, it } from 'vitest';
import { stated } from '../../src/errors.ts';
import { warningNotices } from '../../src/report/notices.ts';
import { openTemporary } from '../../src/storage/sqlite/database.ts';
import { warningLog } from '../../src/upload/read-into-spool.ts';

const warning = (line: number) => ({ file: 'a.csv', line, found: 'é"\n'.repeat(20), message: 'is odd' });

it('keeps warnings on disk and returns them in order', () => {
  const db = openTemporary('');
  const warnings = warningLog(db);
  expect([...warnings]).toEqual([]);
  for (let line = 1; line <= 3000; line++) warnings.add(warning(line));
  for (let round = 0; round < 2; round++) {
    const pieces = [...warnings];
    expect(JSON.parse(`[${pieces.join(',')}]`)).toEqual(
      Array.from({ length: 3000 }, (_, index) => warning(index + 1)),
    );
  }
  db.close();
});

it('puts those that differ only in what was found on one line, on a terminal', () => {
  const warnings = [2, 3, 5].map((line) => ({
    ...warning(line),
    found: `0${line}-Mar`,
    message: 'looks like a date',
  }));
  const summary = { warnings, warningCount: 3 };
  expect(warningNotices(summary, true)).toEqual([
    'warning: a.csv, rows 2, 3 and 5: looks like a date (found "02-Mar"), and others like it',
  ]);
  expect(warningNotices(summary, false)).toHaveLength(3);
});

it('shows what was found, unless the message says it or does not need it', () => {
  const place = { reference: 'R-1', file: 'a.csv', line: 3 };
  const warnings = [
    { ...place, message: 'SKU looks like a date', found: '01-Mar' },
    { ...place, message: '1 000 has a space', found: '1 000' },
    { ...place, message: 'this row is the same as line 2', found: 'AC-TENT-2', [stated]: ['found' as const] },
    { ...place, message: 'something is missing', found: '' },
  ];
  expect(warningNotices({ warnings, warningCount: 4 }, false)).toEqual([
    'warning: a.csv:3: R-1: SKU looks like a date (found "01-Mar")',
    'warning: a.csv:3: R-1: 1 000 has a space',
    'warning: a.csv:3: R-1: this row is the same as line 2',
    'warning: a.csv:3: R-1: something is missing',
  ]);
});
