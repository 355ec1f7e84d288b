/** How a file is written. */
export interface Dialect {
  readonly delimiter: string;
  /**
   * Quotes are ordinary characters, as in marketplace reports, but those around a whole cell are removed. Never with
   * another delimiter than a tab: such a copy comes from a spreadsheet, which quotes cells.
   */
  readonly literalQuotes: boolean;
}

/** A longer record means that a quote was never closed. */
export const maxRecordLength = 1 << 20;

const candidates = [',', ';', '\t'];

/** The most frequent delimiter outside quotes in the header; a comma if there is none. */
export function recogniseDelimiter(header: string): string {
  const counts = new Map(candidates.map((candidate) => [candidate, 0]));
  let inside = false;
  for (const character of header) {
    if (character === '"') inside = !inside;
    const count = inside ? undefined : counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}

/** Index at which the header record ends; -1 if more text is needed. Blank lines before it are skipped. */
function headerEnd(text: string, final: boolean): number {
  let end = text.length - text.replace(/^[\s;,]+/, '').length;
  for (let inside = false; end < text.length; end++) {
    const character = text[end];
    if (character === '"') inside = !inside;
    else if (!inside && (character === '\n' || character === '\r')) return end;
  }
  return final ? end : -1;
}

/** Titles may come before the header. */
const maxTitles = 20;

/**
 * The first record with a delimiter that the next record also has, so that a comma in a title is ignored; or else the
 * first record with a delimiter, or nothing. Undefined if more text is needed.
 */
function delimitedRecord(text: string, final: boolean): string | undefined {
  let rest = text;
  let before: string | undefined;
  let first: string | undefined;
  for (let titles = 0; titles <= maxTitles; titles++) {
    const end = headerEnd(rest, final);
    if (end === -1) return undefined;
    const record = rest.slice(0, end);
    if (before !== undefined && record.includes(recogniseDelimiter(before))) return before;
    const delimited = candidates.some((candidate) => record.includes(candidate));
    before = delimited ? record : undefined;
    first ??= before;
    if (end === rest.length) break;
    rest = rest.slice(end);
  }
  return first ?? '';
}

const sepLine = /^"?sep=(.)"?(?:\r\n|\n|\r|$)/i;

/** The dialect of a text, and the length of a `sep=` line at its start; undefined if more text is needed. */
export function recognise(
  text: string,
  literalQuotes: boolean,
  final: boolean,
): { dialect: Dialect; skip: number } | undefined {
  if (!final && !/[\r\n]/.test(text) && text.length < maxRecordLength) return undefined;
  const dialectOf = (delimiter: string): Dialect => ({
    delimiter,
    literalQuotes: literalQuotes && delimiter === '\t',
  });
  const sep = sepLine.exec(text);
  if (sep !== null) return { dialect: dialectOf(sep[1] as string), skip: sep[0].length };
  const record = delimitedRecord(text, final);
  if (record === undefined && text.length < maxRecordLength) return undefined;
  return { dialect: dialectOf(recogniseDelimiter(record ?? text)), skip: 0 };
}
