import { type FieldProblem, stated } from '../../errors.ts';
import type { ReadingSummary } from '../../payload/document/types.ts';
import { JsonText } from '../../render/json.ts';
import type { Database } from '../../storage/sqlite/database.ts';
import { shownFile } from '../../text/words.ts';

/** How many warnings are shown to people; scripts get all. */
export const shownWarnings = 20;

/** All warnings of a reading for json, on disk because there may be one per row. */
export interface WarningLog extends Iterable<JsonText> {
  add(warning: FieldProblem): void;
}

/** Collects warnings in a temporary database. */
export function warningLog(db: Database): WarningLog {
  let isOpen = false;
  return {
    add({ reference, file, line, cell, column, field, found, message }) {
      if (!isOpen) db.script('CREATE TEMP TABLE warnings (id INTEGER PRIMARY KEY, json TEXT NOT NULL)');
      isOpen = true;
      const json = JSON.stringify({ reference, file, line, cell, column, field, found, message });
      db.run('INSERT INTO warnings (json) VALUES (?)', json);
    },
    *[Symbol.iterator]() {
      if (!isOpen) return;
      for (const { json } of db.each<{ json: string }>('SELECT json FROM warnings ORDER BY id'))
        yield new JsonText(json);
    },
  };
}

/** `orders.csv:7: R-1: SKU looks like a date (found "01-Mar")`. */
function warningText({
  reference,
  file,
  line,
  cell,
  message,
  found = '',
  [stated]: said = [],
}: FieldProblem): string {
  const place = [file === undefined ? undefined : shownFile(file), cell ?? line]
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
