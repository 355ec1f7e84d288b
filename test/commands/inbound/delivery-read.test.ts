import { beforeAll, describe, expect, it } from 'vitest';
import { csvRows, ndjson } from '../../support/output.ts';
import { testbedForAll } from '../../support/testbed.ts';

const testbed = testbedForAll();
let number: string;
let open: string;

beforeAll(async () => {
  const slotReference = await testbed.bookOffered('2026-09-08T13:00:00+01:00', { palletCount: 4 });
  await testbed.respond(slotReference, { action: 'accept' });
  const items = [
    { SKU: 'AC-TENT-2', barcode: '2000000001012', Quantity: 12 },
    { SKU: 'AC-STOVE', barcode: '2000000001029', Quantity: 5 },
  ];
  number = (await testbed.order({ slotReference, items })).body.data.lw_po_number;
  await testbed.receive(number, { lines: [{ SKU: 'AC-TENT-2', delivered: 9 }] });
  open = (await testbed.order({ PO_REFERENCE: 'PO-2' })).body.data.lw_po_number;
  await testbed.acme.post('/inbound', {
    PO_REFERENCE: 'IN-1',
    Warehouse_Name: 'Northgate FC',
    Secondary_PO_Reference: 'SUP-7',
    transport_id: 'TR-1',
    items: [{ barcode: '2000000001012', Quantity: 7 }],
  });
});

describe('cfi po get', () => {
  it('shows state, lines, negotiation and report', async () => {
    const { code, stdout } = await testbed.cfi(['po', 'get', number]);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`Purchase order ${number}\nReference: +PO-1\nStatus: +delivered\n`));
    expect(stdout).toMatch(/Delivery: +Tue 8 Sep 13:00 BST\n/);
    expect(stdout).toMatch(/AC-TENT-2 +2000000001012 +Product AC-TENT-2 +12 +9 +3 short\n/);
    expect(stdout).toMatch(/AC-STOVE +2000000001029 +Product AC-STOVE +5 +5\n/);
    expect(stdout).toContain('warehouse:  Tue 8 Sep 13:00 BST');
    expect(stdout).toMatch(/Warehouse report\nArrived: +Tue 1 Sep 09:00 BST\n/);
    expect(stdout).toContain('1 of 3 failed: Quantities as ordered');
    expect(stdout).toMatch(/AC-TENT-2 +12 +9 +3 short\n$/);
  });

  it('reports no shortage before the goods arrive, and says what is still expected', async () => {
    expect((await testbed.cfi(['po', 'get', open])).stdout).not.toContain('short');
    await testbed.receive(open, { lines: [{ SKU: 'AC-TENT-2', delivered: 2 }], complete: false });
    const { stdout } = await testbed.cfi(['po', 'get', open]);
    expect(stdout).toContain('10 to come');
    expect(stdout).toContain('partial: more will follow');
  });

  it("gives the service's own record in json and ndjson, one row per line in csv", async () => {
    const sent = (await testbed.acme.get(`/inbound-po/${number}`)).body.data;
    expect(await testbed.json('po', 'get', number)).toEqual({ data: sent });
    expect(ndjson((await testbed.cfi(['po', 'get', number, '-o', 'ndjson'])).stdout)).toEqual([sent]);
    const rows = csvRows((await testbed.cfi(['po', 'get', number, '-o', 'csv'])).stdout);
    expect(rows.map((row) => [row.SKU, row.ordered, row.delivered])).toEqual([
      ['AC-TENT-2', '12', '9'],
      ['AC-STOVE', '5', '5'],
    ]);
  });

  it('shows only shortages and surpluses with --discrepancies', async () => {
    const args = ['po', 'get', number, '--discrepancies'];
    const expected = { SKU: 'AC-TENT-2', expected: 12, received: 9, difference: -3 };
    expect((await testbed.json(...args)).data).toEqual([expected]);
    expect(ndjson((await testbed.cfi([...args, '-o', 'ndjson'])).stdout)).toEqual([expected]);
    expect(csvRows((await testbed.cfi([...args, '-o', 'csv'])).stdout)).toEqual([
      { SKU: 'AC-TENT-2', expected: '12', received: '9', difference: '-3' },
    ]);
    const { stdout } = await testbed.cfi(args);
    expect(stdout).not.toContain('AC-STOVE');
    expect(stdout).toMatch(/AC-TENT-2 +12 +9 +3 short\n$/);
  });

  it('exits with 5 for an unknown number', async () => {
    expect((await testbed.cfi(['po', 'get', 'LW-0'])).code).toBe(5);
  });
});

describe('cfi inbound get', () => {
  it('shows the delivery and its lines, in each format', async () => {
    const args = ['inbound', 'get', 'IN-1'];
    const { code, stdout } = await testbed.cfi(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /Delivery IN-1\nStatus: +pending\nSecond reference: +SUP-7\nWarehouse: +Northgate FC\n/,
    );
    expect(stdout).toMatch(/Transport: +TR-1\nReceived at: +Tue 1 Sep 09:00 BST\n/);
    expect(stdout).toMatch(/1 +AC-TENT-2 +2000000001012 +7\n$/);
    const sent = (await testbed.acme.get('/inbound/IN-1')).body.data;
    expect(await testbed.json(...args)).toEqual({ data: sent });
    expect(ndjson((await testbed.cfi([...args, '-o', 'ndjson'])).stdout)).toEqual([sent]);
    expect(csvRows((await testbed.cfi([...args, '-o', 'csv'])).stdout)).toEqual([
      { itm_number: '1', SKU: 'AC-TENT-2', barcode: '2000000001012', Quantity: '7' },
    ]);
  });

  it('exits with 5 for an unknown delivery', async () => {
    expect((await testbed.cfi(['inbound', 'get', 'NOPE'])).code).toBe(5);
  });
});
