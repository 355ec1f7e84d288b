import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { since } from '../../src/cli/values.ts';
import { makeHome, runCli } from '../support/cli.ts';
import { csvRows } from '../support/output.ts';
import { dataOf, homeWith } from '../support/upload/home-with.ts';
import { orderRow, ordersCsv } from '../support/upload/orders-csv.ts';

const dayMs = 86_400_000;

describe('cfi runs', () => {
  it('lists every kind in one numbered series, with the outcome of each run', async () => {
    const home = makeHome();
    const cfi = (...words: readonly string[]) => runCli([...words, '--emulator'], { home });
    writeFileSync(join(home, 'orders.csv'), ordersCsv([orderRow('R-1')]));
    const refused = await cfi('order', 'create', 'orders.csv');
    await cfi('order', 'cancel', 'R-1', 'R-9', '--yes');
    const slot = await cfi(
      ...[
        'slot',
        'book',
        '--date',
        '2026-09-08',
        '--window',
        'morning',
        '--warehouse',
        'Northgate FC',
        '--json',
      ],
      ...['--loading-type', 'palletised', '--number-of-skus', 'lt_10', '--delivery-type', 'truck'],
    );
    expect([refused.code, slot.code, slot.stderr]).toEqual([refused.code, 0, slot.stderr]);
    const runs = dataOf(await cfi('runs', '--json')) as unknown as readonly Record<string, unknown>[];
    expect(runs.map(({ run, kind }) => [run, kind])).toEqual([
      [3, 'slot'],
      [2, 'cancel'],
      [1, 'order'],
    ]);
    const documents = csvRows((await cfi('runs', '2', '-o', 'csv')).stdout);
    expect(documents.map(({ ReferenceNumber }) => ReferenceNumber)).toEqual(['R-1', 'R-9']);
    expect(csvRows((await cfi('order', 'runs', '-o', 'csv')).stdout)).toHaveLength(1);
    expect((await cfi('order', 'runs', '2')).code).toBe(5);
    expect(Object.keys(dataOf(await cfi('runs', '3', '--json')))).toContain('slots');
  });

  it('lists a refused slot by its request', async () => {
    const home = makeHome();
    const cfi = (...words: readonly string[]) => runCli([...words, '--emulator'], { home });
    const booking = [
      ...['slot', 'book', '--date', '2026-09-08', '--window', 'morning', '--warehouse', 'Nowhere FC'],
      ...['--loading-type', 'palletised', '--number-of-skus', 'lt_10', '--delivery-type', 'truck'],
    ];
    const { code } = await cfi(...booking);
    expect(code).toBeGreaterThan(0);
    expect(csvRows((await cfi('runs', '1', '-o', 'csv')).stdout)).toMatchObject([
      { reference: expect.stringMatching(/^Nowhere FC 2026-09-08 morning #/), outcome: 'rejected' },
    ]);
    expect((await cfi('runs')).stdout).toContain('1 rejected');
  });

  it('counts a PO and a delivery as sent', async () => {
    const home = makeHome();
    const cfi = (...words: readonly string[]) => runCli([...words, '--emulator'], { home });
    writeFileSync(join(home, 'in.csv'), (await cfi('inbound', 'template')).stdout);
    const sent = await cfi('inbound', 'create', 'in.csv');
    const orders = await cfi('order', 'runs');
    expect(sent.code).toBe(0);
    expect(orders.stdout).toBe('no orders have been uploaded from this machine\n');
    expect(orders.stderr).toContain('cfi runs');
    expect((await cfi('runs')).stdout).toMatch(/1 +inbound +Tue 1 Sep 09:00 +1 \w+ +in.csv/);
  });

  it.each([60, 80, 120])('shows the outcome of each run at %i columns', async (columns) => {
    const home = makeHome();
    const cfi = (...words: readonly string[]) =>
      runCli([...words, '--emulator'], { home, tty: true, columns, env: { NO_COLOR: '1' } });
    writeFileSync(join(home, 'orders-of-the-day.csv'), ordersCsv([orderRow('R-1'), orderRow('R-2')]));
    await cfi('order', 'create', 'orders-of-the-day.csv', '--yes');
    const { stdout } = await cfi('runs');
    expect(stdout).toMatch(/Run +Kind +Started \(BST\) +Outcome/);
    expect(stdout).toMatch(/1 +order +Tue 1 Sep 09:00 +2 \w+/);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    const { stdout: orders } = await cfi('order', 'runs');
    expect(orders).toMatch(/Run +Kind +Started \(BST\) +Outcome/);
    if (columns >= 80) expect(orders).toContain('orders-of-the-day.csv');
  });

  it.each([60, 80])('tells apart at %i columns runs of different accounts', async (columns) => {
    const home = homeWith('orders-of-the-day.csv', ordersCsv([orderRow('R-1')]));
    for (const client of ['emu-acme', 'emu-bluebird'])
      await runCli(['order', 'create', 'orders-of-the-day.csv', '--emulator'], {
        home,
        env: { CFI_CLIENT_ID: client, CFI_CLIENT_SECRET: `${client}-secret` },
      });
    const { stdout } = await runCli(['runs'], { home, tty: true, columns, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/2 .* emu-bluebird/);
    expect(stdout).toMatch(/1 .* emu-acme/);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
  });

  it('hides the service before the kind and the files, and names an emulator by its folder', async () => {
    const home = homeWith('orders-of-the-day.csv', ordersCsv([orderRow('R-1')]));
    for (const state of ['a-folder-of-a-long-name/within', 'other'])
      await runCli(['order', 'create', 'orders-of-the-day.csv', '--emulator', '--state', join(home, state)], {
        home,
      });
    const at = async (columns: number) => {
      const out = await runCli(['runs'], { home, tty: true, columns, env: { NO_COLOR: '1' } });
      return out.stdout + out.stderr;
    };
    const wide = await at(100);
    expect(wide).toMatch(/Kind .* Outcome +Files .*Service/);
    for (const state of ['within', 'other']) expect(wide).toContain(` emulator:…/${state}\n`);
    expect(await at(60)).toMatch(/Kind .* Outcome +Files\n(.*\n)+hidden columns: Client, Service/);
  });

  it('says in full why an order failed, where the column has no room', async () => {
    const home = makeHome();
    const cfi = (...words: readonly string[]) =>
      runCli([...words, '--emulator'], { home, tty: true, columns: 60, env: { NO_COLOR: '1' } });
    const rows = ['R-1', 'R-2'].map((reference) => orderRow(reference).replace('Northgate FC', 'Northgate'));
    writeFileSync(join(home, 'orders.csv'), ordersCsv(rows));
    await cfi('order', 'create', 'orders.csv', '--yes');
    expect((await cfi('runs', '1')).stdout.match(/did you\s+mean\s+Northgate\s+FC\?/g)).toHaveLength(1);
  });

  it('says that nothing was sent only if that is so', async () => {
    const home = makeHome();
    const at = (days: number) => ({ home, now: Date.parse('2026-09-01T08:00:00Z') + days * dayMs });
    expect((await runCli(['runs'], at(0))).stdout).toBe('nothing has been sent from this machine\n');
    await runCli(['order', 'cancel', 'R-1', '--yes', '--emulator'], at(0));
    expect((await runCli(['runs'], at(3))).stdout).toContain('cancel');
    expect((await runCli(['runs', '--since', '1d'], at(3))).stdout).toContain(
      'nothing has been sent from this machine since',
    );
    const orders = await runCli(['order', 'runs'], at(3));
    expect(orders.stdout).toBe('no orders have been uploaded from this machine\n');
    expect(orders.stderr).toContain('cfi runs');
  });
});

describe('--since', () => {
  const now = Date.parse('2026-09-01T23:30:00Z');
  it.each([
    ['36h', '2026-08-31T11:30:00Z'],
    ['7d', '2026-08-25T23:30:00Z'],
    ['yesterday', '2026-08-31T23:00:00Z'],
    ['today', '2026-09-01T23:00:00Z'],
    ['2026-08-20', '2026-08-19T23:00:00Z'],
    ['2026-01-20', '2026-01-20T00:00:00Z'],
  ])('%s is since %s, with days as in London', (text, instant) => {
    expect(new Date(since('--since', text)(now)).toISOString()).toBe(new Date(instant).toISOString());
  });

  it('handles yesterday when the clocks changed', () => {
    const monday = Date.parse('2026-03-30T12:00:00Z');
    expect(new Date(since('--since', 'yesterday')(monday)).toISOString()).toBe('2026-03-29T00:00:00.000Z');
  });
});
