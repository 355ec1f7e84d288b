import { describe, expect, it } from 'vitest';
import { runPty, spawnCli } from '../support/processes/process.ts';
import { json } from '../support/services/http-server.ts';
import { startOrderService } from '../support/services/order-service.ts';
import { homeWith } from '../support/upload/home-with.ts';
import { manyOrders } from '../support/upload/orders-csv.ts';

const imported = (code: string): string => `--import=data:text/javascript,${encodeURIComponent(code)}`;

/** Prints Node's warnings before anything can silence them. */
const hook = imported("process.emitWarning = (text) => process.stderr.write('NODE WARNS ' + text + '\\n')");
const warned = /NODE WARNS|\(node:\d+\)|\w+Warning\b|--trace-/;

const embedded = {
  CFI_EMULATOR: '1',
  CFI_EMULATOR_STATE: ':memory:',
  NODE_OPTIONS: hook,
};

describe('Node prints no warnings', () => {
  it.each([[['doctor']], [['emulator', 'exec', '--', process.execPath, '-p', '1']]])(
    'in %j',
    async (args) => {
      const { stdout, stderr } = await spawnCli(args, { env: embedded }).done;
      expect(stdout + stderr).not.toBe('');
      expect(stdout + stderr).not.toMatch(warned);
    },
  );

  it('in an upload over HTTP, when many requests wait at once', async () => {
    const limited = new Set<string>();
    const service = await startOrderService((request, response) => {
      if (request.method !== 'POST' || limited.has(request.body)) return false;
      limited.add(request.body);
      json(response, 503, { success: false, error: 'busy' }, { 'Retry-After': '0.2' });
      return true;
    });
    const home = homeWith('orders.csv', manyOrders(16));
    const files = ['--results', 'results.csv', '--failed', 'failed.csv'];
    const args = ['order', 'create', 'orders.csv', '--concurrency', '16', ...files];
    const env = { ...service.env, NODE_OPTIONS: embedded.NODE_OPTIONS };
    const { code, stdout, stderr } = await spawnCli(args, { home, env }).done;
    expect(code).toBe(0);
    expect(stdout + stderr).not.toMatch(warned);
  });

  it('on a terminal', async () => {
    const { code, text } = await runPty(['inventory'], { env: embedded }).done;
    expect(code).toBe(0);
    expect(text).not.toMatch(warned);
  });

  it('but warnings would be seen', async () => {
    const env = { NODE_OPTIONS: `${hook} ${imported("process.emitWarning('x')")}` };
    expect((await spawnCli(['--version'], { env }).done).stderr).toBe('NODE WARNS x\n');
  });
});
