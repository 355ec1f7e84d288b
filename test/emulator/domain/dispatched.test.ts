import { expect, it } from 'vitest';
import { makeMemoryState } from '../../../src/emulator/store/state-file.ts';
import { addMovements, dispatchedBy } from '../../../src/emulator/store/stock.ts';

const at = (time: string): number => Date.parse(time);

it('a snapshot shows what was dispatched up to its very time, in any year', () => {
  const db = makeMemoryState(() => {});
  const dispatch = (time: string, quantity: number): void =>
    addMovements(db, [{ product: 1, warehouse: 2, quantity: -quantity, at: at(time), cause: 'dispatch' }]);
  for (const year of ['0900', '1969', '2026']) {
    dispatch(`${year}-03-01T02:00:00Z`, 1);
    dispatch(`${year}-03-01T02:00:00.001Z`, 10);
    dispatch(`${year}-03-02T01:59:59.999Z`, 100);
  }
  const shown = (time: string): number => dispatchedBy(db, 1, at(time)).get(2) ?? 0;
  expect(
    ['0900-02-28', '0900-03-01', '0900-03-02', '1969-03-01', '1969-03-02', '2026-03-01', '2026-03-02'].map(
      (day) => shown(`${day}T02:00:00Z`),
    ),
  ).toEqual([0, 1, 111, 112, 222, 223, 333]);
  db.close();
});
