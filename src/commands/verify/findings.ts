import {
  answerOf,
  type Choices,
  questionOf,
  type VariedAssumption,
  variedAssumptions,
} from '../../emulator/conformance/assumptions.ts';
import { missingFor, type Observations } from '../../emulator/conformance/observations.ts';
import { probes } from '../../emulator/conformance/probes.ts';
import { memberColumns } from '../../render/columns.ts';
import type { Block } from '../../render/result.ts';
import { keysOf } from '../../text/records.ts';
import { counted, quoteWord } from '../../text/words.ts';

/** How a service compares with the emulator's default. */
type Verdict = 'same' | 'differs' | 'other' | 'not-asked' | 'unknown';

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

type Learned = Pick<Finding, 'service' | 'result' | 'evidence'>;

const notAsked = (evidence: string): Learned => ({ service: null, result: 'not-asked', evidence });
const unknown = (evidence: string): Learned => ({ service: null, result: 'unknown', evidence });

function learned(id: VariedAssumption, observations: Observations, extent: Extent): Learned {
  const probe = probes[id];
  if ('why' in probe) return notAsked(probe.why);
  const conclusion = probe.conclude(observations);
  if (conclusion === undefined) {
    if (probe.creates === undefined || extent === 'writes') return unknown(missingFor(probe));
    return extent === 'reads' ? notAsked(`needs --write: ${probe.asks}`) : unknown(extent.stopped);
  }
  if ('unknown' in conclusion) return unknown(conclusion.unknown);
  if ('other' in conclusion)
    return { service: conclusion.other, result: 'other', evidence: conclusion.other };
  const { choice, evidence } = conclusion;
  return { service: choice, result: choice === 0 ? 'same' : 'differs', evidence };
}

/** What was learned about every assumption with alternatives, ordered by ID. */
export const findingsOf = (observations: Observations, extent: Extent): Finding[] =>
  variedAssumptions.map((id) => ({
    ...{ id, question: questionOf(id), emulator: 0 },
    ...learned(id, observations, extent),
  }));

/** The choices with which an emulator answers as the service does; those not seen are absent. */
export const choicesOf = (findings: readonly Finding[]): Choices =>
  Object.fromEntries(
    findings.flatMap(({ id, service }) => (typeof service === 'number' ? [[id, service]] : [])),
  );

/**
 * What has changed since the choices were saved, by the numbers of the answers; a text if no alternative describes it. What
 * was not seen this time, or not then, is no change.
 */
export const changesSince = (saved: Choices, findings: readonly Finding[]) =>
  findings.flatMap(({ id, question, service }) => {
    const was = saved[id];
    return was === undefined || service === null || service === was
      ? []
      : [{ id, question, was, is: service }];
  });

type Change = ReturnType<typeof changesSince>[number];

/** The headings of the verdicts, in their order on the page. */
const titles: Readonly<Record<Verdict, string>> = {
  differs: 'Differs: save it to make the emulator answer as the service does',
  other: "Matches none of the emulator's alternatives",
  same: 'The same',
  unknown: 'Not seen: the account has no data that shows it',
  'not-asked': 'Not asked',
};

export const csvColumns = memberColumns(['id', 'question', 'emulator', 'service', 'result', 'evidence']);

/** How to start an emulator that answers like this service. */
export const nextStep = (saved: string | undefined): string =>
  saved === undefined
    ? 'to make the emulator answer like this service, add --save FILE'
    : `to answer like this service: cfi emulator start --assume ${quoteWord(saved)}`;

/** A question and answers to it in words; one that no alternative describes is a text already. */
function answersTo(id: VariedAssumption, question: string, answers: Record<string, number | string>): Block {
  const inWords = Object.entries(answers).map(
    ([name, answer]) => [name, typeof answer === 'number' ? answerOf(id, answer) : answer] as const,
  );
  return { kind: 'fields', fields: [[id, question], ...inWords] };
}

function blocksFor(result: Verdict, findings: readonly Finding[]): Block[] {
  const found = findings.filter((finding) => finding.result === result);
  const title = `${titles[result]} (${found.length})`;
  if (found.length === 0) return [];
  if (result === 'differs' || result === 'other') {
    const differences = found.map(({ id, question, service, emulator, evidence }) =>
      answersTo(id, question, { Service: service ?? evidence, Emulator: emulator }),
    );
    return [{ kind: 'text', text: title }, ...differences];
  }
  const remarks = found.map(({ id, question, evidence }) => [id, `${question}: ${evidence}`] as const);
  return [{ kind: 'fields', title, fields: remarks }];
}

/** First what differs, last what was not asked and why. */
export function blocksOf(findings: readonly Finding[]): Block[] {
  const blocks = keysOf(titles).flatMap((result) => blocksFor(result, findings));
  const differs = findings.some(({ result }) => result === 'differs' || result === 'other');
  return differs
    ? blocks
    : [...blocks, { kind: 'text', text: 'Everything that was seen matches the emulator.' }];
}

export const changeColumns = memberColumns(['id', 'question', 'was', 'is']);

/** What has changed since a file was saved, and how many of its answers were not seen this time. */
export function changeBlocks(changes: readonly Change[], unseen: number, file: string): Block[] {
  const heading =
    changes.length === 0
      ? `Nothing has changed since ${file} was saved.`
      : `Changed since ${file} was saved (${changes.length})`;
  return [
    { kind: 'text', text: heading },
    ...changes.map(({ id, question, was, is }) => answersTo(id, question, { Was: was, Is: is })),
    { kind: 'text', text: unseen === 0 ? '' : `Not seen this time: ${counted(unseen, 'saved answer')}.` },
  ];
}
