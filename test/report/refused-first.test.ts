import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ScriptedAnswer } from '../support/cli.ts';
import { testbedForEach } from '../support/testbed.ts';
import { orderRow, ordersCsv } from '../support/upload/orders-csv.ts';

const testbed = testbedForEach();

/** The testbed's clock shows Tuesday 1 September 2026, 09:00 BST. */
beforeEach(async () => {
  await testbed.requests();
});

const write = (name: string, text: string): string => {
  writeFileSync(join(testbed.home, name), text);
  return name;
};

const slots = (...days: string[]): string =>
  `reference,date,window,warehouse,loadingType,numberOfSkus\n${days
    .map((day) => `s-${day},2026-${day},morning,Northgate FC,palletised,lt_10\n`)
    .join('')}`;

const orders = (...rows: string[]): string =>
  `PO_REFERENCE,Warehouse_Name,slotReference,SKU,barcode,Quantity\n${rows.join('')}`;
const order = (reference: string, slot: string, warehouse = 'Northgate FC'): string =>
  `${reference},${warehouse},${slot},AC-TENT-2,2000000001012,1\n`;

const onTerminal = (line: string, answers: readonly ScriptedAnswer[] = []) =>
  testbed.cfi(line.split(' '), { tty: true, columns: 200, answers });

const pos = (...rows: string[]): string => `po create ${write('p.csv', orders(...rows))}`;

it.each<[what: string, line: () => string | Promise<string>, exitCode: number, message: string]>([
  [
    'a past day of a file of slots',
    () => `slot book ${write('s.csv', slots('08-31', '09-03'))}`,
    2,
    'the morning of Mon 31 Aug is over',
  ],
  [
    'a past day of a slot',
    () =>
      'slot book --date 2026-08-31 --window morning --warehouse Northgate --loading-type loose --number-of-skus lt_10',
    2,
    'the windows of Mon 31 Aug are over',
  ],
  ['a slot that does not exist', () => pos(order('P-1', 'SLOT-9')), 2, 'slot SLOT-9 does not exist'],
  [
    'a slot that nobody has confirmed',
    async () => pos(order('P-1', await testbed.book())),
    2,
    'cannot take a purchase order: waiting for the warehouse',
  ],
  [
    'a slot that is used',
    async () => {
      const slotReference = await testbed.bookConfirmed();
      await testbed.order({ slotReference });
      return pos(order('P-1', slotReference));
    },
    2,
    'cannot take a purchase order: used by',
  ],
  [
    'another warehouse than that of the slot',
    async () => pos(order('P-1', await testbed.bookConfirmed(), 'Thames Reach FC')),
    2,
    'P-1: it is for Thames Reach FC, but slot SLOT-000001 is at Northgate FC',
  ],
  ['no slot to cancel', () => 'slot cancel SLOT-9', 5, 'not found'],
  ['no slot to answer', () => 'slot respond SLOT-9 --accept', 5, 'not found'],
  ['no slot to book another like it', () => 'slot book --like SLOT-9', 5, 'not found'],
])(
  'what cannot be is refused before it is asked, and leaves no failed file %s',
  async (_, lineOf, exitCode, message) => {
    const line = await lineOf();
    await testbed.requests();
    const { code, askedFor, stderr } = await onTerminal(line);
    expect([code, askedFor]).toEqual([exitCode, []]);
    expect(stderr).toContain(message);
    expect((await testbed.requests()).filter((request) => !request.startsWith('GET '))).toEqual([]);
    expect(readdirSync(testbed.home).filter((name) => name.includes('failed'))).toEqual([]);
  },
);

describe('what an earlier upload has sent', () => {
  const deliveries = (...references: string[]): string =>
    `PO_REFERENCE,Warehouse_Name,barcode,Quantity\n${references
      .map((name) => `${name},Northgate FC,2000000001012,1\n`)
      .join('')}`;

  it.each<[what: string, line: (count: number) => Promise<string>, question: string, said: string]>([
    [
      'orders',
      async (count) =>
        `order create ${write('o.csv', ordersCsv(['N-1', 'N-2'].slice(0, count).map((name) => orderRow(name))))}`,
      'Send 1 order to Northgate FC?',
      '1 order would be sent; 1 was created by earlier uploads; nothing was sent.',
    ],
    [
      'deliveries',
      async (count) => `inbound create ${write('i.csv', deliveries(...['I-1', 'I-2'].slice(0, count)))}`,
      'Send 1 delivery to Northgate FC?',
      '1 delivery would be sent; 1 was created by earlier uploads; nothing was sent.',
    ],
    [
      'slots, also of a day that is over by now',
      async (count) => {
        if (count === 2) await testbed.advance('8d');
        return `slot book ${write('s.csv', slots(...['09-03', '09-10'].slice(0, count)))}`;
      },
      'Book 1 slot at Northgate FC?',
      '1 slot would be booked; 1 was booked before; nothing was sent.',
    ],
    [
      'purchase orders',
      async (count) => {
        const last = await testbed.bookConfirmed();
        const references = count === 1 ? [last] : ['SLOT-000001', last];
        return pos(...references.map((slot, at) => order(`P-${at}`, slot)));
      },
      'Create 1 purchase order at Northgate FC?',
      '1 purchase order would be created; 1 was created by earlier uploads; nothing was sent.',
    ],
  ])('%s, is counted apart in a dry run and in the review', async (_, lineFor, question, said) => {
    expect((await testbed.cfi((await lineFor(1)).split(' '))).code).toBe(0);
    const line = await lineFor(2);
    const dry = await testbed.cfi([...line.split(' '), '--dry-run']);
    expect(dry.stdout).toContain(said);
    const { code, askedFor, stderr } = await onTerminal(line, [true]);
    expect([code, askedFor]).toEqual([0, [question]]);
    expect(stderr).toMatch(/^1 .* was (sent|booked) before$/m);
    const again = await onTerminal(line);
    expect([again.code, again.askedFor]).toEqual([0, []]);
  });
});

describe('the warnings of a review of orders', () => {
  const review = async (row: string, more = '') => {
    write('o.csv', ordersCsv([row]));
    const { stderr } = await onTerminal(`order create o.csv${more}`, [false]);
    const [head = '', rest = ''] = stderr.split('\nReference ');
    return { head, rest };
  };

  it.each([
    [
      'a date that is past',
      orderRow('N-1', { DispatchBy: '2026-08-01T09:00:00Z' }).replace('2026-09-01T08', '2026-07-01T08'),
      'is in the past',
    ],
    ['stock that is short', orderRow('N-1', { Qty: '9999' }), 'not enough stock of 1 SKU'],
    ['a country that is none', orderRow('N-1').replace(',GB,', ',XX,'), 'is not an ISO 3166 code'],
  ])('%s', async (_, row, message) => {
    const { head } = await review(row);
    expect(head).toContain(message);
  });

  it('do not compare the stock with --stock ignore, and say where it cannot be read', async () => {
    const row = orderRow('N-1', { Qty: '9999' });
    expect((await review(row, ' --stock ignore')).head).not.toContain('stock');
    await testbed.cfi(['inventory']);
    await testbed.admin.post('/faults', { match: { path: '/inventory' }, do: { status: 503 } });
    expect((await review(row)).head).toContain('the stock could not be read: ');
  });
});

it('a dry run ends with the line that sends exactly this, whole on a narrow terminal, and it does', async () => {
  const name = write("Ann's orders.csv", ordersCsv([orderRow('N-1')]));
  const line = ['order', 'create', name, '--set', 'PostalServiceCost=1.50', '--dry-run', '--max-errors', '9'];
  const { stdout } = await testbed.cfi(line, { tty: true, columns: 60 });
  const last = stdout.trimEnd().split('\n').at(-1) ?? '';
  expect(last).toMatch(
    /^cfi --emulator order create 'Ann'"'"'s orders\.csv' --set PostalServiceCost=1\.50 --max-errors 9 --reviewed [0-9a-f]{32}$/,
  );
  const words = ['order', 'create', name, '--set', 'PostalServiceCost=1.50', '--reviewed'];
  const { code, askedFor } = await testbed.cfi([...words, last.split(' ').at(-1) ?? ''], { tty: true });
  expect([code, askedFor]).toEqual([0, []]);
});
