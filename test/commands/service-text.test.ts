import { beforeEach, describe, expect, it } from 'vitest';
import { testbedForAll } from '../support/testbed.ts';

const testbed = testbedForAll();

const hostile = 'A\u001b[2J\u001b]0;owned\u0007B\u009b31mC\u202eD\u0000E';
const harmless = 'ABCDE';
// biome-ignore lint/suspicious/noControlCharactersInRegex: this test is about control characters
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/;

const slot = {
  slotReference: 'SLOT-7',
  scheduleStatus: 'on_hold',
  warehouse: hostile,
  date: '2026-09-04',
  window: 'evening',
  numberOfSkus: 'gt_900',
  dockDoor: hostile,
  schedule: {
    proposals: [
      { proposedBy: 'ops', proposedTime: '2026-09-08T13:00:00+01:00', comment: `${hostile}\r\nNegotiation` },
    ],
  },
};
const order = {
  ReferenceNumber: 'R-1',
  ChannelBuyerName: hostile,
  Status: 'AwaitingGoods',
  GiftNote: hostile,
  OrderItems: [{ SKU: hostile, Qty: 1 }],
};
const purchaseOrder = {
  lw_po_number: 'LW-1',
  PO_REFERENCE: hostile,
  status: 'ON_DOCK',
  items: [{ SKU: hostile, ordered: 1 }],
  Bay: 'B7',
};
const inventory = {
  client_name: hostile,
  locations: [{ location_name: hostile, sku: [{ sku: hostile, Available: 1, Bin: 'Z9' }] }],
};

/** Each command with the data the service returns, and what the table must show of it. */
const cases: readonly (readonly [string, string, unknown, readonly string[]])[] = [
  [
    'slot get SLOT-7',
    '/inbound-slot/SLOT-7',
    slot,
    ['on_hold', 'evening', 'gt_900 SKUs', 'dockDoor:', harmless],
  ],
  ['slot list', '/inbound-slot', [slot], ['on_hold', 'evening', harmless]],
  ['order get R-1', '/order/R-1', order, ['AwaitingGoods', 'GiftNote:', harmless]],
  ['order list --channel-ref x', '/order', [order], ['AwaitingGoods', harmless]],
  ['po get LW-1', '/inbound-po/LW-1', purchaseOrder, ['ON_DOCK', 'Bay:', 'B7', harmless]],
  [
    'inbound get IN-1',
    '/inbound/IN-1',
    { status: 'lost', items: [{ SKU: hostile }], Note: hostile },
    ['lost', 'Note:', harmless],
  ],
  ['inventory', '/inventory', inventory, [harmless]],
  [
    'stock-age AC',
    '/inventory/stock-age/AC',
    { sku: 'AC', shelfLife: 'long', note: hostile },
    ['shelfLife:', 'long', harmless],
  ],
];

describe.each(cases)('cfi %s', (line, path, data, shown) => {
  const args = line.split(' ');

  beforeEach(async () => {
    await testbed.admin.delete('/faults');
    await testbed.admin.post('/faults', {
      match: { path },
      do: { status: 200, body: { success: true, data } },
    });
  });

  it('shows unknown states and fields, without anything that controls a terminal', async () => {
    const { code, stdout, stderr } = await testbed.cfi(args, {
      tty: true,
      columns: 200,
      env: { NO_COLOR: '1' },
    });
    expect(code).toBe(0);
    for (const text of shown) expect(stdout).toContain(text);
    expect(stdout).not.toMatch(control);
    expect(stderr).not.toMatch(control);
    expect(stdout.split('\n').filter((text) => text === 'Negotiation').length).toBeLessThan(2);
  });
});
