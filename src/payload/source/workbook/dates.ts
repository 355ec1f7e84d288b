import { dayMs, monthNames, twoDigits, weekdayIndex, weekdayNames } from '../../../text/time/time.ts';

/** A date, a time of day, or both, as a cell holds it. */
export interface SheetTime {
  /** `2026-11-24`; absent for a time of day. */
  readonly date?: string;
  /** `10:15:00`, with milliseconds if there are any. */
  readonly time: string;
}

/** Days between the beginnings of the two date systems. */
const days1904 = 1462;
const lastDay = 2_958_465;
/** A day that never was, 29 February 1900: spreadsheets count it. */
const leapDay = 60;

/** Reads a spreadsheet's day number; undefined if there is no such date. */
export function timeOf(serial: number, is1904: boolean): SheetTime | undefined {
  let day = Math.floor(serial);
  let ms = Math.round((serial - day) * dayMs);
  if (ms === dayMs) {
    ms = 0;
    day++;
  }
  if (day < 0 || day > lastDay) return undefined;
  const time = new Date(ms).toISOString().slice(11, ms % 1000 === 0 ? 19 : 23);
  if (day === 0) return { time };
  const counted = is1904 ? day + days1904 : day;
  if (counted === leapDay || counted > lastDay) return undefined;
  const since = counted < leapDay ? counted + 1 : counted;
  const date = new Date(Date.UTC(1899, 11, 30) + since * dayMs).toISOString().slice(0, 10);
  return { date, time };
}

/** `2026-11-24T10:15:00`, or `2026-11-24` at midnight, or `T10:15:00`. */
export const isoOf = ({ date = '', time }: SheetTime): string =>
  date !== '' && time === '00:00:00' ? date : `${date}T${time}`;

const written = /^(\d{4}-\d\d-\d\d)?T?(?:(\d\d:\d\d)(?::(\d\d(?:\.\d+)?))?)?$/;

/** Reads a date that a workbook stores as text, ISO 8601 without a zone; undefined if it is none. */
export function writtenTime(text: string): SheetTime | undefined {
  const [matched, date, minutes, seconds = '00'] = written.exec(text) ?? [];
  if (matched === undefined || (date ?? minutes) === undefined) return undefined;
  if (minutes === undefined) return { date: date as string, time: '00:00:00' };
  const [whole = '', fraction = ''] = seconds.split('.');
  const ms = fraction.slice(0, 3).padEnd(3, '0');
  const time = `${minutes}:${whole}${ms === '000' ? '' : `.${ms}`}`;
  return date === undefined ? { time } : { date, time };
}

/** Whether an `m` at this place stands for minutes: behind hours, or before seconds. */
function isMinute(pieces: readonly string[], at: number): boolean {
  const before = pieces.slice(0, at).findLast((piece) => /^\[?[ymdhs]/.test(piece)) ?? '';
  const after = pieces.slice(at + 1).find((piece) => /^\[?[ymdhs]/.test(piece)) ?? '';
  return /^\[?h/.test(before) || /^\[?s/.test(after);
}

/** Marks an `m` that stands for minutes. */
const minute = '\u0000';

/** The pieces of a format, with those that stand for minutes marked, as `shownTime` takes them. */
export const withMinutes = (pieces: readonly string[]): string[] =>
  pieces.map((piece, at) =>
    (piece === 'm' || piece === 'mm') && isMinute(pieces, at) ? minute + piece : piece,
  );

/** A date as the pieces of a format show it. Names are English, whatever the language of the spreadsheet. */
export function shownTime(own: SheetTime, pieces: readonly string[]): string {
  if (pieces.some((piece) => piece.startsWith('['))) return isoOf(own);
  const { date, time } = own;
  const [year = '1900', month = '01', day = '00'] = (date ?? '1900-01-00').split('-');
  const [hour = '', minutes = '', second = ''] = time.split(':');
  const half = pieces.some((piece) => piece === 'am/pm' || piece === 'a/p');
  const hours = String(half ? Number(hour) % 12 || 12 : Number(hour));
  const monthName = monthNames[Number(month) - 1] ?? '';
  const weekday = weekdayNames[weekdayIndex(date ?? '1899-12-31')] ?? '';
  const shown: Readonly<Record<string, string>> = {
    yy: year.slice(2),
    m: String(Number(month)),
    mm: month,
    mmm: monthName.slice(0, 3),
    mmmmm: monthName.slice(0, 1),
    d: String(Number(day)),
    dd: day,
    ddd: weekday.slice(0, 3),
    h: hours,
    hh: twoDigits(hours),
    [`${minute}m`]: String(Number(minutes)),
    [`${minute}mm`]: minutes,
    s: String(Math.floor(Number(second))),
    ss: second.slice(0, 2),
    'am/pm': Number(hour) < 12 ? 'AM' : 'PM',
    'a/p': Number(hour) < 12 ? 'A' : 'P',
  };
  const show = (piece: string): string => {
    if (Object.hasOwn(shown, piece)) return shown[piece] ?? '';
    if (/^y+$/.test(piece)) return year;
    if (/^d+$/.test(piece)) return weekday;
    return /^m+$/.test(piece) ? monthName : piece;
  };
  return pieces.map(show).join('').trim();
}
