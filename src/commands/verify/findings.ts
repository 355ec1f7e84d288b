import { assumptionRules } from '../../emulator/conformance/assumptions.ts';
import { probes } from '../../emulator/conformance/probes/everywhere.ts';
import type { Conclusion, Observations } from '../../emulator/conformance/probes/observations.ts';
import {
  type Choices,
  type VariedAssumption,
  variedAssumptions,
} from '../../emulator/conformance/variants.ts';

/** How a service compares with the emulator's default. */
export type Verdict = 'same' | 'differs' | 'other' | 'not-asked' | 'unknown';

/** What was learned about one assumption. */
export interface Finding {
  readonly id: VariedAssumption;
  readonly question: string;
  /** Number of the emulator's own answer. */
  readonly emulator: number;
  /** The number of the service's alternative, a text if none describes it, or null if it was not seen. */
  readonly service: number | string | null;
  readonly result: Verdict;
  readonly evidence: string;
}

/** What was done: only reads, also writes, or writes that ended early, with the reason. */
export type Extent = 'reads' | 'writes' | { readonly stopped: string };

function verdictOf(conclusion: Conclusion): Pick<Finding, 'service' | 'result' | 'evidence'> {
  if ('other' in conclusion)
    return { service: conclusion.other, result: 'other', evidence: conclusion.other };
  if ('unknown' in conclusion) return { service: null, result: 'unknown', evidence: conclusion.unknown };
  const { choice, evidence } = conclusion;
  return { service: choice, result: choice === 0 ? 'same' : 'differs', evidence };
}

function learned(
  id: VariedAssumption,
  observations: Observations,
  extent: Extent,
): Pick<Finding, 'service' | 'result' | 'evidence'> {
  const probe = probes[id];
  if ('why' in probe) return { service: null, result: 'not-asked', evidence: probe.why };
  const conclusion = probe.conclude(observations);
  if (conclusion !== undefined) return verdictOf(conclusion);
  if (probe.needs === 'a write' && extent === 'reads')
    return { service: null, result: 'not-asked', evidence: `needs --write: ${probe.asks}` };
  const reason = probe.needs === 'a write' && typeof extent === 'object' ? extent.stopped : probe.missing;
  return { service: null, result: 'unknown', evidence: reason };
}

const questions = new Map(assumptionRules.map(({ id, text }) => [id, text]));

/** What was learned about every assumption with alternatives, ordered by ID. */
export const findingsOf = (observations: Observations, extent: Extent): Finding[] =>
  variedAssumptions.map((id) => ({
    ...{ id, question: questions.get(id) ?? id, emulator: 0 },
    ...learned(id, observations, extent),
  }));

/** The choices with which an emulator answers as the service does; those not seen are absent. */
export const choicesOf = (findings: readonly Finding[]): Choices =>
  Object.fromEntries(
    findings.flatMap(({ id, service }) => (typeof service === 'number' ? [[id, service]] : [])),
  );

/** An answer that is not what it was when a file was saved. */
export interface Change {
  readonly id: VariedAssumption;
  readonly question: string;
  /** Number of the earlier answer. */
  readonly was: number;
  /** Number of the answer that was seen now, or a text if no alternative describes it. */
  readonly is: number | string;
}

/** What has changed since the choices were saved; what was not seen this time, or not then, is no change. */
export const changesSince = (saved: Choices, findings: readonly Finding[]): Change[] =>
  findings.flatMap(({ id, question, service }) => {
    const was = saved[id];
    return was === undefined || service === null || service === was
      ? []
      : [{ id, question, was, is: service }];
  });
