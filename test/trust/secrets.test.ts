import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { spawnCli } from '../support/processes/process.ts';
import { testSecret } from '../support/services/http-server.ts';
import { startOrderService } from '../support/services/order-service.ts';
import { manyOrders } from '../support/upload/orders-csv.ts';

/** Every file below a folder, with its bytes. */
function filesIn(folder: string): [name: string, bytes: Buffer][] {
  return readdirSync(folder).flatMap((name): [string, Buffer][] => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [[path, readFileSync(path)]];
  });
}

const spellings = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
];

/** Command lines of a session, as words. */
const session: readonly string[] = [
  'login --save-secret',
  'whoami',
  'doctor',
  'order create orders.csv --results results.csv --failed failed.csv',
  'order create orders.csv --results results.csv --failed failed.csv --json',
  'order get R-1 R-3',
  'order runs',
  'order runs 1 --json',
  'slot list',
  'api GET /api',
  'api POST /auth/login --body login.json',
  'config list --json',
  'profile list --json',
  'config get client_secret',
  '__complete -- config get x',
  'inventory --out inventory.txt',
  'logout',
];

it('a session of many commands with CFI_DEBUG and a service that echoes its input shows neither secret nor token and leaves them in no file', async () => {
  const tokens: string[] = [];
  const service = await startOrderService(({ url, headers, body }, response) => {
    const token = headers.authorization?.replace('Bearer ', '');
    if (token !== undefined && !tokens.includes(token)) tokens.push(token);
    if (!/R-3|inbound|api/.test(url + body)) return false;
    const error = `no: ${headers.authorization} ${testSecret} client_secret=${encodeURIComponent(testSecret)}`;
    response.writeHead(400, { 'x-echo': String(headers.authorization) });
    response.end(JSON.stringify({ success: false, error, access_token: token }));
    return true;
  });
  const home = makeHome();
  const body = join(home, 'login.json');
  writeFileSync(join(home, 'orders.csv'), manyOrders(6));
  writeFileSync(body, JSON.stringify({ client_id: 'acme', client_secret: testSecret }));
  let written = '';
  for (const line of session) {
    const { stdout, stderr } = await runCli(line.split(' '), {
      home,
      env: { ...service.env, CFI_DEBUG: '1' },
    });
    written += `cfi ${line}\n${stdout}${stderr}`;
    // The only file that may contain them.
    if (line.startsWith('login'))
      expect(JSON.parse(readFileSync(join(home, 'config.json'), 'utf8')).profiles.default.client_secret).toBe(
        testSecret,
      );
  }
  rmSync(body);
  expect(tokens.length).toBeGreaterThan(0);
  expect(written).toContain('[removed]');
  expect(written).toContain('> POST ');
  const files = filesIn(home);
  const names = files.map(([name]) => name).join('\n');
  for (const name of ['ledger.sqlite', 'results.csv', 'failed.csv', 'config.json'])
    expect(names).toContain(name);
  for (const secret of [testSecret, ...tokens].flatMap(spellings)) {
    expect(written).not.toContain(secret);
    for (const [name, bytes] of files) expect(bytes.includes(secret), `${secret} in ${name}`).toBe(false);
  }
});

it('the emulator, served writes no secret or token of its clients to its streams or log', async () => {
  const home = makeHome();
  const args = ['emulator', 'start', '--port', '0', '--json', '--debug'];
  const { child, until, seen, done } = spawnCli(args, { home });
  await until('"event":"ready"');
  const { base_url } = JSON.parse(seen());
  const env = { CFI_BASE_URL: base_url, CFI_CLIENT_ID: 'emu-acme', CFI_CLIENT_SECRET: 'emu-acme-secret' };
  await runCli(['login'], { home, env });
  await runCli(['inventory'], { home, env });
  const config = JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'));
  const [token] = Object.values(config.tokens as Record<string, { access_token: string }>);
  const log = await runCli(['emulator', 'log', '--json'], { home, env });
  expect(log.stdout).toContain('/auth/login');
  child.kill('SIGTERM');
  const { stdout, stderr } = await done;
  for (const text of [stdout, stderr, log.stdout + log.stderr]) {
    expect(text).not.toContain('emu-acme-secret');
    expect(text).not.toContain(token?.access_token);
  }
});
