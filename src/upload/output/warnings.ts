import { type FieldProblem, stated } from '../../errors.ts';
import type { ReadingSummary } from '../../payload/types.ts';
import { JsonText } from '../../render/json.ts';
import { shownFile } from '../../text/words.ts';
import type { ByteLog } from '../spool/byte-log.ts';

/** How many warnings are shown to people; scripts get all. */
export const shownWarnings = 20;

/** All warnings of a reading for json, on disk because there may be one per row. */
export interface WarningLog extends Iterable<JsonText> {
  add(warning: FieldProblem): void;
}

const separator = ',\n';
const pieceLength = 64 * 1024;
/** The maximum bytes in UTF-8 for one unit of a JavaScript string. */
const bytesPerUnit = 3;

/** Collects warnings in a log from `open`. Opens nothing before the first. */
export function warningLog(open: () => ByteLog): WarningLog {
  let log: ByteLog | undefined;
  let size = 0;
  return {
    add({ reference, file, line, column, field, found, message }) {
      const record = JSON.stringify({ reference, file, line, column, field, found, message });
      const text = log === undefined ? record : separator + record;
      log ??= open();
      const start = log.append(text.length * bytesPerUnit, (into, at) => {
        size = into.write(text, at);
        return at + size;
      });
      size += start;
    },
    *[Symbol.iterator]() {
      for (let at = 0; log !== undefined && at < size; ) {
        const bytes = log.read(at, pieceLength);
        // JSON text contains no line breaks, so a line break ends a warning. A warning is far shorter than a piece.
        const end = at + bytes.length < size ? bytes.lastIndexOf(separator) : bytes.length;
        yield new JsonText(bytes.toString('utf8', 0, end));
        at += end + (at + end < size ? separator.length : 0);
      }
    },
  };
}

/** `orders.csv:7: R-1: SKU looks like a date (found "01-Mar")`. */
function warningText({
  reference,
  file,
  line,
  message,
  found = '',
  [stated]: said = [],
}: FieldProblem): string {
  const place = [file === undefined ? undefined : shownFile(file), line]
    .filter((part) => part !== undefined)
    .join(':');
  const isSaid = said.includes('found') || message.includes(found);
  const shown = isSaid ? '' : ` (found ${JSON.stringify(found)})`;
  return ['warning', place, reference, message + shown].filter((part) => part !== undefined).join(': ');
}

/** The warnings of a reading for people: the first ones and the total number. */
export function warningNotices({
  warnings,
  warningCount,
}: Pick<ReadingSummary, 'warnings' | 'warningCount'>): string[] {
  const shown = warnings.slice(0, shownWarnings);
  const lines = shown.map(warningText);
  if (warningCount <= shown.length) return lines;
  return [...lines, `warning: ${warningCount} warnings in all; --output json shows the others`];
}
