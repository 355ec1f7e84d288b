import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stubService } from '../../support/services/stub-service.ts';
import { testbedForEach } from '../../support/testbed.ts';

const testbed = testbedForEach();

const calendarAt = (home: string): string => readFileSync(join(home, 'slots.ics'), 'utf8');

/** Each event in short: the slot's reference, its sequence and status. */
const eventsIn = (text: string): string[] =>
  text
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((event) =>
      [/^UID:(.+)-[\da-f]{12}@/m, /^SEQUENCE:(\d+)/m, /^STATUS:(\w+)/m]
        .map((part) => part.exec(event)?.[1])
        .join(' '),
    );

describe('cfi slot list --ics', () => {
  const write = (...more: string[]) => testbed.cfi(['slot', 'list', '--ics', 'slots.ics', ...more]);

  it('writes every slot that the list shows, cancelled ones too, as one calendar', async () => {
    const confirmed = await testbed.bookConfirmed();
    const waiting = await testbed.book();
    const cancelled = await testbed.book();
    await testbed.acme.delete(`/inbound-slot/${cancelled}`);
    const { code, stdout, stderr } = await write();
    expect([code, stderr]).toEqual([0, expect.stringContaining('calendar written to slots.ics\n')]);
    expect(stdout).toContain(confirmed);
    const calendar = calendarAt(testbed.home);
    expect(calendar.match(/BEGIN:VCALENDAR/g)).toHaveLength(1);
    expect(eventsIn(calendar).map((event) => event.replace(/ \d+ /, ' '))).toEqual([
      `${waiting} TENTATIVE`,
      `${confirmed} CONFIRMED`,
      `${cancelled} CANCELLED`,
    ]);
    await write('--status', 'confirmed');
    expect(eventsIn(calendarAt(testbed.home))).toHaveLength(3);
  });

  it('keeps the same events, and raises the sequence of what has changed since', async () => {
    const reference = await testbed.bookOffered('2026-09-08T13:00:00+01:00');
    const other = await testbed.bookConfirmed();
    const sequences = async (): Promise<number[]> => {
      await write();
      const events = eventsIn(calendarAt(testbed.home));
      return [reference, other].map((name) => {
        const own = events.filter((event) => event.startsWith(`${name} `));
        expect(own).toHaveLength(1);
        return Number(own[0]?.split(' ')[1]);
      });
    };
    let [before = 0, still] = await sequences();
    expect(await sequences()).toEqual([before, still]);
    const steps = [
      () => testbed.respond(reference, { action: 'counter', proposedTime: '2026-09-09T09:00:00+01:00' }),
      () => testbed.fc(reference, 'confirm'),
      () => testbed.acme.delete(`/inbound-slot/${reference}`),
    ];
    for (const step of steps) {
      await step();
      const [now = 0, same] = await sequences();
      expect([now > before, same]).toEqual([true, still]);
      [before, still] = [now, same];
    }
    expect(eventsIn(calendarAt(testbed.home)).join()).toContain(`${reference} ${before} CANCELLED`);
  });

  it('writes it to standard output alone with -', async () => {
    await testbed.bookConfirmed();
    const { stdout } = await testbed.cfi(['slot', 'list', '--ics', '-']);
    expect(stdout).toMatch(/^BEGIN:VCALENDAR\r\n(?:.+\r\n)+END:VCALENDAR\r\n$/);
  });

  it('does not replace a calendar that it cannot read', async () => {
    const { code } = await testbed.cfi(['slot', 'list', '--ics', '.']);
    expect(code).toBe(2);
  });
});

it('cancels what the service no longer lists, and says which slots have no time', async () => {
  const slots = [
    { slotReference: 'S-1', scheduleStatus: 'confirmed', date: '2026-09-04', window: 'morning' },
    { slotReference: 'S-2', scheduleStatus: 'confirmed', date: '2026-09-05', window: 'morning' },
    { slotReference: 'S-3', scheduleStatus: 'pending_ops' },
  ];
  let listed = slots;
  const { cfi, home } = stubService(() => ({ body: JSON.stringify({ success: true, data: listed }) }));
  const first = await cfi(['slot', 'list', '--ics', 'slots.ics']);
  expect(first.stderr).toContain('1 slot without a time: not in the calendar\n');
  expect(eventsIn(calendarAt(home))).toEqual(['S-1 1 CONFIRMED', 'S-2 1 CONFIRMED']);
  listed = slots.slice(1);
  await cfi(['slot', 'list', '--ics', 'slots.ics']);
  expect(eventsIn(calendarAt(home))).toEqual(['S-2 1 CONFIRMED', 'S-1 2 CANCELLED']);
});
