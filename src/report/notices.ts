import type { ReadingSummary } from '../payload/document/types.ts';
import { problemTexts } from '../render/problems.ts';
import type { Fields } from '../text/records.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { beginning, counted, shownFile } from '../text/words.ts';
import type { Spool } from '../upload/terms/spool.ts';

/** How many notes people see, and how much of each; scripts get all. */
const mostShown = 5;
const mostText = 200;

/** The notes of the orders to send, for scripts. */
export const noteMembers = (spool: Spool): Iterable<Fields> => ({
  *[Symbol.iterator]() {
    for (const { reference, column, text, line } of spool.notes())
      yield { ReferenceNumber: reference, column, text, line };
  },
});

/** Where people find what is not shown. */
const inJson = '; --output json shows the others';

/** The first of them for people, and how many there are: `note: R-1, row 7: Notes: please gift wrap`. */
export function noteNotices(spool: Spool, files: readonly string[], others = inJson): string[] {
  const lines: string[] = [];
  let count = 0;
  for (const { reference, file, column, text, line } of spool.notes()) {
    count++;
    if (count > mostShown) continue;
    const shown = text.length > mostText ? `${beginning(text, mostText)}…` : text;
    const place = files.length > 1 ? `${shownFile(files[file] ?? '')}: ` : '';
    lines.push(sanitizeLine(`note: ${place}${reference}, row ${line}: ${column}: ${shown}`));
  }
  if (count > mostShown) lines.push(`${counted(count, 'note')} in all${others}`);
  return lines;
}

/** How many warnings are shown to people; scripts get all. */
const shownWarnings = 20;

/** The warnings of a reading for people, the first ones and the total number: `R-1, row 7: SKU "01-Mar" looks like a date`. */
export function warningNotices(
  { warnings, warningCount }: Pick<ReadingSummary, 'warnings' | 'warningCount'>,
  others = inJson,
): string[] {
  const shown = problemTexts(warnings).slice(0, shownWarnings);
  const lines = shown.map(({ text }) => `warning: ${text}`);
  if (warningCount <= shown.reduce((sum, { count }) => sum + count, 0)) return lines;
  return [...lines, `warning: ${warningCount} warnings in all${others}`];
}

/** Of so many problems, people see those that are the same on one line; scripts get all of them. */
export const mostCompared = 1000;
