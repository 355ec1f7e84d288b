import type { CommandContext } from '../../cli/settings.ts';
import type { ReadingOptions, Source } from '../../payload/document/types.ts';
import type { Proposal } from '../../payload/proposal/propose.ts';
import type { MapMembers } from '../../payload/proposal/questions.ts';
import type { Sample } from '../../payload/proposal/sample.ts';

/** A file, and the proposal for it. */
export interface Subject {
  readonly source: Source;
  readonly sample: Sample;
  readonly proposal: Proposal;
  readonly options: ReadingOptions;
}

/** What a person has agreed to: the map, and the options that it does not hold. */
export interface Agreed {
  readonly map: MapMembers;
  readonly timezone?: string;
  readonly dispatchWithin?: number;
}

/** Completes a proposal with a person, on one sheet. */
export async function fillSheet(_context: CommandContext, { proposal }: Subject): Promise<Agreed> {
  return { map: proposal.map };
}
