import type { Column } from '../../render/result.ts';
import { openOut } from '../../storage/output-file.ts';
import { csvRecord } from '../../text/csv.ts';
import type { Entry } from '../ledger/run-report.ts';

const pieceSize = 64 * 1024;

/** Writes the outcome of every document as CSV, whole or not at all. */
export async function writeResults(
  name: string,
  entries: Iterable<Entry>,
  columns: readonly Column<Entry>[],
  { cwd }: { readonly cwd: string },
): Promise<void> {
  const out = await openOut(name, cwd);
  try {
    let gathered = csvRecord(columns.map(({ header }) => header));
    for (const entry of entries) {
      gathered += csvRecord(columns.map(({ value }) => value(entry)));
      if (gathered.length < pieceSize) continue;
      await out.write(gathered);
      gathered = '';
    }
    await out.write(gathered);
    await out.keep();
  } catch (error) {
    await out.drop();
    throw error;
  }
}
