import { readdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createdOrders } from '../../../src/upload/known-orders.ts';
import { ledgerFile } from '../../../src/upload/ledger/ledger-file.ts';
import { withLedger } from '../../../src/upload/ledger/open-ledger.ts';
import { makeHome } from '../../support/cli.ts';
import { placeOf } from '../../support/upload/opened-ledger.ts';
import { valuesOf } from '../../support/upload/values-of.ts';

const account = { address: 'https://service.test/v1', client: 'acme' };

it('of two readings that found the same damage, the second keeps the ledger that the first has put in its place', async () => {
  const home = makeHome();
  writeFileSync(ledgerFile(home), 'this was a ledger once, '.repeat(200));
  const said: string[] = [];
  const place = placeOf(home, said);
  const readings = [createdOrders(place, account), createdOrders(place, account)];
  for (const reading of readings) expect(reading.has('R-1')).toBe(false);
  readings[0]?.close();
  await withLedger(place, (db) => {
    db.script("INSERT INTO services VALUES (1, 'a', 'recorded')");
    db.close();
  });
  readings[1]?.close();
  const clients = await withLedger(place, (db) => {
    const found = valuesOf(db, 'SELECT client FROM services');
    db.close();
    return found;
  });
  expect(clients).toEqual([['recorded']]);
  expect(said).toHaveLength(1);
  expect(readdirSync(home).filter((name) => /damaged-[\dTZ-]+$/.test(name))).toHaveLength(1);
});
