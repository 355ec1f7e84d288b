import { expect, it } from 'vitest';
import { csvRows } from '../../support/output.ts';
import { testbedForEach } from '../../support/testbed.ts';

const testbed = testbedForEach();

const onTerminal = async (columns: number, ...args: string[]): Promise<string[]> => {
  const options = { tty: true, columns, env: { NO_COLOR: '1' } };
  const { stdout } = await testbed.cfi(['slot', 'list', ...args], options);
  return stdout.trimEnd().split('\n');
};

/** Slots of this week, in an order of their own, and one of the next. */
async function bookWeek() {
  const next = await testbed.bookConfirmed({ date: '2026-09-10' });
  const cancelled = await testbed.book({ date: '2026-09-05' });
  await testbed.acme.delete(`/inbound-slot/${cancelled}`);
  const confirmed = await testbed.bookConfirmed({ date: '2026-09-03', window: 'afternoon' });
  const used = await testbed.bookConfirmed({ date: '2026-09-03' });
  await testbed.order({ slotReference: used });
  const waiting = await testbed.book();
  const offered = await testbed.bookOffered('2026-09-06T13:00:00+01:00', { warehouse: 'Thames Reach FC' });
  return { next, cancelled, confirmed, used, waiting, offered };
}

it('draws a column a day and a row for each half of it, with sign and warehouse, in 80 columns', async () => {
  await bookWeek();
  const lines = await onTerminal(80, '--week');
  // Days without a slot are narrow, so that the others have room.
  expect(lines.slice(0, 13)).toEqual([
    'Week of 31 Aug',
    'Mon 31 Tue 1  Wed 2  Thu 3 Sep     Fri 4 Sep     Sat 5 Sep     Sun 6 Sep',
    'Morning',
    '                     * SLOT-000004 ? SLOT-000005 x SLOT-000002',
    '                     Northgate FC  Northgate FC  Northgate FC',
    'Afternoon',
    '                     + SLOT-000003                             ! SLOT-000006',
    '                     Northgate FC                              Thames Reach',
    '                                                               FC',
    '! your answer; ? warehouse; + confirmed, no PO yet; * confirmed, with its PO;',
    'x cancelled',
    '',
    'Offers that need your answer:',
  ]);
});

it('draws the week of any day, with a slot where the time proposed last puts it', async () => {
  const { offered } = await bookWeek();
  await testbed.respond(offered, { action: 'counter', proposedTime: '2026-09-08T09:00:00+01:00' });
  const lines = await onTerminal(80, '--week', '10 sep');
  expect(lines.slice(0, 5)).toEqual([
    'Week of 7 Sep',
    'Mon 7  Tue 8 Sep       Wed 9  Thu 10 Sep    Fri 11 Sat 12 Sun 13',
    'Morning',
    '       ? SLOT-000006          + SLOT-000001',
    '       Thames Reach FC        Northgate FC',
  ]);
  expect((await onTerminal(80, '--week')).join()).not.toContain('000006');
});

it('keeps each heading whole in 60 columns, and each sign on the line of its meaning', async () => {
  await bookWeek();
  for (const date of ['2026-09-01', '2026-09-02']) await testbed.book({ date });
  const lines = await onTerminal(60, '--week');
  expect(lines[1]).toBe('Mon 31 Tue 1    Wed 2    Thu 3    Fri 4    Sat 5    Sun 6');
  expect(lines).toContain('! your answer; ? warehouse; + confirmed, no PO yet;');
  expect(lines).toContain('* confirmed, with its PO; x cancelled');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
});

it('cuts a word of a name that is wider than its column, and breaks none in two', async () => {
  for (const day of ['01', '02', '03', '04', '05', '06'])
    await testbed.book({ date: `2026-09-${day}`, window: 'afternoon', warehouse: 'Northgate FC' });
  const lines = await onTerminal(60, '--week');
  expect(lines.join('\n')).toContain('Northga… Northga…');
  expect(lines.join('\n')).not.toMatch(/\bte FC/);
});

it('fits 80 columns where there is no terminal, and cuts nothing', async () => {
  const { offered, used } = await bookWeek();
  const { stdout } = await testbed.cfi(['slot', 'list', '--week']);
  for (const entry of [`! ${offered}`, `* ${used}`, 'Northgate', 'Thames']) expect(stdout).toContain(entry);
  expect(stdout).not.toContain('…');
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

it('fits 80 columns there with a slot on six days and a long comment, and keeps each reference whole', async () => {
  const days = ['01', '02', '03', '04', '05'].map((day) => ({ date: `2026-09-${day}` }));
  const booked = await Promise.all(days.map((day) => testbed.book(day)));
  const comment = 'the dock is closed until noon, so please come later in the day';
  const offered = await testbed.book({ date: '2026-09-06' });
  await testbed.fc(offered, 'counter', { proposedTime: '2026-09-06T13:00:00+01:00', comment });
  const { stdout } = await testbed.cfi(['slot', 'list', '--week']);
  for (const reference of [...booked, offered]) expect(stdout).toContain(reference);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(comment);
  expect(stdout).not.toContain('…');
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

it('takes a weekday for the next one', async () => {
  const { stdout, stderr } = await testbed.cfi(['slot', 'list', '--week', 'mon']);
  expect([stdout.split('\n')[0], stderr]).toEqual([
    'Week of 7 Sep',
    expect.stringContaining('--week: Mon 7 Sep\n'),
  ]);
});

it('gives the list of that week in other formats', async () => {
  const { next, cancelled, confirmed, used, waiting, offered } = await bookWeek();
  const own = [offered, waiting, used, confirmed, cancelled];
  const { data } = await testbed.json('slot', 'list', '--week');
  expect(data).toEqual(await Promise.all(own.map((reference) => testbed.read(reference))));
  const listed = await testbed.cfi(['slot', 'list', '--week', 'thu', '-o', 'csv']);
  expect(listed.stderr).toContain('--week: Thu 3 Sep\n');
  expect(csvRows(listed.stdout).map(({ slotReference }) => slotReference)).toEqual(own);
  const later = await testbed.json('slot', 'list', '--week', '2026-09-13');
  expect(later.data.map(({ slotReference }: Record<string, string>) => slotReference)).toEqual([next]);
});

it.each([
  [['--week', 'soon'], '--week "soon" is not a day'],
  [['--week', '--from', 'mon'], '--week cannot be combined with --from or --to'],
])('exits with 2 for %j', async (args, message) => {
  const { code, stderr } = await testbed.cfi(['slot', 'list', ...args]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it('says that a week is empty, and takes next week', async () => {
  const none = await testbed.cfi(['slot', 'list', '--week', '2030-01-01']);
  expect(none.stderr).toContain('no slot is in this week\n');
  const weeks = ['next', 'next week', '10 sep'].map((week) => testbed.json('slot', 'list', '--week', week));
  const [next, words, dated] = await Promise.all(weeks);
  expect([next, words]).toEqual([dated, dated]);
});
