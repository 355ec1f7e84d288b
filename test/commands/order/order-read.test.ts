import { describe, expect, it } from 'vitest';
import { ordersShown } from '../../../src/commands/order/read.ts';
import { runCli } from '../../support/cli.ts';
import { csvRows, ndjson } from '../../support/output.ts';
import { json, startServer, testToken } from '../../support/services/http-server.ts';
import { testbedForAll } from '../../support/testbed.ts';

const testbed = testbedForAll();

const references = (rows: readonly Record<string, unknown>[]) => rows.map((row) => row.ReferenceNumber);

it('order get makes the page of one order after the other, and none for scripts', () => {
  const read = new Set<number>();
  const records = [0, 1, 2].map((at) => ({
    get ReferenceNumber(): string {
      read.add(at);
      return `R-${at}`;
    },
  }));
  const { blocks } = ordersShown(records);
  expect([...read]).toEqual([]);
  const [first] = blocks;
  expect([first === undefined, ...read]).toEqual([false, 0]);
});

describe('cfi order get', () => {
  it('shows one order with its lines, times in warehouse time', async () => {
    const { code, stdout } = await testbed.cfi(['order', 'get', 'R-2']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Order R-2\nStatus: +Shipped\n/);
    expect(stdout).toMatch(/Dispatch by: +Wed 2 Sep 17:00 BST\n/);
    expect(stdout).toMatch(/Deliver to: +Ann Lee, 1 High St, Leeds, LS1 1AA, GB\n/);
    expect(stdout).toMatch(/Payment: +paid\nCurrency: +GBP\n/);
    expect(stdout).toMatch(/Carrier: +DPD\nTracking: +1550-42\n/);
    expect(stdout).toMatch(/2 +AC-STOVE +Stove +1 +35\.50\n/);
  });

  it("gives the service's own record in json, with unchanged times", async () => {
    const sent = (await testbed.acme.get('/order/R-1')).body.data;
    expect(sent.DispatchBy).toBe('2026-09-02T16:00:00Z');
    expect(await testbed.json('order', 'get', 'R-1')).toEqual({ data: sent });
    expect(ndjson((await testbed.cfi(['order', 'get', 'R-1', '-o', 'ndjson'])).stdout)).toEqual([sent]);
  });

  it('gives one row per order line in csv', async () => {
    const rows = csvRows((await testbed.cfi(['order', 'get', 'R-1', '-o', 'csv'])).stdout);
    expect(rows.map(({ ReferenceNumber, SKU, Qty }) => [ReferenceNumber, SKU, Qty])).toEqual([
      ['R-1', 'AC-TENT-2', '2'],
      ['R-1', 'AC-STOVE', '1'],
    ]);
    expect(rows[0]).toMatchObject({
      DispatchBy: '2026-09-02T16:00:00Z',
      'DeliveryAddress.PostCode': 'LS1 1AA',
    });
  });

  it('of several shows those found, names the missing, and exits with 9', async () => {
    const { code, stdout, stderr } = await testbed.cfi('order get R-1 NOPE R-2 -o ndjson'.split(' '));
    expect(code).toBe(9);
    expect(references(ndjson(stdout))).toEqual(['R-1', 'R-2']);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'partial',
      exitCode: 9,
      errors: [{ found: 'NOPE', message: expect.stringContaining('NOPE') }],
    });
    expect((await testbed.cfi(['order', 'get', 'R-1', 'NOPE'])).stderr).toContain(
      '\n  NOPE: Order NOPE not found\n',
    );
    const { data } = await testbed.json('order', 'get', 'R-1', 'R-2');
    expect(references(data)).toEqual(['R-1', 'R-2']);
  });

  it('names a missing order once if the service does, too', async () => {
    const { code, stderr } = await testbed.cfi(['order', 'get', 'NOPE']);
    expect([code, stderr]).toEqual([5, expect.stringContaining('error: Order NOPE not found\n')]);
  });

  it('names a missing order whose reference is only part of a word of the answer', async () => {
    const refusal = { success: false, error: 'Order not found' };
    await testbed.admin.post('/faults', { match: { reference: 'foun' }, do: { status: 404, body: refusal } });
    const { code, stderr } = await testbed.cfi(['order', 'get', 'foun']);
    await testbed.admin.delete('/faults');
    expect([code, stderr]).toEqual([5, expect.stringContaining('error: foun: Order not found\n')]);
  });

  it('reports all missing orders in one error', async () => {
    const { code, stdout, stderr } = await testbed.cfi(['order', 'get', 'NOPE', 'NADA', '--json']);
    expect([code, JSON.parse(stdout)]).toEqual([9, { data: [] }]);
    const { error } = JSON.parse(stderr);
    expect(error.errors.map(({ found }: { found: string }) => found)).toEqual(['NOPE', 'NADA']);
  });

  it.each([
    ['the first', 'R-1', 9, ['R-2']],
    ['the last', 'R-2', 9, ['R-1']],
    ['all', 'R-*', 10, []],
  ])('shows what it found when the service fails for %s', async (_, reference, exitCode, found) => {
    await testbed.admin.post('/faults', { match: { reference }, do: { status: 500 } });
    const { code, stdout, stderr } = await testbed.cfi(['order', 'get', 'R-1', 'R-2', '-o', 'ndjson']);
    await testbed.admin.delete('/faults');
    expect([code, references(ndjson(stdout))]).toEqual([exitCode, found]);
    expect(JSON.parse(stderr).error.exitCode).toBe(exitCode);
  });

  it('exits with 5 for a single unknown order, and says where to find marketplace orders', async () => {
    const { code, stdout, stderr } = await testbed.cfi(['order', 'get', 'M-1']);
    expect([code, stdout]).toEqual([5, '']);
    expect(stderr).toContain('cfi order list --ship-from MSF');
  });

  it('says of a list, before it asks which, that there is none of all orders', async () => {
    const { code, stderr } = await testbed.cfi(['order', 'list'], { tty: true, answers: ['MSF'] });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^the service has no list of all orders;\s+cfi order track .*shows/s);
  });

  it('asks for the reference on a terminal and requires it elsewhere', async () => {
    const asked = await testbed.cfi(['order', 'get'], { tty: true, answers: ['R-1 R-2'] });
    expect([asked.code, asked.askedFor.length]).toEqual([0, 1]);
    const { code, stderr } = await testbed.cfi(['order', 'get']);
    expect(code).toBe(2);
    expect(stderr).toContain('missing REF');
    expect(stderr).toContain("quote a reference that begins with #, or the shell drops it: '#1001'");
  });
});

describe('cfi order list', () => {
  it('finds every order of a channel reference, in each format', async () => {
    const args = ['order', 'list', '--channel-ref', 'CH-7'];
    const { stdout } = await testbed.cfi(args);
    expect(stdout).toMatch(/R-1 +Pending +\d+ +CH-7 +Ann Lee +Northgate FC +2 +Wed 2 Sep 17:00\n/);
    expect(stdout).toMatch(/R-2 +Shipped .*DPD +1550-42\n/);
    expect(await testbed.json(...args)).toEqual({
      data: (await testbed.acme.get('/order?channel_ref=CH-7')).body.data,
    });
    expect(references(ndjson((await testbed.cfi([...args, '-o', 'ndjson'])).stdout))).toEqual(['R-1', 'R-2']);
    const rows = csvRows((await testbed.cfi([...args, '-o', 'csv'])).stdout);
    expect(rows[1]).toMatchObject({ ReferenceNumber: 'R-2', TrackingNumber: '1550-42', Lines: '2' });
  });

  it.each([
    ['CH-0', 'no orders\n'],
    ['CH-7', 'R-1'],
  ])('with %s says that older orders are not found, even without results', async (value, shown) => {
    const { code, stdout, stderr } = await testbed.cfi(['order', 'list', '--channel-ref', value]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(shown)]);
    expect(stderr).toContain('orders placed before 5 August 2026 are not found by channel reference');
  });

  it('pages through marketplace orders, or fetches all', async () => {
    const page = await testbed.cfi(['order', 'list', '--ship-from', 'MSF', '--page-size', '2', '--json']);
    expect(references(JSON.parse(page.stdout).data)).toEqual(['M-1', 'M-2']);
    expect(JSON.parse(page.stdout).pagination).toMatchObject({ current_page: 1, page_size: 2 });
    expect(page.stderr).toContain('more: --page 2, or --all');
    const all = await testbed.json('order', 'list', '--ship-from', 'MSF', '--page-size', '2', '--all');
    expect(references(all.data)).toEqual(['M-1', 'M-2', 'M-3']);
    const unpaged = await testbed.json('order', 'list', '--ship-from', 'MSF');
    expect(references(unpaged.data)).toEqual(['M-1', 'M-2', 'M-3']);
  });

  it.each([
    [[], '--channel-ref VALUE or --ship-from MSF'],
    [['--channel-ref', 'x', '--ship-from', 'MSF'], '--channel-ref VALUE or --ship-from MSF'],
    [['--channel-ref', 'x', '--all'], 'need --ship-from'],
    [['--ship-from', 'FBA'], '--ship-from must be MSF'],
    [['--ship-from', 'MSF', '--page', '3', '--page-size', '2'], 'there is no page 3: the last page is 2'],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await testbed.cfi(['order', 'list', ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('asks on a terminal which orders to list', async () => {
    const { code, stdout } = await testbed.cfi(['order', 'list'], {
      tty: true,
      answers: ['channel-ref', 'CH-7'],
    });
    expect(code).toBe(0);
    expect(stdout).toContain('R-2');
    const msf = await testbed.cfi(['order', 'list'], { tty: true, answers: ['MSF'] });
    expect(msf.stdout).toContain('M-3');
  });
});

it.each([
  ['list', '--channel-ref', 'CH-7'],
  ['list', '--ship-from', 'MSF', '--all'],
  ['find', 'CH-7'],
])(
  'an answer that is not a list of orders order %s %s does not show that there are none',
  async (...words) => {
    const server = await startServer((_, response) => json(response, 200, { success: true, data: {} }));
    const env = { CFI_BASE_URL: server.baseUrl, CFI_TOKEN: testToken };
    const { code, stdout, stderr } = await runCli(['order', ...words], { env });
    expect([code, stdout]).toEqual([10, '']);
    expect(stderr).toContain('the service did not answer with a list of orders');
  },
);
