import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { spawnCli } from '../../support/processes/process.ts';
import type { BookingResponse } from '../../support/services/slot-service.ts';
import { openTestbed } from '../../support/testbed.ts';
import { file, header, row, withSlotFile } from '../../support/upload/slot-file.ts';

describe('slot book FILE', () => {
  it('books each row once, equal rows too, and nothing when it runs again', async () => {
    const { outcomes, slots, posts } = await withSlotFile(file(row('08'), row('08'), row('09')));
    const first = await outcomes();
    expect([first.code, first.rows]).toEqual([
      0,
      [
        ['created', 'S-1'],
        ['created', 'S-2'],
        ['created', 'S-3'],
      ],
    ]);
    const again = await outcomes();
    expect([again.code, again.rows]).toEqual([
      0,
      [
        ['skipped', 'S-1'],
        ['skipped', 'S-2'],
        ['skipped', 'S-3'],
      ],
    ]);
    expect([posts(), slots.length]).toEqual([3, 3]);
    expect(first.data).toMatchObject({ run: 1, total: 3, created: 3, skipped: 0 });
  });

  it('warns of a Monday where the warehouse is not known to open then', async () => {
    const message = 'date is a Monday, and Northgate FC is not known to open then';
    const { book, home } = await withSlotFile(file(row('07'), row('08')));
    const first = JSON.parse((await book('--dry-run', '--json')).stdout);
    expect(first.data.warnings).toEqual([
      { file: 'slots.csv', line: 2, column: 'date', field: 'date', found: '2026-09-07', message },
    ]);
    expect((await book()).stderr).toContain(
      `warning: row 2: date "2026-09-07" ${message.slice('date '.length)}`,
    );
    const objects = [{ date: '2026-09-07', warehouse: 'Northgate FC', reference: 'tents' }];
    const own = { window: 'morning', loadingType: 'palletised', numberOfSkus: 'lt_10' };
    writeFileSync(join(home, 'slots.json'), JSON.stringify(objects.map((slot) => ({ ...slot, ...own }))));
    const json = ['slot', 'book', 'slots.json', '--dry-run'];
    expect((await runCli(json, { home })).stderr).toContain(
      `tents, document 1: date "2026-09-07" ${message.slice('date '.length)}`,
    );
    await runCli(['config', 'set', 'monday_warehouses', 'northgate fc'], { home });
    expect((await book('--dry-run', '--json')).stdout).not.toContain('warnings');
  });

  it('finds a booking with a lost answer in the list, even among equal ones', async () => {
    const responses: BookingResponse[] = ['books-and-loses', 'loses', 'books-and-loses', 'fails'];
    const { outcomes, slots } = await withSlotFile(file(row('08'), row('08'), row('09')), responses);
    const { code, rows } = await outcomes();
    expect([code, rows]).toEqual([
      0,
      [
        ['created', 'S-1'],
        ['created', 'S-2'],
        ['created', 'S-3'],
      ],
    ]);
    expect(slots).toHaveLength(3);
  });

  it('does not claim a slot that already existed', async () => {
    const { outcomes, slots } = await withSlotFile(file(row('08')), ['loses', 'books']);
    slots.push({ date: '2026-09-08', window: 'morning', warehouse: 'Northgate FC', slotReference: 'S-1' });
    expect((await outcomes()).rows).toEqual([['created', 'S-2']]);
    expect(slots).toHaveLength(2);
  });

  it('reports unknown outcomes, and books them once when the list can be read again', async () => {
    const responses: BookingResponse[] = ['books-and-loses'];
    const service = await withSlotFile(file(row('08')), responses);
    service.listing('good', 'no-list', 'no-list', 'no-list');
    const uncertain = await service.book('--max-retries', '1');
    expect(uncertain.code).toBe(10);
    expect(uncertain.stdout).toMatch(/unknown: +1/);
    service.listing();
    expect((await service.outcomes()).rows).toEqual([['created', 'S-1']]);
    expect(service.posts()).toBe(1);
  });

  it('books nothing without a list to compare with', async () => {
    const service = await withSlotFile(file(row('08')));
    service.listing('no-list');
    const { code, stderr } = await service.book();
    expect([code, stderr, service.posts()]).toEqual([10, expect.stringContaining('nothing was booked'), 0]);
  });

  it('never resends a booking that was accepted without a visible slot', async () => {
    const service = await withSlotFile(file(row('08')), ['says-nothing']);
    const first = await service.book('--max-retries', '1');
    expect([first.code, first.stdout]).toEqual([10, expect.stringMatching(/unknown: +1/)]);
    const again = await service.book('--max-retries', '1');
    expect([again.code, again.stderr, service.posts()]).toEqual([10, expect.stringContaining('--fresh'), 1]);
    expect((await service.outcomes('--fresh')).rows).toEqual([['created', 'S-1']]);
  });

  it('does not book again what a lost ledger knew, even after a complete run of another file', async () => {
    const service = await withSlotFile(file(row('08')));
    await service.book();
    writeFileSync(join(service.home, 'ledger.sqlite'), 'no database');
    service.rewrite(file(row('09')));
    expect((await service.outcomes()).rows).toEqual([['created', 'S-2']]);
    service.rewrite(file(row('08')));
    const { code, stderr } = await service.book('--max-retries', '1');
    expect([code, service.posts()]).toEqual([10, 2]);
    expect(stderr).toContain('the run ledger no longer knows whether slot S-1 belongs to this row');
    expect((await service.outcomes('--fresh')).rows).toEqual([['created', 'S-3']]);
  });

  it('books what is missing after kill -9 between booking and answer', async () => {
    const service = await withSlotFile(file(row('08'), row('08'), row('09')), ['books', 'hangs']);
    const running = spawnCli(['slot', 'book', 'slots.csv'], { home: service.home, env: service.env });
    await service.hanging;
    running.child.kill('SIGKILL');
    await running.done;
    const { code, rows } = await service.outcomes();
    expect([code, rows]).toEqual([
      0,
      [
        [expect.any(String), 'S-1'],
        ['created', 'S-2'],
        ['created', 'S-3'],
      ],
    ]);
    expect(service.slots).toHaveLength(3);
  }, 60_000);

  it('keeps the names you chose in --results', async () => {
    const named = file(row('08'), row('08')).replace('palletCount', 'palletCount,reference,_why');
    const service = await withSlotFile(named.replace(',6\n', ',6,monday,a\n').replace(/,6\n$/, ',6,,b\n'));
    expect((await service.book('--results', 'r.csv')).code).toBe(0);
    expect(service.read('r.csv').split(/\r?\n/)).toEqual([
      'reference,outcome,slotReference,status,error,file,line',
      'monday,created,S-1,201,,slots.csv,2',
      'b,created,S-2,201,,slots.csv,3',
      '',
    ]);
  });

  it('does not rebook a named row with changed content', async () => {
    const service = await withSlotFile(`${header},reference\n${row('08')},monday\n`);
    await service.book();
    service.rewrite(`${header},reference\n${row('09')},monday\n`);
    const { code, stderr } = await service.book();
    expect([code, service.posts()]).toEqual([6, 1]);
    expect(stderr).toContain('the content has changed since the service accepted it; it was not sent: date');
  });

  it('writes the refused rows to a file for correction, with the nearest warehouse', async () => {
    const wrong = row('09').replace('Northgate', 'Nortgate');
    const service = await withSlotFile(file(row('08'), wrong), ['books', 'refuses', 'books']);
    const { code, stdout, stderr } = await service.book();
    expect([code, stdout]).toEqual([9, expect.stringContaining('did you mean Northgate FC?')]);
    expect(stderr).toContain('cfi slot book slots.csv.failed.csv');
    const failed = service.read('slots.csv.failed.csv');
    expect(failed).toMatch(
      /^date,window,warehouse,loadingType,numberOfSkus,palletCount,_line,_field,_code,_error\r\n/,
    );
    service.rewrite(failed.replace('Nortgate', 'Northgate'));
    expect((await service.outcomes()).rows).toEqual([['created', 'S-2']]);
    service.rewrite(file(row('08'), row('09')));
    expect((await service.outcomes()).rows).toEqual([
      ['skipped', 'S-1'],
      ['skipped', 'S-2'],
    ]);
    expect(existsSync(join(service.home, 'slots.csv.failed.csv'))).toBe(false);
  });

  it('recognises the slot of an equal row by its name if only that one failed', async () => {
    const service = await withSlotFile(file(row('08'), row('08')), ['books', 'refuses']);
    expect((await service.book()).code).toBe(9);
    const failed = service.read('slots.csv.failed.csv');
    expect(failed).toContain(',_twin\r\n');
    service.rewrite(failed);
    expect((await service.outcomes()).rows).toEqual([['created', 'S-2']]);
    service.rewrite(file(row('08'), row('08')));
    expect((await service.outcomes()).rows).toEqual([
      ['skipped', 'S-1'],
      ['skipped', 'S-2'],
    ]);
    expect(service.slots).toHaveLength(2);
  });

  it('warns of a corrected row that is like one that was booked beside it, which gets no slot of its own', async () => {
    const { book, home, env, read, slots } = await withSlotFile(
      file(row('08'), row('08').replace('morning', 'mornin')),
    );
    expect((await book('--skip-invalid')).code).toBe(9);
    const failed = join(home, 'slots.csv.failed.csv');
    writeFileSync(failed, read('slots.csv.failed.csv').replace('mornin,', 'morning,'));
    const bookFailed = (...words: string[]) => runCli(['slot', 'book', failed, ...words], { home, env });
    const { stderr } = await bookFailed();
    expect(stderr).toContain(
      '1 row is like one of another file that was booked before, and got no other slot: ',
    );
    expect(stderr).toContain('(S-1); to book another, send the row alone with --fresh\n');
    expect((await bookFailed('--fresh')).code).toBe(0);
    expect(slots).toHaveLength(2);
    // Nothing is said of a file that is sent again.
    expect((await bookFailed()).stderr).not.toContain('is like one');
  });

  it('reads JSON, reports errors by line and field, and sends nothing if a row is wrong', async () => {
    const service = await withSlotFile(file(row('08'), row('09').replace('morning', 'noon')));
    const { code, stderr } = await service.book();
    expect([code, service.posts()]).toEqual([2, 0]);
    expect(stderr).toContain('row 3: window "noon" must be one of morning, afternoon');
    const body = {
      date: '2026-09-08',
      window: 'morning',
      warehouse: 'W',
      loadingType: 'x',
      numberOfSkus: 'lt_10',
    };
    service.rewrite(JSON.stringify([{ ...body, reference: 'mine', _note: 'n' }, body, body]));
    const { data } = await service.outcomes('--format', 'json');
    expect(data.slots.map(({ reference }: { reference: string }) => reference)).toEqual([
      'mine',
      expect.stringMatching(/^2026-09-08 morning W [0-9a-f]{8}$/),
      expect.stringMatching(/^2026-09-08 morning W [0-9a-f]{8} \(2\)$/),
    ]);
    expect(Object.keys(service.slots[0] ?? {})).not.toContain('reference');
  });

  it('shows what would be sent, with and without a file, and sends nothing', async () => {
    const service = await withSlotFile(file(row('08')));
    const { stdout } = await service.book('--dry-run', '--json', '--yes');
    const body = {
      date: '2026-09-08',
      window: 'morning',
      warehouse: 'Northgate FC',
      loadingType: 'palletised',
    };
    expect(JSON.parse(stdout)).toEqual({
      data: {
        dryRun: true,
        total: 1,
        invalid: 0,
        digest: expect.stringMatching(/^[0-9a-f]{32}$/),
        slots: [{ ...body, numberOfSkus: 'lt_10', palletCount: 6 }],
      },
    });
    const flags = '--date 2026-09-08 --window morning --warehouse W --loading-type x --number-of-skus lt_10';
    // Neither address nor credentials.
    const alone = await runCli(['slot', 'book', ...flags.split(' '), '--dry-run', '--json']);
    expect(JSON.parse(alone.stdout).data.slots[0]).toMatchObject({ warehouse: 'W' });
    expect(service.posts()).toBe(0);
  });

  it.each([
    [['slots.csv', '--date', '2026-09-08'], '--date and FILE cannot be combined'],
    [['slots.csv', '--watch'], '--watch and FILE cannot be combined'],
    [
      ['--date', '2026-09-08', '--warehouse', 'Northgate', 'FC'],
      'FC was read as FILE; put a value with spaces in quotes',
    ],
    [['--set', 'window=morning'], '--set is for slot book FILE'],
    [['--sheet', 'Slots'], '--sheet is for slot book FILE'],
    [['--results', 'r.csv'], '--results is for slot book FILE'],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await runCli(['slot', 'book', ...words], { env: { CFI_EMULATOR: '1' } });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('leaves what the profile says about files out of a single booking', async () => {
    const { cfi, acme } = await openTestbed();
    for (const [name, value] of [
      ['dates', 'dmy'],
      ['timezone', 'Europe/London'],
      ['decimal', 'comma'],
    ])
      await cfi(['config', 'set', name ?? '', value ?? '']);
    const day = ['--date', '2026-09-08', '--window', 'morning', '--warehouse', 'Northgate FC'];
    const line = ['slot', 'book', ...day, '--loading-type', 'loose', '--number-of-skus', 'lt_10'];
    const dry = await cfi([...line, '--dry-run', '--json']);
    expect([dry.code, JSON.parse(dry.stdout).data.slots]).toEqual([
      0,
      [
        {
          ...{ date: '2026-09-08', window: 'morning', warehouse: 'Northgate FC' },
          ...{ loadingType: 'loose', numberOfSkus: 'lt_10' },
        },
      ],
    ]);
    expect((await cfi(line)).code).toBe(0);
    expect((await acme.get('/inbound-slot')).body.data).toHaveLength(1);
  });

  it('appears among the runs', async () => {
    const { cfi, home, json } = await openTestbed();
    writeFileSync(join(home, 'slots.csv'), file(row('08'), row('09')));
    expect((await cfi(['slot', 'book', 'slots.csv'])).code).toBe(0);
    const { data } = await json('runs', '1');
    expect(data).toMatchObject({ kind: 'slot', created: 2, files: ['slots.csv'] });
    expect(data.slots[0]).toMatchObject({ outcome: 'created', slotReference: 'SLOT-000001' });
    expect((await cfi(['runs', '1'])).stdout).toContain('SLOT-000002');
  });
});
