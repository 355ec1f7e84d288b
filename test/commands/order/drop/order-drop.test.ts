import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../../support/cli.ts';
import { ndjson } from '../../../support/output.ts';
import { orderRow, ordersCsv } from '../../../support/upload/orders-csv.ts';
import { openDropFolder } from './drop-folder.ts';

/** An order as in JSON files. */
async function documentOf(reference: string): Promise<object> {
  const { stdout } = await runCli(['order', 'template', '--format', 'json']);
  const [template] = [JSON.parse(stdout)].flat() as [object];
  return { ...template, ReferenceNumber: reference };
}

describe('cfi order drop', () => {
  it('uploads the files of a folder, oldest first, and moves each to done', async () => {
    const { folder, service, put, inside, drop } = await openDropFolder();
    put('b.csv', 'R-1');
    put('a.csv', 'R-2');
    utimesSync(join(folder, 'b.csv'), 1000, 1000);
    const { code, stdout, stderr } = await drop(['-o', 'ndjson']);
    expect([code, stderr]).toEqual([0, '']);
    expect(ndjson(stdout)).toEqual(
      ['b.csv', 'a.csv'].map((name) => ({
        file: join(folder, name),
        outcome: 'done',
        exitCode: 0,
        counts: expect.objectContaining({ total: 1, created: 1 }),
        movedTo: join(folder, 'done', name),
      })),
    );
    expect(service.posted()).toEqual(['R-1', 'R-2']);
    expect(inside()).toEqual(['done', 'failed']);
    expect(inside('done')).toEqual(['a.csv', 'b.csv']);
  });

  it('takes --yes as every command that writes does, although it asks nothing', async () => {
    const { put, inside, drop } = await openDropFolder();
    put('a.csv', 'R-1');
    expect((await drop(['--yes'])).code).toBe(0);
    expect(inside('done')).toEqual(['a.csv']);
  });

  it('says nothing about an empty folder, and takes only payload files', async () => {
    const { home, folder, service, put, drop } = await openDropFolder();
    expect(await drop()).toMatchObject({ code: 0, stdout: '', stderr: '' });
    for (const name of ['.hidden.csv', 'x.failed.csv', 'notes.md', 'x.csv.failed.json']) put(name, 'R-1');
    mkdirSync(join(folder, 'folder.csv'));
    writeFileSync(join(home, 'else.csv'), 'x');
    symlinkSync(join(home, 'else.csv'), join(folder, 'link.csv'));
    expect(await drop()).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(service.posted()).toEqual([]);
  });

  it('takes each kind of payload file, ignoring the case of its name', async () => {
    const { folder, service, put, inside, drop } = await openDropFolder();
    const tabs = ordersCsv([orderRow('T-1'), orderRow('T-2')]).replaceAll(',', '\t');
    writeFileSync(join(folder, 'a.tsv'), tabs);
    put('b.TXT', 'X-1');
    const body = async (reference: string) => JSON.stringify(await documentOf(reference));
    writeFileSync(join(folder, 'c.json'), `[${await body('J-1')}]`);
    writeFileSync(join(folder, 'd.ndjson'), `${await body('N-1')}\n${await body('N-2')}\n`);
    expect((await drop()).code).toBe(0);
    expect(service.posted().sort()).toEqual(['J-1', 'N-1', 'N-2', 'T-1', 'T-2', 'X-1']);
    expect(inside('done')).toEqual(['a.tsv', 'b.TXT', 'c.json', 'd.ndjson']);
  });

  it('numbers a file if its name is taken', async () => {
    const { put, inside, drop } = await openDropFolder();
    for (const reference of ['R-1', 'R-2', 'R-3']) {
      put('orders.csv', reference);
      await drop();
    }
    expect(inside('done')).toEqual(['orders-2.csv', 'orders-3.csv', 'orders.csv']);
  });

  it('names what may be a mistake and each note, once the file is done', async () => {
    const { folder, service, drop } = await openDropFolder();
    const notes = ['hold till Monday', ...Array.from({ length: 5 }, () => 'gift')];
    const rows = notes.map(
      (note, at) =>
        `#${at},paid,Tent,AC-1,1,5.00,GBP,2026-08-31 10:00:00 +0100,Ada,1 Street,Leeds,LS1,GB,${note}`,
    );
    const header =
      'Name,Financial Status,Lineitem name,Lineitem sku,Lineitem quantity,Lineitem price,Currency,Created at,' +
      'Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country,Notes';
    writeFileSync(join(folder, 'shop.csv'), `${[header, ...rows].join('\n')}\n`);
    const { code, stderr } = await drop(['--warehouse', 'W', '--dispatch-within', '36h']);
    expect([code, service.posted().length]).toEqual([0, 6]);
    expect(stderr.split('\n').slice(0, 2)).toEqual([
      'shop.csv: warning: #0, row 2: Notes may ask not to ship the order: hold till Monday',
      'shop.csv: note: #0, row 2: Notes: hold till Monday',
    ]);
    expect(stderr).toContain('shop.csv: 6 notes in all\n');
  });

  it('reports how many orders of an export it left out, and why', async () => {
    const { folder, service, drop } = await openDropFolder();
    const rows = ['#1,paid', '#2,pending', '#3,voided', '#4,pending'].map(
      (start) => `${start},Tent,AC-1,1,5.00,GBP,2026-08-31 10:00:00 +0100,Ada,1 Street,Leeds,LS1,GB`,
    );
    const header =
      'Name,Financial Status,Lineitem name,Lineitem sku,Lineitem quantity,Lineitem price,Currency,Created at,' +
      'Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country';
    writeFileSync(join(folder, 'shop.csv'), `${[header, ...rows].join('\n')}\n`);
    const { code, stdout, stderr } = await drop(['--warehouse', 'W', '--dispatch-within', '36h']);
    expect([code, stdout]).toEqual([0, 'shop.csv: done, 1 created, 3 left out -> done/shop.csv\n']);
    expect(stderr).toBe('shop.csv: left out: 2 unpaid, 1 cancelled; which orders: cfi order runs 1\n');
    expect(service.posted()).toEqual(['#1']);
    const [paid = '', ...others] = rows;
    const later = [header, paid.replace('paid', 'voided'), ...others];
    writeFileSync(join(folder, 'shop.csv'), `${later.join('\n')}\n`);
    const cancelled = await drop(['--warehouse', 'W', '--dispatch-within', '36h']);
    expect(cancelled.code).toBe(9);
    expect(cancelled.stderr).toContain('shop.csv: left out: 2 cancelled, 2 unpaid; which');
    expect(cancelled.stderr).toMatch(
      /shop\.csv: 1 order .* is already with the warehouse: #1; .*cfi order cancel '#1'/,
    );
    expect(cancelled.stderr).toContain('1 of 1 file went to failed');
    const report = readFileSync(join(folder, 'failed', 'shop.csv.report.json'), 'utf8');
    expect(JSON.parse(report).data.leftOut).toHaveLength(4);
  });

  it('says why a file failed, with a command that names it where it is now', async () => {
    const { folder, drop } = await openDropFolder();
    writeFileSync(join(folder, 'odd.csv'), 'a,b\n1,2\n');
    const { code, stderr } = await drop();
    expect(code).toBe(9);
    const hint = `cfi order map ${join(folder, 'failed', 'odd.csv')}`;
    expect(stderr).toContain('odd.csv: there is no column ReferenceNumber; ');
    expect(stderr).toContain(hint);
    const report = readFileSync(join(folder, 'failed', 'odd.csv.report.json'), 'utf8');
    expect(JSON.parse(report).data.errors[0].hint).toContain(hint);
  });

  it('shows the requested columns, and refuses to sort results that it prints as they happen', async () => {
    const { folder, service, put, drop } = await openDropFolder();
    put('b.csv', 'R-1');
    put('a.csv', 'R-2');
    utimesSync(join(folder, 'b.csv'), 1000, 1000);
    const sorted = await drop(['-o', 'ndjson', '--sort', 'file']);
    expect([sorted.code, service.posted()]).toEqual([2, []]);
    expect((await drop(['--fields', 'outcom'])).stderr).toContain('did you mean outcome?');
    const { stdout } = await drop(['-o', 'ndjson', '--fields', 'outcome,total']);
    expect(stdout).toBe('{"outcome":"done","total":1}\n{"outcome":"done","total":1}\n');
    put('d.csv', 'R-3');
    expect((await drop(['--fields', 'outcome,exitCode'])).stdout).toBe('done  0\n');
    put('e.csv', 'R-4');
    put('f.csv', 'R-5');
    const table = await drop(['-o', 'csv', '--fields', 'file', '--sort', 'file:desc']);
    expect(table.stdout).toBe(`file\r\n${join(folder, 'f.csv')}\r\n${join(folder, 'e.csv')}\r\n`);
  });

  it('warns once that a part of the orders moves whole files', async () => {
    const { put, drop } = await openDropFolder();
    expect((await drop(['--shard', '1/2'])).stderr).toBe('');
    put('a.csv', 'R-1');
    put('b.csv', 'R-2');
    const { stderr } = await drop(['--shard', '1/2']);
    expect(stderr.match(/warning: with --shard, a file is moved once this part/g)).toHaveLength(1);
    put('c.csv', 'R-3');
    expect((await drop(['--shard', '1/1'])).stderr).not.toContain('warning');
    put('d.csv', 'R-4');
    expect((await drop()).stderr).not.toContain('warning');
  });

  it('refuses a folder with files that it uses itself: they would be moved, and later orders fail', async () => {
    const { home, folder, put, inside, drop, service } = await openDropFolder();
    put('orders.csv', 'R-1');
    const own = {
      '--map': 'map.json',
      '--sku-map': 'skus.csv',
      '--prices': 'prices.csv',
      '--out': 'out.json',
    };
    for (const name of ['map.json', 'skus.csv', 'prices.csv']) writeFileSync(join(folder, name), '{}');
    symlinkSync(join(folder, 'map.json'), join(home, 'linked'));
    const there = inside();
    for (const [option, name] of [
      ...Object.entries(own).map(([o, n]) => [o, join(folder, n)]),
      ['--map', 'linked'],
    ]) {
      const refused = await drop([`${option}=${name}`]);
      expect([refused.code, refused.stderr]).toEqual([
        2,
        expect.stringContaining(`${option} ${name} is in the folder whose files are uploaded`),
      ]);
    }
    const { env } = service;
    const saved = await drop([], { env: { ...env, CFI_CLIENT_SECRET_FILE: join(folder, 'secret.txt') } });
    expect([saved.code, saved.stderr]).toEqual([2, expect.stringContaining('CFI_CLIENT_SECRET_FILE')]);
    await runCli(['config', 'set', 'map', join(folder, 'map.json')], { home, env });
    expect((await drop()).stderr).toContain('map.json is in the folder whose files are uploaded');
    expect([inside(), service.posted()]).toEqual([there, []]);
  });

  it.each(['cache', 'locks', 'emulator'])('refuses the folder %s of its own', async (name) => {
    const { home, service } = await openDropFolder();
    const own = join(home, name);
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'names.json'), '{}');
    const { code, stderr } = await runCli(['order', 'drop', own, '--settle=0s'], { home, env: service.env });
    expect([code, stderr]).toEqual([2, expect.stringContaining('where cfi keeps its own files')]);
    expect(existsSync(join(own, 'names.json'))).toBe(true);
  });

  it('uses a map in a folder inside, and one that a link leads to, and writes a result that it would not take', async () => {
    const { folder, put, inside, drop } = await openDropFolder();
    put('orders.csv', 'R-1');
    mkdirSync(join(folder, 'maps'));
    writeFileSync(join(folder, 'maps', 'skus.csv'), 'from,to\nOLD,NEW\n');
    symlinkSync(join(folder, 'maps', 'skus.csv'), join(folder, 'skus.csv'));
    expect(
      (await drop([`--sku-map=${join(folder, 'skus.csv')}`, `--out=${join(folder, 'drop.log')}`])).code,
    ).toBe(0);
    expect(inside()).toEqual(['done', 'drop.log', 'failed', 'maps', 'skus.csv']);
  });
});
