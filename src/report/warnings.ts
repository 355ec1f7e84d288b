import type { ReadingSummary } from '../payload/document/types.ts';
import { problemTexts } from '../render/problems.ts';

/** How many warnings are shown to people; scripts get all. */
const shownWarnings = 20;

/** The warnings of a reading for people, the first ones and the total number: `R-1, row 7: SKU "01-Mar" looks like a date`. */
export function warningNotices({
  warnings,
  warningCount,
}: Pick<ReadingSummary, 'warnings' | 'warningCount'>): string[] {
  const shown = problemTexts(warnings).slice(0, shownWarnings);
  const lines = shown.map(({ text }) => `warning: ${text}`);
  if (warningCount <= shown.reduce((sum, { count }) => sum + count, 0)) return lines;
  return [...lines, `warning: ${warningCount} warnings in all; --output json shows the others`];
}

/** Of so many problems, people see those that are the same on one line; scripts get all of them. */
export const mostCompared = 1000;
