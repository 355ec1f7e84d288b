import type { Row } from '../../storage/sqlite.ts';
import { UnusableFile } from '../../storage/sqlite-file.ts';
import { parseJson } from '../../text/json.ts';

/**
 * An SQL expression for all rows as one JSON list of lists: one value to fetch, however many rows. It comes as bytes,
 * for text that is not UTF-8, as damage can make it, would end the process within libsql.
 */
export const jsonRows = (columns: string): string => `CAST(json_group_array(json_array(${columns})) AS BLOB)`;

/** Reads JSON that the ledger returned as bytes. Throws `UnusableFile`, as a damaged ledger, when it is none. */
export function readJson<T>(value: Row[number] | Uint8Array | undefined): T {
  try {
    return parseJson(value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value)) as T;
  } catch {
    throw new UnusableFile('the run ledger', 'damaged');
  }
}
