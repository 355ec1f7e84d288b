import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { csvRows } from '../../support/output.ts';
import { stubService } from '../../support/services/stub-service.ts';
import { testbedForEach } from '../../support/testbed.ts';

const testbed = testbedForEach();

const posts = async (): Promise<string[]> =>
  (await testbed.requests()).filter((request) => request === 'POST /inbound-po');

it.each([
  ['to another slot', ''],
  ['to a slot that another purchase order uses', 'OTHER'],
])(
  'po create for a purchase order whose slot has changed %s: does not say that it is gone',
  async (_, other) => {
    const items = ['--item', 'AC-TENT-2=12'];
    const create = (slot: string, reference: string) =>
      testbed.cfi(['po', 'create', '--slot', slot, ...items, '--reference', reference, '--json']);
    await create(await testbed.bookConfirmed(), 'SPRING-1');
    const slot = await testbed.bookConfirmed();
    if (other !== '') await create(slot, other);
    await posts();
    const { code, stdout } = await create(slot, 'SPRING-1');
    expect(code).toBe(6);
    expect(JSON.parse(stdout).data.documents).toMatchObject([
      {
        outcome: 'conflict',
        error: 'the content has changed since the service accepted it; it was not sent',
      },
    ]);
    expect(await posts()).toEqual([]);
  },
);

describe('po create without a file', () => {
  it('takes items, and the warehouse and vehicle from the slot', async () => {
    const slot = await testbed.bookConfirmed({
      containerTruckNumber: 'AB12 CDE',
      warehouse: 'Thames Reach FC',
    });
    const items = ['--item', 'AC-TENT-2=12', '--item', 'AC-STOVE=3,2000000001029'];
    const { code, stdout } = await testbed.cfi(['po', 'create', '--slot', slot, ...items, '--json']);
    expect(code).toBe(0);
    const { lw_po_number: number } = JSON.parse(stdout).data;
    expect((await testbed.json('po', 'get', number)).data).toMatchObject({
      PO_REFERENCE: `PO-${slot}`,
      Warehouse_Name: 'Thames Reach FC',
      slotReference: slot,
      deliveryType: 'truck',
      loadingType: 'palletised',
      containerTruckNumber: 'AB12 CDE',
      items: [
        { SKU: 'AC-TENT-2', ordered: 12 },
        { SKU: 'AC-STOVE', barcode: '2000000001029', ordered: 3 },
      ],
    });
  });

  it('is named by --reference, and created once however often it runs', async () => {
    const slot = await testbed.bookConfirmed();
    const line = [
      'po',
      'create',
      '--slot',
      slot,
      '--item',
      'AC-TENT-2=12',
      '--reference',
      'SPRING-1',
      '--json',
    ];
    const first = JSON.parse((await testbed.cfi(line)).stdout).data;
    expect(first.documents).toMatchObject([{ PO_REFERENCE: 'SPRING-1', outcome: 'created' }]);
    const again = await testbed.cfi(line);
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout).data.documents).toMatchObject([{ outcome: 'skipped' }]);
    expect(await posts()).toHaveLength(1);
  });

  it('asks for slot and items on a terminal', async () => {
    const slot = await testbed.bookConfirmed();
    const answers = [slot, 'AC-TENT-2=12', 'AC-STOVE=1', '', 'y'];
    const { code, askedFor } = await testbed.cfi(['po', 'create'], { tty: true, answers });
    expect(code).toBe(0);
    expect(askedFor).toEqual([
      'Which slot?',
      'First item, such as AC-TENT-2=40',
      'Next item; Enter when done',
      'Next item; Enter when done',
      `Create PO-${slot} for slot ${slot}?`,
    ]);
  });

  it('asks for no items of a slot that cannot take them', async () => {
    const pending = await testbed.book();
    const used = await testbed.bookConfirmed();
    await testbed.cfi(['po', 'create', '--slot', used, '--item', 'AC-TENT-2=12']);
    for (const [slot, status] of [
      [pending, /: waiting for the warehouse\n/],
      [used, /: used by LW-\d+\n/],
    ] as const) {
      const { code, stderr, askedFor } = await testbed.cfi(['po', 'create', '--slot', slot], { tty: true });
      expect([code, askedFor]).toEqual([6, []]);
      expect(stderr).toContain(`slot ${slot} cannot take a purchase order: `);
      expect(stderr).toMatch(status);
    }
    expect(await posts()).toHaveLength(1);
  });

  it('asks for what the slot left open', async () => {
    const slot = await testbed.bookConfirmed({ deliveryType: undefined });
    const line = ['po', 'create', '--slot', slot, '--item', 'AC-TENT-2=12'];
    const refused = await testbed.cfi(line);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('has no deliveryType')]);
    const { code, askedFor } = await testbed.cfi(line, { tty: true, answers: ['truck', 'y'] });
    expect([code, askedFor]).toEqual([0, ['How is it delivered?', `Create PO-${slot} for slot ${slot}?`]]);
  });

  it.each([
    [[], 'missing FILE, or --slot and --item'],
    [['--slot', 'SLOT-1'], 'missing FILE or --item'],
    [['--item', 'A=1'], 'missing --slot'],
    [['--slot', 'SLOT-1', '--item', 'A'], '--item "A" is not SKU=QTY'],
    [['--slot', 'SLOT-1', '--item', 'A=0'], '--item "A=0" is not SKU=QTY'],
    [['--slot', 'SLOT-1', '--item', 'A=1,000'], '--item "A=1,000" is not SKU=QTY'],
    [['--slot', 'SLOT-1', '--item', 'A=2,5'], '--item "A=2,5" is not SKU=QTY'],
    [
      ['--slot', 'SLOT-1', '--item', 'A=1', '--set', 'slotReference=SLOT-2'],
      '--slot and --set slotReference name different values',
    ],
    [['po.csv', '--slot', 'SLOT-1', '--set', 'slotReference=SLOT-2'], '--slot and --set slotReference'],
    [
      ['--slot', 'SLOT-1', '--item', 'A=1', '--reference', 'P-1', '--set', 'PO_REFERENCE=P-2'],
      '--reference and --set PO_REFERENCE name different values',
    ],
    [['po.csv', '--item', 'A=1'], '--item and FILE cannot be combined'],
    [['po.csv', '--reference', 'A'], '--reference and FILE cannot be combined'],
  ])('exits with 2 for %j, and sends nothing', async (args, message) => {
    const { code, stderr } = await testbed.cfi(['po', 'create', ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(await testbed.requests()).toEqual([]);
  });

  it.each([
    ['deliveryType', 'container', 'truck'],
    ['loadingType', 'loose', 'palletised'],
  ])('exits with 2 when %s contradicts the slot, before sending', async (name, said, declared) => {
    const slot = await testbed.bookConfirmed();
    const line = ['po', 'create', '--slot', slot, '--item', 'AC-TENT-2=12', '--set', `${name}=${said}`];
    const { code, stderr } = await testbed.cfi(line);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `error: PO-${slot}: ${name} is ${said}, but slot ${slot} has ${declared}\n` +
        'hint: omit the field to use the value of the slot; nothing was sent\n',
    );
    const file = join(testbed.home, 'po.csv');
    writeFileSync(
      file,
      `PO_REFERENCE,Warehouse_Name,${name},SKU,Quantity\nP-1,Northgate FC,${said},AC-TENT-2,1\n`,
    );
    expect((await testbed.cfi(['po', 'create', file, '--slot', slot])).code).toBe(2);
    expect(await posts()).toEqual([]);
  });

  it('exits with 2 for two purchase orders of one slot, before sending', async () => {
    const slot = await testbed.bookConfirmed();
    const file = join(testbed.home, 'po.csv');
    const rows = ['P-1', 'P-2'].map((name) => `${name},Northgate FC,AC-TENT-2,1\n`);
    writeFileSync(file, `PO_REFERENCE,Warehouse_Name,SKU,Quantity\n${rows.join('')}`);
    for (const more of [[], ['--dry-run']]) {
      const { code, stderr } = await testbed.cfi(['po', 'create', file, '--slot', slot, ...more]);
      expect([code, stderr]).toEqual([
        2,
        `error: P-1 and P-2 would both use slot ${slot}, which takes one purchase order\n` +
          'hint: give each a slot of its own, in the column slotReference; nothing was sent\n',
      ]);
    }
    expect(await posts()).toEqual([]);
  });

  it('ignores spaces around the slot of a file', async () => {
    const slot = await testbed.bookConfirmed();
    const file = join(testbed.home, 'po.csv');
    writeFileSync(
      file,
      `PO_REFERENCE,Warehouse_Name,slotReference,SKU,Quantity\nP-1,Northgate FC,${slot},AC-TENT-2,1\n`,
    );
    expect((await testbed.cfi(['po', 'create', file, '--slot', ` ${slot} `])).code).toBe(0);
  });

  it('allows a corrected vehicle registration', async () => {
    const slot = await testbed.bookConfirmed({ containerTruckNumber: 'AB12 CDE' });
    const more = ['--item', 'AC-TENT-2=12', '--set', 'containerTruckNumber=XY99 ZZZ'];
    expect((await testbed.cfi(['po', 'create', '--slot', slot, ...more])).code).toBe(0);
    const [order] = (await testbed.json('po', 'list')).data;
    expect(order).toMatchObject({ containerTruckNumber: 'XY99 ZZZ' });
  });
});

/** Two purchase orders, the first two units short. */
async function twoOrders(): Promise<[short: string, whole: string]> {
  const numbers: string[] = [];
  for (const date of ['2026-09-03', '2026-09-04']) {
    const slot = await testbed.bookConfirmed({ date });
    const { body } = await testbed.order({ PO_REFERENCE: `P-${date}`, slotReference: slot });
    numbers.push(body.data.lw_po_number);
  }
  const [short = '', whole = ''] = numbers;
  await testbed.receive(short, { lines: [{ SKU: 'AC-TENT-2', delivered: 10 }] });
  return [short, whole];
}

describe('po list', () => {
  it('has one row per purchase order of the slots, with unchanged records in json', async () => {
    const [short, whole] = await twoOrders();
    const { data } = await testbed.json('po', 'list');
    expect(data).toEqual([
      (await testbed.acme.get(`/inbound-po/${short}`)).body.data,
      (await testbed.acme.get(`/inbound-po/${whole}`)).body.data,
    ]);
    const { stdout } = await testbed.cfi(['po', 'list', '-o', 'csv']);
    expect(stdout.split('\r\n')[0]).toBe(
      'lw_po_number,PO_REFERENCE,status,deliveryDate,ordered,delivered,difference,slotReference',
    );
    expect(csvRows(stdout)).toMatchObject([
      { lw_po_number: short, ordered: '12', delivered: '10', difference: '-2' },
      { lw_po_number: whole, ordered: '12', delivered: '0', difference: '' },
    ]);
  });

  it.each([80, 94])(
    'shows what is short on %i columns, with the status in words and no part of a reference',
    async (columns) => {
      await twoOrders();
      const { stdout } = await testbed.cfi(['po', 'list'], { tty: true, columns, env: { NO_COLOR: '1' } });
      expect(stdout).not.toContain('…');
      const [head = '', row = ''] = stdout.split('\n');
      expect(head.split(/\s{2,}/)).toEqual(
        expect.arrayContaining(['PO', 'Status', 'Ordered', 'Delivered', 'Difference']),
      );
      expect(row).toMatch(/^LW-\d+ +.*\bpartial|delivered +.* 12 +10 +2 short/);
    },
  );

  it('shows only those with a discrepancy with --short', async () => {
    const [short] = await twoOrders();
    expect((await testbed.json('po', 'list', '--short')).data).toMatchObject([{ lw_po_number: short }]);
  });

  it('lists orders created on this machine without a slot, each only once', async () => {
    const file = join(testbed.home, 'po.csv');
    writeFileSync(
      file,
      'PO_REFERENCE,Warehouse_Name,deliveryType,loadingType,SKU,Quantity\nP-1,Northgate FC,truck,loose,AC-TENT-2,1\n',
    );
    expect((await testbed.cfi(['po', 'create', file])).code).toBe(0);
    const slot = await testbed.bookConfirmed();
    await testbed.cfi(['po', 'create', '--slot', slot, '--item', 'AC-TENT-2=1']);
    const references = (await testbed.json('po', 'list')).data.map(
      (order: Record<string, string>) => order.PO_REFERENCE,
    );
    expect(references.sort()).toEqual(['P-1', `PO-${slot}`]);
  });

  it('knows the slot from the list of slots where the record of the purchase order does not say it', async () => {
    const answers: Record<string, unknown> = {
      '/v1/inbound-slot': [{ slotReference: 'S-1', usedByPoReference: 'LW-1' }],
      '/v1/inbound-po/LW-1': { lw_po_number: 'LW-1' },
    };
    const { cfi } = stubService(({ target }) => ({
      body: JSON.stringify({ success: true, data: answers[target] }),
    }));
    const { code, stdout } = await cfi(['po', 'list', '-o', 'csv']);
    expect([code, csvRows(stdout)]).toMatchObject([0, [{ lw_po_number: 'LW-1', slotReference: 'S-1' }]]);
    expect((await cfi(['po', 'list'])).stdout).toContain('S-1');
    expect(JSON.parse((await cfi(['po', 'list', '--json'])).stdout)).toEqual({
      data: [{ lw_po_number: 'LW-1' }],
    });
  });

  it('says so when there are none', async () => {
    expect((await testbed.cfi(['po', 'list'])).stdout).toBe('no purchase orders\n');
    expect((await testbed.cfi(['po', 'list', '--short'])).stdout).toBe(
      'no purchase order came short or over\n',
    );
  });
});

describe('po get with several numbers', () => {
  it('gives all records, and says whose each row is', async () => {
    const [short, whole] = await twoOrders();
    const { data } = await testbed.json('po', 'get', short, whole);
    expect(data.map((order: Record<string, string>) => order.lw_po_number)).toEqual([short, whole]);
    const rows = csvRows(
      (await testbed.cfi(['po', 'get', whole, short, '--discrepancies', '-o', 'csv'])).stdout,
    );
    expect(rows).toEqual([
      { lw_po_number: short, SKU: 'AC-TENT-2', expected: '12', received: '10', difference: '-2' },
    ]);
  });
});

it.each(['csv', 'json'])(
  'po template --slot fills in the details of the slot, as %s that can be sent',
  async (format) => {
    const slot = await testbed.bookConfirmed({ palletCount: 9, containerTruckNumber: 'AB12 CDE' });
    const { stdout } = await testbed.cfi(['po', 'template', '--slot', slot, '--format', format]);
    for (const text of [slot, 'Northgate FC', 'truck', 'palletised', 'AB12 CDE'])
      expect(stdout).toContain(text);
    const checked = await testbed.cfi(['po', 'create', '-', '--dry-run', '--json'], { stdin: stdout });
    expect(JSON.parse(checked.stdout).data).toMatchObject({
      total: 1,
      invalid: 0,
      documents: [{ slotReference: slot, palletCount: 9, Warehouse_Name: 'Northgate FC' }],
    });
  },
);
