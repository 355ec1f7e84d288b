import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { splitWords } from '../../../../src/text/words.ts';
import { runCli } from '../../../support/cli.ts';
import { ndjson } from '../../../support/output.ts';
import { json } from '../../../support/services/http-server.ts';
import { reading, shopify } from '../../../support/upload/daily-shop.ts';
import { outcomesOf } from '../../../support/upload/home-with.ts';
import { orderRow, ordersCsv } from '../../../support/upload/orders-csv.ts';
import { openDropFolder } from './drop-folder.ts';

/** An order as in JSON files. */
async function documentOf(reference: string): Promise<object> {
  const { stdout } = await runCli(['order', 'template', '--format', 'json']);
  const [template] = [JSON.parse(stdout)].flat() as [object];
  return { ...template, ReferenceNumber: reference };
}

const reports = (name: string): string[] => [`${name}.report.json`, `${name}.report.txt`];

describe('cfi order drop', () => {
  it('names the command for a file in place of a folder', async () => {
    const { home } = await openDropFolder();
    writeFileSync(join(home, 'the week.csv'), ordersCsv([orderRow('R-1')]));
    const { code, stderr } = await runCli(['order', 'drop', 'the week.csv', '--emulator'], { home });
    expect([code, stderr]).toEqual([
      2,
      "error: the week.csv is a file\nhint: upload it: cfi order create 'the week.csv'\n",
    ]);
  });

  it.each(['orders.json', 'orders.txt'])(
    'writes failed orders of JSON to a JSON file, whatever the name: %s',
    async (name) => {
      const { folder, inside, drop, interfereWith } = await openDropFolder();
      interfereWith((request, response) => {
        if (!request.body.includes('"J-2"')) return false;
        json(response, 400, { success: false, error: 'not today' });
        return true;
      });
      const documents = await Promise.all(['J-1', 'J-2'].map(documentOf));
      writeFileSync(join(folder, name), JSON.stringify(documents));
      expect((await drop()).code).toBe(9);
      expect(inside('failed')).toEqual([name, `${name}.failed.json`, ...reports(name)]);
      const failed = readFileSync(join(folder, 'failed', `${name}.failed.json`), 'utf8');
      expect(JSON.parse(failed)).toMatchObject([{ ReferenceNumber: 'J-2', _error: 'not today' }]);
    },
  );

  it('moves an invalid file to failed, with a report and without a failed file', async () => {
    const { folder, put, inside, drop } = await openDropFolder();
    writeFileSync(join(folder, 'bad.csv'), 'ReferenceNumber,Nonsense\r\nR-1,x\r\n');
    put('good.csv', 'R-2');
    const { code, stdout } = await drop(['-o', 'ndjson']);
    expect(code).toBe(9);
    expect(ndjson(stdout)).toMatchObject([
      { outcome: 'failed', exitCode: 2, movedTo: join(folder, 'failed', 'bad.csv') },
      { outcome: 'done', exitCode: 0 },
    ]);
    expect(inside('failed')).toEqual(['bad.csv', ...reports('bad.csv')]);
    const { data } = JSON.parse(readFileSync(join(folder, 'failed', 'bad.csv.report.json'), 'utf8'));
    expect(data).toMatchObject({ outcome: 'failed', exitCode: 2, errors: [{ exitCode: 2 }] });
  });

  it('takes no reports of another run for orders', async () => {
    const { folder, put, inside, drop } = await openDropFolder();
    for (const name of reports('bad.csv')) writeFileSync(join(folder, name), 'line,reference\r\n');
    put('sales.report.csv', 'R-1');
    expect((await drop()).code).toBe(0);
    expect(inside()).toEqual([...reports('bad.csv'), 'done', 'failed']);
    expect(inside('done')).toEqual(['sales.report.csv']);
  });

  it('leaves the files in place while the ledger cannot be used, which is not their fault', async () => {
    const { home, put, inside, drop } = await openDropFolder();
    put('first.csv', 'R-1');
    put('second.csv', 'R-2');
    mkdirSync(join(home, 'ledger.sqlite'));
    const { code, stdout, stderr } = await drop(['-o', 'ndjson']);
    expect(code).toBe(2);
    expect(ndjson(stdout)).toMatchObject([{ outcome: 'left', exitCode: 2, movedTo: null }]);
    expect(stderr).toContain('the run ledger');
    expect(inside('failed')).toEqual([]);
    rmSync(join(home, 'ledger.sqlite'), { recursive: true });
    expect((await drop()).code).toBe(0);
    expect(inside('done')).toEqual(['first.csv', 'second.csv']);
  });

  it('says how to keep an order that has changed, with a command that works where the file is now', async () => {
    const { home, folder, put, drop, service } = await openDropFolder();
    put('orders.csv', 'R-1');
    await drop();
    writeFileSync(join(folder, 'orders.csv'), ordersCsv([orderRow('R-1', { Qty: '3' })]));
    const { code, stderr } = await drop();
    expect([code, stderr]).toEqual([9, expect.stringContaining('to replace a changed order, cancel it')]);
    const [, keep = ''] = /, run: cfi (.*)$/m.exec(stderr) ?? [];
    expect(keep).toContain(join(folder, 'failed', 'orders.csv.failed.csv'));
    const kept = await runCli([...(splitWords(keep) ?? []), '--json'], { home, env: service.env });
    expect([kept.code, outcomesOf(kept)]).toEqual([0, { 'R-1': 'existing' }]);
  });

  it('writes failed rows and a report beside a partly failed file', async () => {
    const { folder, put, inside, drop, interfereWith } = await openDropFolder();
    interfereWith((request, response) => {
      if (!request.body.includes('"R-2"')) return false;
      json(response, 400, { success: false, error: 'not today' });
      return true;
    });
    put('orders.csv', 'R-1', 'R-2');
    expect((await drop()).code).toBe(9);
    expect(inside()).toEqual(['done', 'failed']);
    expect(inside('failed')).toEqual(['orders.csv', 'orders.csv.failed.csv', ...reports('orders.csv')]);
    expect(readFileSync(join(folder, 'failed', 'orders.csv.failed.csv'), 'utf8')).toContain('not today');
    const report = readFileSync(join(folder, 'failed', 'orders.csv.report.json'), 'utf8');
    expect(JSON.parse(report).data).toMatchObject({
      exitCode: 9,
      movedTo: join(folder, 'failed', 'orders.csv'),
      orders: [
        { ReferenceNumber: 'R-1', outcome: 'created' },
        { ReferenceNumber: 'R-2', outcome: 'rejected' },
      ],
    });
    expect(report).not.toContain('/.orders.csv');
  });

  it.each([
    ['asks for too long a wait', 429, { 'retry-after': '3600' }, 7],
    ['fails on an order to the last try', 500, {}, 10],
    ['does not sign in any more', 401, {}, 4],
  ])(
    'leaves a file when the service %s, exits with that code, and takes it later',
    async (_, status, headers, exitCode) => {
      const { put, inside, drop, interfereWith } = await openDropFolder();
      interfereWith((request, response) => {
        if (request.method === 'GET') json(response, 404, { success: false, error: 'none' });
        else json(response, status, { success: false, error: 'no' }, headers);
        return true;
      });
      put('orders.csv', 'R-1');
      const { code, stdout } = await drop(['-o', 'ndjson']);
      expect([code, ndjson(stdout)]).toMatchObject([
        exitCode,
        [{ outcome: 'left', exitCode, movedTo: null }],
      ]);
      expect(inside()).toContain('orders.csv');
      interfereWith(() => false);
      expect((await drop()).code).toBe(0);
      expect(inside('done')).toEqual(['orders.csv']);
    },
  );

  it('leaves a file whose changed order could not be read, to keep it with --keep-changed later', async () => {
    const { folder, put, inside, drop, interfereWith } = await openDropFolder();
    put('orders.csv', 'R-1');
    await drop();
    writeFileSync(join(folder, 'orders.csv'), ordersCsv([orderRow('R-1', { Qty: '2' })]));
    interfereWith(({ method }, response) => {
      if (method === 'GET') json(response, 503, { success: false, error: 'down' });
      return method === 'GET';
    });
    const { code, stdout } = await drop(['--keep-changed', '-o', 'ndjson']);
    expect([code, ndjson(stdout)]).toMatchObject([10, [{ outcome: 'left', counts: { failed: 1 } }]]);
    interfereWith(() => false);
    expect((await drop(['--keep-changed'])).stdout).toContain('done, 1 existing');
    expect(inside('done')).toEqual(['orders-2.csv', 'orders.csv']);
  });

  it('moves a file without any reference to failed with --skip-invalid, with its rows to correct', async () => {
    const { put, inside, drop } = await openDropFolder();
    put('orders.csv', '');
    const { code, stdout } = await drop(['--skip-invalid', '-o', 'ndjson']);
    expect([code, ndjson(stdout)]).toMatchObject([9, [{ outcome: 'failed', counts: { invalid: 1 } }]]);
    expect(inside('failed')).toEqual(['orders.csv', 'orders.csv.failed.csv', ...reports('orders.csv')]);
  });

  it('leaves a file whose rows to correct could not be written, and writes them at the next call', async () => {
    const { folder, put, inside, drop, interfereWith } = await openDropFolder();
    let written = false;
    interfereWith((request, response) => {
      if (!request.body.includes('"R-2"')) return false;
      // A link is never written to.
      if (!written) symlinkSync(join(folder, 'elsewhere'), join(folder, '.cfi-drop', '1', 'failed.csv'));
      written = true;
      json(response, 400, { success: false, error: 'not today' });
      return true;
    });
    put('orders.csv', 'R-1', 'R-2');
    const { code, stderr } = await drop();
    expect([code, inside(), inside('failed')]).toEqual([9, ['done', 'failed', 'orders.csv'], []]);
    expect(stderr).toContain('failed.csv cannot be written');
    expect(stderr).toContain('hint: the file stays where it is; run the same command again to continue');
    expect((await drop()).code).toBe(9);
    expect(inside('failed')).toEqual(['orders.csv', 'orders.csv.failed.csv', ...reports('orders.csv')]);
  });

  it('does not name the failed file of a file that stays', async () => {
    const { put, inside, drop, interfereWith } = await openDropFolder();
    interfereWith((request, response) => {
      if (!request.body.includes('"R-2"') && !request.url.endsWith('/R-2')) return false;
      json(response, 500, { success: false, error: 'down' });
      return true;
    });
    put('orders.csv', 'R-1', 'R-2');
    const { code, stderr } = await drop();
    expect([code, inside()]).toEqual([9, ['done', 'failed', 'orders.csv']]);
    expect(stderr).toContain('1 of 2 orders did not succeed: 1 unknown');
    expect(stderr).toContain('hint: the file stays where it is; run the same command again to continue');
    interfereWith(() => false);
    expect((await drop()).code).toBe(0);
  });

  it('does not name it either if an order that has changed could not be compared', async () => {
    const { folder, put, inside, drop, interfereWith } = await openDropFolder();
    put('orders.csv', 'R-1');
    await drop();
    writeFileSync(join(folder, 'orders.csv'), ordersCsv([orderRow('R-1', { Qty: '3' })]));
    interfereWith(({ method }, response) => {
      if (method === 'GET') json(response, 500, { success: false, error: 'down' });
      return method === 'GET';
    });
    const { code, stderr } = await drop();
    expect([code, inside()]).toEqual([6, ['done', 'failed', 'orders.csv']]);
    expect(stderr).toContain('hint: the file stays where it is; run the same command again to continue');
    expect(stderr).not.toContain('.cfi-drop');
  });

  it('names an order that must not ship also if its file stays', async () => {
    const { home, folder, inside, service, interfereWith } = await openDropFolder();
    const drop = (orders: Parameters<typeof shopify>[0]) => {
      writeFileSync(join(folder, 'export.csv'), shopify(orders));
      return runCli(['order', 'drop', folder, ...reading, '--max-retries', '0'], { home, env: service.env });
    };
    expect((await drop({ '#1': [{ sku: 'A' }] })).code).toBe(0);
    interfereWith(({ url }, response) => {
      if (!url.startsWith('/v1/o')) return false;
      json(response, 503, { success: false, error: 'down' });
      return true;
    });
    const { code, stderr } = await drop({
      '#1': [{ sku: 'A', financial: 'refunded' }],
      '#2': [{ sku: 'B' }],
    });
    expect([code, inside()]).toEqual([10, ['done', 'export.csv', 'failed']]);
    expect(stderr).toContain('already with the warehouse: #1');
    expect(stderr).toContain("cfi order cancel '#1'");
  });

  it('moves a file stopped by --max-errors to failed, and says how to send the orders that are left', async () => {
    const { folder, service, put, inside, drop, interfereWith } = await openDropFolder();
    interfereWith((request, response) => {
      if (request.method !== 'POST' || !request.url.includes('outbound')) return false;
      json(response, 400, { success: false, error: 'no' });
      return true;
    });
    put('orders.csv', 'R-1', 'R-2', 'R-3', 'R-4');
    const { code, stderr } = await drop(['--max-errors', '1', '--concurrency', '1']);
    expect(code).toBe(9);
    expect(stderr).toContain(
      'warning: orders.csv: stopped after 1 failure. 3 orders were not sent; to send those as well, put the file back into the folder',
    );
    expect(inside('failed')).toContain('orders.csv');
    interfereWith(() => false);
    renameSync(join(folder, 'failed', 'orders.csv'), join(folder, 'orders.csv'));
    expect([(await drop()).code, service.stored.size]).toEqual([0, 4]);
  });

  it.each(['Qty=none', 'Currency=pounds'])('takes no file when --set %s suits none', async (setting) => {
    const { put, inside, drop } = await openDropFolder();
    put('orders.csv', 'R-1');
    const { code, stderr } = await drop(['--set', setting]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`error: --set ${setting}: `)]);
    expect(inside()).toEqual(['orders.csv']);
  });

  it('names a file whose name is not UTF-8, which it does not take, and takes the others', async () => {
    const { folder, service, put, drop } = await openDropFolder();
    const odd = Buffer.from('bestell-\xfc.csv', 'latin1');
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), odd]), ordersCsv([orderRow('R-1')]));
    put('\u{fffd}.csv', 'R-2');
    const { code, stdout, stderr } = await drop(['-o', 'ndjson']);
    expect([code, service.posted()]).toEqual([0, ['R-2']]);
    const why = 'named in an encoding other than UTF-8; rename it';
    expect(ndjson(stdout)).toMatchObject([
      { file: join(folder, 'bestell-\\xfc.csv'), outcome: 'ignored', why },
      { file: join(folder, '\u{fffd}.csv'), outcome: 'done', exitCode: 0 },
    ]);
    expect(stderr).toContain(`warning: bestell-\\xfc.csv is ignored: ${why}\n`);
  });

  it('moves no file for problems with the account or the folder', async () => {
    const { home, folder, service, put, inside, drop } = await openDropFolder();
    put('orders.csv', 'R-1');
    expect((await runCli(['order', 'drop', folder], { home })).code).toBe(4);
    expect(inside()).toEqual(['orders.csv']);
    expect((await runCli(['order', 'drop', join(home, 'none')], { home })).code).toBe(2);
    writeFileSync(join(folder, 'done'), 'a file');
    const refused = await drop();
    expect([refused.code, service.posted()]).toEqual([2, []]);
  });
});
