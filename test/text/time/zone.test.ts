import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatInZone,
  instantOf,
  isZone,
  londonTime,
  londonWindow,
  offsetAt,
  ukDate,
} from '../../../src/text/time/zone.ts';

const utc = (text: string) => Date.parse(text);

describe('zones', () => {
  it.each([
    ['Europe/London', true],
    ['UTC', true],
    ['Etc/GMT+10', true],
    ['America/Los_Angeles', true],
    ['Europe/Lundon', false],
    ['Nowhere/GMT+10', false],
    ['GB', true],
    ['utc', true],
    ['cet', true],
    ['BST', false],
    ['ist', false],
    ['+01:00', false],
    ['', false],
  ])('%j is known: %s', (name, known) => expect(isZone(name)).toBe(known));

  it.each([
    ['Europe/London', '2026-03-29T00:59:59Z', 0],
    ['Europe/London', '2026-03-29T01:00:00Z', 60],
    ['Europe/London', '2026-10-25T00:59:59Z', 60],
    ['Europe/London', '2026-10-25T01:00:00Z', 0],
    ['America/St_Johns', '2026-01-15T12:00:00Z', -210],
    ['Asia/Kathmandu', '2026-01-15T12:00:00Z', 345],
  ])('%s at %s is %i minutes off', (zone, at, minutes) => expect(offsetAt(zone, utc(at))).toBe(minutes));

  it('an unknown zone has no offset', () => expect(offsetAt('Europe/Lundon', 0)).toBeNaN());
});

describe('a local time without a zone', () => {
  it.each([
    ['2026-01-15T17:00:00', 'Europe/London', '2026-01-15T17:00:00Z'],
    ['2026-07-15T17:00:00', 'Europe/London', '2026-07-15T16:00:00Z'],
    ['2026-07-15 17:00', 'Europe/London', '2026-07-15T16:00:00Z'],
    ['2026-07-15T17:00:00.25', 'America/New_York', '2026-07-15T21:00:00.250Z'],
    ['2026-07-15T17:00:00,123456789', 'UTC', '2026-07-15T17:00:00.123Z'],
    ['2026-07-15', 'Europe/London', '2026-07-14T23:00:00Z'],
    ['2026-03-29T00:59:59', 'Europe/London', '2026-03-29T00:59:59Z'],
    ['2026-03-29T02:00:00', 'Europe/London', '2026-03-29T01:00:00Z'],
    ['2026-10-25T00:59:59', 'Europe/London', '2026-10-24T23:59:59Z'],
    ['2026-10-25T02:00:00', 'Europe/London', '2026-10-25T02:00:00Z'],
    ['2028-02-29T12:00:00', 'UTC', '2028-02-29T12:00:00Z'],
  ])('%s in %s is %s', (text, zone, at) => expect(instantOf(text, zone)).toEqual({ instant: utc(at) }));

  it.each([
    ['2026-03-29T01:00:00', 'Europe/London', 'gap'],
    ['2026-03-29T01:59:59', 'Europe/London', 'gap'],
    ['2026-10-25T01:00:00', 'Europe/London', 'overlap'],
    ['2026-10-25T01:59:59', 'Europe/London', 'overlap'],
    ['2026-03-08T02:30:00', 'America/New_York', 'gap'],
    ['2026-11-01T01:30:00', 'America/New_York', 'overlap'],
    ['2026-10-04T02:15:00', 'Australia/Lord_Howe', 'gap'],
    ['2026-02-29T12:00:00', 'UTC', 'invalid'],
    ['2026-13-01T12:00:00', 'UTC', 'invalid'],
    ['2026-01-01T24:00:00', 'UTC', 'invalid'],
    ['2026-01-01T12:60:00', 'UTC', 'invalid'],
    ['2026-01-01T12:00:00Z', 'UTC', 'invalid'],
    ['01/02/2026 12:00', 'UTC', 'invalid'],
    ['2026-01-01T12:00:00', 'Europe/Lundon', 'invalid'],
  ])('%s in %s is refused as %s', (text, zone, error) => expect(instantOf(text, zone)).toEqual({ error }));

  it('matches what the zone shows, wherever the clocks show it once', () => {
    const zones = [
      'Europe/London',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Pacific/Apia',
    ];
    const seconds = fc.integer({
      min: utc('2000-01-01T00:00:00Z') / 1000,
      max: utc('2040-01-01T00:00:00Z') / 1000,
    });
    fc.assert(
      fc.property(fc.constantFrom(...zones), seconds, (zone, second) => {
        const shown = formatInZone(second * 1000, zone);
        expect(Date.parse(shown)).toBe(second * 1000);
        const read = instantOf(shown.slice(0, 19), zone);
        if ('instant' in read) expect(read.instant).toBe(second * 1000);
        else expect(read.error).toBe('overlap');
      }),
    );
  });
});

describe('warehouse time', () => {
  it.each([
    ['2026-09-04T08:00:00Z', '2026-09-04T09:00:00+01:00'],
    ['2026-01-04T09:00:00Z', '2026-01-04T09:00:00+00:00'],
    ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00+01:00'],
    ['2026-10-25T01:30:00Z', '2026-10-25T01:30:00+00:00'],
    ['2026-09-04T08:00:00.120Z', '2026-09-04T09:00:00.120+01:00'],
  ])('%s is %s', (at, shown) => expect(londonTime(utc(at))).toBe(shown));

  it('a zone west of Greenwich has a negative offset', () =>
    expect(formatInZone(utc('2026-01-15T12:00:00Z'), 'America/St_Johns')).toBe('2026-01-15T08:30:00-03:30'));

  it.each([
    ['2026-07-15T22:59:59Z', '2026-07-15'],
    ['2026-07-15T23:00:00Z', '2026-07-16'],
    ['2026-01-15T23:59:59Z', '2026-01-15'],
  ])('the UK day at %s is %s', (at, date) => expect(ukDate(utc(at))).toBe(date));

  it.each([
    ['2026-03-28', 9, '2026-03-28T09:00:00Z'],
    ['2026-03-29', 9, '2026-03-29T08:00:00Z'],
    ['2026-03-29', 13, '2026-03-29T12:00:00Z'],
    ['2026-10-24', 13, '2026-10-24T12:00:00Z'],
    ['2026-10-25', 9, '2026-10-25T09:00:00Z'],
  ])('the window of %s at %i opens at %s', (date, hour, at) =>
    expect(londonWindow(date, hour)).toBe(utc(at)),
  );

  it('an hour that the clocks skip opens no window', () => expect(londonWindow('2026-03-29', 1)).toBeNaN());
});
