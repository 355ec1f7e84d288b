import { expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { spawnCli } from '../../support/processes/process.ts';
import { startOrderService } from '../../support/services/order-service.ts';
import { dataOf, homeWith } from '../../support/upload/home-with.ts';
import { manyOrders } from '../../support/upload/orders-csv.ts';

it('four tasks of a scheduler share a file; one is killed and restarted elsewhere', async () => {
  let kill = (): void => {};
  let posts = 0;
  const service = await startOrderService((request) => {
    if (request.method === 'POST' && ++posts === 4) kill();
    return false;
  });
  const args = ['order', 'create', 'orders.csv', '--shard', 'auto/4', '--json'];
  const place = (index: number) => ({
    home: homeWith('orders.csv', manyOrders(24)),
    env: { ...service.env, JOB_COMPLETION_INDEX: String(index) },
  });
  const killed = spawnCli(args, place(2));
  kill = () => void killed.child.kill('SIGKILL');
  expect((await killed.done).signal).toBe('SIGKILL');
  const run = (index: number) => runCli(args, { ...place(index), now: Date.now() });
  const ended = await Promise.all([0, 1, 2, 3].map(run));
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  const counted = (name: string): number => ended.reduce((sum, each) => sum + Number(dataOf(each)[name]), 0);
  expect(service.stored.size).toBe(24);
  expect(counted('total')).toBe(24);
  expect(counted('created') + counted('existing')).toBe(24);
});
