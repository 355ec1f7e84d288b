import type { CommandContext } from '../cli/settings.ts';
import { type FieldProblem, stated } from '../errors.ts';
import type { ReadingSummary } from '../payload/document/types.ts';
import { problemLines } from '../render/problems.ts';
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

/** The first of them for people, and how many there are: `note: orders.csv:7: R-1: Notes: please gift wrap`. */
export function noteNotices(spool: Spool, files: readonly string[]): string[] {
  const lines: string[] = [];
  let count = 0;
  for (const { reference, file, column, text, line } of spool.notes()) {
    count++;
    if (count > mostShown) continue;
    const shown = text.length > mostText ? `${beginning(text, mostText)}…` : text;
    lines.push(
      sanitizeLine(`note: ${shownFile(files[file] ?? '')}:${line}: ${reference}: ${column}: ${shown}`),
    );
  }
  if (count > mostShown) lines.push(`${counted(count, 'note')} in all; --output json shows the others`);
  return lines;
}

/** How many warnings are shown to people; scripts get all. */
export const shownWarnings = 20;

/** A warning without its place. */
function said({ message, found = '', [stated]: said = [] }: FieldProblem): string {
  const isSaid = said.includes('found') || message.includes(found);
  return isSaid ? message : `${message} (found ${JSON.stringify(found)})`;
}

/**
 * The warnings of a reading for people: the first ones, on a terminal equal ones `together`, and the total number.
 * `orders.csv:7: R-1: SKU looks like a date (found "01-Mar")`.
 */
export function warningNotices(
  { warnings, warningCount }: Pick<ReadingSummary, 'warnings' | 'warningCount'>,
  together: boolean,
): string[] {
  // What was found differs where the time of dispatch of each order is past.
  const all = problemLines(warnings, said, together, ({ message }) => message);
  const shown = all.slice(0, shownWarnings);
  const lines = shown.map(({ text }) => `warning: ${text}`);
  if (warningCount <= shown.reduce((sum, { count }) => sum + count, 0)) return lines;
  return [...lines, `warning: ${warningCount} warnings in all; --output json shows the others`];
}

/** On a terminal, equal problems share a line. */
export const sharesLines = ({ deps }: Pick<CommandContext, 'deps'>): boolean => deps.stderr.isTTY === true;

/** How many problems are shown to people; scripts get all of them. */
export const keptProblems = 50;

/** How many are looked at for equal ones. */
export const mostCompared = 1000;
