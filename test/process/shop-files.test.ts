import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { references, reported, shippedOrders, tell } from '../support/upload/shop-files.ts';

it('writes each order again if the ledger could not note that the file is there', async () => {
  const orders = await shippedOrders();
  const change = (sql: string): void => {
    const db = openDatabase(join(orders.home, 'ledger.sqlite'));
    db.script(sql);
    db.close();
  };
  change(
    `CREATE TRIGGER stop BEFORE INSERT ON written_for_shops WHEN NEW.reference = '#99' BEGIN SELECT RAISE(ABORT, 'no'); END`,
  );
  expect((await orders.cfi(...tell(orders.home))).code).not.toBe(0);
  expect(reported(orders.home)).toEqual(references);
  change('DROP TRIGGER stop');
  expect((await orders.cfi(...tell(orders.home))).stderr).toContain('151 orders written');
  expect(reported(orders.home)).toEqual(references);
});
