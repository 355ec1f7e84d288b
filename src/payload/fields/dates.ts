import { hourOfHalf, twoDigits } from '../../text/time/time.ts';
import { shopLanguages } from '../document/country-codes.ts';
import type { BareDate } from '../document/layout.ts';
import { type CellError, cellError } from './cells.ts';

/** The abbreviations of each month, in the languages that shops write; all of three letters, so that none begins another. */
const months = [
  'jan|ene|gen|sty',
  'feb|fev|fév|lut',
  'mar|mär|mrz|mrt',
  'apr|avr|abr|kwi',
  'may|mai|mei|mag|maj',
  'jun|giu|cze',
  'jul|lug|lip',
  'aug|ago|aoû|sie',
  'sep|set|wrz',
  'oct|okt|ott|out|paź',
  'nov|lis',
  'dec|dez|déc|dic|gru',
];
let wholeNames: ReadonlyMap<string, number> | undefined;

/** The numbers of the months by their whole names, as they stand beside a day. */
function monthsByName(): ReadonlyMap<string, number> {
  wholeNames ??= new Map(
    shopLanguages.flatMap((language) => {
      const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, at) => {
        const name = format.formatToParts(Date.UTC(2026, at, 1)).find(({ type }) => type === 'month')?.value;
        return [(name ?? '').toLowerCase(), at + 1] as const;
      });
    }),
  );
  return wholeNames;
}

/** What each token of a date format matches, and which part of the date it is. */
const tokens: Readonly<Record<string, readonly [part: string, pattern: string]>> = {
  YYYY: ['year', String.raw`\d{4}`],
  YY: ['year', String.raw`\d{2}`],
  // Any word: which ones are months is looked up.
  MMMM: ['name', '[a-z\\u00c0-\\u017f]{3,12}'],
  MMM: ['name', `${months.join('|')}|sept`],
  MM: ['month', String.raw`\d{2}`],
  M: ['month', String.raw`\d{1,2}`],
  DD: ['day', String.raw`\d{2}`],
  D: ['day', String.raw`\d{1,2}`],
  HH: ['hour', String.raw`\d{2}`],
  H: ['hour', String.raw`\d{1,2}`],
  hh: ['hour', String.raw`\d{2}`],
  h: ['hour', String.raw`\d{1,2}`],
  mm: ['minute', String.raw`\d{2}`],
  ss: ['second', String.raw`\d{2}`],
  A: ['half', '[AP]\\.?M\\.?'],
  // Temu writes `PDT(UTC-7)`.
  Z: [
    'zone',
    String.raw`Z|UTC|GMT|[+-]\d{2}:?\d{2}|(?:UTC|GMT)[+-]\d{1,2}(?::?\d{2})?|[A-Z]{2,5} ?\((?:UTC|GMT)[+-]\d{1,2}(?::?\d{2})?\)`,
  ],
};
const token = /YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|H|hh|h|mm|ss|A|Z|\s+|./gs;
/** A date and time as a workbook's cells are read, which no format could read in another way. */
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?$/;
const isoDay = /^\d{4}-\d\d-\d\d$/;
/** Longer cells are not dates. */
const maxDateLength = 80;

/** Whether a date format has at least a year, a month and a day. */
export const isDateFormat = (format: string): boolean => {
  const parts = new Set(format.match(token)?.map((piece) => tokens[piece]?.[0]));
  return parts.has('year') && parts.has('day') && (parts.has('month') || parts.has('name'));
};

function compile(text: string) {
  const used = new Set<string>();
  let source = '';
  for (const piece of text.match(token) ?? []) {
    const [part, pattern] = tokens[piece] ?? [];
    if (part === undefined || used.has(part))
      source += /^\s+$/.test(piece) ? String.raw`\s+` : piece.replace(/[^\w]/g, String.raw`\$&`);
    else {
      used.add(part);
      source += `(?<${part}>${pattern})`;
    }
  }
  return { pattern: new RegExp(`^${source}$`, 'i'), halfDays: used.has('half') };
}

function isoZone(zone: string | undefined): string {
  if (zone === undefined) return '';
  const [, sign, hours = '', minutes = '00'] = /([+-])(\d{1,2}):?(\d{2})?/.exec(zone) ?? [];
  return sign === undefined ? 'Z' : `${sign}${hours.padStart(2, '0')}:${minutes}`;
}

function monthOf(name: string): number {
  const whole = name.length > 3 ? monthsByName().get(name.toLowerCase()) : undefined;
  if (whole !== undefined) return whole;
  const start = name.slice(0, 3).toLowerCase();
  return months.findIndex((names) => names.split('|').includes(start)) + 1;
}

function isoOf(parts: Readonly<Record<string, string | undefined>>, as: BareDate): string | undefined {
  const { year = '', month, name, day = '', hour, minute = '0', second = '0', half, zone } = parts;
  const number = name === undefined ? month : monthOf(name);
  const date = `${year.length === 2 ? `20${year}` : year}-${twoDigits(number ?? '')}-${twoDigits(day)}`;
  if (hour === undefined) return `${date}T${as === 'end' ? '23:59:59' : '00:00:00'}${isoZone(zone)}`;
  const of24 = half === undefined ? hour : hourOfHalf(Number(hour), /^p/i.test(half) ? 'pm' : 'am');
  if (Number.isNaN(of24)) return undefined;
  return `${date}T${twoDigits(of24)}:${twoDigits(minute)}:${twoDigits(second)}${isoZone(zone)}`;
}

/**
 * Reads dates in one of these formats, tried in order: tokens `YYYY YY MMMM MMM MM M DD D HH H hh h mm ss A Z`, anything
 * else is literal. Returns an ISO 8601 time, local if the format has no `Z`; `as` is what a date without a time means. Only
 * the day of a time is kept if that is a day.
 */
export function dateReader(formats: readonly string[], as: BareDate): (cell: string) => string | CellError {
  const compiled = formats.map(compile);
  const expected = `a date in the format ${formats.join(' or ')}`;
  const kept = (time: string): string => (as === 'day' ? time.slice(0, 'YYYY-MM-DD'.length) : time);
  return (cell) => {
    if (cell === '' || isoTime.test(cell)) return kept(cell);
    for (const { pattern, halfDays } of cell.length > maxDateLength ? [] : compiled) {
      const { groups } = pattern.exec(cell) ?? {};
      const text = groups === undefined ? undefined : isoOf(groups, as);
      if (text !== undefined && halfDays === (groups?.half !== undefined)) return kept(text);
    }
    // A workbook's own date is a day already, and the format is not for it.
    if (as === 'day' && isoDay.test(cell)) return cell;
    return cellError(expected, `is not ${expected}`, 'expected');
  };
}
