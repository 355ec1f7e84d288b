import { parse } from 'csv-parse/sync';

// biome-ignore lint/suspicious/noExplicitAny: tests look into lines of any shape
export type Line = Record<string, any>;

/** The lines of ndjson output. */
export const ndjson = (text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** The rows of csv output, by heading; it must follow RFC 4180 exactly. */
export function csvRows(text: string): Record<string, string>[] {
  return parse(text, { columns: true, record_delimiter: '\r\n' });
}
