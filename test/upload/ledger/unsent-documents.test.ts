import { expect, it } from 'vitest';
import { recordUnsent } from '../../../src/upload/ledger/intents-and-outcomes.ts';
import { memoryLedger } from '../../support/upload/opened-ledger.ts';
import { valuesOf } from '../../support/upload/values-of.ts';

it('keeps the left-out orders of the last runs, by age and by number, and every invalid one', () => {
  const db = memoryLedger();
  const kept = { orders: 5, ms: 100 };
  const record = (run: number, now: number, count: number): void => {
    const left = Array.from({ length: count }, (_, index) => ({
      reference: `R-${index}`,
      outcome: 'left-out' as const,
      error: 'cancelled',
    }));
    const invalid = { reference: 'BAD', outcome: 'invalid' as const, error: 'invalid' };
    db.run(
      "INSERT INTO runs (id, service, kind, files, pid, started_at, counts) VALUES (?, 1, 'order', '[]', 1, ?, ?)",
      [run, now, JSON.stringify({ created: 0, 'left-out': count })],
    );
    expect(recordUnsent(db, run, now, [...left, invalid], kept)).toBe(count);
  };
  const counts = (state: string) =>
    valuesOf(db, 'SELECT run, count(*) FROM past WHERE state = ? GROUP BY run ORDER BY run', state).map(
      (row) => [...row],
    );
  record(1, 0, 1);
  record(2, 50, 2);
  record(3, 60, 2);
  expect(counts('left-out')).toEqual([
    [1, 1],
    [2, 2],
    [3, 2],
  ]);
  record(4, 120, 2);
  // The first is too old, and with the second there would be six.
  expect(counts('left-out')).toEqual([
    [3, 2],
    [4, 2],
  ]);
  // An export above the limit is kept whole, alone.
  record(5, 130, 9);
  expect(counts('left-out')).toEqual([[5, 9]]);
  expect(counts('invalid')).toHaveLength(5);
  db.close();
});
