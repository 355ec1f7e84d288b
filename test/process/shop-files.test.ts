import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { makeHome, runCli } from '../support/cli.ts';
import { spawnPausing } from '../support/processes/paused.ts';
import { shipped, type TrackedOrders, trackedOrders } from '../support/upload/tracked-orders.ts';

/** One more than Advanced Shipment Tracking takes in a file. */
const references = Array.from({ length: 151 }, (_, at) => `#${at + 1}`);
const names = ['w.csv', 'w-2.csv'];

const tell = (home: string): string[] => [
  ...['order', 'track', '--since', '2026-08-31', '--for', 'woocommerce', '--out', join(home, 'w.csv')],
];

/** The orders in the files that are there. */
const reported = (home: string): string[] =>
  names
    .map((name) => join(home, name))
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(1, -1))
    .map((row) => `#${row.split(',', 1)[0]}`);

async function shippedOrders(): Promise<TrackedOrders> {
  const orders = await trackedOrders();
  await orders.upload(...references);
  for (const reference of references) orders.records.set(reference, shipped);
  return orders;
}

it('writes each order again after a kill at any moment of writing the files', async () => {
  const { home: uploaded, service } = await shippedOrders();
  const { env } = service;
  for (let nth = 1; ; nth++) {
    const home = makeHome();
    cpSync(uploaded, home, { recursive: true });
    const moment = { call: 'open|rename', path: `^${home}/\\.?w(?:-2)?\\.csv`, nth };
    const telling = spawnPausing(tell(home), moment, { home, env });
    const isReached = await telling.reached.then(
      () => true,
      () => false,
    );
    telling.child.kill('SIGKILL');
    const { code } = await telling.done;
    if (!isReached) {
      // Two files were opened and moved into place.
      expect([code, nth]).toEqual([0, 5]);
      return;
    }
    expect((await runCli(tell(home), { home, env })).code).toBe(0);
    expect(reported(home)).toEqual(references);
    expect((await runCli(tell(home), { home, env })).stderr).toContain('nothing new');
  }
}, 120_000);

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
