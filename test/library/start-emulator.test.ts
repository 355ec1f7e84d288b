import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EmulatorError, startEmulator } from '../../src/library/emulator.ts';
import type { RunningEmulator, StartOptions } from '../../src/library/types.ts';
import { makeHome } from '../support/cli.ts';
import { closedAfterTest } from '../support/closing.ts';

const now = '2026-09-01T08:00:00Z';

/** A client's calls, signed in, over the socket. */
async function clientOf({ baseUrl, clients }: RunningEmulator, which = 0) {
  const login = { client_id: clients[which]?.id, client_secret: clients[which]?.secret };
  let authorization: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the tests inspect bodies of any shape
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const headers = {
      'content-type': 'application/json',
      ...(authorization === undefined ? {} : { authorization }),
    };
    const answer = await fetch(baseUrl + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return answer.json();
  };
  authorization = `Bearer ${(await call('POST', '/auth/login', login)).data.access_token}`;
  return call;
}

async function start(options: StartOptions = {}): Promise<RunningEmulator> {
  const emulator = await startEmulator({ now, freeze: true, ...options });
  closedAfterTest({ close: () => emulator.stop() });
  return emulator;
}

const slot = {
  date: '2026-09-04',
  window: 'morning',
  warehouse: 'Northgate FC',
  loadingType: 'palletised',
  numberOfSkus: 'lt_10',
  deliveryType: 'truck',
};
const item = { SKU: 'AC-TENT-2', barcode: '2000000001012', Quantity: 12 };

describe('startEmulator', () => {
  it('serves on a free port, in memory, with the clients of its seed', async () => {
    const emulator = await start();
    expect(emulator.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(emulator.adminUrl).toBe(emulator.baseUrl.replace('/v1', '/_emulator'));
    expect(emulator.clients[0]).toEqual({ id: 'emu-acme', secret: 'emu-acme-secret', name: 'Acme Outdoor' });
    const call = await clientOf(emulator);
    expect((await call('GET', '/inventory')).data.client_name).toBe('Acme Outdoor');
  });

  it('has a clock that only goes forward', async () => {
    const { clock } = await start();
    expect(clock.now()).toBe(now);
    expect(await clock.advance('36h')).toMatchObject({
      now: '2026-09-02T20:00:00Z',
      mode: 'frozen',
      fired: [{ job: 'stock-age-snapshot' }],
    });
    expect(await clock.set(new Date('2026-09-03T00:00:00Z'))).toMatchObject({ now: '2026-09-03T00:00:00Z' });
    expect(await clock.resume()).toMatchObject({ mode: 'running' });
    expect(await clock.freeze()).toMatchObject({ mode: 'frozen' });
    await expect(clock.set('2026-09-01T00:00:00Z')).rejects.toMatchObject({
      name: 'EmulatorError',
      status: 400,
      message: expect.stringMatching(/\w/),
    });
  });

  it('reports what all requests relied on, also after a reset', async () => {
    const emulator = await start({ assume: { version: 1, assume: { 'A-22': 1, 'A-38': 0 } } });
    const call = await clientOf(emulator);
    await call('PUT', '/outbound');
    await call('GET', '/order/%FF');
    await emulator.reset();
    const { endpoints, assumptions } = await emulator.report();
    expect(endpoints).toEqual([
      { method: 'POST', path: '/auth/login', requests: 1, statuses: { 200: 1 } },
      { method: 'GET', path: '/order/%FF', requests: 1, statuses: { 400: 1 } },
      { method: 'PUT', path: '/outbound', requests: 1, statuses: { 405: 1 } },
    ]);
    expect(assumptions).toContainEqual({
      id: 'A-38',
      question: expect.any(String),
      choice: 0,
      requests: 1,
      service: 'same',
    });
    const guessed = await start({ assume: { 'A-38': 0 } });
    await (await clientOf(guessed))('PUT', '/outbound');
    expect((await guessed.report()).assumptions).toMatchObject([
      { id: 'A-38', service: 'unknown' },
      { id: 'A-40', service: 'unknown' },
    ]);
  });

  it('plays the warehouse', async () => {
    const emulator = await start();
    const { warehouse } = emulator;
    const call = await clientOf(emulator);
    const { slotReference } = (await call('POST', '/inbound-slot', slot)).data;
    const proposedTime = '2026-09-04T13:00:00+01:00';
    expect(await warehouse.counterSlot(slotReference, { proposedTime, comment: 'Full' })).toMatchObject({
      scheduleStatus: 'pending_customer',
    });
    await call('POST', `/inbound-slot/${slotReference}/respond`, { action: 'counter', proposedTime });
    expect((await warehouse.confirmSlot(slotReference)).scheduleStatus).toBe('confirmed');
    const po = { PO_REFERENCE: 'PO/1', Warehouse_Name: 'Northgate FC', slotReference, items: [item] };
    const { lw_po_number } = (await call('POST', '/inbound-po', po)).data;
    const lines = [{ SKU: item.SKU, delivered: 10 }];
    expect(await warehouse.receivePo(lw_po_number, { lines })).toMatchObject({ status: 'DELIVERED' });
    const delivery = { PO_REFERENCE: 'IN/1', Warehouse_Name: 'Northgate FC', items: [item] };
    await call('POST', '/inbound', delivery);
    expect(await warehouse.receiveInbound('IN/1')).toMatchObject({ status: 'received' });
    await expect(warehouse.receiveInbound('IN/1')).rejects.toMatchObject({ status: 409 });
    await expect(warehouse.dispatchOrder('NONE')).rejects.toThrow(EmulatorError);
    await expect(warehouse.confirmSlot('SLOT-NONE')).rejects.toMatchObject({
      status: 404,
      message: 'Slot SLOT-NONE not found',
    });
  });

  it('injects faults, and keeps a journal', async () => {
    const emulator = await start();
    const call = await clientOf(emulator);
    const rule = { match: { path: '/inventory' }, when: { times: 1 }, do: { status: 503 } } as const;
    expect(await emulator.faults.add(rule)).toEqual({ id: 1 });
    expect(await emulator.faults.list()).toMatchObject([{ id: 1, do: { status: 503 } }]);
    expect((await call('GET', '/inventory')).success).toBe(false);
    expect((await call('GET', '/inventory')).success).toBe(true);
    expect(await emulator.faults.clear()).toEqual({ cleared: 1 });
    expect((await emulator.requests({ path: '/inv*' })).map(({ status }) => status)).toEqual([503, 200]);
    const [refused] = await emulator.requests({ status: 503 });
    expect(refused?.answer).toEqual({ success: false, error: refused?.error });
    expect(await emulator.requests({ status: 200, count: true })).toEqual({ count: 2 });
    expect(await emulator.requests({ since: '2026-09-02T00:00:00Z' })).toEqual([]);
    expect(await emulator.requests()).toHaveLength(3);
  });

  it('starts over, and moves its state to another emulator', async () => {
    const emulator = await start();
    const call = await clientOf(emulator);
    await call('POST', '/inbound-slot', slot);
    const exported = await emulator.state.export();
    const other = await start({ seed: 'empty' });
    await other.state.import(exported);
    expect((await (await clientOf(other))('GET', '/inbound-slot')).data).toHaveLength(1);
    expect(await emulator.reset()).toEqual({ now });
    expect(await emulator.requests({ count: true })).toEqual({ count: 0 });
    expect((await (await clientOf(emulator))('GET', '/inbound-slot')).data).toEqual([]);
    await emulator.reset({ version: 1, warehouses: [], clients: [] });
    expect(emulator.clients).toEqual([]);
    await (await clientOf(other))('GET', '/inventory');
    const before = await other.requests({ count: true });
    await expect(other.reset({ version: 2 })).rejects.toMatchObject({ status: 400 });
    expect(await other.requests({ count: true })).toEqual(before);
  });

  it('takes the same options as the command', async () => {
    const home = makeHome();
    const seed = join(home, 'seed.json');
    writeFileSync(
      seed,
      JSON.stringify({
        version: 1,
        warehouses: [],
        clients: [
          {
            client_name: 'A',
            client_id: 'a',
            client_secret: 'b',
            role: 'full',
            warehouses: [],
            skuPrefixes: [],
          },
        ],
      }),
    );
    const state = join(home, 'state');
    const first = await startEmulator({ seed, state, now: new Date(now), freeze: true });
    expect(first.clients).toEqual([{ id: 'a', secret: 'b', name: 'A' }]);
    await first.stop();
    await first.stop();
    const again = await start({ state, rateLimit: '1/m', latency: '1ms' });
    expect(again.clients).toHaveLength(1);
    const call = await clientOf(again);
    expect((await call('GET', '/order?ship_from=MSF')).success).toBe(true);
    expect((await call('GET', '/order?ship_from=MSF')).success).toBe(false);
    const auto = await start({ fcPolicy: 'auto', rateLimit: 600, latency: 0 });
    const slots = await clientOf(auto);
    await slots('POST', '/inbound-slot', slot);
    await auto.clock.advance('31m');
    expect((await slots('GET', '/inbound-slot')).data[0].scheduleStatus).toBe('confirmed');
  });

  it('answers as configured where the specification is silent', async () => {
    const file = join(makeHome(), 'assume.json');
    writeFileSync(file, JSON.stringify({ version: 1, assume: { 'A-40': 1 } }));
    const saved = { version: 1, assume: { 'A-40': 1 } };
    for (const assume of [{ 'A-40': 1 }, 'A-22=0,A-40=1', file, saved]) {
      const { baseUrl, clients } = await start({ seed: 'empty', assume });
      const body = JSON.stringify({ client_id: clients[0]?.id, client_secret: clients[0]?.secret });
      expect((await fetch(`${baseUrl}/auth/login`, { method: 'POST', body })).status).toBe(201);
    }
  });

  it.each([
    [{ assume: { 'A-99': 1 } }, 'A-99 is not an assumption with alternatives'],
    [{ assume: 'missing.json' }, 'assume missing.json: there is no such file'],
    [{ now: 'noon' }, 'now "noon" is not a time'],
    [{ seed: 'missing.json' }, 'seed missing.json: there is no such file'],
    [{ seed: { version: 1, warehouses: [{}], clients: [] } }, 'seed: warehouses[0].name is required'],
    [{ rateLimit: 'fast' }, 'rateLimit "fast" is not a rate'],
    [{ latency: 'long' }, 'latency "long" is not a duration'],
    [{ fcpolicy: 'auto' }, 'fcpolicy is not an option of startEmulator; the options are seed, now'],
    [{ verbose: true }, 'verbose is not an option of startEmulator; the options are seed, now'],
    [{ fcPolicy: 'automatic' }, 'fcPolicy must be one of manual, auto, counter'],
    [{ port: '4650' }, 'port must be a number'],
    [{ port: 46.5 }, 'port must be a whole number'],
    [{ port: -1 }, 'port must be at least 0'],
    [{ port: 65_536 }, 'port must be at most 65535'],
    [{ rateLimit: 0 }, 'rateLimit must be above 0'],
    [{ rateLimit: true }, 'rateLimit must be a number above 0, or a text such as 60/m'],
    [{ latency: -1 }, 'latency must be at least 0'],
    [{ latency: Number.NaN }, 'latency must be a number of milliseconds, or a text such as 2s'],
    [{ freeze: 'yes' }, 'freeze must be true or false'],
    [{ state: '' }, 'state must be the path of a folder, or :memory:'],
    [{ seed: null }, 'seed must be the name of a seed'],
    [{ now: new Date('noon') }, 'now must be a valid Date'],
    [{ assume: 22 }, 'assume must be choices such as { "A-22": 1 }'],
  ])('rejects %j', async (options: object, message) => {
    await expect(startEmulator(options)).rejects.toThrow(message);
  });

  it('says that it has been stopped', async () => {
    const emulator = await startEmulator({ seed: 'empty' });
    await emulator.stop();
    await expect(emulator.clock.advance('1h')).rejects.toThrow('the emulator has been stopped');
    await expect(emulator.requests()).rejects.toThrow('the emulator has been stopped');
    expect(() => emulator.clock.now()).toThrow('the emulator has been stopped');
  });

  // What `await using` calls; the examples in the guide use it directly.
  it('stops at the end of its block', async () => {
    const emulator = await startEmulator({ seed: 'empty' });
    expect((await fetch(`${emulator.adminUrl}/health`)).status).toBe(200);
    await emulator[Symbol.asyncDispose]();
    await expect(fetch(`${emulator.adminUrl}/health`)).rejects.toThrow();
  });

  it('runs twenty at once without interference', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => start({ seed: 'empty' })));
    expect(new Set(all.map(({ baseUrl }) => baseUrl)).size).toBe(20);
    const found = await Promise.all(
      all.map(async (emulator, index) => {
        const call = await clientOf(emulator);
        await emulator.clock.advance(`${index}h`);
        for (let count = 0; count < index % 3; count++) await call('POST', '/inbound-slot', slot);
        return [(await call('GET', '/inbound-slot')).data.length, emulator.clock.now()];
      }),
    );
    const hour = (index: number) =>
      new Date(Date.parse(now) + index * 3_600_000).toISOString().replace('.000', '');
    expect(found).toEqual(all.map((_, index) => [index % 3, hour(index)]));
  });
});
