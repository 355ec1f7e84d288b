import { stated } from '../../errors.ts';
import { parseInstant } from '../../text/time/time.ts';
import { formatInZone, warehouseZone } from '../../text/time/zone.ts';
import type { ReadingOptions } from '../document/types.ts';
import { isCellError } from '../fields/cells.ts';
import { dateReader } from '../fields/dates.ts';
import type { Condition } from './conditions.ts';
import { asList, cellAt, type Header } from './header.ts';

/** The time, and the zone in which it is a day: without one, that of the warehouses. */
export type Clock = Pick<ReadingOptions, 'now' | 'timezone' | 'decided'>;

const dayLength = 'YYYY-MM-DD'.length;

/** Tells whether the day in a cell is later than today; undefined if the cell is in none of the formats. */
export function futureDays(formats: readonly string[], { now, timezone = warehouseZone, decided }: Clock) {
  const read = dateReader(formats, 'start');
  const today = formatInZone(now, timezone).slice(0, dayLength);
  return (text: string): boolean | undefined => {
    // A cell that was folded to small letters.
    const found = read(text.trim().toUpperCase());
    if (isCellError(found)) return undefined;
    const isLocal = found.length === 'YYYY-MM-DDTHH:mm:ss'.length;
    const instant = parseInstant(isLocal ? `${found}Z` : found);
    if (Number.isNaN(instant)) return undefined;
    decided?.('timezone');
    const day = isLocal ? found : formatInZone(instant, timezone);
    return day.slice(0, dayLength) > today;
  };
}

/** A day that a condition needs, and that is none. */
interface UnreadDay {
  readonly column: string;
  readonly found: string;
  readonly expected: string;
  readonly message: string;
  readonly [stated]: readonly ['column', 'found', 'expected'];
}

/** Finds the days in a row that conditions about the future need, and that are in none of their formats. */
export function unreadDays(conditions: readonly Condition[], header: Header, clock: Clock) {
  const columns = conditions.flatMap((condition) => {
    if (!('future' in condition)) return [];
    const isFuture = futureDays(condition.future, clock);
    const expected = `a date in the format ${condition.future.join(' or ')}`;
    const indexes = asList(condition.column).flatMap((name) => header.findAll(name));
    return indexes.map((index) => ({ index, isFuture, expected }));
  });
  return (cells: readonly string[]): UnreadDay[] =>
    columns.flatMap(({ index, isFuture, expected }) => {
      const [column, found] = [header.names[index] as string, cellAt(cells, index)];
      if (found === '' || isFuture(found) !== undefined) return [];
      const message = `${column} is ${found}, which is not ${expected}`;
      return [{ column, found, expected, message, [stated]: ['column', 'found', 'expected'] }];
    });
}
