import Table from 'cli-table3';

const edges = [
  'top',
  'top-mid',
  'top-left',
  'top-right',
  'bottom',
  'bottom-mid',
  'bottom-left',
  'bottom-right',
] as const;
const inside = ['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'] as const;
const noLines = Object.fromEntries([...edges, ...inside].map((part) => [part, '']));

/** The library compares each cell with all rows above it in the same table, so a long table is drawn in parts. */
const rowsAtOnce = 50;

/** How a column is drawn. */
export interface ColumnLayout {
  /** Columns on the screen, without the gap after it. */
  readonly width: number;
  readonly align: 'left' | 'right';
}

/** Rows of one-line cells as lines, lined up in columns with `gap` spaces between and none at the end. */
export function drawRows(
  columns: readonly ColumnLayout[],
  gap: number,
  rows: readonly (readonly string[])[],
): string[] {
  const lines: string[] = [];
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const table = new Table({
      chars: noLines,
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': gap },
      colWidths: columns.map(({ width }) => width + gap),
      colAligns: columns.map(({ align }) => align),
    });
    table.push(...rows.slice(at, at + rowsAtOnce).map((row) => [...row]));
    for (const line of table.toString().split('\n')) lines.push(line.trimEnd());
  }
  return lines;
}
