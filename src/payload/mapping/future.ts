import { parseInstant } from '../../text/time/time.ts';
import { formatInZone, warehouseZone } from '../../text/time/zone.ts';
import type { ReadingOptions } from '../document/types.ts';
import { isCellError } from '../fields/cells.ts';
import { dateReader } from '../fields/dates.ts';

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
