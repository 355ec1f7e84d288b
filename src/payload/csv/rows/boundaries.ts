/** Where the complete records in a piece of CSV end, and errors in its quotes. */
export interface Boundaries {
  /** Index after the last complete record's line break. */
  readonly complete: number;
  /** Start and end of records with quoted cells, adjacent ones merged; all before `complete`. */
  readonly quoted: readonly (readonly [start: number, end: number])[];
  /** Some quotes have spaces around them, `"a" , "b"`. */
  readonly padded: boolean;
  /** Index of a quote that opens a cell and is not closed in this piece. */
  readonly open?: number;
  /** Index of a quote that closes a cell but is followed by more text. */
  readonly stray?: number;
}

const quote = '"';

/** Finds the next line break at or after an index; searches for each kind only once. */
function breaksOf(text: string): (from: number) => number {
  let feed = -2;
  let carriage = -2;
  return (from) => {
    if (feed !== -1 && feed < from) feed = text.indexOf('\n', from);
    if (carriage !== -1 && carriage < from) carriage = text.indexOf('\r', from);
    if (feed === -1) return carriage;
    return carriage === -1 ? feed : Math.min(feed, carriage);
  };
}

/**
 * Scans text that begins at a record and contains quotes. A quote opens a cell only at the cell's start; elsewhere it is
 * an ordinary character, as in `5" pipe`. With `final`, the end of the text also ends a record.
 */
export function boundaries(text: string, delimiters: string, final: boolean): Boundaries {
  const nextBreak = breaksOf(text);
  let complete = 0;
  let padded = false;
  let outside = 0;
  const quoted: [number, number][] = [];
  /** Start of the current record if it has a quoted cell. */
  let quotedFrom = -1;
  const close = (end: number): void => {
    const last = quoted.at(-1);
    if (last?.[1] === quotedFrom) last[1] = end;
    else if (quotedFrom !== -1) quoted.push([quotedFrom, end]);
    quotedFrom = -1;
  };
  const advance = (until: number): void => {
    for (let at = nextBreak(Math.max(outside, complete)); at !== -1 && at < until; at = nextBreak(complete)) {
      complete = text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1;
      if (quotedFrom !== -1) close(complete);
    }
  };
  for (;;) {
    const opening = text.indexOf(quote, outside);
    if (opening === -1) break;
    let before = opening - 1;
    while (before >= 0 && text[before] === ' ') before--;
    const previous = text[before];
    if (previous !== undefined && previous !== '\n' && previous !== '\r' && !delimiters.includes(previous)) {
      advance(opening);
      outside = opening + 1;
      continue;
    }
    advance(opening);
    if (quotedFrom === -1) quotedFrom = complete;
    if (before !== opening - 1) padded = true;
    let closing = text.indexOf(quote, opening + 1);
    while (closing !== -1 && text[closing + 1] === quote) closing = text.indexOf(quote, closing + 2);
    if (closing === -1) return { complete, quoted, padded, open: opening };
    let after = closing + 1;
    while (text[after] === ' ') after++;
    const next = text[after];
    if (next === undefined) {
      if (!final) return { complete, quoted, padded };
      close(text.length);
      return { complete: text.length, quoted, padded: padded || after > closing + 1 };
    }
    if (after > closing + 1) padded = true;
    if (next !== '\n' && next !== '\r' && !delimiters.includes(next))
      return { complete, quoted, padded, stray: closing };
    outside = after;
  }
  advance(text.length);
  if (final) close(text.length);
  return { complete: final ? text.length : complete, quoted, padded };
}

/** Number of line breaks in a text; CRLF counts as one, as in an editor. */
export function countLineBreaks(text: string): number {
  let count = 0;
  let carriage = text.indexOf('\r');
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  for (; carriage !== -1; carriage = text.indexOf('\r', carriage + 1))
    if (text[carriage + 1] !== '\n') count++;
  return count;
}
