import { cellForPeople } from '../../render/cell.ts';
import { cut, widthOf, wrapText } from '../../render/width.ts';
import { type Fields, field } from '../../text/records.ts';
import { spokenDay } from '../../text/time/spoken.ts';
import { weekdayIndex } from '../../text/time/time.ts';
import { dayAfter } from '../../text/time/typed-day.ts';
import { londonTime, ukDate } from '../../text/time/zone.ts';
import { expectedTime, inOrder, isUsed, type SlotPhase, slotPhase, slotReference } from './slot-record.ts';

/** The Monday of the week that holds a day `YYYY-MM-DD`. */
export const mondayOf = (day: string): string => dayAfter(day, -((weekdayIndex(day) + 6) % 7));

/** The days of a week, from its Monday. */
const daysOfWeek = (monday: string): string[] => Array.from({ length: 7 }, (_, at) => dayAfter(monday, at));

const signs: Readonly<Record<SlotPhase, string>> = {
  'answer-needed': '!',
  pending: '?',
  confirmed: '+',
  cancelled: 'x',
  other: '-',
};

const signOf = (slot: Fields): string => (isUsed(slot) ? '*' : signs[slotPhase(slot)]);

const legend = [
  '! your answer',
  '? warehouse',
  '+ confirmed, no PO yet',
  '* confirmed, with its PO',
  'x cancelled',
];

/** When a slot is in a week: the day, and the half of it. */
function placeOf(slot: Fields): { readonly day: string; readonly half: 'Morning' | 'Afternoon' } | undefined {
  const time = expectedTime(slot);
  if (time === undefined) return undefined;
  return { day: ukDate(time), half: Number(londonTime(time).slice(11, 13)) < 12 ? 'Morning' : 'Afternoon' };
}

/** Whether a slot's time, agreed, else offered, else asked, is in the week of a Monday. */
export function isInWeek(slot: Fields, monday: string): boolean {
  const place = placeOf(slot);
  return place !== undefined && place.day >= monday && place.day < dayAfter(monday, 7);
}

const gap = 1;

/** The end of a reference is what tells it from others. */
const lastOf = (text: string, width: number): string =>
  widthOf(text) <= width ? text : `…${[...text].slice(-(width - 1)).join('')}`;

/** One slot in its cell: the sign and reference, and below them the warehouse. */
function entry(slot: Fields, width: number): string[] {
  const warehouse = cellForPeople(field(slot, 'warehouse'));
  const reference = lastOf(slotReference(slot), Math.max(1, width - 2));
  return [`${signOf(slot)} ${reference}`, ...(warehouse === '' ? [] : wrapText(warehouse, width))];
}

/** `Mon 31 Aug`, or without the month, which the title has, where the column is too narrow for it. */
function headingOf(day: string, width: number): string {
  const words = spokenDay(day, Date.parse(`${day}T12:00:00Z`)).split(' ');
  return widthOf(words.join(' ')) <= width ? words.join(' ') : words.slice(0, 2).join(' ');
}

/** The widest that a column needs to be, for text that nothing cuts. */
const naturalWidth = (slots: readonly Fields[]): number =>
  Math.max(
    10,
    ...slots.flatMap((slot) => [
      2 + widthOf(slotReference(slot)),
      widthOf(cellForPeople(field(slot, 'warehouse'))),
    ]),
  );

/**
 * A week as lines of at most `room` columns: a column a day from Monday, the slots of each morning and afternoon below it.
 * `now` by the service's clock, ms.
 */
export function weekLines(slots: readonly Fields[], monday: string, now: number, room?: number): string[] {
  const days = daysOfWeek(monday);
  const own = inOrder(slots).filter((slot) => isInWeek(slot, monday));
  const natural = naturalWidth(own);
  const width =
    room === undefined ? natural : Math.max(3, Math.min(natural, Math.floor((room - 6 * gap) / 7)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell) => cut(cell, width))
      .map((cell) => cell + ' '.repeat(Math.max(0, width - widthOf(cell))))
      .join(' '.repeat(gap))
      .trimEnd();
  const half = (name: 'Morning' | 'Afternoon'): string[] => {
    const cells = days.map((day) =>
      own
        .filter((slot) => placeOf(slot)?.day === day && placeOf(slot)?.half === name)
        .flatMap((slot) => entry(slot, width)),
    );
    const height = Math.max(1, ...cells.map((cell) => cell.length));
    return [name, ...Array.from({ length: height }, (_, at) => line(cells.map((cell) => cell[at] ?? '')))];
  };
  const first = days[0] ?? monday;
  const [, ...title] = spokenDay(first, now).split(' ');
  return [
    `Week of ${title.join(' ')}`,
    line(days.map((day) => headingOf(day, width))),
    ...half('Morning'),
    ...half('Afternoon'),
    ...wrapText(legend.join(', '), room ?? 200),
  ];
}
