import type { Column } from '../../render/result.ts';
import { openOut } from '../../storage/output-file.ts';
import { csvRecord } from '../../text/csv.ts';
import type { OutcomeRow } from './outcome-rows.ts';

const pieceSize = 64 * 1024;

/** Writes the outcome of every document as CSV, followed by the left-out orders; as a whole or not at all. */
export async function writeResults(
  name: string,
  entries: Iterable<OutcomeRow>,
  leftOut: Iterable<OutcomeRow>,
  columns: readonly Column<OutcomeRow>[],
  { cwd }: { readonly cwd: string },
): Promise<void> {
  const out = await openOut(name, cwd);
  let writing = Promise.resolve();
  try {
    let gathered = csvRecord(columns.map(({ header }) => header));
    for (const rows of [entries, leftOut]) {
      for (const row of rows) {
        gathered += csvRecord(columns.map(({ value }) => value(row)));
        if (gathered.length < pieceSize) continue;
        // The next piece is made while this one is written.
        await writing;
        writing = out.write(gathered);
        gathered = '';
      }
    }
    await writing;
    await out.write(gathered);
    await out.keep();
  } catch (error) {
    await writing.catch(() => {});
    await out.drop();
    throw error;
  }
}
