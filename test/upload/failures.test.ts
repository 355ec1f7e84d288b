import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { openFailures } from '../../src/upload/failures.ts';

const problem = (line: number, field: string, message: string) => ({
  file: 'orders.csv',
  line,
  field,
  message,
});

describe('failures by line', () => {
  it('lists every error in a row, in the order found', () => {
    const db = openDatabase(':memory:');
    const failures = openFailures(db, ['orders.csv']);
    failures.problem(problem(2, 'Qty', 'Qty is required'));
    failures.problem(problem(2, 'PricePerUnit', 'PricePerUnit must be at least 0.01'));
    failures.problem(problem(3, 'Town', 'Town is required'));
    expect(failures.at(0, 2)).toMatchObject({
      code: 'invalid',
      field: 'Qty, PricePerUnit',
      error: 'Qty is required; PricePerUnit must be at least 0.01',
    });
    expect(failures.at(0, 3)).toMatchObject({ code: 'invalid', field: 'Town', error: 'Town is required' });
    expect(failures.at(0, 4)).toBeUndefined();
    db.close();
  });

  it('lists as many of thousands in one row as anybody reads', () => {
    const db = openDatabase(':memory:');
    const failures = openFailures(db, ['orders.csv']);
    for (let at = 0; at < 20_000; at++)
      failures.problem(problem(1, `OrderItems[${at}].SKU`, `OrderItems[${at}].SKU is required`));
    const { error = '', field = '' } = failures.at(0, 1) ?? {};
    expect(error).toMatch(/^OrderItems\[0\]\.SKU is required; OrderItems\[1\]\.SKU.{9000,11000}; …$/);
    expect(field).toMatch(/^OrderItems\[0\]\.SKU, OrderItems\[1\]\.SKU.{9000,11000}, …$/);
    db.close();
  });
});
