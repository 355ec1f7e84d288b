const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** The cell with a leading apostrophe when a spreadsheet would run it as a formula; numbers like `-5` stay numbers. */
export const harmlessCell = (cell: string): string =>
  formula.test(cell) && !number.test(cell) ? `'${cell}` : cell;

/** How a value stands in a cell: nothing for null and undefined, JSON for objects and lists. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** One record by RFC 4180, with its line end; every cell made harmless. */
export function csvRecord(cells: readonly unknown[]): string {
  const quoted = cells.map((value) => {
    const cell = harmlessCell(cellText(value));
    return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  });
  // A lone empty cell would be an empty line, which readers skip.
  return `${quoted.length === 1 && quoted[0] === '' ? '""' : quoted.join(',')}\r\n`;
}
