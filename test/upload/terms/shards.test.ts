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
    if (request.method === 'POST' && ++posts === 20) kill();
    return false;
  });
  const args = ['order', 'create', 'orders.csv', '--shard', 'auto/4', '--json'];
  const place = (index: number) => ({
    home: homeWith('orders.csv', manyOrders(80)),
    env: { ...service.env, JOB_COMPLETION_INDEX: String(index) },
  });
  const tasks = [0, 1, 2, 3].map((index) => spawnCli(args, place(index)));
  kill = () => void tasks[2]?.child.kill('SIGKILL');
  const [first, second, killed, last] = await Promise.all(tasks.map(({ done }) => done));
  const again = await runCli(args, { ...place(2), now: Date.now() });
  const ended = [first, second, ...(killed?.code === 0 ? [] : [again]), last];
  expect(ended.map((each) => each?.code)).toEqual([0, 0, 0, 0]);
  const counted = (name: string): number =>
    [first, second, again, last].reduce((sum, each) => sum + Number(dataOf(each ?? { stdout: '' })[name]), 0);
  expect(service.stored.size).toBe(80);
  expect(counted('total')).toBe(80);
  expect(counted('created') + counted('existing')).toBe(80);
}, 60_000);
