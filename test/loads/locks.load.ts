import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { takeLock } from '../../src/storage/sqlite/lock.ts';
import { makeHome } from '../support/cli.ts';
import { spawnPausing } from '../support/processes/paused.ts';
import { startOrderService } from '../support/services/order-service.ts';
import { homeWith } from '../support/upload/home-with.ts';
import { lockIn } from '../support/upload/lock-in.ts';
import { manyOrders } from '../support/upload/orders-csv.ts';

const clock = { monotonicNow: () => 0, sleep: async () => {} };

it('a folder is locked even if its last holder ends at the same moment', async () => {
  const folder = makeHome();
  const lock = () =>
    takeLock(join(folder, '.cfi-drop.lock'), { ms: 0, pollMs: 1, clock }, { removed: { warn: () => {} } });
  const others: string[] = [];
  const { env, posted } = await startOrderService(({ url }, response, accept) => {
    if (url !== '/v1/outbound') return false;
    accept();
    void lock().then((taken) => {
      others.push(taken === undefined ? 'locked' : 'taken');
      taken?.release();
      response.destroy();
    });
    return true;
  });
  writeFileSync(join(folder, 'orders.csv'), manyOrders(1));
  const last = await lock();
  const looking = { call: 'lstatSync', path: 'cfi-drop.lock$' };
  const args = ['order', 'drop', folder, '--settle', '1ms', '--json'];
  const dropping = spawnPausing(args, looking, { env });
  await dropping.reached;
  last?.release();
  dropping.go();
  const { code, stderr } = await dropping.done;
  expect(code, stderr).toBe(0);
  expect(others).toEqual(['locked']);
  expect(posted()).toHaveLength(1);
}, 60_000);

it('a damaged lock file is repaired by one process at a time, and never taken from the other', async () => {
  const { env, posted } = await startOrderService();
  const home = homeWith('orders.csv', manyOrders(1));
  mkdirSync(join(home, 'locks'));
  const account = `${env.CFI_BASE_URL} ${env.CFI_CLIENT_ID}`;
  const lock = () => lockIn(home, account, 0, clock);
  (await lock()).release();
  const [file = ''] = readdirSync(join(home, 'locks'));
  writeFileSync(join(home, 'locks', file), 'no database at all');
  // The first call creates the file if it is missing.
  const repairing = { call: 'openSync', path: 'locks.[0-9a-f]{24}\\.sqlite$', nth: 2 };
  const uploading = spawnPausing(['order', 'create', 'orders.csv'], repairing, { home, env });
  await uploading.reached;
  const taken = await lock();
  uploading.go();
  expect(await uploading.done).toMatchObject({ code: 11 });
  expect(posted()).toEqual([]);
  taken.release();
}, 60_000);
