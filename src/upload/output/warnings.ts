import type { FieldProblem } from '../../errors.ts';
import type { ReadingSummary } from '../../payload/types.ts';

/** Warnings that people are shown; scripts get all. */
export const shownWarnings = 20;

/** The warnings of a reading as scripts see them. */
export const warningMembers = ({ warnings }: Pick<ReadingSummary, 'warnings'>) =>
  warnings.map(({ reference, file, line, column, field, found, message }) => ({
    reference,
    file,
    line,
    column,
    field,
    found,
    message,
  }));

/** `orders.csv:7: R-1: SKU looks like a date (found "01-Mar")`. */
function warningText({ reference, file, line, message, found = '' }: FieldProblem): string {
  const place = [file, line].filter((part) => part !== undefined).join(':');
  const shown = found === '' || message.includes(found) ? '' : ` (found ${JSON.stringify(found)})`;
  return ['warning', place, reference, message + shown].filter((part) => part !== undefined).join(': ');
}

/** The warnings of a reading for people: the first of them, and how many there are. */
export function warningNotices({
  warnings,
  warningCount,
}: Pick<ReadingSummary, 'warnings' | 'warningCount'>): string[] {
  const shown = warnings.slice(0, shownWarnings);
  const lines = shown.map(warningText);
  if (warningCount <= shown.length) return lines;
  return [...lines, `warning: ${warningCount} warnings in all; the others with --output json`];
}
