import type { Row } from '../../storage/sqlite.ts';
import { UnusableFile } from '../../storage/sqlite-file.ts';
import { parseJson } from '../../text/json.ts';

/**
 * An SQL expression for all rows as one JSON list of lists, which is a single value to fetch. It returns bytes, because
 * text that is not UTF-8 (in a damaged file) would crash libsql.
 */
export const jsonRows = (columns: string): string => `CAST(json_group_array(json_array(${columns})) AS BLOB)`;

/**
 * Reads JSON that the ledger returned as bytes. Throws `UnusableFile` (damaged ledger) if it is not JSON.
 */
export function readJson<T>(value: Row[number] | Uint8Array | undefined): T {
  try {
    return parseJson(value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value)) as T;
  } catch {
    throw new UnusableFile('the run ledger', 'damaged');
  }
}
