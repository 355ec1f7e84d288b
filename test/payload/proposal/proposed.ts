import { mapOf, missingIn } from '../../../src/payload/proposal/draft.ts';
import { propose } from '../../../src/payload/proposal/propose.ts';
import { readSample } from '../../../src/payload/proposal/sample.ts';
import type { ReadingOptions } from '../../../src/payload/types.ts';
import { now, sourceOf } from '../support.ts';

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
