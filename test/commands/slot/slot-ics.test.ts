import { describe, expect, it } from 'vitest';
import * as calendar from '../../../src/desk/calendar.ts';
import { CfiError } from '../../../src/errors.ts';
import { atOnce } from '../../../src/text/records.ts';

type Given<Work extends (...given: never[]) => unknown> = Parameters<Work>;
const calendarEvent = (...given: Given<typeof calendar.calendarEvent>) =>
  atOnce(calendar.calendarEvent(...given));
const calendarOf = (...given: Given<typeof calendar.calendarOf>) => atOnce(calendar.calendarOf(...given));

const written = {
  now: Date.parse('2026-09-01T08:00:00Z'),
  account: 'https://service.test/v1 acme',
  before: '',
};
const slot = (more: Record<string, unknown> = {}) => ({
  slotReference: 'SLOT-1',
  scheduleStatus: 'confirmed',
  warehouse: 'Northgate FC',
  deliveryType: 'truck',
  loadingType: 'palletised',
  schedule: {
    requestedTime: '2026-09-04T09:00:00+01:00',
    confirmedTime: '2026-09-08T13:00:00+01:00',
    proposals: [],
  },
  ...more,
});

/** The lines as a calendar reads them, with continuations joined. */
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

describe('the calendar entry of a slot', () => {
  it('is a one-hour event from the agreed time, in UTC', () => {
    expect(unfolded(calendarEvent(slot(), written))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//channel-fulfilment-cli//cfi//EN',
      'BEGIN:VEVENT',
      expect.stringMatching(/^UID:SLOT-1-[\da-f]{12}@channel-fulfilment-cli$/),
      'SEQUENCE:1',
      'DTSTAMP:20260901T080000Z',
      'DTSTART:20260908T120000Z',
      'DTEND:20260908T130000Z',
      'SUMMARY:Delivery SLOT-1\\, Northgate FC',
      'LOCATION:Northgate FC',
      'DESCRIPTION:truck\\, palletised',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('replaces an earlier one of the same slot and account, and no other', () => {
    const uid = (given: ReturnType<typeof slot>, account: string): string | undefined =>
      unfolded(calendarEvent(given, { ...written, account })).find((line) => line.startsWith('UID:'));
    const first = uid(slot(), 'https://service.test/v1 acme');
    expect(uid(slot({ scheduleStatus: 'cancelled' }), 'https://service.test/v1 acme')).toBe(first);
    expect(uid(slot(), 'https://service.test/v1 bluebird')).not.toBe(first);
    expect(uid(slot(), 'emulator:/home/me acme')).not.toBe(first);
    expect(uid(slot({ slotReference: 'SLOT-2' }), 'https://service.test/v1 acme')).not.toBe(first);
  });

  it.each([
    ['pending_ops', 'TENTATIVE'],
    ['cancelled', 'CANCELLED'],
    ['consumed', 'CONFIRMED'],
  ])('of a slot that is %s is %s', (scheduleStatus, status) => {
    expect(calendarEvent(slot({ scheduleStatus }), written)).toContain(`\r\nSTATUS:${status}\r\n`);
  });

  it('uses the requested time until one is agreed', () => {
    const schedule = { requestedTime: '2026-09-04T09:00:00Z', confirmedTime: null, proposals: [] };
    const text = calendarEvent(slot({ scheduleStatus: 'pending_ops', schedule }), written);
    expect(text).toContain('\r\nDTSTART:20260904T090000Z\r\n');
  });

  it('uses the booked window when the record shows no time', () => {
    const text = calendarEvent(slot({ date: '2026-09-04', window: 'afternoon', schedule: null }), written);
    expect(text).toContain('\r\nDTSTART:20260904T120000Z\r\n');
  });

  it('uses the time of an open offer, tentatively', () => {
    const proposals = [{ proposedBy: 'ops', proposedTime: '2026-09-05T13:00:00Z' }];
    const schedule = { requestedTime: '2026-09-04T09:00:00Z', confirmedTime: null, proposals };
    const text = calendarEvent(slot({ scheduleStatus: 'pending_customer', schedule }), written);
    expect(text).toContain('\r\nDTSTART:20260905T130000Z\r\n');
    expect(text).toContain('\r\nSTATUS:TENTATIVE\r\n');
  });

  it('folds at 75 bytes without splitting a character', () => {
    const warehouse = `${'ä€😀'.repeat(40)} FC`;
    const text = calendarEvent(slot({ warehouse }), written);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text).not.toContain('\ufffd');
    expect(unfolded(text)).toContain(`LOCATION:${warehouse}`);
  });

  it('escapes special characters, and lets no text start a line of its own', () => {
    const warehouse = 'A;B,C\\D\r\nEND:VEVENT\u0007\u001b[31m';
    const lines = unfolded(calendarEvent(slot({ warehouse }), written));
    expect(lines).toContain('LOCATION:A\\;B\\,C\\\\D\\nEND:VEVENT');
    expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
  });

  it.each([undefined, { confirmedTime: '9999-12-31T23:30:00Z' }])(
    'is refused for a slot without a time, or with one in no calendar: %j',
    (schedule) => {
      expect(() => calendarEvent(slot({ schedule }), written)).toThrow(CfiError);
    },
  );
});

describe('the calendar of several slots', () => {
  const lines = (text: string, name: string): string[] =>
    unfolded(text).filter((line) => line.startsWith(`${name}:`));
  const other = slot({ slotReference: 'SLOT-2' });

  it('keeps an event that has not changed as it was, and counts up one that has', () => {
    const first = calendarOf([slot(), other], written);
    const later = { ...written, now: written.now + 3_600_000, before: first };
    expect(calendarOf([slot(), other], later)).toBe(first);
    const changed = calendarOf([slot({ deliveryType: 'container' }), other], later);
    expect(lines(changed, 'SEQUENCE')).toEqual(['SEQUENCE:2', 'SEQUENCE:1']);
    expect(lines(changed, 'DTSTAMP')[0]).toBe('DTSTAMP:20260901T090000Z');
  });

  it('cancels the event of a slot that the service no longer lists, once, and of no slot that it lists', () => {
    const before = calendarOf([slot(), other], written);
    const gone = calendarOf([], { ...written, before }, [other]);
    expect(lines(gone, 'STATUS')).toEqual(['STATUS:CONFIRMED', 'STATUS:CANCELLED']);
    expect(lines(gone, 'SEQUENCE')).toEqual(['SEQUENCE:1', 'SEQUENCE:2']);
    expect(calendarOf([], { ...written, before: gone }, [other])).toBe(gone);
  });

  it('takes from an earlier file only what it writes itself, however long and odd the rest is', () => {
    const before = calendarOf([slot(), other], written);
    const odd = before
      .replace('SEQUENCE:1', 'SEQUENCE:Infinity')
      .replace('STATUS:CONFIRMED', `STATUS:CONFIRMED\r\n${'X:\u001b]0;x\r\n'.repeat(1000)}ATTACH:file:///x`);
    expect(calendarOf([slot(), other], { ...written, before: odd })).not.toMatch(/Infinity|X:|ATTACH/);
    const gone = calendarOf([], { ...written, before: odd }, []);
    expect(gone).toHaveLength(calendarOf([], { ...written, before }, []).length);
    const undated = before.replaceAll(/DTSTAMP:.*/g, 'DTSTAMP:now');
    expect(calendarOf([], { ...written, before: undated }, [])).not.toContain('VEVENT');
  });
});
