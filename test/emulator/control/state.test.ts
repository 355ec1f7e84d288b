import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openEmulator } from '../../../src/emulator/emulator.ts';
import { callable, openTestEmulator, type TestEmulator } from '../../support/emulator/emulator.ts';
import { inboundBody, orderBody, stockSeed } from '../../support/emulator/stock.ts';
import { testNow } from '../../support/time.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'cfi-state-'));
const open = async (state: string, more: object = {}): Promise<TestEmulator> =>
  callable(await openEmulator({ state, realNow: () => testNow, ...more }));

const slot = {
  ...{ date: '2026-09-08', window: 'morning', warehouse: 'Northgate FC', loadingType: 'palletised' },
  ...{ numberOfSkus: 'lt_10', deliveryType: 'truck' },
};

/** A morning's work, with each answer unchanged. */
async function work(emulator: TestEmulator): Promise<unknown[]> {
  const acme = emulator.as('emu-acme');
  const { admin } = emulator;
  return [
    await acme.post('/outbound', orderBody('R-1')),
    await acme.post('/outbound', orderBody('R-1')),
    await acme.post('/inbound', inboundBody('P-1')),
    await acme.post('/inbound-slot', slot),
    await admin.post('/fc/slots/SLOT-000001/confirm', {}),
    await admin.post('/faults', {
      match: { path: '/order/*' },
      when: { probability: 0.5 },
      do: { status: 500 },
    }),
    await acme.get('/order/R-1'),
    await acme.get('/order/R-1'),
    await acme.get('/order/R-1'),
    await admin.post('/clock', { advance: '26h' }),
    await emulator.anonymous.post('/auth/login', { client_id: 'emu-acme', client_secret: 'emu-acme-secret' }),
  ];
}

const stateOf = async (emulator: TestEmulator) => (await emulator.admin.get('/state')).body.data;

describe('the same seed, clock and calls', () => {
  it('give the same answers, ids included', async () => {
    const [one, other] = [
      await openTestEmulator({ seed: stockSeed }),
      await openTestEmulator({ seed: stockSeed }),
    ];
    expect(await work(one)).toEqual(await work(other));
    expect(await stateOf(one)).toEqual(await stateOf(other));
  });

  it('give the same state, whatever the real time', async () => {
    const begun = async (real: number) => {
      const emulator = await openTestEmulator({ seed: stockSeed, freeze: true, realNow: () => real });
      await work(emulator);
      return emulator;
    };
    const [one, other] = [await begun(testNow), await begun(testNow + 1e9)];
    const state = await stateOf(one);
    expect(state).toEqual(await stateOf(other));
    const [begin] = one.stateId().split('-');
    await other.admin.put('/state', state);
    expect([other.stateId().startsWith(`${begin}-`), await stateOf(other)]).toEqual([false, state]);
  });

  it('give other ids under another rngSeed', async () => {
    const [one, other] = [
      await openTestEmulator({ seed: stockSeed }),
      await openTestEmulator({ seed: { ...stockSeed, rngSeed: 8 } }),
    ];
    const create = async (emulator: TestEmulator) =>
      (await emulator.as('emu-acme').post('/outbound', orderBody('R-1'))).body.data.OrderId.UUID;
    expect(await create(one)).not.toBe(await create(other));
  });
});

describe('reset', () => {
  it('restores the first seed with its time and ids', async () => {
    const emulator = await openTestEmulator({ seed: stockSeed });
    const [before, answers] = [await stateOf(emulator), await work(emulator)];
    const { body } = await emulator.admin.post('/reset');
    expect(body).toEqual({ success: true, data: { now: '2026-09-01T08:00:00Z' } });
    expect(await stateOf(emulator)).toEqual(before);
    expect(await work(emulator)).toEqual(answers);
  });

  it('restores a built-in seed at the time it was first loaded', async () => {
    let real = testNow;
    const emulator = await openTestEmulator({ seed: 'default', realNow: () => real });
    const before = await stateOf(emulator);
    await work(emulator);
    real += 1e9;
    await emulator.admin.post('/reset');
    expect(await stateOf(emulator)).toEqual(before);
  });

  it('accepts another seed, and returns to the first afterwards', async () => {
    const emulator = await openTestEmulator({ seed: stockSeed });
    const before = await stateOf(emulator);
    const seed = { version: 1, now: '2026-01-01T00:00:00Z', warehouses: [], clients: [] };
    expect((await emulator.admin.post('/reset', { seed })).body.data).toEqual({
      now: '2026-01-01T00:00:00Z',
    });
    expect(emulator.clients()).toEqual([]);
    await emulator.admin.post('/reset');
    expect(await stateOf(emulator)).toEqual(before);
  });

  it('changes the state identifier', async () => {
    const emulator = await openTestEmulator({ seed: stockSeed });
    const id = emulator.stateId();
    await emulator.admin.post('/reset');
    expect(emulator.stateId()).not.toBe(id);
  });

  it.each([
    { freeze: false, moved: undefined, mode: 'running' },
    { freeze: false, moved: { freeze: true }, mode: 'frozen' },
    { freeze: true, moved: undefined, mode: 'frozen' },
    { freeze: true, moved: { resume: true }, mode: 'frozen' },
  ])('leaves a clock $mode that began with freeze $freeze and then got $moved', async (each) => {
    const emulator = await openTestEmulator({ seed: stockSeed, freeze: each.freeze });
    if (each.moved !== undefined) await emulator.admin.post('/clock', each.moved);
    for (const body of [{}, { seed: stockSeed }]) {
      await emulator.admin.post('/reset', body);
      expect((await emulator.admin.get('/clock')).body.data.mode).toBe(each.mode);
    }
  });

  it('freezes the clock again that the last start froze', async () => {
    const state = folder();
    (await open(state, { seed: stockSeed, freeze: false })).close();
    const emulator = await open(state, { freeze: true });
    await emulator.admin.post('/clock', { resume: true });
    await emulator.admin.post('/reset');
    expect((await emulator.admin.get('/clock')).body.data.mode).toBe('frozen');
    emulator.close();
  });

  it('forgets the requests, unless the seed is invalid', async () => {
    const emulator = await openTestEmulator({ seed: stockSeed });
    const paths = async () =>
      (await emulator.admin.get('/requests')).body.data.map(({ path }: { path: string }) => path);
    const acme = emulator.as('emu-acme');
    await acme.get('/inventory');
    const before = await paths();
    await acme.get('/order/NONE');
    await emulator.admin.post('/reset', { seed: { version: 2 } });
    expect(await paths()).toEqual([...before, '/order/NONE']);
    await emulator.admin.post('/reset');
    expect(await paths()).toEqual([]);
  });
});

describe('export and import', () => {
  it('carry the whole state to another emulator', async () => {
    const one = await openTestEmulator({ seed: stockSeed });
    await work(one);
    await one.admin.delete('/faults');
    const state = await stateOf(one);
    const other = await openTestEmulator({ seed: 'default' });
    const { body } = await other.admin.put('/state', state);
    expect(body).toEqual({ success: true, data: { now: '2026-09-02T10:00:00Z', mode: 'frozen' } });
    expect(await stateOf(other)).toEqual(state);
    const next = async (emulator: TestEmulator) =>
      (await emulator.as('emu-acme').post('/outbound', orderBody('R-2'))).body;
    expect(await next(other)).toEqual(await next(one));
    expect((await other.as('emu-acme').get('/order/R-1')).status).toBe(200);
  });

  it('keep a running clock running from where it was', async () => {
    let real = testNow;
    const one = await openTestEmulator({ seed: 'empty', freeze: false, realNow: () => real });
    const state = await stateOf(one);
    real += 1e9;
    const other = await openTestEmulator({ seed: 'default', realNow: () => real, now: real });
    await other.admin.put('/state', state);
    expect((await other.admin.get('/clock')).body.data).toEqual({
      now: '2026-09-01T08:00:00Z',
      mode: 'running',
    });
  });

  it('carry the state of a clock that has been moved by a part of a millisecond', async () => {
    for (const freeze of [true, false]) {
      const one = await openTestEmulator({ seed: 'empty', freeze });
      await one.advance(0.7);
      const state = await stateOf(one);
      expect(Number.isInteger(state.clock.now)).toBe(true);
      const other = await openTestEmulator({ seed: 'default' });
      expect((await other.admin.put('/state', state)).status).toBe(200);
    }
  });

  it('round a clock between two milliseconds down', async () => {
    const emulator = await openTestEmulator({ seed: stockSeed });
    const state = await stateOf(emulator);
    const now = testNow + 0.5;
    await emulator.admin.put('/state', { ...state, clock: { now, mode: 'frozen' } });
    expect((await stateOf(emulator)).clock).toEqual({ now: testNow, mode: 'frozen' });
  });

  it('run each job once, even with ids too large for a number', async () => {
    const emulator = await openTestEmulator({ seed: stockSeed });
    const { columns } = (await stateOf(emulator)).tables.jobs;
    const job = { id: 2 ** 53, due_at: testNow + 60_000, job: 'token-expiry', ref: 'emu-acme' };
    const row = columns.map((name: keyof typeof job) => job[name]);
    const state = await stateOf(emulator);
    const tables = { ...state.tables, jobs: { columns, rows: [row] } };
    expect((await emulator.admin.put('/state', { ...state, tables })).status).toBe(200);
    await emulator.anonymous.post('/auth/login', { client_id: 'emu-acme', client_secret: 'emu-acme-secret' });
    await emulator.admin.post('/clock', { advance: '25h' });
    expect((await stateOf(emulator)).tables.jobs.rows).toEqual([]);
  });

  it.each([
    ['nothing', undefined],
    ['a list', []],
    ['another version', { version: 99 }],
    ['no clock', { clock: undefined }],
    ['a mode that is none', { clock: { now: 1, mode: 'stopped' } }],
    ['a clock beyond all dates', { clock: { now: 1e300, mode: 'frozen' } }],
    ['a clock beyond the year 9999', { clock: { now: 253_402_300_800_000, mode: 'running' } }],
    ['a clock before the year 1', { clock: { now: -1e14, mode: 'frozen' } }],
    ['no tables', { tables: undefined }],
    ['a table missing', { tables: {} }],
  ])('%s is refused, and nothing changes', async (_, change) => {
    const emulator = await openTestEmulator({ seed: stockSeed });
    const before = await stateOf(emulator);
    const body = Array.isArray(change) || change === undefined ? change : { ...before, ...change };
    expect((await emulator.admin.put('/state', body)).status).toBe(400);
    expect(await stateOf(emulator)).toEqual(before);
  });

  describe('a state', () => {
    let emulator: TestEmulator;
    beforeAll(async () => {
      emulator = await openTestEmulator({ seed: stockSeed });
      await work(emulator);
      await emulator.as('emu-acme').post('/inbound-po', {
        ...{ PO_REFERENCE: 'PO-1', Warehouse_Name: 'Northgate FC', slotReference: 'SLOT-000001' },
        items: [{ SKU: 'AC-TENT-2', Quantity: 1 }],
      });
    });

    it.each([
      ['orders', 'body', '{'],
      ['orders', 'body', 'null'],
      ['orders', 'created_at', 'today'],
      ['orders', 'created_at', 2 ** 53],
      ['movements', 'at', -1e300],
      ['purchase_orders', 'delivery_time', 1e16],
      ['clients', 'sku_prefixes', '{'],
      ['clients', 'sku_prefixes', '{}'],
      ['faults', 'rule', '{'],
      ['faults', 'rule', '5'],
      ['movements', 'at', ''],
      ['products', 'details', '{}'],
      ['products', 'details', ''],
      ['slots', 'proposals', '{'],
      ['slots', 'proposals', 'null'],
      ['stock', 'level', 'many'],
      ['purchase_orders', 'lines', '{'],
      ['purchase_orders', 'lines', '"x"'],
      ['purchase_orders', 'lines', '[null]'],
      ['purchase_orders', 'report', '{}'],
      ['purchase_orders', 'report', '{"discrepancies":[]}'],
      ['orders', 'body', '{}'],
      ['orders', 'body', '{"OrderItems":[null]}'],
      ['slots', 'proposals', '[null]'],
      ['slots', 'proposals', '[{}]'],
      ['slots', 'status', 'pending_customer'],
      ['slots', 'status', 'held'],
      ['orders', 'status', 'Lost'],
      ['inbound', 'status', ''],
      ['purchase_orders', 'status', 'open'],
      ['warehouses', 'fc_policy', 'never'],
      ['clients', 'role', 'owner'],
      ['jobs', 'job', 'slot-lose'],
      ['slots', 'proposals', '[{"createdAt":1e16}]'],
      ['faults', 'rule', '{"do":{"status":"x"}}'],
      ['inbound', 'body', '{}'],
      ['inbound', 'body', '{"items":["x"]}'],
    ])('with %s whose %s is %j is refused, and nothing changes', async (table, column, value) => {
      const before = await stateOf(emulator);
      const { columns, rows } = before.tables[table];
      const broken = rows.map((row: unknown[]) => row.with(columns.indexOf(column), value));
      expect(broken).not.toEqual([]);
      const tables = { ...before.tables, [table]: { columns, rows: broken } };
      const { status, body } = await emulator.admin.put('/state', { ...before, tables });
      expect([status, body.error]).toEqual([400, expect.stringContaining(`tables.${table}`)]);
      expect(await stateOf(emulator)).toEqual(before);
    });
  });

  it.each([
    ['kept_choices', ['kept_choices', '{']],
    ['kept_seed', ['kept_seed', '{']],
    ['token_secret', ['another', 'x']],
  ])('a state with a bad %s, or none, is refused', async (key, instead) => {
    const emulator = await openTestEmulator({ seed: stockSeed, assume: { 'A-22': 1 } });
    const before = await stateOf(emulator);
    const { columns, rows } = before.tables.meta;
    const broken = rows.map((row: unknown[]) => (row[0] === key ? instead : row));
    expect(broken).not.toEqual(rows);
    const tables = { ...before.tables, meta: { columns, rows: broken } };
    expect((await emulator.admin.put('/state', { ...before, tables })).status).toBe(400);
    expect(await stateOf(emulator)).toEqual(before);
  });

  const orders = (rows: unknown, columns?: unknown) => (table: { columns: unknown }) => ({
    columns: columns ?? table.columns,
    rows,
  });
  it.each([
    ['too few columns in a row', orders([[1]])],
    ['an object as a value', orders([Array(16).fill({})])],
    ['rows that are none', orders('x')],
    ['unknown columns', orders([], ['id; DROP TABLE orders'])],
    ['nothing where something must be', orders([Array(16).fill(null)])],
  ])('a table with %s is refused, and nothing changes', async (_, broken) => {
    const emulator = await openTestEmulator({ seed: stockSeed });
    const before = await stateOf(emulator);
    const tables = { ...before.tables, orders: broken(before.tables.orders) };
    expect((await emulator.admin.put('/state', { ...before, tables })).status).toBe(400);
    expect(await stateOf(emulator)).toEqual(before);
  });
});

describe('a state folder', () => {
  it('is reopened unchanged, with valid tokens', async () => {
    const state = folder();
    const first = await open(state, { seed: stockSeed, freeze: true });
    await first.as('emu-acme').post('/outbound', orderBody('R-1'));
    const login = { client_id: 'emu-acme', client_secret: 'emu-acme-secret' };
    const token = (await first.anonymous.post('/auth/login', login)).body.data.access_token;
    first.close();
    const second = await open(state);
    const answer = await second.call('GET', '/v1/order/R-1', { authorization: `Bearer ${token}` });
    expect(answer.status).toBe(200);
    expect((await second.admin.get('/requests')).body.data).toHaveLength(4);
    second.close();
  });

  it('that already holds a state accepts no seed', async () => {
    const state = folder();
    (await open(state, { seed: stockSeed })).close();
    const error = await open(state, { seed: 'default' }).catch((caught) => caught);
    expect(error).toMatchObject({ code: 'usage', exitCode: 2 });
    expect(error.details.hint).toContain('emulator reset --seed');
  });
});
