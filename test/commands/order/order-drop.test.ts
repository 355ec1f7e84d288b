import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type CliOptions, makeHome, type Outcome, runCli } from '../../support/cli.ts';
import { closedAfterTest } from '../../support/closing.ts';
import { ndjson } from '../../support/output.ts';
import { json, startServer } from '../../support/services/http-server.ts';
import { type Interference, startOrderService } from '../../support/services/order-service.ts';
import { credentials } from '../../support/sign-in.ts';
import { orderRow, ordersCsv } from '../../support/upload/orders-csv.ts';

/** An order as in JSON files. */
async function documentOf(reference: string): Promise<object> {
  const { stdout } = await runCli(['order', 'template', '--format', 'json']);
  const [template] = [JSON.parse(stdout)].flat() as [object];
  return { ...template, ReferenceNumber: reference };
}

let home: string;
let folder: string;
let interfere: Interference;
let service: Awaited<ReturnType<typeof startOrderService>>;

beforeEach(async () => {
  home = makeHome();
  folder = join(home, 'in');
  mkdirSync(folder);
  interfere = () => false;
  service = await startOrderService((...request) => interfere(...request));
});

const put = (name: string, ...references: readonly string[]): void =>
  writeFileSync(join(folder, name), ordersCsv(references.map((reference) => orderRow(reference))));
const inside = (name = '.'): string[] =>
  existsSync(join(folder, name)) ? readdirSync(join(folder, name)).sort() : [];
const drop = (words: readonly string[] = [], options: CliOptions = {}): Promise<Outcome> =>
  runCli(['order', 'drop', folder, '--max-retries', '1', ...words], { home, env: service.env, ...options });

describe('cfi order drop', () => {
  it('uploads the files of a folder, oldest first, and moves each to done', async () => {
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

  it('says nothing about an empty folder, and takes only payload files', async () => {
    expect(await drop()).toMatchObject({ code: 0, stdout: '', stderr: '' });
    for (const name of ['.hidden.csv', 'x.failed.csv', 'notes.md', 'x.csv.failed.json']) put(name, 'R-1');
    mkdirSync(join(folder, 'folder.csv'));
    writeFileSync(join(home, 'else.csv'), 'x');
    symlinkSync(join(home, 'else.csv'), join(folder, 'link.csv'));
    expect(await drop()).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(service.posted()).toEqual([]);
  });

  it('takes each kind of payload file, ignoring the case of its name', async () => {
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

  it('writes failed orders of a JSON file to a JSON file', async () => {
    interfere = (request, response) => {
      if (!request.body.includes('"J-2"')) return false;
      json(response, 400, { success: false, error: 'not today' });
      return true;
    };
    const documents = await Promise.all(['J-1', 'J-2'].map(documentOf));
    writeFileSync(join(folder, 'orders.json'), JSON.stringify(documents));
    expect((await drop()).code).toBe(9);
    expect(inside('failed')).toEqual(['orders.json', 'orders.json.failed.json', 'orders.json.report.json']);
    const failed = readFileSync(join(folder, 'failed', 'orders.json.failed.json'), 'utf8');
    expect(JSON.parse(failed)).toMatchObject([{ ReferenceNumber: 'J-2', _error: 'not today' }]);
  });

  it('numbers a file if its name is taken', async () => {
    for (const reference of ['R-1', 'R-2', 'R-3']) {
      put('orders.csv', reference);
      await drop();
    }
    expect(inside('done')).toEqual(['orders-2.csv', 'orders-3.csv', 'orders.csv']);
  });

  it('moves an invalid file to failed, with a report and without a failed file', async () => {
    writeFileSync(join(folder, 'bad.csv'), 'ReferenceNumber,Nonsense\r\nR-1,x\r\n');
    put('good.csv', 'R-2');
    const { code, stdout } = await drop(['-o', 'ndjson']);
    expect(code).toBe(9);
    expect(ndjson(stdout)).toMatchObject([
      { outcome: 'failed', exitCode: 2, movedTo: join(folder, 'failed', 'bad.csv') },
      { outcome: 'done', exitCode: 0 },
    ]);
    expect(inside('failed')).toEqual(['bad.csv', 'bad.csv.report.json']);
    const { data } = JSON.parse(readFileSync(join(folder, 'failed', 'bad.csv.report.json'), 'utf8'));
    expect(data).toMatchObject({ outcome: 'failed', exitCode: 2, errors: [{ exitCode: 2 }] });
  });

  it('writes failed rows and a report beside a partly failed file', async () => {
    interfere = (request, response) => {
      if (!request.body.includes('"R-2"')) return false;
      json(response, 400, { success: false, error: 'not today' });
      return true;
    };
    put('orders.csv', 'R-1', 'R-2');
    expect((await drop()).code).toBe(9);
    expect(inside()).toEqual(['done', 'failed']);
    expect(inside('failed')).toEqual(['orders.csv', 'orders.csv.failed.csv', 'orders.csv.report.json']);
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

  it('leaves a file in place if its upload can continue, and exits with that code', async () => {
    interfere = (request, response) => {
      if (request.method !== 'POST' || !request.url.includes('outbound')) return false;
      json(response, 503, { success: false, error: 'down' });
      return true;
    };
    put('orders.csv', 'R-1');
    const { code, stdout } = await drop(['-o', 'ndjson']);
    expect([code, ndjson(stdout)]).toMatchObject([10, [{ outcome: 'left', exitCode: 10, movedTo: null }]]);
    expect(inside()).toEqual(['done', 'failed', 'orders.csv']);
    interfere = () => false;
    expect((await drop()).code).toBe(0);
    expect(inside('done')).toEqual(['orders.csv']);
  });

  it.each([
    ['asks for too long a wait', 429, { 'retry-after': '3600' }, 7],
    ['fails on an order to the last try', 500, {}, 10],
    ['does not sign in any more', 401, {}, 4],
  ])('leaves a file when the service %s', async (_, status, headers, exitCode) => {
    interfere = (request, response) => {
      if (request.method === 'GET') json(response, 404, { success: false, error: 'none' });
      else json(response, status, { success: false, error: 'no' }, headers);
      return true;
    };
    put('orders.csv', 'R-1');
    const { code, stdout } = await drop(['-o', 'ndjson']);
    expect([code, ndjson(stdout)]).toMatchObject([exitCode, [{ outcome: 'left', exitCode, movedTo: null }]]);
    expect(inside()).toContain('orders.csv');
  });

  it('leaves a file in place while another run uploads, and exits with its code rather than 9', async () => {
    put('orders.csv', 'R-1');
    writeFileSync(join(folder, 'bad.csv'), 'ReferenceNumber,Nonsense\r\nR-1,x\r\n');
    utimesSync(join(folder, 'bad.csv'), 1000, 1000);
    writeFileSync(join(home, 'other.csv'), ordersCsv([orderRow('O-1')]));
    let dropped: Outcome | undefined;
    interfere = (request, response, accept) => {
      if (!request.body.includes('"O-1"')) return false;
      void drop(['-o', 'ndjson']).then((outcome) => {
        dropped = outcome;
        accept();
        json(response, 500, { success: false, error: 'lost' });
      });
      return true;
    };
    await runCli(['order', 'create', 'other.csv', '--max-retries', '0'], { home, env: service.env });
    expect(dropped?.code).toBe(11);
    expect(ndjson(dropped?.stdout ?? '')).toMatchObject([
      { outcome: 'failed', exitCode: 2 },
      { outcome: 'left', exitCode: 11 },
    ]);
    expect(inside()).toContain('orders.csv');
  });

  it('moves a file stopped by --max-errors to failed', async () => {
    interfere = (request, response) => {
      if (request.method !== 'POST' || !request.url.includes('outbound')) return false;
      json(response, 400, { success: false, error: 'no' });
      return true;
    };
    put('orders.csv', 'R-1', 'R-2', 'R-3', 'R-4');
    expect((await drop(['--max-errors', '1', '--concurrency', '1'])).code).toBe(9);
    expect(inside('failed')).toContain('orders.csv');
  });

  it('moves no file for problems with the account or the folder', async () => {
    put('orders.csv', 'R-1');
    expect((await runCli(['order', 'drop', folder], { home })).code).toBe(4);
    expect(inside()).toEqual(['orders.csv']);
    expect((await runCli(['order', 'drop', join(home, 'none')], { home })).code).toBe(2);
    writeFileSync(join(folder, 'done'), 'a file');
    const refused = await drop();
    expect([refused.code, service.posted()]).toEqual([2, []]);
  });

  it('skips a file that is still being written', async () => {
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

  it('reports how many orders of an export it left out, and why', async () => {
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
  });

  it('does not move a file that changed during its upload, and uploads it again', async () => {
    put('orders.csv', 'R-1');
    let changed = false;
    interfere = () => {
      if (!changed) put('orders.csv', 'R-1', 'R-2');
      changed = true;
      return false;
    };
    expect((await drop()).code).toBe(0);
    expect(service.posted().sort()).toEqual(['R-1', 'R-2']);
    expect(inside('done')).toEqual(['orders.csv']);
  });

  it.each([
    ['with the same settings', () => home],
    ['with settings of its own', makeHome],
  ])('is locked out of a folder that another process uses, %s', async (_, homeOfSecond) => {
    put('orders.csv', 'R-1');
    let second: Outcome | undefined;
    interfere = (_, response, accept) => {
      if (second !== undefined) return false;
      second = { code: -1 } as Outcome;
      void drop([], { home: homeOfSecond() }).then((outcome) => {
        second = outcome;
        accept();
        json(response, 201, {
          success: true,
          data: { ReferenceNumber: 'R-1', OrderId: { UUID: 'u', Number: 1 } },
        });
      });
      return true;
    };
    expect((await drop()).code).toBe(0);
    expect(second?.code).toBe(11);
    expect(second?.stderr).toContain('working on this folder');
    expect(second?.stderr).toContain('--wait');
    expect(inside('done').map((name) => basename(name))).toEqual(['orders.csv']);
    expect(readdirSync(folder)).toEqual(['done', 'failed']);
  });

  it('takes over from a killed process, wherever it stopped', async () => {
    put('orders.csv', 'R-1');
    writeFileSync(join(folder, '.cfi-drop.lock'), 'no lock at all');
    expect((await drop()).code).toBe(0);
    put('orders.csv', 'R-2');
    writeFileSync(join(folder, '.cfi-drop.lock'), '');
    expect((await drop()).code).toBe(0);
    expect(readdirSync(folder)).toEqual(['done', 'failed']);
  });

  it('shows the requested columns, and refuses to sort results that it prints as they happen', async () => {
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

  it('keeps running with --follow while the service refuses sign-ins', async () => {
    const stop = new AbortController();
    put('one.csv', 'R-1');
    let signIns = 0;
    const server = closedAfterTest(
      await startServer(({ url }, response) => {
        if (!url.endsWith('/auth/login'))
          return json(response, 201, { success: true, data: { ReferenceNumber: 'R-1' } });
        if (++signIns <= 4) return json(response, 503, { success: false, error: 'down' });
        const data = { access_token: 'a.b.c', expires_in: 86400, client_id: 'acme' };
        return json(response, 200, { success: true, data });
      }),
    );
    let elapsed = 0;
    const sleep = async (_: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      if (inside('done').length === 1) stop.abort('SIGTERM');
      if (elapsed > 500_000) throw new Error('it did not end');
    };
    const { code, stderr } = await drop(['--follow'], {
      signal: stop.signal,
      env: credentials(server.baseUrl),
      deps: { sleep, monotonicNow: () => (elapsed += 1000) },
    });
    expect([code, signIns > 4]).toEqual([143, true]);
    expect(stderr.match(/down/g)).toHaveLength(1);
  });

  it('rescans with --follow until it is stopped', async () => {
    const stop = new AbortController();
    put('one.csv', 'R-1');
    let sleeps = 0;
    const sleep = async (_: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      sleeps += 1;
      if (sleeps === 40) put('two.csv', 'R-2');
      if (inside('done').length === 2) stop.abort('SIGTERM');
      if (sleeps > 500) throw new Error('it did not end');
    };
    let elapsed = 0;
    const monotonicNow = () => (elapsed += 1000);
    const { code, stdout } = await drop(['--follow', '-o', 'ndjson'], {
      signal: stop.signal,
      deps: { sleep, monotonicNow },
    });
    expect([code, ndjson(stdout).map(({ movedTo }) => basename(String(movedTo)))]).toEqual([
      143,
      ['one.csv', 'two.csv'],
    ]);
  });
});
