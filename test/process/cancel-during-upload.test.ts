import { expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { spawnCli } from '../support/processes/process.ts';
import { startOrderService } from '../support/services/order-service.ts';
import { errorOf, homeWith } from '../support/upload/home-with.ts';
import { manyOrders } from '../support/upload/orders-csv.ts';

it.each([
  ['one order', 1],
  ['several orders', 2],
])(
  'names the upload that may still send what it did not find: %s',
  async (_, count) => {
    let answer = (): void => {};
    let arrived = (): void => {};
    const first = new Promise<void>((done) => {
      arrived = done;
    });
    const { env, posted, stored } = await startOrderService(({ url }, response, accept) => {
      if (url !== '/v1/outbound' || posted().length > 1) return false;
      accept();
      answer = () =>
        void response.writeHead(201).end(JSON.stringify({ success: true, data: [...stored.values()][0] }));
      arrived();
      return true;
    });
    const home = homeWith('orders.csv', manyOrders(3));
    const uploading = spawnCli(['order', 'create', 'orders.csv', '--concurrency', '1'], { home, env });
    await first;
    const queued = ['R-1', 'R-2'].slice(0, count);
    const cancel = () =>
      runCli(['order', 'cancel', ...queued, '--yes', '--json'], { home, env, now: Date.now() });
    const during = await cancel();
    expect(during.code).toBe(count === 1 ? 5 : 9);
    expect(errorOf(during).hint).toMatch(
      new RegExp(
        `^an upload \\(process ${uploading.child.pid}, orders\\.csv, since .*\\) is running, or was killed, and may still send`,
      ),
    );
    answer();
    expect((await uploading.done).code).toBe(0);
    expect(errorOf(await cancel()).hint ?? '').not.toMatch('upload');
  },
  60_000,
);
