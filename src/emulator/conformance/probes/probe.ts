import type { Conclusion, Observations, SeenAnswer } from './observations.ts';
import { described } from './observations.ts';

/** What a service needs before it can show its decision. */
type Needs = 'nothing' | 'an answer' | 'a record' | 'a write';

/** How to observe a decision from outside. */
export interface Probe {
  readonly needs: Needs;
  /** What the probe requests or looks at. */
  readonly asks: string;
  /** What was missing if the probe finds nothing. */
  readonly missing: string;
  conclude(observations: Observations): Conclusion | undefined;
}

/** A decision that no probe can observe, and why. */
export interface Unasked {
  readonly why: string;
}

/** The choice that a status indicates; any other status matches no choice. */
export function byStatus(
  answer: SeenAnswer | undefined,
  choices: Readonly<Record<number, number>>,
): Conclusion | undefined {
  if (answer === undefined) return undefined;
  const choice = choices[answer.status];
  return choice === undefined ? { other: described(answer) } : { choice, evidence: described(answer) };
}

/** The choice that the only sign present indicates, or 0 if there is none. Several signs match no choice. */
export function bySigns(
  signs: readonly (readonly [choice: number, evidence: string])[],
  none: string,
): Conclusion {
  const [first, second] = signs;
  if (first === undefined) return { choice: 0, evidence: none };
  if (second !== undefined) return { other: signs.map(([, evidence]) => evidence).join('; ') };
  return { choice: first[0], evidence: first[1] };
}

/** 0 if the service accepted the feature, 1 if it refused it. */
export const byFeature = (accepted: boolean | undefined, what: string): Conclusion | undefined =>
  accepted === undefined
    ? undefined
    : { choice: accepted ? 0 : 1, evidence: `${what} was ${accepted ? 'accepted' : 'refused'}` };

/** Which of two values the service accepts: choice 1 if it accepts the second, which is tried first. */
export function byValue(
  first: boolean | undefined,
  second: boolean | undefined,
  names: readonly [string, string],
): Conclusion | undefined {
  if (second === true) return { choice: 1, evidence: `${names[1]} was accepted` };
  if (second === undefined || first === undefined) return undefined;
  if (first) return { choice: 0, evidence: `${names[0]} was accepted, ${names[1]} was refused` };
  return { other: `neither ${names[0]} nor ${names[1]} was accepted` };
}
