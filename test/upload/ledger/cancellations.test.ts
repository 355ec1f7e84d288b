import { describe, expect, it } from 'vitest';
import { recordCancellations, recordFoundCancelled } from '../../../src/upload/ledger/cancellations.ts';
import { openStates } from '../../../src/upload/ledger/order-states.ts';
import { ledgerWith } from '../../support/upload/opened-ledger.ts';
import { valuesOf } from '../../support/upload/values-of.ts';

describe('the record of a cancellation', () => {
  const stateAfter = (state: string, uploadedIn: number, later: string) => {
    const db = ledgerWith(['R', 'unknown', uploadedIn], ['R', state, 3, 'cancel']);
    recordCancellations(db, { service: 1, run: 7 }, [
      { reference: 'R', outcome: later, status: null, error: null },
    ]);
    const rows = (table: string, where: string) =>
      valuesOf(db, `SELECT state, run FROM ${table} WHERE ${where} AND reference = 'R' ORDER BY run`);
    return {
      current: rows('documents', "service = 1 AND kind = 'cancel'").flat(),
      past: rows('past', 'true').flat(),
    };
  };

  it.each([
    ['cancelled', 'rejected'],
    ['cancelled', 'failed'],
    ['cancelled', 'conflict'],
    ['cancelled', 'unknown'],
    ['existing', 'unknown'],
    ['unknown', 'rejected'],
  ])('that is %s stays if a later one is %s, which belongs to its run only', (state, later) => {
    expect(stateAfter(state, 2, later)).toEqual({ current: [state, 3], past: [later, 7] });
  });

  it.each([
    ['rejected', 2, 'unknown'],
    ['rejected', 2, 'failed'],
    ['unknown', 2, 'unknown'],
    ['unknown', 2, 'cancelled'],
    ['cancelled', 2, 'existing'],
    ['cancelled', 5, 'unknown'],
    ['cancelled', 5, 'rejected'],
  ])(
    'that is %s, of an order uploaded in run %i, gives way to one that is %s',
    (state, uploadedIn, later) => {
      expect(stateAfter(state, uploadedIn, later)).toEqual({ current: [later, 7], past: [state, 3] });
    },
  );

  it.each([
    ['rejected', 'found-cancelled'],
    ['failed', 'found-cancelled'],
    ['cancelled', 'cancelled'],
    ['existing', 'existing'],
  ])('that is %s during an upload that then finds the order cancelled is %s', (state, expected) => {
    const db = ledgerWith(['R', 'created', 2], ['R', state, 5, 'cancel']);
    recordFoundCancelled(db, { service: 1, run: 4 }, ['R']);
    const current = valuesOf(db, "SELECT state FROM documents WHERE service = 1 AND kind = 'cancel'")[0];
    expect(current).toEqual([expected]);
    const [order] = openStates(db, { address: 'a', client: 'acme' })(['R']);
    expect(order?.[1].atWarehouse).toBe('no');
  });
});
