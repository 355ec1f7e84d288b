import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, type Outcome, runCli } from '../../../support/cli.ts';
import { ndjson } from '../../../support/output.ts';
import { json } from '../../../support/services/http-server.ts';
import { orderRow, ordersCsv } from '../../../support/upload/orders-csv.ts';
import { openDropFolder } from './drop-folder.ts';

describe('cfi order drop', () => {
  it('leaves a file in place while another run uploads, and exits with its code rather than 9', async () => {
    const { home, folder, service, put, inside, drop, interfereWith } = await openDropFolder();
    put('orders.csv', 'R-1');
    writeFileSync(join(folder, 'bad.csv'), 'ReferenceNumber,Nonsense\r\nR-1,x\r\n');
    utimesSync(join(folder, 'bad.csv'), 1000, 1000);
    writeFileSync(join(home, 'other.csv'), ordersCsv([orderRow('O-1')]));
    let dropped: Outcome | undefined;
    interfereWith((request, response, accept) => {
      if (!request.body.includes('"O-1"')) return false;
      void drop(['-o', 'ndjson']).then((outcome) => {
        dropped = outcome;
        accept();
        json(response, 500, { success: false, error: 'lost' });
      });
      return true;
    });
    await runCli(['order', 'create', 'other.csv', '--max-retries', '0'], { home, env: service.env });
    expect(dropped?.code).toBe(11);
    expect(ndjson(dropped?.stdout ?? '')).toMatchObject([
      { outcome: 'failed', exitCode: 2 },
      { outcome: 'left', exitCode: 11 },
    ]);
    expect(inside()).toContain('orders.csv');
  });

  it('skips a file that is still being written', async () => {
    const { folder, put, inside, drop } = await openDropFolder();
    put('orders.csv', 'R-1');
    const path = join(folder, 'orders.csv');
    let size = 0;
    const now = () => {
      writeFileSync(path, `${ordersCsv([orderRow('R-1')])}${'\n'.repeat(++size)}`);
      return Date.parse('2026-09-01T08:00:00Z');
    };
    const { code, stdout, stderr } = await drop([], { deps: { now } });
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('still being written');
    expect(inside()).toContain('orders.csv');
    expect((await drop()).code).toBe(0);
    expect(inside('done')).toEqual(['orders.csv']);
  });

  it('takes what came or changed while others were taken, once that has settled', async () => {
    const { folder, service, put, drop, interfereWith } = await openDropFolder();
    for (const [at, name] of ['a', 'b', 'c'].entries()) {
      put(`${name}.csv`, `R-${name}`);
      utimesSync(join(folder, `${name}.csv`), 1000 + at, 1000 + at);
    }
    interfereWith(({ body }) => {
      if (!body.includes('R-a')) return false;
      for (const [name, time] of [
        ['late.csv', 500],
        ['c.csv', 1002],
      ] as const) {
        put(name, `R-${name}`);
        utimesSync(join(folder, name), time, time);
      }
      return false;
    });
    let elapsed = 0;
    const { code, stderr } = await drop([], { deps: { monotonicNow: () => (elapsed += 1000) } });
    expect([code, service.posted()]).toEqual([0, ['R-a', 'R-b', 'R-late.csv', 'R-c.csv']]);
    expect(stderr).toBe('');
  });

  it('takes no file for complete because the clock was set forward while it is written', async () => {
    const { folder, service, put, inside, drop } = await openDropFolder();
    put('orders.csv', 'R-1');
    const path = join(folder, 'orders.csv');
    let looks = 0;
    const now = () => {
      if (existsSync(join(folder, '.cfi-drop'))) looks += 1;
      writeFileSync(path, `${ordersCsv([orderRow('R-1')])}${'\n'.repeat(looks)}`);
      // The waits between two looks take no real time.
      const written = new Date(Date.now() + looks * 250);
      utimesSync(path, written, written);
      return Date.parse(looks < 2 ? '2026-09-01T08:00:00Z' : '2026-09-01T09:00:00Z');
    };
    const { code, stdout, stderr } = await drop([], { deps: { now } });
    expect([code, stdout, service.posted()]).toEqual([0, '', []]);
    expect(stderr).toContain('still being written');
    expect(inside()).toContain('orders.csv');
  });

  it('does not move a file that changed during its upload, and uploads it again', async () => {
    const { service, put, inside, drop, interfereWith } = await openDropFolder();
    put('orders.csv', 'R-1');
    let changed = false;
    interfereWith(() => {
      if (!changed) put('orders.csv', 'R-1', 'R-2');
      changed = true;
      return false;
    });
    expect((await drop()).code).toBe(0);
    expect(service.posted().sort()).toEqual(['R-1', 'R-2']);
    expect(inside('done')).toEqual(['orders.csv']);
  });

  it.each([
    ['removed', (file: string) => rmSync(file), []],
    ['replaced', (file: string) => writeFileSync(file, ordersCsv([orderRow('R-3')])), ['R-3']],
  ])('tells what became of the orders of a file that is %s during its upload', async (_, change, later) => {
    const { service, folder, put, drop, interfereWith } = await openDropFolder();
    put('orders.csv', 'R-1', 'R-2');
    interfereWith(({ body }, response) => {
      if (!body.includes('"R-1"')) return false;
      change(join(folder, 'orders.csv'));
      json(response, 400, { success: false, error: 'because' });
      return true;
    });
    const { code, stdout, stderr } = await drop();
    expect(code).toBe(9);
    expect(stdout).toContain('orders.csv: left, 1 created, 1 rejected, exit 9\n');
    expect(stderr).toContain('orders.csv was replaced or removed during its upload: 1 of 2 orders did not');
    expect(stderr).toContain('which orders: cfi order runs 1');
    expect(service.posted().sort()).toEqual(['R-1', 'R-2', ...later]);
  });

  it.each([
    ['with the same settings', (home: string) => home],
    ['with settings of its own', makeHome],
  ])('is locked out of a folder that another process uses, %s', async (_, homeOfSecond) => {
    const { home, folder, put, inside, drop, interfereWith } = await openDropFolder();
    put('orders.csv', 'R-1');
    let second: Outcome | undefined;
    interfereWith((_, response, accept) => {
      if (second !== undefined) return false;
      second = { code: -1 } as Outcome;
      void drop([], { home: homeOfSecond(home) }).then((outcome) => {
        second = outcome;
        accept();
        json(response, 201, {
          success: true,
          data: { ReferenceNumber: 'R-1', OrderId: { UUID: 'u', Number: 1 } },
        });
      });
      return true;
    });
    expect((await drop()).code).toBe(0);
    expect(second?.code).toBe(11);
    expect(second?.stderr).toContain('working on this folder');
    expect(second?.stderr).toContain('--wait');
    expect(inside('done').map((name) => basename(name))).toEqual(['orders.csv']);
    expect(readdirSync(folder)).toEqual(['done', 'failed']);
  });

  it('takes over from a killed process, wherever it stopped', async () => {
    const { folder, put, drop } = await openDropFolder();
    put('orders.csv', 'R-1');
    writeFileSync(join(folder, '.cfi-drop.lock'), 'no lock at all');
    expect((await drop()).code).toBe(0);
    put('orders.csv', 'R-2');
    writeFileSync(join(folder, '.cfi-drop.lock'), '');
    expect((await drop()).code).toBe(0);
    expect(readdirSync(folder)).toEqual(['done', 'failed']);
  });

  it('removes the lock of a killed process from a folder without files', async () => {
    const { folder, drop } = await openDropFolder();
    writeFileSync(join(folder, '.cfi-drop.lock'), '');
    expect((await drop()).code).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('removes the note of a process that was killed when all was done', async () => {
    const { home, folder, inside, drop } = await openDropFolder();
    const locks = join(home, 'locks');
    const notes = () => readdirSync(locks).filter((name) => name.endsWith('.json'));
    mkdirSync(locks);
    const name = createHash('sha256').update(`folder ${folder}`).digest('hex').slice(0, 24);
    writeFileSync(join(locks, `${name}.json`), JSON.stringify({ pid: 1, file: folder, since: 0 }));
    expect([(await drop()).code, notes(), inside()]).toEqual([0, [], []]);
  });
});
