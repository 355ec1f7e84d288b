import { closeSync, openSync, writeSync } from 'node:fs';

/** Writes a CSV file of any size in pieces of a megabyte; `row` gets the number of the row, from 0. Returns its path. */
export function writeCsv(
  file: string,
  header: string,
  count: number,
  row: (index: number) => string,
): string {
  const out = openSync(file, 'w');
  let text = `${header}\n`;
  for (let index = 0; index < count; index++) {
    text += `${row(index)}\n`;
    if (text.length < 1 << 20) continue;
    writeSync(out, text);
    text = '';
  }
  writeSync(out, text);
  closeSync(out);
  return file;
}
