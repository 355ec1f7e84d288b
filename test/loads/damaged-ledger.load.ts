import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { ledgerFile } from '../../src/upload/ledger/ledger-file.ts';
import { runCli } from '../support/cli.ts';
import { spawnPausing } from '../support/processes/paused.ts';
import { startDocumentService } from '../support/services/document-service.ts';
import { json } from '../support/services/http-server.ts';
import { startOrderService } from '../support/services/order-service.ts';
import { dataOf, homeWith } from '../support/upload/home-with.ts';
import { manyOrders } from '../support/upload/orders-csv.ts';

/** Renaming the new ledger is the last step of replacing a damaged one. */
const beforeTheLastStep = { call: 'renameSync', path: '\\.ledger\\.sqlite\\..*\\.tmp$' };

const damage = (home: string): void =>
  writeFileSync(ledgerFile(home), 'this was a ledger once, '.repeat(200));

const damagedFiles = (home: string): string[] =>
  readdirSync(home).filter((name) => /damaged-[\dTZ-]+$/.test(name));

describe('while one process replaces a damaged ledger', () => {
  it('another one that needs the ledger waits, and what it records is kept', async () => {
    const { env } = await startOrderService();
    const home = homeWith('orders.csv', manyOrders(3));
    await runCli(['order', 'track', '--changed'], { home, env });
    damage(home);
    const replacing = spawnPausing(['order', 'runs'], beforeTheLastStep, { home });
    await replacing.reached;
    const opening = { call: 'openSync', path: 'locks.ledger\\.sqlite$' };
    const args = ['order', 'create', 'orders.csv', '--json'];
    const uploading = spawnPausing(args, opening, { home, env });
    await uploading.reached.catch(() => {});
    uploading.go();
    replacing.go();
    const [{ code }, ended] = await Promise.all([replacing.done, uploading.done]);
    expect([code, ended.code], ended.stderr).toEqual([0, 0]);
    expect(dataOf(ended)).toMatchObject({ created: 3 });
    expect(dataOf(await runCli(args, { home, env }))).toMatchObject({ skipped: 3 });
    expect(damagedFiles(home)).toHaveLength(1);
  }, 60_000);

  it('a kill loses nothing: the next process looks everything up', async () => {
    const { env, posts } = await startDocumentService((_, response) =>
      json(response, 201, { success: true, data: { lw_po_number: 'LW-1', PO_REFERENCE: 'PO-7' } }),
    );
    const home = homeWith(
      'po.csv',
      'PO_REFERENCE,Warehouse_Name,SKU,barcode,Quantity\nPO-7,Northgate FC,AC-TENT-2,2000000001012,5\n',
    );
    const args = ['po', 'create', 'po.csv', '--json'];
    expect(dataOf(await runCli(args, { home, env }))).toMatchObject({ created: 1 });
    damage(home);
    const replacing = spawnPausing(['order', 'runs'], beforeTheLastStep, { home });
    await replacing.reached;
    replacing.child.kill('SIGKILL');
    await replacing.done;
    const again = await runCli(args, { home, env });
    expect(again.stderr).toContain('looked up at the service before it is sent');
    expect(dataOf(again)).toMatchObject({ created: 0 });
    expect(posts('/v1/inbound-po')).toHaveLength(1);
  }, 60_000);
});

it('a journal without its ledger is not applied to a new one', async () => {
  const { env } = await startOrderService();
  const home = homeWith('orders.csv', manyOrders(3));
  const args = ['order', 'create', 'orders.csv', '--json'];
  expect((await runCli(args, { home, env })).code).toBe(0);
  const journal = `${ledgerFile(home)}-journal`;
  // As a transaction that was cut off leaves it.
  const bytes = readFileSync(journal);
  bytes.set(Buffer.from('d9d505f920a163d7', 'hex'));
  writeFileSync(journal, bytes);
  renameSync(ledgerFile(home), join(home, 'moved-by-a-user'));
  const again = await runCli(args, { home, env });
  expect([again.code, dataOf(again)], again.stderr).toMatchObject([0, { existing: 3 }]);
  expect(again.stderr).toContain('is missing');
});

it('a ledger that a newer version has changed meanwhile is not taken for a damaged one', async () => {
  let home = '';
  const { env } = await startOrderService(({ url }) => {
    if (url !== '/v1/outbound') return false;
    const newer = openDatabase(ledgerFile(home));
    newer.script('ALTER TABLE documents RENAME TO records; PRAGMA user_version = 999');
    newer.close();
    return false;
  });
  home = homeWith('orders.csv', manyOrders(1));
  const ended = await runCli(['order', 'create', 'orders.csv'], { home, env });
  expect(ended.stderr).toContain('written by a newer version');
  expect(damagedFiles(home)).toEqual([]);
}, 60_000);
