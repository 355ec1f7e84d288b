import { expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { spawnCli } from '../support/processes/process.ts';
import { startOrderService } from '../support/services/order-service.ts';
import { homeWith } from '../support/upload/home-with.ts';
import { orderWorkbook } from '../support/workbooks/orders.ts';

it('an upload of a workbook that is killed in the middle and started again sends each order once', async () => {
  const count = 40;
  const rows = Array.from({ length: count }, (_, at) => ({ ReferenceNumber: `R-${at}` }));
  let kill = (): void => {};
  let requests = 0;
  const { env, stored, posted } = await startOrderService(({ url }, response, accept) => {
    if (url !== '/v1/outbound') return false;
    requests++;
    if (requests === count / 2) kill();
    if (requests % 13 !== 0) return false;
    // The order is stored, and its answer is lost.
    accept();
    response.destroy();
    return true;
  });
  const home = homeWith('orders.xlsx', await orderWorkbook(rows));
  const line = ['order', 'create', 'orders.xlsx', '--concurrency', '4', '-o', 'json'];
  const first = spawnCli(line, { home, env });
  kill = () => first.child.kill('SIGKILL');
  expect((await first.done).signal).toBe('SIGKILL');
  kill = () => {};
  const second = await runCli(line, { home, env, now: Date.now() });
  expect(second.code).toBe(0);
  expect(stored.size).toBe(count);
  // A lost answer is looked up, and not sent again.
  expect(posted().length).toBe(count);
});
