import { type Comparison, compareContent } from '../../../client/api/compare-content.ts';
import type { LeftOutLine } from '../../../payload/reasons.ts';
import { type Fields, field, fieldsOf, isFields, listField, textField } from '../../../text/records.ts';

/** How what is left of an order in the file compares with the stored record of the whole. */
export interface Remaining {
  readonly comparison: Comparison;
  /** Lines that the service holds and the file leaves out by now. */
  readonly held: readonly LeftOutLine[];
}

/** Where a record may show its lines. */
const lineLists = ['OrderItems', 'Items', 'OrderLines', 'LineItems', 'Lines'] as const;

const skuOf = (line: Fields): string | undefined => textField(line, 'SKU', 'PartNumber', 'ItemNumber');

/** Lines that are left are numbered from 1 again, so the numbers say nothing. */
const withoutNumber = (line: Fields): Fields => ({ ...line, OrderLineNumber: undefined });

/** Takes the line out of `lines` that is most like ours; undefined where none has its SKU. */
function takeLike(lines: Fields[], ours: Fields): Fields | undefined {
  const differences = (line: Fields): number => compareContent(withoutNumber(ours), line).differing.length;
  const alike = lines
    .filter((line) => skuOf(line) === skuOf(ours))
    .sort((left, right) => differences(left) - differences(right));
  const [best] = alike;
  if (best !== undefined) lines.splice(lines.indexOf(best), 1);
  return best;
}

/** The record with these lines in place of its own. */
function withLines(record: Fields, lines: readonly Fields[]): Fields {
  const own = field(record, ...lineLists);
  const rest = Object.entries(record).filter(([, value]) => value !== own);
  return { ...Object.fromEntries(rest), OrderItems: lines };
}

/**
 * Compares an order, of whose lines the file leaves some out, with the record of it as it was created. Undefined unless
 * the record shows its lines and each of them is in the file, sent or left out: then the order has changed.
 */
export function compareRemaining(
  sent: unknown,
  record: unknown,
  leftOut: readonly LeftOutLine[],
): Remaining | undefined {
  const body = fieldsOf(sent);
  const lines = field(record, ...lineLists);
  if (!isFields(record) || !Array.isArray(lines) || !lines.every(isFields)) return undefined;
  const stored: Fields[] = [...lines];
  const ours = listField(body, 'OrderItems');
  const kept = ours.map((line) => takeLike(stored, line));
  if (kept.some((line) => line === undefined)) return undefined;
  const candidates = [...leftOut];
  const held: LeftOutLine[] = [];
  for (const line of stored) {
    const at = candidates.findIndex(({ SKU }) => SKU === skuOf(line));
    if (at === -1) return undefined;
    held.push(...candidates.splice(at, 1));
  }
  const comparison = compareContent(
    { ...body, OrderItems: ours.map(withoutNumber) },
    withLines(
      record,
      kept.filter((line) => line !== undefined),
    ),
  );
  return { comparison, held };
}
