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

const place = ({ file, line }: FieldProblem): string =>
  [file, line].filter((part) => part !== undefined).join(':');

/** The warnings of a reading for people: the first of them, and how many there are. */
export function warningNotices({
  warnings,
  warningCount,
}: Pick<ReadingSummary, 'warnings' | 'warningCount'>): string[] {
  const shown = warnings.slice(0, shownWarnings);
  const lines = shown.map((warning) => `warning: ${place(warning)}: ${warning.message}`);
  if (warningCount <= shown.length) return lines;
  return [...lines, `warning: ${warningCount} warnings in all; the others with --output json`];
}
