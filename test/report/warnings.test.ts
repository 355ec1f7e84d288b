import { expect, it } from 'vitest';
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

it('shows the first ones to people, each once, and their number', () => {
  const place = { reference: 'R-1', file: 'a.csv', line: 3 };
  const warnings = [
    { ...place, field: 'SKU', message: 'SKU looks like a date', found: '01-Mar' },
    ...[4, 5, 6].map((line) => ({ file: 'a.csv', line, message: 'something is odd', found: `${line}` })),
  ];
  const lines = [
    'warning: R-1, row 3: SKU "01-Mar" looks like a date',
    'warning: rows 4 to 6: something is odd; found "4" and others',
  ];
  expect(warningNotices({ warnings, warningCount: 4 })).toEqual(lines);
  expect(warningNotices({ warnings, warningCount: 9 })).toEqual([
    ...lines,
    'warning: 9 warnings in all; --output json shows the others',
  ]);
});
