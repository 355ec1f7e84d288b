import type { ReadingOptions } from '../../../src/payload/document/types.ts';
import { mapOf, missingIn } from '../../../src/payload/proposal/draft.ts';
import { propose } from '../../../src/payload/proposal/propose.ts';
import { readSample } from '../../../src/payload/proposal/sample.ts';
import { now, sourceOf } from '../support.ts';
import { header, row } from './orders.ts';

/** Reads like the command without a flag. */
const options: ReadingOptions = { set: [], decimal: 'point', now };

/** The map proposed for a file, what it is based on, and the fields that it leaves open. */
export async function proposed(
  content: string | Uint8Array,
  more: Partial<ReadingOptions> = {},
  name = 'export.csv',
) {
  const all = { ...options, ...more };
  const sample = await readSample(sourceOf(content, name), all);
  const proposal = propose(sample, all);
  return { map: mapOf(proposal.draft), proposal, sample, missing: missingIn(proposal.draft, sample, all) };
}

/** What is proposed for a field, from orders with these values in a column of this name. */
export async function proposedFor(
  column: string,
  values: readonly string[],
  field: string,
): Promise<unknown> {
  const rows = values.map((value, at) => row(`R-${at}`, value));
  const { map } = await proposed([`${header},${column}`, ...rows].join('\n'));
  return map[field];
}

/** The rules for the words that a later file may have in a column. */
export const later = (column: string) => [
  { column, in: ['cancelled', 'canceled', 'voided'], reason: 'cancelled' },
  { column, in: ['refunded', 'returned', 'fully refunded'], reason: 'refunded' },
];
