import { dayMs, hourMs, minuteMs } from './units.ts';

const unitMs = { ms: 1, s: 1000, m: minuteMs, h: hourMs, d: dayMs, w: 7 * dayMs } as const;

const shortPattern = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;
const isoPattern =
  /^P(?=\d|T\d)(?:(\d{1,15})W)?(?:(\d{1,15})D)?(?:T(?=\d)(?:(\d{1,15})H)?(?:(\d{1,15})M)?(?:(\d{1,15}(?:[.,]\d{1,15})?)S)?)?$/;

/**
 * Milliseconds in `500ms`, `30s`, `15m`, `36h`, `7d` or ISO 8601 (`PT15M`, `P90D`); undefined for anything else. Years
 * and months have no fixed length and are not accepted. With `signed`, a leading minus makes the duration negative.
 */
export function parseDuration(text: string, options: { signed?: boolean } = {}): number | undefined {
  if (options.signed && text.startsWith('-')) {
    const size = parseDuration(text.slice(1));
    return size === undefined ? undefined : -size;
  }
  const short = shortPattern.exec(text);
  if (short !== null) return inRange(Number(short[1]) * unitMs[short[2] as keyof typeof unitMs]);
  const iso = isoPattern.exec(text);
  if (iso === null) return undefined;
  const part = (index: number): number => Number((iso[index] ?? '0').replace(',', '.'));
  return inRange(
    part(1) * unitMs.w + part(2) * unitMs.d + part(3) * unitMs.h + part(4) * unitMs.m + part(5) * unitMs.s,
  );
}

/** Whole milliseconds; undefined when too large for a clock. */
function inRange(ms: number): number | undefined {
  const whole = Math.round(ms);
  return whole <= 8.64e15 ? whole : undefined;
}

/** For people: the units that are not zero, largest first, for example `1d 2h`, `15m`, `500ms`. */
export function formatDuration(ms: number): string {
  if (ms < 0) return `-${formatDuration(-ms)}`;
  if (ms < unitMs.s) return `${Math.round(ms)}ms`;
  let rest = Math.round(ms / unitMs.s) * unitMs.s;
  const parts: string[] = [];
  for (const unit of ['d', 'h', 'm', 's'] as const) {
    const count = Math.floor(rest / unitMs[unit]);
    rest -= count * unitMs[unit];
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.join(' ');
}

/** In a form that `parseDuration` accepts, in the largest unit that divides it: `36h`, `90m`. */
export function exactDuration(ms: number): string {
  const unit = (['d', 'h', 'm', 's'] as const).find((each) => ms > 0 && ms % unitMs[each] === 0) ?? 'ms';
  return `${ms / unitMs[unit]}${unit}`;
}
