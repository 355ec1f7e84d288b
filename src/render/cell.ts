import { stringifyJson } from '../text/json.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { parseInstant } from '../text/time/time.ts';
import { londonTime } from '../text/time/zone.ts';
import type { AnyColumn } from './result.ts';

const zoned = /(?:[Zz]|[+-]\d{2}:?\d{2})$/;

/** The parts of an instant in UK time; undefined for other values. */
function clockParts(value: unknown): { minute: string; seconds: string; offset: string } | undefined {
  const ms = typeof value === 'string' && zoned.test(value) ? parseInstant(value) : Number.NaN;
  if (Number.isNaN(ms)) return undefined;
  const whole = Math.floor(ms / 1000) * 1000;
  const [, day, clock, seconds = '', offset = ''] =
    /^(.{10})T(.{5})(:\d{2})([+-].*)$/.exec(londonTime(whole)) ?? [];
  return { minute: `${day} ${clock}`, seconds, offset };
}

/**
 * Instants in UK time for people, `2026-09-04 09:00 +01:00`; with seconds when two of them would otherwise look the
 * same. Other values as `cellForPeople` shows them.
 */
export function timeTexts(values: readonly unknown[]): string[] {
  const parts = values.map(clockParts);
  const seen = new Map<string, string>();
  let exact = false;
  for (const part of parts) {
    if (part === undefined) continue;
    const key = part.minute + part.offset;
    exact ||= (seen.get(key) ?? part.seconds) !== part.seconds;
    seen.set(key, part.seconds);
  }
  return parts.map((part, at) =>
    part === undefined
      ? cellForPeople(values[at])
      : `${part.minute}${exact ? part.seconds : ''} ${part.offset}`,
  );
}

/** One instant in UK time for people, to the minute. Other values as `cellForPeople` shows them. */
export const timeText = (value: unknown): string => timeTexts([value])[0] ?? '';

/** A value for people, on one line and without anything that could control a terminal. */
export function cellForPeople(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object')) {
    return sanitizeLine(value.join(', '));
  }
  return sanitizeLine(typeof value === 'object' ? (stringifyJson(value) ?? '') : String(value));
}

/** An amount of money as sent, never rounded, with at least two decimals: `129.00`, `10.105`. */
export function amountText(value: unknown): string {
  const text = cellForPeople(value);
  const [, whole, digits = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return whole === undefined ? text : `${whole}.${digits.padEnd(2, '0')}`;
}

/** Whether the value is an object `{time}`, which marks a time among fields. */
export const isTimeMark = (value: unknown): value is { readonly time: unknown } =>
  value !== null && typeof value === 'object' && 'time' in value && Object.keys(value).length === 1;

/** A value for people, on its own; with `isTime`, in UK time. */
export const textForPeople = (value: unknown, isTime?: boolean): string =>
  isTime ? timeText(value) : cellForPeople(value);

/** An event as one line for people: its values in the order of the columns, without empty ones. */
export const eventLine = (columns: readonly AnyColumn[], event: unknown): string =>
  columns
    .map(({ value, time }) => textForPeople(value(event), time))
    .filter((text) => text !== '')
    .join('  ');
