import { describe, expect, it } from 'vitest';
import { checkedRequest } from '../../../src/commands/slot/booking.ts';
import { testbedForEach } from '../../support/testbed.ts';

const testbed = testbedForEach();

const complete = {
  date: '2026-09-04',
  window: 'morning',
  warehouse: 'Northgate FC',
  loadingType: 'loose',
  numberOfSkus: 'lt_10',
};

describe('cfi slot book --like', () => {
  it('takes omitted values from the slot', async () => {
    const like = await testbed.book({
      containerTruckNumber: 'AB12 CDE',
      palletCount: 6,
      warehouse: 'Thames Reach FC',
    });
    const { code, stdout } = await testbed.cfi([
      'slot',
      'book',
      '--like',
      like,
      '--date',
      '2026-09-09',
      '--json',
    ]);
    expect(code).toBe(0);
    const { slotReference: booked } = JSON.parse(stdout).data;
    expect(booked).not.toBe(like);
    expect(await testbed.read(booked)).toMatchObject({
      date: '2026-09-09',
      window: 'morning',
      warehouse: 'Thames Reach FC',
      containerTruckNumber: 'AB12 CDE',
      palletCount: 6,
    });
  });

  it('books an equal slot without further options, and says that it is one', async () => {
    const like = await testbed.book();
    const duplicate = await testbed.cfi(['slot', 'book', '--like', like]);
    expect([duplicate.code, duplicate.stderr]).toEqual([
      0,
      expect.stringContaining(
        `warning: A slot for exactly this is already booked: ${like} (waiting for the warehouse); ` +
          'if the new slot is a mistake: cfi slot cancel SLOT-000002 --emulator',
      ),
    ]);
    expect((await testbed.acme.get('/inbound-slot')).body.data).toHaveLength(2);
  });

  it('says that the window of the day is over, by the clock of the service', async () => {
    const like = await testbed.book();
    await testbed.advance('3h');
    const { code, stderr } = await testbed.cfi([
      'slot',
      'book',
      '--like',
      like,
      '--date',
      'today',
      '--window',
      'morning',
    ]);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(
        'warning: The morning of Tue 1 Sep is over; if the new slot is a mistake: cfi slot',
      ),
    ]);
  });

  it.each([
    ['another day', ['--date', '2026-09-09']],
    ['another vehicle', ['--vehicle', 'XY99 ZZZ']],
    ['another number of pallets', ['--pallet-count', '7']],
  ])('names no equal slot with %s', async (_, more) => {
    const like = await testbed.book({ containerTruckNumber: 'AB12 CDE', palletCount: 6 });
    const other = await testbed.cfi(['slot', 'book', '--like', like, ...more]);
    expect([other.code, other.stderr]).toEqual([0, expect.not.stringContaining('already booked')]);
  });

  it('names no equal slot that is cancelled', async () => {
    const like = await testbed.book();
    await testbed.acme.delete(`/inbound-slot/${like}`);
    const again = await testbed.cfi(['slot', 'book', '--like', like]);
    expect([again.code, again.stderr]).toEqual([0, expect.not.stringContaining('already booked')]);
  });

  it('shows what it books on a terminal, if no day is given', async () => {
    const like = await testbed.book({ containerTruckNumber: 'AB12 CDE', palletCount: 6 });
    const shown = await testbed.cfi(['slot', 'book', '--like', like], { tty: true, answers: [true] });
    const review =
      'Book Northgate FC, Fri 4 Sep morning, truck, palletised, fewer than 10 SKUs, 6 pallets, vehicle AB12 CDE?';
    expect([shown.code, shown.askedFor]).toEqual([0, [review]]);
    expect(shown.stderr.replaceAll(/\s+/g, ' ')).toContain(
      'A slot for exactly this is already booked: SLOT-000001 (waiting for the warehouse)',
    );
    expect(shown.stderr).toContain('the same without prompts: cfi slot book --date 2026-09-04');
    const back = ['slot', 'book', '--like', like, '--window', 'afternoon'];
    await testbed.cfi(back, { tty: true, answers: ['b', 'date', '2026-09-09', true] });
    const slots = (await testbed.acme.get('/inbound-slot')).body.data;
    expect(slots).toHaveLength(3);
    expect(slots[2]).toMatchObject({ date: '2026-09-09', window: 'afternoon' });
  });

  it.each([['--date', '2026-09-09', '--yes'], ['--dry-run']])(
    'asks nothing on a terminal with %s',
    async (...more) => {
      const like = await testbed.book();
      const outcome = await testbed.cfi(['slot', 'book', '--like', like, ...more], {
        tty: true,
        answers: [],
      });
      expect([outcome.code, outcome.askedFor]).toEqual([0, []]);
    },
  );

  it('takes no vehicle if the option is empty', async () => {
    const like = await testbed.book({ containerTruckNumber: 'AB12 CDE' });
    await testbed.cfi(['slot', 'book', '--like', like, '--vehicle', ' ']);
    const [, slot] = (await testbed.acme.get('/inbound-slot')).body.data;
    expect(slot).not.toHaveProperty('containerTruckNumber');
  });

  it('takes no container size for a truck', async () => {
    const like = await testbed.book({ deliveryType: 'container', containerSize: '40ft' });
    await testbed.cfi(['slot', 'book', '--like', like, '--delivery-type', 'truck']);
    const [, slot] = (await testbed.acme.get('/inbound-slot')).body.data;
    expect(slot).not.toHaveProperty('containerSize');
  });

  it('asks for a day if that of the slot is past, and requires it without a terminal', async () => {
    const like = await testbed.book({ date: '2026-09-02' });
    await testbed.advance('36h');
    const { code, stderr } = await testbed.cfi(['slot', 'book', '--like', like]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('missing --date')]);
    const asked = await testbed.cfi(['slot', 'book', '--like', like], {
      tty: true,
      answers: ['2026-09-04', '', '', true],
    });
    expect([asked.code, asked.askedFor[0]]).toEqual([0, 'Which day?']);
  });

  it('takes no day on which the given window is over', async () => {
    const like = await testbed.book({ date: '2026-09-01', window: 'afternoon' });
    await testbed.advance('2h');
    const morning = ['slot', 'book', '--like', like, '--window', 'morning'];
    const { code, stderr } = await testbed.cfi(morning);
    expect([code, stderr]).toEqual([2, expect.stringContaining('missing --date')]);
    const asked = await testbed.cfi(morning, { tty: true, answers: ['2026-09-04', '', '', true] });
    expect([asked.code, asked.askedFor[0]]).toEqual([0, 'Which day?']);
    const given = await testbed.cfi([...morning, '--date', '2026-09-03', '--json']);
    expect(JSON.parse(given.stdout).data).toMatchObject({ date: '2026-09-03', window: 'morning' });
  });

  it('says that a given day is over, before anything is sent', async () => {
    const like = await testbed.book();
    const { code, stderr } = await testbed.cfi(['slot', 'book', '--like', like, '--date', '2026-08-31']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('the windows of Mon 31 Aug are over')]);
    expect((await testbed.acme.get('/inbound-slot')).body.data).toHaveLength(1);
  });

  it('says what a slot lacks, or has that cannot be booked', () => {
    const { window: _, ...incomplete } = { ...complete, numberOfSkus: 'some' };
    expect(() => checkedRequest(incomplete)).toThrow(
      '--window is missing; --number-of-skus must be one of lt_10, 10_to_20, gt_20; found "some"',
    );
    expect(checkedRequest(complete)).toEqual(complete);
  });

  it('exits with 5 for a slot that does not exist', async () => {
    expect((await testbed.cfi(['slot', 'book', '--like', 'SLOT-NONE'])).code).toBe(5);
  });
});

it('names the nearest warehouses when the service refuses an unknown one', async () => {
  const line = ['slot', 'book', '--date', '2026-09-04', '--window', 'morning', '--warehouse', 'Northgate'];
  const { code, stderr } = await testbed.cfi([
    ...line,
    '--loading-type',
    'loose',
    '--number-of-skus',
    'lt_10',
  ]);
  expect(code).not.toBe(0);
  expect(stderr).toContain('did you mean Northgate FC?');
});
