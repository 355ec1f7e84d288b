import { widthOf } from './fit.ts';

const edges = ['top', 'bottom'].flatMap((edge) => [edge, `${edge}-mid`, `${edge}-left`, `${edge}-right`]);
const inside = ['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'];
const noLines = Object.fromEntries([...edges, ...inside].map((part) => [part, '']));

/**
 * In a fresh process the library takes about 60 microseconds per cell: 30 ms for the first page of an inventory, a
 * second for 5,000 rows. Tables longer than this are padded here, with identical output.
 */
const mostDrawnByLibrary = 20;

/** How a column is drawn. */
export interface ColumnLayout {
  /** Width on the screen, without the gap after it; no cell is wider. */
  readonly width: number;
  readonly align: 'left' | 'right';
}

type Rows = readonly (readonly string[])[];

/** Rows of one-line cells as lines, aligned in columns with `gap` spaces between them and none at the end. */
export async function drawRows(columns: readonly ColumnLayout[], gap: number, rows: Rows): Promise<string[]> {
  const lines =
    rows.length > mostDrawnByLibrary ? padded(columns, gap, rows) : await drawn(columns, gap, rows);
  return lines.map((line) => line.trimEnd());
}

async function drawn(columns: readonly ColumnLayout[], gap: number, rows: Rows): Promise<string[]> {
  const { default: Table } = await import('cli-table3');
  const table = new Table({
    chars: noLines,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': gap },
    colWidths: columns.map(({ width }) => width + gap),
    colAligns: columns.map(({ align }) => align),
  });
  table.push(...rows.map((row) => [...row]));
  return table.toString().split('\n');
}

function padded(columns: readonly ColumnLayout[], gap: number, rows: Rows): string[] {
  return rows.map((row) =>
    columns
      .map(({ width, align }, at) => {
        const text = row[at] ?? '';
        const space = ' '.repeat(Math.max(0, width - widthOf(text)));
        return align === 'left' ? text + space : space + text;
      })
      .join(' '.repeat(gap)),
  );
}
