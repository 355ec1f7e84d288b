import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { knownSlots } from '../../src/config/remembered.ts';
import { makeHome, runCli } from '../support/cli.ts';
import { spawnPausing } from '../support/processes/paused.ts';
import { spawnCli } from '../support/processes/process.ts';
import { startOrderService } from '../support/services/order-service.ts';
import { startSlotService } from '../support/services/slot-service.ts';
import { homeWith } from '../support/upload/home-with.ts';
import { manyOrders } from '../support/upload/orders-csv.ts';

const savedIn = (home: string) => JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'));

describe('a sign-out', () => {
  it('waits for a process that is changing the settings, and neither undoes the other', async () => {
    const { env } = await startOrderService();
    const home = makeHome();
    expect(await runCli(['login', '--save-secret'], { home, env })).toMatchObject({ code: 0 });
    const replacing = { call: 'renameSync', path: 'config.json$' };
    const setting = spawnPausing(['config', 'set', 'output', 'json'], replacing, { home });
    await setting.reached;
    const { done } = spawnCli(['logout'], { home });
    setting.go();
    expect([await setting.done, await done]).toMatchObject([{ code: 0 }, { code: 0 }]);
    const { profiles, tokens } = savedIn(home);
    expect([profiles.default.output, profiles.default.client_secret, tokens]).toEqual([
      'json',
      undefined,
      {},
    ]);
  }, 60_000);

  it('removes the copy of the settings that a killed process left', async () => {
    const { env } = await startOrderService();
    const home = makeHome();
    expect(await runCli(['login', '--save-secret'], { home, env })).toMatchObject({ code: 0 });
    const replacing = { call: 'renameSync', path: 'config.json$' };
    const setting = spawnPausing(['config', 'set', 'output', 'json'], replacing, { home });
    await setting.reached;
    setting.child.kill('SIGKILL');
    await setting.done;
    const tokens = () =>
      readdirSync(home, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
        .filter((text) => text.includes('access_token'));
    expect(tokens()).toHaveLength(2);
    expect(await runCli(['logout'], { home })).toMatchObject({ code: 0 });
    expect(tokens()).toEqual([]);
  }, 60_000);

  it('is not undone by an upload that renews its sign-in', async () => {
    const home = homeWith('orders.csv', manyOrders(1));
    let refusals = 0;
    const { env, baseUrl, signIns } = await startOrderService(({ url, method }, response) => {
      if (method !== 'POST' || url !== '/v1/outbound' || refusals++ > 0) return false;
      runCli(['logout'], { home, env: { CFI_BASE_URL: baseUrl } }).then(() => {
        response.writeHead(401, { 'content-type': 'application/json' });
        response.end('{"success":false,"error":"expired"}');
      });
      return true;
    });
    await runCli(['login', '--save-secret'], { home, env, now: Date.now() });
    const { code, stderr } = await runCli(['order', 'create', 'orders.csv'], { home, now: Date.now() });
    expect([code, refusals, signIns()], stderr).toEqual([0, 2, 2]);
    expect(savedIn(home).tokens).toEqual({});
  }, 60_000);
});

it('what several processes record at the same moment is kept: the slots of two accounts', async () => {
  const { env, slots } = await startSlotService();
  const home = makeHome();
  slots.push({ slotReference: 'S-1', scheduleStatus: 'pending_ops', schedule: { proposals: [] } });
  const accounts = Array.from({ length: 2 }, (_, index) => `client-${index}`);
  const ended = await Promise.all(
    accounts.map(
      (client) =>
        spawnCli(['slot', 'watch', '--once'], { home, env: { ...env, CFI_CLIENT_ID: client } }).done,
    ),
  );
  for (const { code, stderr } of ended) expect([code, stderr]).toEqual([8, '']);
  for (const client of accounts)
    expect(knownSlots(home, `${env.CFI_BASE_URL} ${client}`)).toMatchObject({
      'S-1': { status: 'pending_ops' },
    });
}, 60_000);
