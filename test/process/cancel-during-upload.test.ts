import { expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { spawnCli } from '../support/processes/process.ts';
import { startOrderService } from '../support/services/order-service.ts';
import { errorOf, homeWith } from '../support/upload/home-with.ts';
import { manyOrders } from '../support/upload/orders-csv.ts';

it('names the upload that may still send what it did not find, one order or several', async () => {
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
  const cancel = (...queued: readonly string[]) =>
    runCli(['order', 'cancel', ...queued, '--yes', '--json'], { home, env, now: Date.now() });
  const running = `an upload \\(process ${uploading.child.pid}, orders\\.csv, since .*\\) is running, or was killed, and may still send`;
  const one = await cancel('R-1');
  expect([one.code, errorOf(one).hint]).toEqual([5, expect.stringMatching(new RegExp(`^${running}`))]);
  const several = await cancel('R-1', 'R-2');
  expect([several.code, errorOf(several).hint]).toEqual([
    9,
    expect.stringMatching(new RegExp(`^${running}`)),
  ]);
  answer();
  expect((await uploading.done).code).toBe(0);
  expect(errorOf(await cancel('R-1', 'R-2')).hint ?? '').not.toMatch('upload');
});
