import type { Observations, SeenAnswer, Told } from './observations.ts';
import { described } from './observations.ts';

/** What must be there, or be done, for a service to show its decision. */
type Needs = 'nothing' | 'an answer' | 'a record' | 'a write';

/** How a decision is seen from outside. */
export interface Probe {
  readonly needs: Needs;
  /** What is asked, or looked at. */
  readonly asks: string;
  /** What is missing when nothing is told. */
  readonly missing: string;
  tell(observations: Observations): Told | undefined;
}

/** A decision that cannot be asked, and why. */
export interface Unasked {
  readonly why: string;
}

/** The choice that a status stands for; any other status is something else. */
export function byStatus(
  answer: SeenAnswer | undefined,
  choices: Readonly<Record<number, number>>,
): Told | undefined {
  if (answer === undefined) return undefined;
  const choice = choices[answer.status];
  return choice === undefined ? { other: described(answer) } : { choice, evidence: described(answer) };
}

/** The choice that exactly one sign stands for, 0 for none of them; several are something that no answer describes. */
export function bySigns(signs: readonly (readonly [choice: number, evidence: string])[], none: string): Told {
  const [first, second] = signs;
  if (first === undefined) return { choice: 0, evidence: none };
  if (second !== undefined) return { other: signs.map(([, evidence]) => evidence).join('; ') };
  return { choice: first[0], evidence: first[1] };
}

/** 0 where it was accepted, 1 where it was refused. */
export const byFeature = (accepted: boolean | undefined, what: string): Told | undefined =>
  accepted === undefined
    ? undefined
    : { choice: accepted ? 0 : 1, evidence: `${what} was ${accepted ? 'accepted' : 'refused'}` };

/** Which of two values is accepted: the second one, tried first, stands for choice 1. */
export function byValue(
  first: boolean | undefined,
  second: boolean | undefined,
  names: readonly [string, string],
): Told | undefined {
  if (second === true) return { choice: 1, evidence: `${names[1]} was accepted` };
  if (second === undefined || first === undefined) return undefined;
  if (first) return { choice: 0, evidence: `${names[0]} was accepted, ${names[1]} was refused` };
  return { other: `neither ${names[0]} nor ${names[1]} was accepted` };
}
