import { beforeAll, describe, expect, it } from 'vitest';
import { csvRows, ndjson } from '../../support/output.ts';
import { testbedForAll } from '../../support/testbed.ts';

const testbed = testbedForAll();
let northgate: string;

beforeAll(async () => {
  const { data } = await testbed.json('inventory');
  northgate = data.locations[0].location_filter;
});

describe('cfi stock-age SKU', () => {
  it('shows the figures and ranges, and the lots only on request', async () => {
    const { code, stdout } = await testbed.cfi(['stock-age', 'AC-TENT-2']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Units: +40\n/);
    expect(stdout).toMatch(/Oldest: +92 days\n/);
    expect(stdout).toMatch(/91-180 +40\n/);
    expect(stdout).not.toContain('Lots');
    expect((await testbed.cfi(['stock-age', 'AC-TENT-2', '--lots'])).stdout).toMatch(/Mon 1 Jun +40 +92\n/);
  });

  it("gives the service's own record in json and ndjson, one row in csv, one row per lot with --lots", async () => {
    const sent = (await testbed.acme.get('/inventory/stock-age/AC-TENT-2')).body.data;
    expect(await testbed.json('stock-age', 'AC-TENT-2')).toEqual({ data: sent });
    expect(ndjson((await testbed.cfi(['stock-age', 'AC-TENT-2', '-o', 'ndjson'])).stdout)).toEqual([sent]);
    const [row] = csvRows((await testbed.cfi(['stock-age', 'AC-TENT-2', '-o', 'csv'])).stdout);
    expect(row).toMatchObject({ sku: 'AC-TENT-2', total_quantity: '40', oldest_age_days: '92' });
    const lots = csvRows((await testbed.cfi(['stock-age', 'AC-TENT-2', '--lots', '-o', 'csv'])).stdout);
    expect(lots).toEqual([{ sku: 'AC-TENT-2', receipt_date: '2026-06-01', quantity: '40', age_days: '92' }]);
  });

  it('requests a day and a location', async () => {
    const { data } = await testbed.json(
      'stock-age',
      'AC-TENT-2',
      '--as-of',
      '2026-06-11',
      '--location',
      northgate,
    );
    expect(data).toMatchObject({ as_of_date: '2026-06-11', location_id: northgate, oldest_age_days: 10 });
  });

  it('finds a location by its name, too', async () => {
    const { data } = await testbed.json('stock-age', 'AC-TENT-2', '--location', 'northgate fc');
    expect(data.location_id).toBe(northgate);
    const list = await testbed.json('stock-age', '--location', 'Thames Reach FC', '--in-stock-only');
    expect(list.data.skus).toEqual([]);
    const wrong = await testbed.cfi(['stock-age', '--location', 'Nowhere']);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('hint: your warehouses are ')]);
    for (const words of [['--all'], ['AC-TENT-2']]) {
      const { code, stderr } = await testbed.cfi(['stock-age', '--location', 'Northgat FC', ...words]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('hint: did you mean Northgate FC?')]);
    }
  });

  it.each([
    [['NOPE'], 5, 'not found'],
    [['AC-TENT-2', '--as-of', '2026-02-30'], 2, '--as-of "2026-02-30" is not a day'],
    [['AC-TENT-2', '--all', '--older-than', '3'], 2, '--all, --older-than cannot be used with a SKU'],
    [['--as-of', '2026-06-11'], 2, '--as-of needs a SKU'],
    [['--page', '1', '--older-than', '3'], 2, '--page cannot be combined with --older-than'],
  ])('stock-age %j exits with %i', async (args, code, message) => {
    const outcome = await testbed.cfi(['stock-age', ...args]);
    expect(outcome.code).toBe(code);
    expect(outcome.stdout).toBe('');
    expect(outcome.stderr).toContain(message);
  });
});

describe('cfi stock-age', () => {
  const skus = (rows: readonly Record<string, unknown>[]) => rows.map(({ sku }) => sku);

  it('passes on a page size above the maximum, which the service clamps', async () => {
    const { pagination } = await testbed.json('stock-age', '--page-size', '500');
    expect(pagination).toMatchObject({ page_size: 100 });
  });

  it('lists one page and says that there are more', async () => {
    const { stdout, stderr } = await testbed.cfi(['stock-age', '--page-size', '3']);
    expect(stdout).toMatch(/SKU +Units +Oldest +Average +Newest\nAC-STOVE +5 +92 +92 +92\n/);
    expect(stderr).toContain('more: --page 2, or --all');
    const sent = (await testbed.acme.get('/inventory/stock-age?page_size=3')).body;
    expect(await testbed.json('stock-age', '--page-size', '3')).toEqual({
      data: sent.data,
      pagination: sent.pagination,
    });
  });

  it('merges all pages in every format', async () => {
    const args = ['stock-age', '--all', '--page-size', '1'];
    const all = ['AC-STOVE', 'AC-TENT-2', 'AC-TWIN-A', 'AC-TWIN-B'];
    expect(skus((await testbed.json(...args)).data.skus)).toEqual(all);
    expect(skus(ndjson((await testbed.cfi([...args, '-o', 'ndjson'])).stdout))).toEqual(all);
    expect(skus(csvRows((await testbed.cfi([...args, '-o', 'csv'])).stdout))).toEqual(all);
    for (const sku of all) expect((await testbed.cfi(args)).stdout).toContain(sku);
  });

  it.each([
    [['--in-stock-only'], ['AC-STOVE', 'AC-TENT-2']],
    [
      ['--older-than', '91', '--page-size', '1'],
      ['AC-STOVE', 'AC-TENT-2'],
    ],
    [['--older-than', '92'], []],
  ])('%j selects SKUs', async (args, expected) => {
    expect(skus((await testbed.json('stock-age', ...args)).data.skus)).toEqual(expected);
    expect(skus(ndjson((await testbed.cfi(['stock-age', ...args, '-o', 'ndjson'])).stdout))).toEqual(
      expected,
    );
  });

  it('says of an empty selection what nothing matched', async () => {
    const { stdout } = await testbed.cfi(['stock-age', '--older-than', '92']);
    expect(stdout).toBe('Ages in days\nno SKU has stock older than 92 days\n');
  });

  it('says so if a SKU is not in the nightly snapshot yet', async () => {
    expect((await testbed.cfi(['stock-age'])).stdout).not.toContain('snapshot');
    await testbed.admin.post('/faults', {
      match: { path: '/inventory/*' },
      do: { domain: 'snapshot-stale' },
    });
    expect((await testbed.cfi(['stock-age'])).stdout).toContain('not in the nightly snapshot yet');
    await testbed.admin.delete('/faults');
  });
});
