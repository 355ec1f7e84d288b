import { expect, it } from 'vitest';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { ledgerFile } from '../../src/upload/ledger/ledger-file.ts';
import { runCli } from '../support/cli.ts';
import { spawnCli } from '../support/processes/process.ts';
import { startOrderService } from '../support/services/order-service.ts';
import { dataOf, homeWith } from '../support/upload/home-with.ts';

const header =
  'Name,Financial Status,Fulfillment Status,Cancelled at,Currency,Created at,Lineitem name,Lineitem sku,' +
  'Lineitem quantity,Lineitem price,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country';
const orders = ['#1', '#2', '#3'].map(
  (name) =>
    `${name},paid,unfulfilled,,GBP,2026-09-06 10:00:00 +0100,A tent,AC-TENT-2,1,9.99,Ada,1 Street,Leeds,LS1 4AB,GB`,
);
const shopExport = `${[header, ...orders].join('\n')}\n`;

it('keeps the outcomes of an upload if another process closes the ledger during it', async () => {
  const home = homeWith('orders.csv', shopExport);
  // SQLite removes the log of a database when the last connection to it is closed.
  const openAndClose = (): void => {
    const other = openDatabase(ledgerFile(home));
    other.script('SELECT count(*) FROM runs');
    other.close();
  };
  const { env, posted } = await startOrderService(({ url }) => {
    if (url === '/v1/outbound') openAndClose();
    return false;
  });
  const how = ['--preset', 'shopify', '--warehouse', 'Northgate FC', '--dispatch-within', '36h'];
  const args = ['order', 'create', 'orders.csv', ...how, '--concurrency', '1', '--json'];
  await runCli(['order', 'track', '--changed'], { home, env });
  const ended = await spawnCli(args, { home, env }).done;
  expect(ended.code, ended.stderr).toBe(0);
  expect(dataOf(ended)).toMatchObject({ created: 3 });
  const again = await runCli(args, { home, env, now: Date.now() });
  expect(again.code, again.stderr).toBe(0);
  expect(dataOf(again)).toMatchObject({ skipped: 3 });
  expect(posted()).toHaveLength(3);
}, 60_000);
