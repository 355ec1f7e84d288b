import { type Comparison, compareContent } from '../../../client/api/compare-content.ts';
import type { LeftOutLine } from '../../../payload/document/reasons.ts';
import { type Fields, field, fieldsOf, isFields, listField, textField } from '../../../text/records.ts';

/** The comparison of the rest of an order in the file with the stored record of the whole order. */
export interface Remaining {
  readonly comparison: Comparison;
  /** Lines that the service has and the file now leaves out; absent if none is known. */
  readonly held?: readonly LeftOutLine[];
}

/** Names under which a record may have its lines. */
const lineLists = ['OrderItems', 'Items', 'OrderLines', 'LineItems', 'Lines'] as const;

const skuOf = (line: Fields): string | undefined => textField(line, 'SKU', 'PartNumber', 'ItemNumber');

/** The remaining lines are numbered from 1 again, so the numbers are not compared. */
const withoutNumber = (line: Fields): Fields => ({ ...line, OrderLineNumber: undefined });

/** Removes the line most similar to ours from `lines`; undefined if none has its SKU. */
function takeLike(lines: Fields[], ours: Fields): Fields | undefined {
  const differences = (line: Fields): number => compareContent(withoutNumber(ours), line).differing.length;
  const alike = lines
    .filter((line) => skuOf(line) === skuOf(ours))
    .sort((left, right) => differences(left) - differences(right));
  const [best] = alike;
  if (best !== undefined) lines.splice(lines.indexOf(best), 1);
  return best;
}

/** The record with these lines instead of its own. */
function withLines(record: Fields, lines: readonly Fields[]): Fields {
  const own = field(record, ...lineLists);
  const rest = Object.entries(record).filter(([, value]) => value !== own);
  return { ...Object.fromEntries(rest), OrderItems: lines };
}

/**
 * Compares an order from which the file leaves out some lines with its stored record; undefined if the record does not
 * show its lines. With a line that the file does not name at all, the order has changed.
 */
export function compareRemaining(
  sent: unknown,
  record: Fields,
  leftOut: readonly LeftOutLine[],
): Remaining | undefined {
  const body = fieldsOf(sent);
  const lines = field(record, ...lineLists);
  if (!Array.isArray(lines) || !lines.every(isFields)) return undefined;
  const stored: Fields[] = [...lines];
  const ours = listField(body, 'OrderItems');
  const kept = ours.map((line) => takeLike(stored, line)).filter((line) => line !== undefined);
  const candidates = [...leftOut];
  const held: LeftOutLine[] = [];
  let isNamed = true;
  for (const line of stored) {
    const at = candidates.findIndex(({ SKU }) => SKU === skuOf(line));
    if (at === -1) isNamed = false;
    else held.push(...candidates.splice(at, 1));
  }
  if (!isNamed) {
    const comparison = compareContent(sent, record);
    return held.length === 0 ? { comparison } : { comparison, held };
  }
  const comparison = compareContent(
    { ...body, OrderItems: ours.map(withoutNumber) },
    withLines(record, kept),
  );
  return { comparison, held };
}
