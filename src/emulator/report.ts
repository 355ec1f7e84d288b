import { questionOf } from './conformance/assumptions.ts';
import { type Choices, isVaried } from './conformance/variants.ts';
import type { Usage, UsedAssumption, UsedEndpoint } from './service/usage.ts';

/** An assumption that a run relied on. */
export interface ReliedOn extends UsedAssumption {
  readonly question: string;
  /** `same` if the real service was seen to answer like this. */
  readonly service: 'same' | 'unknown';
}

/** What a run asked of the emulator, and the assumptions that its answers rested on. */
export interface Report {
  readonly endpoints: readonly UsedEndpoint[];
  readonly assumptions: readonly ReliedOn[];
}

/** Reports a count; `verified` are the choices that were seen at the real service. */
export const reportOf = (usage: Usage, verified: Choices): Report => ({
  endpoints: usage.endpoints(),
  assumptions: usage.assumptions().map(({ id, choice, requests }) => ({
    id,
    question: questionOf(id),
    choice,
    requests,
    service: isVaried(id) && verified[id] === choice ? 'same' : 'unknown',
  })),
});

/** The assumptions that could be otherwise at the real service, as far as is known. */
export const unverified = ({ assumptions }: Report): ReliedOn[] =>
  assumptions.filter(({ id, service }) => isVaried(id) && service === 'unknown');
