import { expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { homeWith } from '../support/upload/home-with.ts';
import { orderRow, ordersCsv } from '../support/upload/orders-csv.ts';

const env = { CFI_EMULATOR: '1' };
const network = { CFI_BASE_URL: 'http://127.0.0.1:9/v1', CFI_CLIENT_ID: 'x' };

it.skipIf(process.platform === 'win32').each<[words: string, env: Record<string, string>, limit: string]>([
  ['order create orders.csv --map /dev/zero', env, '64 MB'],
  ['order create orders.csv --prices /dev/zero', env, '64 MB'],
  ['order create orders.csv --sku-map /dev/zero', env, '64 MB'],
  ['api POST /outbound --body /dev/zero', env, '64 MB'],
  ['emulator start --port 0 --seed /dev/zero', {}, '64 MB'],
  ['emulator import /dev/zero', env, '64 MB'],
  ['login --client-secret-file /dev/zero', network, '64 kB'],
  ['order create orders.csv', { ...network, CFI_CLIENT_SECRET_FILE: '/dev/zero' }, '64 kB'],
])('the program reads no file without an end: %s', async (words, env, limit) => {
  const home = homeWith('orders.csv', ordersCsv([orderRow('R-1')]));
  const { code, stderr } = await runCli(words.split(' '), { home, env });
  expect([code, stderr]).toEqual([2, expect.stringContaining(`it is longer than ${limit}`)]);
});
