import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readingOf } from '../../../src/emulator/domain/clock.ts';
import { openEmulator } from '../../../src/emulator/emulator.ts';
import { callable, openTestEmulator } from '../../support/emulator/emulator.ts';
import { testNow } from '../../support/time.ts';

const day = 86_400_000;
const folder = () => mkdtempSync(join(tmpdir(), 'cfi-clock-'));

describe('the clock', () => {
  it('does not move while frozen, and dates every answer', async () => {
    let real = testNow;
    const emulator = await openTestEmulator({ seed: 'empty', realNow: () => real });
    real += day;
    expect((await emulator.admin.get('/clock')).body.data).toEqual({
      now: '2026-09-01T08:00:00Z',
      mode: 'frozen',
    });
    expect((await emulator.anonymous.get('/inventory')).headers.date).toBe('Tue, 01 Sep 2026 08:00:00 GMT');
  });

  it.each([
    ['a path outside the service', '/', {}],
    ['a path that is not encoded', '/v1/order/%', {}],
    ['a page of another site', '/v1/inventory', { origin: 'https://evil.example' }],
  ])('dates refusals too: %s', async (_, target, headers) => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    const answer = await emulator.call('GET', target, headers);
    expect(answer.headers.date).toBe('Tue, 01 Sep 2026 08:00:00 GMT');
  });

  it('otherwise runs with real time, at an offset', async () => {
    let real = testNow - 100 * day;
    const emulator = await openTestEmulator({ seed: 'empty', freeze: false, realNow: () => real });
    real += 5000;
    expect((await emulator.admin.get('/clock')).body.data).toEqual({
      now: '2026-09-01T08:00:05Z',
      mode: 'running',
    });
  });

  it.each([
    { mode: 'running', offset: 0.5 },
    { mode: 'frozen', now: testNow + 0.5 },
  ] as const)('shows whole milliseconds even if %j was kept', (kept) => {
    expect(readingOf(JSON.stringify(kept), testNow)).toEqual({ mode: kept.mode, now: testNow });
  });

  it.each([
    ['set', { set: '2026-09-02T08:00:00Z' }, { now: '2026-09-02T08:00:00Z', mode: 'frozen' }],
    ['advance', { advance: '36h' }, { now: '2026-09-02T20:00:00Z', mode: 'frozen' }],
    ['advance, ISO 8601', { advance: 'PT30M' }, { now: '2026-09-01T08:30:00Z', mode: 'frozen' }],
    ['resume', { resume: true }, { now: '2026-09-01T08:00:00Z', mode: 'running' }],
    ['freeze', { freeze: true }, { now: '2026-09-01T08:00:00Z', mode: 'frozen' }],
  ])('can be moved: %s', async (_, body, data) => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    const moved = await emulator.admin.post('/clock', body);
    expect(moved).toMatchObject({ status: 200, body: { success: true, data } });
    expect((await emulator.admin.get('/clock')).body.data).toEqual(data);
  });

  it.each([
    ['back', { set: '2026-09-01T07:59:59Z' }, 'only goes forward'],
    ['beyond the calendar', { set: '9999-12-31T23:00:00Z' }, 'year 9999'],
    ['by no duration', { advance: '-1h' }, 'duration'],
    ['to no time', { set: 'tomorrow' }, 'ISO 8601'],
    ['two ways at once', { advance: '1h', freeze: true }, 'one of'],
    ['no way', {}, 'one of'],
    ['to false', { freeze: false }, 'one of'],
  ])('refuses to go %s', async (_, body, error) => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    const refused = await emulator.admin.post('/clock', body);
    expect(refused).toMatchObject({
      status: 400,
      body: { success: false, error: expect.stringContaining(error) },
    });
    expect(emulator.now()).toBe(testNow);
  });

  it('lists due events, each at its own time and in order', async () => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    await emulator.as('emu-acme').post('/inbound-slot', {
      ...{ date: '2026-09-08', window: 'morning', warehouse: 'Midlands FC', loadingType: 'palletised' },
      ...{ numberOfSkus: 'lt_10', deliveryType: 'truck' },
    });
    const { body } = await emulator.admin.post('/clock', { advance: '2d' });
    expect(body.data).toEqual({
      now: '2026-09-03T08:00:00Z',
      mode: 'frozen',
      fired: [
        { at: '2026-09-01T08:30:00Z', job: 'slot-confirm', ref: 'SLOT-000001' },
        { at: '2026-09-02T02:00:00Z', job: 'stock-age-snapshot', ref: '2026-09-02' },
        { at: '2026-09-02T08:00:00Z', job: 'token-expiry', ref: 'emu-acme' },
        { at: '2026-09-03T02:00:00Z', job: 'stock-age-snapshot', ref: '2026-09-03' },
      ],
    });
    const slot = await emulator.as('emu-acme').get('/inbound-slot/SLOT-000001');
    expect(slot.body.data).toMatchObject({ scheduleStatus: 'confirmed', updatedAt: '2026-09-01T08:30:00Z' });
  });

  it('lists the last of very many nights', async () => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    const { body } = await emulator.admin.post('/clock', { set: '9999-01-01T00:00:00Z' });
    expect(body.data.fired).toHaveLength(10_000);
    expect(body.data.fired.at(-1)).toMatchObject({ at: '9998-12-31T02:00:00Z' });
  });

  it('applies due events while it runs', async () => {
    let real = testNow;
    const emulator = await openTestEmulator({ seed: 'empty', freeze: false, realNow: () => real });
    const client = emulator.as('emu-acme');
    await client.post('/inbound-slot', {
      ...{ date: '2026-09-08', window: 'morning', warehouse: 'Midlands FC', loadingType: 'palletised' },
      ...{ numberOfSkus: 'lt_10' },
    });
    const status = async () => (await client.get('/inbound-slot/SLOT-000001')).body.data.scheduleStatus;
    real += 30 * 60_000 - 1;
    expect(await status()).toBe('pending_ops');
    real += 1;
    expect(await status()).toBe('confirmed');
  });

  it('advances by the waits of an embedded client', async () => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    await emulator.advance(90_000);
    expect(emulator.now()).toBe(testNow + 90_000);
  });
});

describe('the clock of a state folder', () => {
  const open = (state: string, more: object = {}) =>
    openEmulator({ state, realNow: () => testNow, ...more }).then(callable);

  it('continues where it stopped', async () => {
    const state = folder();
    const first = await open(state, { seed: 'empty', now: testNow + day, freeze: true });
    first.close();
    const second = await open(state);
    expect((await second.admin.get('/clock')).body.data).toEqual({
      now: '2026-09-02T08:00:00Z',
      mode: 'frozen',
    });
    second.close();
  });

  it('starts at a given time while real time passes', async () => {
    let real = testNow;
    const given = testNow - day;
    const emulator = await open(':memory:', { seed: 'empty', now: given, realNow: () => real++ });
    expect(emulator.now()).toBeGreaterThanOrEqual(given);
    expect(emulator.now()).toBeLessThan(given + 1000);
  });

  it('may start later, but not earlier than it was', async () => {
    const state = folder();
    (await open(state, { seed: 'empty', now: testNow, freeze: true })).close();
    await expect(open(state, { now: testNow - 1 })).rejects.toMatchObject({ code: 'usage', exitCode: 2 });
    const later = await open(state, { now: testNow + day });
    expect(later.now()).toBe(testNow + day);
    later.close();
  });

  it("starts at the seed's time, or else at the present", async () => {
    const seed = { version: 1, now: '2026-03-01T00:00:00Z', warehouses: [], clients: [] };
    expect((await open(':memory:', { seed })).now()).toBe(Date.parse(seed.now));
    expect((await open(':memory:', { seed: 'empty' })).now()).toBe(testNow);
  });
});
