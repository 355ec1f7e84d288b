import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { csvRows, ndjson } from '../../support/output.ts';
import { openTestbed, testbedForEach } from '../../support/testbed.ts';

const testbed = testbedForEach();

const offer = '2026-09-08T13:00:00+01:00';
const given = [
  ...['--date', '2026-09-04', '--window', 'morning', '--warehouse', 'Northgate FC'],
  ...['--loading-type', 'palletised', '--number-of-skus', 'lt_10'],
];

describe('cfi slot book', () => {
  it('books with a full command line and says what comes next', async () => {
    const args = ['--delivery-type', 'truck', '--pallet-count', '6', '--vehicle', 'AB12 CDE'];
    const { code, stdout, stderr } = await testbed.cfi(['slot', 'book', ...given, ...args]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Status: +waiting for the warehouse\n/);
    expect(stdout).toMatch(/Requested: +Fri 4 Sep 09:00 BST\n/);
    expect(stdout).toMatch(
      /Vehicle: +truck, AB12 CDE\nLoading: +palletised, fewer than 10 SKUs, 6 pallets\n/,
    );
    expect(stderr).toMatch(/^next: cfi slot watch SLOT-\d+ --emulator\n$/);
    const [slot] = (await testbed.acme.get('/inbound-slot')).body.data;
    expect(slot).toMatchObject({ palletCount: 6, containerTruckNumber: 'AB12 CDE', deliveryType: 'truck' });
  });

  it("gives the service's own answer in json and ndjson, a row in csv", async () => {
    const { stdout } = await testbed.cfi(['slot', 'book', ...given, '--json']);
    const { data } = JSON.parse(stdout);
    expect(data).toEqual(await testbed.read(data.slotReference));
    expect(ndjson((await testbed.cfi(['slot', 'book', ...given, '-o', 'ndjson'])).stdout)[0]).toMatchObject({
      scheduleStatus: 'pending_ops',
    });
    const [row] = csvRows((await testbed.cfi(['slot', 'book', ...given, '-o', 'csv'])).stdout);
    expect(row).toMatchObject({ scheduleStatus: 'pending_ops', window: 'morning', proposedTime: '' });
  });

  it('books nothing where nothing can be recorded', async () => {
    const { cfi, home } = await openTestbed();
    rmSync(join(home, 'locks'), { recursive: true, force: true });
    writeFileSync(join(home, 'locks'), 'no folder');
    const { code, stderr } = await cfi(['slot', 'book', ...given, '--delivery-type', 'truck']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('choose another folder with CFI_HOME')]);
    expect(JSON.parse((await cfi(['slot', 'list', '-o', 'json'])).stdout).data).toEqual([]);
  });

  it('names every missing flag at once if nobody can be asked', async () => {
    const { code, stderr } = await testbed.cfi(['slot', 'book', '--delivery-type', 'container']);
    expect(code).toBe(2);
    expect(stderr).toContain(
      'missing --date, --window, --warehouse, --loading-type, --number-of-skus, --container-size',
    );
    expect((await testbed.acme.get('/inbound-slot')).body.data).toEqual([]);
  });

  it.each([
    [['--date', '31/02'], '--date "31/02" is not a day'],
    [['--window', 'noon'], 'morning, afternoon'],
    [['--vehicle', 'x'.repeat(101)], '--vehicle must be at most 100 characters'],
    [['--pallet-count', '0'], '--pallet-count'],
    [['--date', '2026-08-31'], 'date'],
    [['--date', '2026-09-07'], 'Monday'],
  ])('exits with 2 for %j', async (args, message) => {
    const { code, stderr } = await testbed.cfi(['slot', 'book', ...given, ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('waits for the answer with --watch, like slot watch', async () => {
    const args = ['slot', 'book', ...given, '--warehouse', 'Auto FC', '--watch'];
    const { code, stdout, stderr } = await testbed.cfi(args);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^booked SLOT-\d+\n/);
    expect(stdout).toMatch(/waiting for the warehouse → confirmed \(agreed for Fri 4 Sep 09:00 BST\)\n$/);
    const countered = await testbed.cfi(['slot', 'book', ...given, '--warehouse', 'Counter FC', '--watch']);
    expect(countered.code).toBe(12);
  });

  it('waits with --watch although a replica does not show the slot yet', async () => {
    await testbed.admin.post('/faults', {
      match: { method: 'GET', path: '/inbound-slot/*' },
      when: { times: 1 },
      do: { status: 404, body: { success: false, error: 'no such slot' } },
    });
    const { code, stderr } = await testbed.cfi([
      ...['slot', 'book', ...given],
      ...['--warehouse', 'Auto FC', '--watch'],
    ]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('no such slot; still trying')]);
  });
});

describe('cfi slot list and get', () => {
  it('lists the state and the time of each slot', async () => {
    const pending = await testbed.book();
    const offered = await testbed.bookOffered(offer);
    const confirmed = await testbed.bookConfirmed();
    const { stdout, stderr } = await testbed.cfi(['slot', 'list']);
    expect(stdout).toMatch(
      new RegExp(`${pending} +waiting for the warehouse +Fri 4 Sep morning +Northgate FC`),
    );
    expect(stdout).toMatch(
      new RegExp(`${offered} +your answer +Fri 4 Sep 09:00 → Tue 8 Sep 13:00 +Northgate`),
    );
    expect(stdout).toMatch(new RegExp(`${confirmed} +confirmed +Fri 4 Sep 09:00 +Northgate`));
    expect(stderr).toContain('to answer: cfi slot respond --emulator\n');
    const narrow = await testbed.cfi(['slot', 'list'], { tty: true, columns: 80, env: { NO_COLOR: '1' } });
    for (const line of narrow.stdout.split('Waiting')[0]?.split('\n') ?? [])
      expect(line.length).toBeLessThanOrEqual(80);
  });

  it('gives the list unchanged, one line per slot in ndjson, one row in csv', async () => {
    const waiting = await testbed.book();
    const offered = await testbed.bookOffered(offer);
    const sent = [await testbed.read(offered), await testbed.read(waiting)];
    expect(await testbed.json('slot', 'list')).toEqual({ data: sent });
    expect(ndjson((await testbed.cfi(['slot', 'list', '-o', 'ndjson'])).stdout)).toEqual(sent);
    const rows = csvRows((await testbed.cfi(['slot', 'list', '-o', 'csv'])).stdout);
    expect(rows.find((row) => row.slotReference === offered)).toMatchObject({
      scheduleStatus: 'pending_customer',
      proposedTime: offer,
      confirmedTime: '',
      usedByPoReference: '',
    });
  });

  it('lists only what a purchase order can use with --available', async () => {
    await testbed.book();
    expect((await testbed.cfi(['slot', 'list', '--available'])).stdout).toBe(
      'no confirmed slot is available\n',
    );
    const confirmed = await testbed.bookConfirmed();
    const { data } = await testbed.json('slot', 'list', '--available');
    expect(data.map((slot: { slotReference: string }) => slot.slotReference)).toEqual([confirmed]);
  });

  it('shows the negotiation with every comment in full', async () => {
    const reference = await testbed.book();
    const comment = 'The dock is full until noon, and the afternoon is the earliest that we can offer you';
    await testbed.fc(reference, 'counter', { proposedTime: offer, comment });
    const { stdout, stderr } = await testbed.cfi(['slot', 'get', reference], { tty: true, columns: 60 });
    expect(stdout).toMatch(/Offered: +Tue 8 Sep 13:00 BST\n/);
    // Wrapped at words, at most as wide as the terminal.
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`warehouse: Tue 8 Sep 13:00 BST "${comment}"`);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(stderr.replaceAll('\n', ' ')).toContain(
      `next: cfi slot respond ${reference} --accept --offer ${offer} --emulator or: cfi slot respond ${reference} --counter TIME --emulator`,
    );
  });

  it('suggests commands for the account of the line, so that they work as printed', async () => {
    const reference = await testbed.bookConfirmed();
    const { stderr } = await testbed.cfi(['slot', 'get', reference, '--profile', 'blue bird']);
    expect(stderr).toContain(
      `next: cfi po create FILE --slot ${reference} --profile 'blue bird' --emulator\n`,
    );
  });

  it('lines up who proposed what', async () => {
    const reference = await testbed.bookOffered(offer);
    await testbed.respond(reference, { action: 'counter', proposedTime: '2026-09-09T09:00:00+01:00' });
    const { stdout } = await testbed.cfi(['slot', 'get', reference]);
    expect(stdout).toMatch(/ {2}warehouse: {2}Tue 8 Sep 13:00 .*\n.* {2}client: {5}Wed 9 Sep 09:00 /);
  });

  it.each([
    [1, '1 pallet'],
    [2, '2 pallets'],
  ])('counts %i pallets as people do', async (palletCount, words) => {
    const slot = await testbed.book({ palletCount });
    const { stdout } = await testbed.cfi(['slot', 'get', slot]);
    expect(stdout).toMatch(new RegExp(`^Loading: .*, ${words}$`, 'm'));
  });

  it('exits with 5 for an unknown slot', async () => {
    expect((await testbed.cfi(['slot', 'get', 'SLOT-999999'])).code).toBe(5);
  });

  it('writes a calendar entry', async () => {
    const reference = await testbed.bookConfirmed();
    const { code, stderr } = await testbed.cfi(['slot', 'get', reference, '--ics', 'delivery.ics']);
    expect(code).toBe(0);
    expect(stderr).toContain('calendar event written to delivery.ics');
    const text = readFileSync(join(testbed.home, 'delivery.ics'), 'utf8');
    expect(text).toContain('DTSTART:20260904T080000Z\r\n');
    expect(text).toContain('STATUS:CONFIRMED\r\n');
    const piped = await testbed.cfi(['slot', 'get', reference, '--ics', '-', '--json']);
    expect([piped.code, piped.stdout]).toEqual([0, text]);
  });
});

describe('cfi slot respond', () => {
  it('accepts', async () => {
    const reference = await testbed.bookOffered(offer);
    const { code, stdout, stderr } = await testbed.cfi(['slot', 'respond', reference, '--accept', '--yes']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Status: +confirmed \(agreed for Tue 8 Sep 13:00 BST\)/);
    expect(stderr).toContain(`next: cfi po create FILE --slot ${reference} --emulator`);
    const onTerminal = await testbed.cfi(['slot', 'get', reference], { tty: true, columns: 200 });
    expect(onTerminal.stderr).toContain(`next: cfi po create --slot ${reference} --emulator`);
  });

  it.each([
    ['slot', 'cancel', 'Slot 000001', '--yes'],
    ['slot', 'respond', 'slot-000001', '--accept'],
    ['slot', 'watch', 'slot000001', '--once'],
    ['slot', 'book', '--like', 'slot-000001'],
    ['po', 'create', '--slot', 'slot-000001', '--item', 'AC-TENT-2=1'],
  ])('names the slot whose reference was written differently: %s %s %s', async (...line) => {
    await testbed.cfi(['slot', 'get', await testbed.book()]);
    const { code, stderr } = await testbed.cfi(line);
    expect([code, stderr]).toEqual([5, expect.stringContaining('hint: did you mean SLOT-000001? check')]);
  });

  it('takes no other number for the slot that was meant', async () => {
    await testbed.cfi(['slot', 'get', await testbed.book()]);
    const { code, stderr } = await testbed.cfi(['slot', 'get', 'SLOT-000002']);
    expect([code, stderr]).toEqual([5, expect.not.stringContaining('did you mean')]);
  });

  it('proposes another time with a comment to the warehouse', async () => {
    const reference = await testbed.bookOffered(offer);
    const args = ['--counter', '2026-09-09T09:00:00+01:00', '--comment', 'lorry is late'];
    const { data } = await testbed.json('slot', 'respond', reference, ...args);
    expect(data).toEqual(await testbed.read(reference));
    expect(data.schedule.proposals.at(-1)).toMatchObject({ proposedBy: 'client', comment: 'lorry is late' });
  });

  it('exits with 6 if there is no open offer, and says where to look', async () => {
    const reference = await testbed.book();
    const { code, stderr } = await testbed.cfi(['slot', 'respond', reference, '--accept', '--yes', '--json']);
    expect(code).toBe(6);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'conflict',
      message: `slot ${reference} has no open offer: waiting for the warehouse`,
      hint: `see its state: cfi slot get ${reference} --emulator`,
    });
  });

  it.each(['--accept', `--accept --offer ${offer}`, '--counter 2026-09-09T09:00:00+01:00'])(
    '%s is a conflict once it has been answered: its offer is no longer open',
    async (answer) => {
      const reference = await testbed.bookOffered(offer);
      const line = ['slot', 'respond', reference, ...answer.split(' '), '--yes'];
      expect((await testbed.cfi(line)).code).toBe(0);
      const { code, stderr } = await testbed.cfi(line);
      expect([code, stderr]).toEqual([6, expect.stringContaining('has no open offer')]);
    },
  );

  it.each([
    [[], 'missing --accept or --counter TIME'],
    [['--accept', '--counter', offer], 'cannot be combined'],
    [['--offer', offer], '--offer TIME needs --accept'],
    [['--accept', '--offer', 'soon'], '--offer "soon" is not a time'],
    [['--accept', '--comment', 'x'], '--comment needs --counter'],
    [['--counter', 'next week'], '--counter "next week" is not a time'],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await testbed.cfi(['slot', 'respond', 'SLOT-000001', ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('names the slot and the answer at once where both are missing', async () => {
    const { code, stderr } = await testbed.cfi(['slot', 'respond']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('missing REF, --accept or --counter TIME\n')]);
  });
});
