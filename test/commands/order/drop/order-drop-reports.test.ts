import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ndjson } from '../../../support/output.ts';
import { json } from '../../../support/services/http-server.ts';
import { orderRow, ordersCsv } from '../../../support/upload/orders-csv.ts';
import { openDropFolder } from './drop-folder.ts';

const invalid = ordersCsv([orderRow('R-1'), orderRow('R-2', { Qty: 'many' }), orderRow('R-3', { Qty: '0' })]);

/** A folder whose service refuses R-2, and what a person reads about a file in `failed`. */
async function openFolder() {
  const opened = await openDropFolder();
  opened.interfereWith((request, response) => {
    if (!request.body.includes('"R-2"')) return false;
    json(response, 400, { success: false, error: 'not today' });
    return true;
  });
  const report = (name: string): string =>
    readFileSync(join(opened.folder, 'failed', `${name}.report.txt`), 'utf8');
  return { ...opened, report };
}

describe('the report of a failed file, for people', () => {
  it('names each order that failed, its line, and why, and the file of rows to correct', async () => {
    const { folder, put, drop, report } = await openFolder();
    put('orders.csv', 'R-1', 'R-2');
    const { code, stderr } = await drop();
    expect([code, stderr]).toEqual([
      9,
      expect.stringContaining('read NAME.report.txt beside each file in failed'),
    ]);
    const text = report('orders.csv');
    expect(text.split('\n')[0]).toBe(
      'orders.csv: failed, 1 created, 1 rejected, exit 9 -> failed/orders.csv',
    );
    expect(text).toMatch(/^Reference +Outcome +Why +Row$/m);
    expect(text).toMatch(/^R-2 +rejected +not today +3$/m);
    expect(text).not.toMatch(/^R-1 /m);
    expect(text).toContain(`hint: correct it in ${join(folder, 'failed', 'orders.csv.failed.csv')}`);
  });

  it('has all problems of an invalid file, a line for each order, and names no other file', async () => {
    const { folder, drop, report, inside } = await openFolder();
    writeFileSync(join(folder, 'orders.csv'), invalid);
    expect((await drop()).code).toBe(9);
    const text = report('orders.csv');
    expect(text).toMatch(/^R-2, row 3: quantity "many" must be a whole number/m);
    expect(text).toMatch(/^R-3, row 4: quantity "0" must be /m);
    expect(text).not.toContain('.failed.');
    expect(inside('failed')).toEqual(['orders.csv', 'orders.csv.report.json', 'orders.csv.report.txt']);
  });

  it('has invalid and refused orders, with --skip-invalid', async () => {
    const { folder, drop, report } = await openFolder();
    const rows = [orderRow('R-1'), orderRow('R-2'), orderRow('R-3', { Qty: '0' })];
    writeFileSync(join(folder, 'orders.csv'), ordersCsv(rows));
    await drop(['--skip-invalid']);
    const text = report('orders.csv');
    expect(text).toMatch(/^R-2 +rejected /m);
    expect(text).not.toMatch(/^R-3 +invalid /m);
    expect(text).toMatch(/^R-3, row 4: quantity "0" must be /m);
  });

  it.each([
    ['an invalid file', invalid, []],
    ['a file of which some orders fail', ordersCsv([orderRow('R-1'), orderRow('R-2')]), []],
    ['a file of one order that fails', ordersCsv([orderRow('R-2')]), []],
    ['a file that was stopped', ordersCsv([orderRow('R-2'), orderRow('R-4')]), ['--max-errors', '1']],
    ['a file of unknown columns', 'a,b\n1,2\n', []],
    ['an empty file', '', []],
  ])('and standard error name no failed file that is not there: %s', async (_, content, words) => {
    const { folder, drop, report } = await openFolder();
    writeFileSync(join(folder, 'orders.csv'), content);
    const { stderr } = await drop(['--concurrency', '1', ...words]);
    const named = `${stderr}\n${report('orders.csv')}`.match(/\S+\.failed\.\w+/g) ?? [];
    expect(named.filter((name) => !existsSync(name))).toEqual([]);
  });

  it('says once that a file is empty', async () => {
    const { folder, drop, report } = await openFolder();
    writeFileSync(join(folder, 'orders.csv'), '');
    await drop();
    expect(report('orders.csv').match(/is empty/g)).toHaveLength(1);
  });

  it('shows nothing that could drive a terminal, and no secret', async () => {
    const { folder, service, drop, report, interfereWith } = await openFolder();
    const secret = String(service.env.CFI_CLIENT_SECRET);
    interfereWith((request, response) => {
      if (!request.body.includes('"R-2"')) return false;
      json(response, 400, { success: false, error: `bad \u001b[31m ${secret}` });
      return true;
    });
    writeFileSync(join(folder, 'orders.csv'), ordersCsv([orderRow('R-1'), orderRow('R-2')]));
    await drop();
    expect(report('orders.csv')).toMatch(/^R-2 +rejected +bad /m);
    expect(report('orders.csv')).not.toContain('\u001b');
    expect(report('orders.csv')).not.toContain(secret);
  });
});

describe('what cfi order drop does not take', () => {
  const names = {
    'a.xls': 'an old Excel workbook',
    'b.ODS': 'an OpenDocument spreadsheet',
    'c.xlsb': 'a binary Excel workbook',
    'd.numbers': 'a Numbers file',
    'e.zip': 'an archive',
    'f.csv.gz': 'an archive',
    'g.pdf': 'a PDF',
    'h.xml': 'XML',
    'i.edi': 'EDI',
    'j\nerror: k.zip': 'an archive',
    'l.xlt': 'an old Excel workbook',
    'm.xltx': 'an Excel template',
    'n.fods': 'an OpenDocument spreadsheet',
  };
  const silent = ['notes.md', '.hidden.zip', '~$a.xls', 'x.failed.csv', 'log', 'orders.csv.part'];

  it('is named with what to do if it looks like orders; the exit code stays', async () => {
    const { home, folder, put, drop, inside } = await openDropFolder();
    for (const name of [...Object.keys(names), ...silent]) writeFileSync(join(folder, name), 'x');
    mkdirSync(join(folder, 'folder.zip'));
    symlinkSync(home, join(folder, 'link.zip'));
    put('orders.csv', 'R-1');
    const { code, stdout, stderr } = await drop(['-o', 'ndjson']);
    expect(code).toBe(0);
    const [ignored, taken] = [ndjson(stdout).slice(0, -1), ndjson(stdout).at(-1)];
    expect(ignored).toEqual(
      Object.entries(names).map(([name, what]) => ({
        file: join(folder, name),
        outcome: 'ignored',
        why: expect.stringMatching(new RegExp(`^${what}`)),
      })),
    );
    expect(taken).toMatchObject({ outcome: 'done' });
    const said = Object.keys(names).map((name) => name.replace('\n', '\n  '));
    for (const name of said) expect(stderr).toContain(`warning: ${name} is ignored: `);
    expect(stderr).not.toMatch(/^error:/m);
    for (const name of [...silent, 'folder.zip', 'link.zip'])
      expect(stderr).not.toContain(`${name} is ignored`);
    expect(inside()).toEqual(expect.arrayContaining(Object.keys(names)));
    const fields = await drop(['-o', 'ndjson', '--fields', 'outcome,total']);
    expect(ndjson(fields.stdout)[0]).toMatchObject({ outcome: 'ignored' });
  });

  it('is named once with --follow, and on standard error alone in other formats', async () => {
    const { folder, drop } = await openDropFolder();
    writeFileSync(join(folder, 'a.xls'), 'x');
    const stop = new AbortController();
    let passes = 0;
    const sleep = async () => {
      passes += 1;
      if (passes === 3) stop.abort('SIGTERM');
    };
    const { stderr } = await drop(['--follow'], { signal: stop.signal, deps: { sleep } });
    expect(stderr.match(/a\.xls is ignored/g)).toHaveLength(1);
    for (const format of ['table', 'csv', 'json'])
      expect((await drop(['-o', format])).stdout).not.toContain('a.xls');
  });
});
