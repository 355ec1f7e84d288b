import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../../support/cli.ts';
import { openShop, two } from '../../../support/upload/daily-shop.ts';
import { dataOf, errorOf, outcomesOf } from '../../../support/upload/home-with.ts';
import { manyOrders } from '../../../support/upload/orders-csv.ts';

/** The DispatchBy of every order in the export has passed by then. */
const nextWeek = 7;
const inPast = /DispatchBy is in the past/;
const three = { ...two, '#3': [{ sku: 'D' }] } as const;

describe('warnings about orders that are already with the warehouse', () => {
  it('are not given: a daily export lists them for weeks', async () => {
    const { upload, clock, posted } = await openShop();
    await upload(two);
    clock.days = nextWeek;
    const again = await upload(two);
    expect([again.code, dataOf(again).warnings]).toEqual([0, []]);
    expect(again.stderr).not.toMatch(inPast);
    const dry = await upload(two, '--dry-run');
    expect([dry.code, dataOf(dry).warnings]).toEqual([0, []]);
    const more = await upload(three);
    expect(dataOf(more).warnings).toMatchObject([{ reference: '#3', message: 'DispatchBy is in the past' }]);
    expect(posted()).toHaveLength(3);
  });

  it('do not make --strict refuse the file', async () => {
    const { upload, clock } = await openShop();
    await upload(two);
    clock.days = nextWeek;
    const again = await upload(two, '--strict');
    expect([again.code, outcomesOf(again)]).toEqual([0, { '#1': 'skipped', '#2': 'skipped' }]);
    expect((await upload(two, '--strict', '--dry-run')).code).toBe(0);
    const refused = await upload(three, '--strict');
    expect(refused.code).toBe(2);
    expect(errorOf(refused).errors).toMatchObject([{ reference: '#3', field: 'DispatchBy' }]);
  });

  it('do not make --strict refuse an order that was cancelled since, or has changed', async () => {
    const { upload, clock, cfi, posted } = await openShop();
    await upload(two);
    await cfi('order', 'cancel', '#1', '--yes');
    clock.days = nextWeek;
    const changed = await upload({ ...two, '#2': [{ sku: 'C', town: 'Leeds' }] }, '--strict');
    expect([changed.code, outcomesOf(changed)]).toEqual([9, { '#1': 'skipped', '#2': 'conflict' }]);
    expect(posted()).toHaveLength(2);
  });

  it('are given with --fresh, for another account, and for orders that were refused', async () => {
    const { upload, clock, refuse } = await openShop();
    refuse.add('#1');
    await upload(two);
    clock.days = nextWeek;
    const refused = await upload(two, '--strict');
    expect(errorOf(refused).errors).toMatchObject([{ reference: '#1' }]);
    const fresh = await upload(two, '--strict', '--fresh');
    expect(errorOf(fresh).errors).toMatchObject([{ reference: '#1' }, { reference: '#2' }]);
    const other = await upload(two, '--strict', '--dry-run', '--base-url', 'https://other.example/v1');
    expect(errorOf(other).errors).toMatchObject([{ reference: '#1' }, { reference: '#2' }]);
  });

  it('are not given for JSON either, nor in the emulator', async () => {
    const home = makeHome();
    const create = (...args: readonly string[]) =>
      runCli(['order', 'create', 'orders.json', '--emulator', '--json', ...args], { home });
    writeFileSync(join(home, 'orders.csv'), manyOrders(1));
    const read = await runCli(['order', 'create', 'orders.csv', '--dry-run', '-o', 'ndjson'], { home });
    const order = JSON.parse(read.stdout) as object;
    writeFileSync(join(home, 'orders.json'), JSON.stringify(order));
    expect((await create()).code).toBe(0);
    await runCli(['emulator', 'clock', 'advance', '60d'], { home });
    expect((await create('--strict')).code).toBe(0);
    writeFileSync(join(home, 'orders.json'), JSON.stringify({ ...order, ReferenceNumber: 'R-1' }));
    expect((await create('--strict')).code).toBe(2);
  });

  it('are given again when the ledger turns out to be damaged, which is then replaced', async () => {
    const { upload, clock, home } = await openShop();
    await upload(two);
    clock.days = nextWeek;
    const ledger = join(home, 'ledger.sqlite');
    writeFileSync(ledger, readFileSync(ledger).fill(0x20, 100));
    const warned = await upload(two, '--strict');
    expect(warned.code).toBe(2);
    expect(warned.stderr).toContain('is damaged and was renamed');
    expect(readdirSync(home).some((name) => name.includes('damaged'))).toBe(true);
    expect((await upload(two)).code).toBe(0);
    expect((await upload(two, '--strict')).code).toBe(0);
  });
});
