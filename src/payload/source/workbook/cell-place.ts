/** How many columns a sheet has. */
export const maxColumns = 16_384;
/** How many rows it has. */
export const maxRows = 1_048_576;

/** Index of a column from its letters at the start of a text; -1 if `length` characters are none. */
export function columnIndex(text: string, length: number): number {
  let column = 0;
  for (let at = 0; at < length; at++) {
    // Small letters as capital ones.
    const code = text.charCodeAt(at) & 0xdf;
    if (code < 65 || code > 90) return -1;
    column = column * 26 + code - 64;
  }
  return column > maxColumns ? -1 : column - 1;
}

/** The place of a cell from its reference, `F12`: index of the column, and line; undefined if it is no reference. */
export function cellPlace(reference: string): { readonly index: number; readonly line: number } | undefined {
  const digits = reference.search(/\d/);
  const index = columnIndex(reference, digits);
  const line = Number(reference.slice(digits));
  return index < 0 || !(line >= 1 && line <= maxRows) ? undefined : { index, line };
}
