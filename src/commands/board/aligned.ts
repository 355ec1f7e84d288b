import { cut, widthOf } from '../../render/width.ts';

/** The first cells of a row are never dropped: the reference, and the time or the difference. */
const leastCells = 2;

/** What is left of a long reference. */
const leastReference = 12;

/**
 * Rows with aligned cells. A last column that does not fit into `room` is dropped, because part of it would mislead; a
 * reference that leaves no room for the second cell is cut.
 */
export function aligned(rows: readonly (readonly string[])[], room: number): string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, widthOf(cell));
    });
  const [first = 0, second = 0] = widths;
  widths[0] = Math.min(first, Math.max(leastReference, room - second - 2));
  let used = 0;
  const fits = widths.findIndex((width, at) => {
    used += width + (at === 0 ? 0 : 2);
    return at >= leastCells && used > room;
  });
  const count = fits === -1 ? widths.length : fits;
  return rows.map((row) =>
    row
      .slice(0, count)
      .map((cell, at) => (at === 0 ? cut(cell, widths[0] ?? 0) : cell))
      .map((cell, at) => cell + ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell))))
      .join('  ')
      .trimEnd(),
  );
}
