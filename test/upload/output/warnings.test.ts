import { expect, it } from 'vitest';
import { warningLog } from '../../../src/upload/output/warnings.ts';
import { openByteLog } from '../../../src/upload/spool/byte-log.ts';

const warning = (line: number) => ({ file: 'a.csv', line, found: 'é"\n'.repeat(20), message: 'is odd' });

it('keeps warnings on disk and returns them as one list, in pieces', () => {
  const log = openByteLog();
  const warnings = warningLog(() => log);
  expect([...warnings]).toEqual([]);
  for (let line = 1; line <= 3000; line++) warnings.add(warning(line));
  for (let round = 0; round < 2; round++) {
    const pieces = [...warnings].map(({ text }) => text);
    expect(pieces.length).toBeGreaterThan(1);
    expect(JSON.parse(`[${pieces.join(',')}]`)).toEqual(
      Array.from({ length: 3000 }, (_, index) => warning(index + 1)),
    );
  }
  log.close();
});
