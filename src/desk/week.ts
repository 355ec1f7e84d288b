import { cellForPeople, cut, padded, widthOf, wordsIn, wrapText } from '../render/text.ts';
import { type Fields, field, highest } from '../text/records.ts';
import { spokenDay } from '../text/time/spoken.ts';
import { weekdayIndex } from '../text/time/time.ts';
import { dayAfter } from '../text/time/typed-time.ts';
import { londonTime, ukDate } from '../text/time/zone.ts';
import { eachOf, type Steps } from '../timers.ts';
import { expectedTime, isUsed, orderSteps, type SlotPhase, slotPhase, slotReference } from './slot-record.ts';

/** The Monday of the week that holds a day `YYYY-MM-DD`. */
export const mondayOf = (day: string): string => dayAfter(day, -((weekdayIndex(day) + 6) % 7));

const signs: Readonly<Record<SlotPhase, string>> = {
  'answer-needed': '!',
  pending: '?',
  confirmed: '+',
  cancelled: 'x',
  other: '-',
};

const legend = '! your answer; ? warehouse; + confirmed, no PO yet; * confirmed, with its PO; x cancelled';

/** When a slot is in a week: the day, and the half of it. */
function placeOf(slot: Fields): { readonly day: string; readonly half: 'Morning' | 'Afternoon' } | undefined {
  const time = expectedTime(slot);
  if (time === undefined) return undefined;
  return { day: ukDate(time), half: Number(londonTime(time).slice(11, 13)) < 12 ? 'Morning' : 'Afternoon' };
}

/** The end of a reference is what tells it from others. */
const lastOf = (text: string, width: number): string =>
  widthOf(text) <= width ? text : `…${[...text].slice(-(width - 1)).join('')}`;

/** One slot in its cell: sign, reference and warehouse; what is wider is cut on a screen, and goes on elsewhere. */
function entry(slot: Fields, width: number, isCut: boolean): string[] {
  const sign = isUsed(slot) ? '*' : signs[slotPhase(slot)];
  const words = wordsIn(field(slot, 'warehouse')).flatMap((name) => name.split(' '));
  if (!isCut) {
    const parts = [`${sign} ${slotReference(slot)}`, words.join(' ')];
    return parts.filter((part) => part !== '').flatMap((part) => wrapText(part, width));
  }
  const first = `${sign} ${lastOf(slotReference(slot), Math.max(1, width - 2))}`;
  const warehouse = words.map((word) => cut(word, width)).join(' ');
  return words.length === 0 ? [first] : [first, ...wrapText(warehouse, width)];
}

/** `Mon 31 Aug`, or without the month, which the title has, where the column is too narrow for it. */
function headingOf(day: string, width: number): string {
  const words = spokenDay(day, Date.parse(`${day}T12:00:00Z`)).split(' ');
  return widthOf(words.join(' ')) <= width ? words.join(' ') : words.slice(0, 2).join(' ');
}

/** The columns of a week that is not drawn on a screen. */
export const usualRoom = 80;
const widestHeading = 10;
const shortHeading = 6;

/** The width that the references of a day and the names of its warehouses need. */
function widthFor(slots: readonly Fields[]): number {
  const references = slots.map((slot) => 2 + widthOf(slotReference(slot)));
  const warehouses = slots.map((slot) => widthOf(cellForPeople(field(slot, 'warehouse'))));
  return highest([...references, ...warehouses], 0);
}

/** The width of each day's column: where not all fit into `room`, days without a slot leave their room to the others. */
function columnWidths(days: readonly (readonly Fields[])[], room: number): number[] {
  const natural = days.map((slots) => Math.max(widestHeading, widthFor(slots)));
  const available = room - (days.length - 1);
  if (natural.reduce((sum, width) => sum + width, 0) <= available) return natural;
  const busy = days.filter((slots) => slots.length > 0).length;
  const share = Math.floor((available - (days.length - busy) * shortHeading) / Math.max(1, busy));
  return days.map((slots, at) => {
    if (slots.length === 0) return Math.min(shortHeading, available);
    return Math.max(3, Math.min(natural[at] ?? 0, share));
  });
}

/**
 * A week as lines of at most `room` columns, or of 80, where nothing is cut: a column a day from Monday, the slots of each
 * morning and afternoon below it. `now` by the service's clock, ms.
 */
export function* weekSteps(slots: readonly Fields[], monday: string, now: number, room?: number) {
  const names = Array.from({ length: 7 }, (_, at) => dayAfter(monday, at));
  const places = new Map(yield* eachOf(slots, (slot) => [slot, placeOf(slot)] as const));
  const sorted = yield* orderSteps(slots.filter((slot) => names.includes(places.get(slot)?.day ?? '')));
  const days = names.map((day) => ({ day, slots: sorted.filter((slot) => places.get(slot)?.day === day) }));
  const slotsOfDays = days.map((each) => each.slots);
  const widths = columnWidths(slotsOfDays, room ?? usualRoom);
  const columns = days.map((each, at) => ({ ...each, width: widths[at] ?? 0 }));
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ width }, at) => padded(cut(cells[at] ?? '', width), width))
      .join(' ')
      .trimEnd();
  const half = function* (name: 'Morning' | 'Afternoon'): Steps<string[]> {
    const cells: string[][] = [];
    for (const { slots, width } of columns) {
      const ofHalf = slots.filter((slot) => places.get(slot)?.half === name);
      cells.push((yield* eachOf(ofHalf, (slot) => entry(slot, width, room !== undefined))).flat());
    }
    const heights = cells.map((cell) => cell.length);
    const rows = Array.from({ length: highest(heights, 1) }).keys();
    return [name, ...(yield* eachOf(rows, (at) => line(cells.map((cell) => cell[at] ?? ''))))];
  };
  const [morning, afternoon] = [yield* half('Morning'), yield* half('Afternoon')];
  const [, ...title] = spokenDay(monday, now).split(' ');
  return [
    `Week of ${title.join(' ')}`,
    line(columns.map(({ day, width }) => headingOf(day, width))),
    ...morning,
    ...afternoon,
    // Each sign is on the line of its meaning.
    ...wrapText(legend.replaceAll(/(?<!;) /g, '\u00a0'), room ?? usualRoom).map((line) =>
      line.replaceAll('\u00a0', ' '),
    ),
  ];
}
