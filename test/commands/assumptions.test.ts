import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { alternatives, choicesFor } from '../../src/emulator/conformance/assumptions.ts';
import { probes } from '../../src/emulator/conformance/probes.ts';
import { openTestbed, seedOrder } from '../support/testbed.ts';

/** Together with the default, they select each answer that affects reads. */
const numbers = [4, 6, 14] as const;

const reads = [
  'A-04',
  'A-05',
  'A-07',
  'A-13',
  'A-17',
  'A-18',
  'A-28',
  'A-29',
  'A-30',
  'A-31',
  'A-43',
  'A-49',
  'A-19',
  'A-50',
] as const;

it.each(reads)('the numbers and the default together select every answer for %s', (id) => {
  const choices = new Set([0, ...numbers].map((number) => choicesFor(number)[id] ?? 0));
  expect(alternatives[id]).toBeGreaterThan(0);
  expect(choices.size).toBe(alternatives[id] + 1);
});

/** Commands with the text that the screen must show, whatever names the service uses for its fields and states. */
describe.each(numbers)('under --vary-assumptions %i', (varyAssumptions) => {
  let testbed: Awaited<ReturnType<typeof openTestbed>>;
  let free: string;
  let used: string;
  let offered: string;
  let cancelled: string;
  let number: string;

  beforeAll(async () => {
    testbed = await openTestbed({ varyAssumptions });
    free = await testbed.bookConfirmed();
    used = await testbed.bookConfirmed({ palletCount: 4 });
    offered = await testbed.bookOffered('2026-09-08T13:00:00+01:00');
    cancelled = await testbed.book();
    await testbed.acme.delete(`/inbound-slot/${cancelled}`);
    number = (await testbed.order({ slotReference: used })).body.data.lw_po_number;
    await testbed.receive(number, { lines: [{ SKU: 'AC-TENT-2', delivered: 9 }] });
    await testbed.acme.post('/inbound', {
      PO_REFERENCE: 'IN-1',
      Warehouse_Name: 'Northgate FC',
      items: [{ barcode: '2000000001012', Quantity: 7 }],
    });
  });

  const screen = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await testbed.cfi(args);
    expect([code, stderr.includes('error')]).toEqual([0, false]);
    return stdout;
  };

  it('orders show their lines, state and tracking', async () => {
    const stdout = await screen('order', 'get', 'R-2');
    expect(stdout).toMatch(/Status: +(Shipped|Dispatched)\n/);
    expect(stdout).toMatch(/Carrier: +DPD\nTracking: +1550-42\n/);
    expect(stdout).toMatch(/AC-TENT-2 +Two-person tent +2 +129\.00/);
    expect(await screen('order', 'list', '--channel-ref', 'CH-7')).toMatch(/R-2 .*DPD +1550-42/);
    const sent = (await testbed.acme.get('/order/R-2')).body.data;
    expect(await testbed.json('order', 'get', 'R-2')).toEqual({ data: sent });
  });

  it('marketplace orders are complete, paged or not', async () => {
    for (const paging of [[], ['--all', '--page-size', '2'], ['--page-size', '3']]) {
      const { stdout } = await testbed.cfi([
        'order',
        'list',
        '--ship-from',
        'MSF',
        ...paging,
        '-o',
        'ndjson',
      ]);
      const found = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).ReferenceNumber);
      expect(found).toEqual(['M-1', 'M-2', 'M-3']);
    }
    const { stderr } = await testbed.cfi(['order', 'list', '--ship-from', 'MSF', '--page-size', '2']);
    expect(stderr).toContain('more: --page 2, or --all');
  });

  it('stock ages show figures, ranges and lots', async () => {
    const stdout = await screen('stock-age', 'AC-TENT-2', '--lots');
    expect(stdout).toMatch(/Units: +4\d\n/);
    expect(stdout).toMatch(/Oldest: +92 days\n/);
    expect(stdout).toMatch(/91-180 +40\n/);
    expect(stdout).toMatch(/Mon 1 Jun +40 +92\n/);
    const list = await screen('stock-age', '--all', '--page-size', '1');
    expect(list).toMatch(/AC-STOVE +5 +92 +92 +92/);
    expect(list).toContain('AC-TWIN-B');
    expect(await screen('stock-age', '--older-than', '91')).toContain('AC-STOVE');
    expect((await testbed.cfi(['stock-age', '--page-size', '1'])).stderr).toContain(
      'more: --page 2, or --all',
    );
    const rows = (await testbed.cfi(['stock-age', '--all', '-o', 'csv'])).stdout.split('\r\n');
    expect(rows.find((row) => row.startsWith('AC-STOVE'))).toMatch(/,5,92,92,92,true,/);
  });

  it('slots show their state', async () => {
    const list = await screen('slot', 'list');
    expect(list).toMatch(new RegExp(`${free} +confirmed +Fri 4 Sep 09:00 `));
    expect(list).toMatch(new RegExp(`${offered} +your answer +Fri 4 Sep 09:00 → Tue 8 Sep 13:00 `));
    expect(list).toMatch(new RegExp(`${used} +(confirmed|consumed) .*(${number}|PO-1)`));
    const stdout = await screen('slot', 'get', offered);
    expect(stdout).toMatch(/Tue 1 Sep 09:00 BST {2}warehouse: {2}Tue 8 Sep 13:00 BST/);
    expect(await screen('slot', 'list', '--available')).not.toContain(used);
  });

  it('slot watch ends as it should', async () => {
    const watch = async (...refs: string[]) => (await testbed.cfi(['slot', 'watch', ...refs])).code;
    expect(await watch(free)).toBe(0);
    expect(await watch(used)).toBe(0);
    expect(await watch(offered)).toBe(12);
    // It was never seen and is no longer listed, so it is unknown.
    expect(await watch(cancelled)).toBe(choicesFor(varyAssumptions)['A-18'] === 2 ? 5 : 13);
  });

  it('slot book, respond and cancel work as documented', async () => {
    const booked = await screen(
      ...['slot', 'book', '--date', '2026-09-04', '--window', 'morning', '--warehouse', 'Northgate FC'],
      ...['--loading-type', 'palletised', '--number-of-skus', 'lt_10', '--delivery-type', 'truck'],
    );
    const reference = /Slot (\S+)/.exec(booked)?.[1] ?? '';
    await testbed.fc(reference, 'counter', { proposedTime: '2026-09-09T09:00:00+01:00' });
    expect(await screen('slot', 'respond', reference, '--accept', '--yes')).toMatch(/Status: +confirmed/);
    expect(await screen('slot', 'cancel', reference, '--yes')).toBe(`Slot ${reference} is cancelled.\n`);
  });

  it('purchase orders show their lines and report', async () => {
    const stdout = await screen('po', 'get', number);
    expect(stdout).toMatch(/AC-TENT-2 .* 12 +9 +3 short\n/);
    expect(stdout).toMatch(/Delivery: +Fri 4 Sep 09:00 BST\n/);
    const { data } = await testbed.json('po', 'get', number, '--discrepancies');
    expect(data).toMatchObject([{ SKU: 'AC-TENT-2', difference: -3 }]);
  });

  it('deliveries show their lines', async () => {
    expect(await screen('inbound', 'get', 'IN-1')).toMatch(/1 +AC-TENT-2 +2000000001012 +7\n/);
  });

  it('inventory is unchanged', async () => {
    expect(await screen('inventory', '--sku', 'stove')).toMatch(/AC-STOVE +\d/);
  });
});

describe.each([
  [3, 'UUID'],
  [4, 'number'],
])('when a cancellation identifies an order by its %s', (choice) => {
  it('[A-06] still cancels the order by its reference', async () => {
    const testbed = await openTestbed({ assume: { 'A-06': choice } });
    const { code, stdout } = await testbed.cfi(['order', 'cancel', 'R-1', '--yes', '--json']);
    expect([code, JSON.parse(stdout).data]).toEqual([
      0,
      expect.objectContaining({ ReferenceNumber: 'R-1', Status: 'Cancelled' }),
    ]);
    expect((await testbed.cfi(['order', 'cancel', 'R-9', '--yes'])).code).toBe(5);
    expect((await testbed.cfi(['order', 'cancel', 'R-2', '--yes'])).code).toBe(6);
  });

  it('[A-06] cancels no other order whose reference is that number', async () => {
    const testbed = await openTestbed({ assume: { 'A-06': choice } });
    const { Number: number } = (await testbed.acme.get('/order/R-1')).body.data.OrderId;
    const order = (await testbed.acme.get('/order/R-1')).body.data;
    await testbed.acme.post('/outbound', { ...order, ReferenceNumber: String(number) });
    const { code } = await testbed.cfi(['order', 'cancel', 'R-1', '--yes']);
    expect(code).toBe(choice === 3 ? 0 : 5);
    expect((await testbed.acme.get(`/order/${number}`)).body.data.Status).toBe('Pending');
  });
});

type Testbed = Awaited<ReturnType<typeof openTestbed>>;

/** What a user does where `verify` cannot see the service's decision. */
interface Unseen {
  readonly id: keyof typeof alternatives;
  /** The exit code under each answer, the default first. */
  readonly codes: readonly number[];
  act(testbed: Testbed): Promise<readonly string[]>;
  /** Whether the service holds what the command was for. */
  isDone(testbed: Testbed): Promise<boolean>;
}

const write = (testbed: Testbed, name: string, document: object): string => {
  const file = join(testbed.home, name);
  writeFileSync(file, JSON.stringify(document));
  return file;
};
const delivery = (more: object) => ({ PO_REFERENCE: 'IN-1', Warehouse_Name: 'Northgate FC', ...more });
const bookToday = [
  ...['slot', 'book', '--date', '2026-09-01', '--window', 'morning', '--warehouse', 'Northgate FC'],
  ...['--loading-type', 'palletised', '--number-of-skus', 'lt_10', '--delivery-type', 'truck'],
];
const orderSlot = (slot: string): string[] => [
  'po',
  'create',
  '--slot',
  slot,
  '--item',
  'AC-TENT-2=3',
  '--yes',
];
const exists = async ({ acme }: Testbed, path: string): Promise<boolean> =>
  (await acme.get(path)).status === 200;
const isUsed = async (testbed: Testbed): Promise<boolean> =>
  Boolean((await testbed.read('SLOT-000001')).usedByPoReference);

const unseen: readonly Unseen[] = [
  {
    id: 'A-13',
    codes: [0, 0],
    act: async (testbed) => [
      ...['inbound', 'create'],
      write(testbed, 'in.json', delivery({ items: [{ barcode: '2000000001012', Quantity: 7 }] })),
    ],
    isDone: async ({ cfi }) =>
      / AC-TENT-2 +2000000001012 +7\n/.test((await cfi(['inbound', 'get', 'IN-1'])).stdout),
  },
  {
    id: 'A-14',
    codes: [2, 2],
    act: async (testbed) => [
      ...['inbound', 'create'],
      write(
        testbed,
        'in.json',
        delivery({ status: 'received', items: [{ barcode: '2000000001012', Quantity: 7 }] }),
      ),
    ],
    isDone: (testbed) => exists(testbed, '/inbound/IN-1'),
  },
  { id: 'A-23', codes: [6, 2], act: async ({ book }) => orderSlot(await book()), isDone: isUsed },
  {
    id: 'A-27',
    codes: [0, 0, 0],
    async act({ admin, bookConfirmed }) {
      const slot = await bookConfirmed();
      await admin.post('/faults', { when: { times: 1 }, do: { domain: 'po-fails-after-claim' } });
      return orderSlot(slot);
    },
    isDone: isUsed,
  },
  {
    id: 'A-44',
    codes: [2, 0],
    act: async (testbed) => [
      ...['inbound', 'create'],
      write(
        testbed,
        'in.json',
        delivery({ items: [{ SKU: 'AC-TWIN-A', barcode: '2000000009999', Quantity: 7 }] }),
      ),
    ],
    isDone: (testbed) => exists(testbed, '/inbound/IN-1'),
  },
  {
    id: 'A-50',
    codes: [0, 0],
    act: async ({ bookOffered }) => [
      ...['slot', 'respond', await bookOffered('2026-09-08T13:00:00+01:00'), '--accept', '--yes'],
    ],
    isDone: async ({ read }) => (await read('SLOT-000001')).scheduleStatus === 'confirmed',
  },
  {
    id: 'A-52',
    codes: [2, 2],
    async act(testbed) {
      const order = {
        ...{
          PO_REFERENCE: 'PO-1',
          Warehouse_Name: 'Northgate FC',
          slotReference: await testbed.bookConfirmed(),
        },
        ...{ deliveryType: 'container', items: [{ SKU: 'AC-TENT-2', Quantity: 3 }] },
      };
      return ['po', 'create', write(testbed, 'po.json', order), '--yes'];
    },
    isDone: isUsed,
  },
  {
    id: 'A-53',
    codes: [2, 0],
    act: async ({ bookOffered }) => [
      ...['slot', 'respond', await bookOffered('2026-09-08T13:00:00+01:00')],
      ...['--counter', '2026-09-07T10:00:00+01:00'],
    ],
    isDone: async ({ read }) => (await read('SLOT-000001')).scheduleStatus === 'pending_ops',
  },
  {
    id: 'A-54',
    codes: [0, 2],
    async act({ advance }) {
      await advance('1h');
      return bookToday;
    },
    isDone: (testbed) => exists(testbed, '/inbound-slot/SLOT-000001'),
  },
  {
    id: 'A-56',
    codes: [6, 0],
    async act(testbed) {
      const { client: _, CreatedAt: __, ...order } = seedOrder('M-1') as Record<string, unknown>;
      return ['order', 'create', write(testbed, 'order.json', order)];
    },
    isDone: (testbed) => exists(testbed, '/order/M-1'),
  },
];

it('the table below has every decision that verify cannot see, and each of its answers', () => {
  const why = Object.entries(probes).flatMap(([id, probe]) => ('why' in probe ? [id] : []));
  expect(unseen.map(({ id }) => id)).toEqual(why.sort());
  for (const { id, codes } of unseen) expect.soft(codes.length, id).toBe(alternatives[id] + 1);
});

describe.each(unseen)('where the service decides $id', ({ id, codes, act, isDone }) => {
  it.each(codes.map((code, choice) => [choice, code]))(
    `[${id}] tells the truth under answer %i: exit %i`,
    async (choice, expected) => {
      const testbed = await openTestbed({ assume: { [id]: choice } });
      const { code, stdout, stderr } = await testbed.cfi(await act(testbed));
      expect([code, code === 0, stdout + stderr]).toEqual([
        expected,
        await isDone(testbed),
        expected === 0 ? expect.not.stringContaining('error') : expect.stringContaining('error: '),
      ]);
    },
  );
});
