import { describe, expect, it } from 'vitest';
import { spokenDay, spokenTime } from '../../../src/text/time/spoken.ts';
import {
  readTypedDay,
  readTypedTime,
  resolveTypedDay,
  resolveTypedTime,
  type Towards,
} from '../../../src/text/time/typed-time.ts';
import { londonTime } from '../../../src/text/time/zone.ts';

/** A Wednesday morning in winter. */
const now = Date.parse('2026-11-18T09:00:00Z');

const moment = (text: string, at = now, lastProposed?: string): string => {
  const typed = readTypedTime(text);
  if (typed === undefined) return 'unreadable';
  const last = lastProposed === undefined ? undefined : Date.parse(lastProposed);
  const resolved = resolveTypedTime(typed, at, last);
  return 'error' in resolved ? resolved.error : londonTime(resolved.instant);
};

describe('a time as people type it', () => {
  it.each([
    ['2026-11-25T10:00:00Z', '2026-11-25T10:00:00+00:00'],
    ['2026-11-25T10:00:00+02:00', '2026-11-25T08:00:00+00:00'],
    ['2026-11-25 10:00 +01:00', '2026-11-25T09:00:00+00:00'],
    ['2026-11-25 10:00', '2026-11-25T10:00:00+00:00'],
    ['2026-11-25T10:00', '2026-11-25T10:00:00+00:00'],
    ['25 nov 10:00', '2026-11-25T10:00:00+00:00'],
    ['Nov 25, 10:00', '2026-11-25T10:00:00+00:00'],
    ['25 November 2026 10:00', '2026-11-25T10:00:00+00:00'],
    ['25/11 10:00', '2026-11-25T10:00:00+00:00'],
    ['25/11/2026 9:05', '2026-11-25T09:05:00+00:00'],
    ['tue 10:00', '2026-11-24T10:00:00+00:00'],
    ['Tuesday 10:00', '2026-11-24T10:00:00+00:00'],
    ['wed 13:30', '2026-11-18T13:30:00+00:00'],
    ['wed 08:30', '2026-11-25T08:30:00+00:00'],
    ['today 09:00', '2026-11-18T09:00:00+00:00'],
    ['tomorrow 10:00', '2026-11-19T10:00:00+00:00'],
    ['10:00', '2026-11-18T10:00:00+00:00'],
    ['08:00', '2026-11-19T08:00:00+00:00'],
    ['tue 10am', '2026-11-24T10:00:00+00:00'],
    ['13.00', '2026-11-18T13:00:00+00:00'],
    ['10.30', '2026-11-18T10:30:00+00:00'],
    ['tue 10.30', '2026-11-24T10:30:00+00:00'],
    ['3/12 10.12', '2026-12-03T10:12:00+00:00'],
    ['25 nov 1:30 PM', '2026-11-25T13:30:00+00:00'],
    ['25 nov 12am', '2026-11-25T00:00:00+00:00'],
    ['25 nov 12pm', '2026-11-25T12:00:00+00:00'],
    ['25 nov 2026 6 am GMT', '2026-11-25T06:00:00+00:00'],
    ['5 jan 10:00', '2027-01-05T10:00:00+00:00'],
    ['18 nov 08:00', '2027-11-18T08:00:00+00:00'],
    ['thu 18 nov 08:00', '2027-11-18T08:00:00+00:00'],
    ['29 feb 10:00', '2028-02-29T10:00:00+00:00'],
    ['1 jul 10:00', '2027-07-01T10:00:00+01:00'],
    ['Wed 25 Nov 2026 10:00 GMT', '2026-11-25T10:00:00+00:00'],
    ['Thu 1 Jul 2027 10:00 BST', '2027-07-01T10:00:00+01:00'],
  ])('%s', (text, expected) => {
    expect(moment(text)).toBe(expected);
  });

  it('takes the day of a bare time from the last proposal', () => {
    expect(moment('10:00', now, '2026-11-23T13:00:00Z')).toBe('2026-11-23T10:00:00+00:00');
    expect(moment('10:00', now, '2026-11-17T13:00:00Z')).toBe('past');
  });

  it.each([
    ['2026-11-18 08:59', 'past'],
    ['2026-11-18T08:59:59Z', 'past'],
    ['today 08:00', 'past'],
    ['2027-03-28 01:30', 'gap'],
    ['2027-10-31 01:30', 'overlap'],
    ['31/10/2027 01:30', 'overlap'],
    ['tue 25 nov 2026 10:00', 'weekday'],
    ['tue 18 nov 10:00', 'weekday'],
    ['fri 18 nov 08:00', 'weekday'],
    ['wed 18 nov 08:00', 'past'],
  ])('refuses %s: %s', (text, error) => {
    expect(moment(text)).toBe(error);
  });

  it.each([
    ...[
      '',
      'soon',
      '10',
      '13pm',
      '0am',
      '13:00pm',
      '10:60am',
      'am',
      '10 nov',
      '6a',
      '6:am',
      '25:00',
      '10:60',
      'tue',
      '25 nov',
      '25/13',
      '11/25/26 10:00',
      'mo 10:00',
    ],
    ...[
      '2026-11-25 10:00 CET',
      '2026-11-25 10:00 constructor',
      '2026-11-25 10:00 __proto__',
      `${' '.repeat(50)}2026-11-25 10:00`,
      'nov nov 10:00',
      '2026-02-30 10:00',
      '31 nov 10:00',
      '31/11 10:00',
    ],
  ])('does not guess the meaning of "%s"', (text) => {
    expect(moment(text)).toBe('unreadable');
  });

  it.each([
    ['sun 01:30', '2026-10-25T10:00:00Z', '2026-11-01T01:30:00+00:00'],
    ['25 oct 01:30', '2026-10-25T10:00:00Z', '2027-10-25T01:30:00+01:00'],
    ['01:30', '2026-10-25T10:00:00Z', '2026-10-26T01:30:00+00:00'],
    ['sun 01:30', '2027-03-28T10:00:00Z', '2027-04-04T01:30:00+01:00'],
    ['sun 01:30', '2026-10-25T00:10:00Z', 'overlap'],
    ['sun 01:30', '2027-03-28T00:10:00Z', 'gap'],
    ['2026-10-25 01:30', '2026-10-25T10:00:00Z', 'overlap'],
  ])('is the next one once the night of the change is over: %s at %s', (text, at, expected) => {
    expect(moment(text, Date.parse(at))).toBe(expected);
  });

  it('accepts the hour that occurs twice if GMT or BST is given', () => {
    expect(moment('2027-10-31 01:30 BST')).toBe('2027-10-31T01:30:00+01:00');
    expect(moment('2027-10-31 01:30 GMT')).toBe('2027-10-31T01:30:00+00:00');
  });

  it.each([
    ['Fri 1 Jul 2027 10:00 BST', 'weekday'],
    ['tue 25 nov 2026 10:00 GMT', 'weekday'],
    ['12 dec 2026 10:00 BST', 'zone'],
    ['31 oct 2027 12:30 BST', 'zone'],
  ])('is refused if its words contradict each other: %s', (text, expected) => {
    expect(moment(text)).toBe(expected);
  });

  it('may name GMT in summer', () => {
    expect(moment('1 jul 2027 10:00 GMT')).toBe('2027-07-01T11:00:00+01:00');
  });

  it('counts days by London clocks', () => {
    const lateInSummer = Date.parse('2026-07-01T23:30:00Z');
    expect(moment('tomorrow 10:00', lateInSummer)).toBe('2026-07-03T10:00:00+01:00');
  });

  it('sends ISO 8601 as typed, and anything else with the London offset', () => {
    const iso = (text: string) => resolveTypedTime(readTypedTime(text) ?? { kind: 'local', clock: '' }, now);
    expect(iso('2026-11-25T11:00:00+01:00')).toMatchObject({ iso: '2026-11-25T11:00:00+01:00' });
    expect(iso('25 nov 10:00')).toMatchObject({ iso: '2026-11-25T10:00:00+00:00' });
  });

  it('is written with its year only where that is not the current one', () => {
    const winter = Date.parse('2026-11-25T10:00:00Z');
    expect(spokenTime(winter, now)).toBe('Wed 25 Nov 10:00 GMT');
    expect(spokenTime(winter)).toBe('Wed 25 Nov 2026 10:00 GMT');
    expect(spokenTime(Date.parse('2027-07-01T09:00:30Z'), now)).toBe('Thu 1 Jul 2027 10:00:30 BST');
    expect(spokenDay('2026-11-25', now)).toBe('Wed 25 Nov');
    expect(spokenDay('2026-02-30', now)).toBe('2026-02-30');
  });

  it('can be typed again as it is written, also in the hour that occurs twice', () => {
    for (const at of ['2026-11-25T10:00:00Z', '2027-07-01T09:00:00Z', '2027-10-31T00:30:00Z'])
      expect(Date.parse(moment(spokenTime(Date.parse(at), now)))).toBe(Date.parse(at));
  });

  it.each([
    ['tue 9:00', '2026-12-16T13:00:00Z', '2026-12-15T09:00:00+00:00'],
    ['fri 9:00', '2026-12-16T13:00:00Z', '2026-12-18T09:00:00+00:00'],
    ['sun 9:00', '2026-12-16T13:00:00Z', '2026-12-13T09:00:00+00:00'],
    ['tue 9:00', '2026-11-19T13:00:00Z', '2026-11-24T09:00:00+00:00'],
    ['wed 8:00', '2026-11-19T13:00:00Z', '2026-11-25T08:00:00+00:00'],
    ['wed 10:00', '2026-11-19T13:00:00Z', '2026-11-18T10:00:00+00:00'],
  ])('in an answer, %s for an offer of %s is the nearest that is not past', (text, offer, expected) => {
    expect(moment(text, now, offer)).toBe(expected);
  });
});

describe('a day as people type it', () => {
  const day = (text: string, towards: Towards = 'next', at = now): string => {
    const typed = readTypedDay(text);
    if (typed === undefined) return 'unreadable';
    const found = resolveTypedDay(typed, at, towards);
    return 'error' in found ? found.error : found.day;
  };

  it.each([
    ['2026-12-18', '2026-12-18', '2026-12-18', '2026-12-18'],
    ['18 dec', '2026-12-18', '2025-12-18', '2026-12-18'],
    ['18/12', '2026-12-18', '2025-12-18', '2026-12-18'],
    ['1 nov', '2027-11-01', '2026-11-01', '2026-11-01'],
    ['tue', '2026-11-24', '2026-11-17', '2026-11-17'],
    ['wed', '2026-11-18', '2026-11-18', '2026-11-18'],
    ['sat', '2026-11-21', '2026-11-14', '2026-11-21'],
    ['today', '2026-11-18', '2026-11-18', '2026-11-18'],
    ['tomorrow', '2026-11-19', '2026-11-19', '2026-11-19'],
    ['29 feb', '2028-02-29', '2024-02-29', '2028-02-29'],
  ])('%s is the next, the latest or the nearest day that fits', (text, next, latest, nearest) => {
    expect([day(text), day(text, 'latest'), day(text, 'nearest')]).toEqual([next, latest, nearest]);
  });

  it.each([
    ['2026-02-30', 'unreadable'],
    ['30 feb', 'unreadable'],
    ['31/11', 'unreadable'],
    ['thu 31 nov', 'unreadable'],
    ['mon 18 dec 2026', 'weekday'],
    ['soon', 'unreadable'],
    ['18', 'unreadable'],
    ['12-18', 'unreadable'],
  ])('%s is %s', (text, expected) => {
    expect(day(text)).toBe(expected);
  });

  it('counts days by UK clocks', () => {
    expect(day('tomorrow', 'next', Date.parse('2026-07-01T23:30:00Z'))).toBe('2026-07-03');
  });
});
