import { assumptionRules } from '../../emulator/conformance/assumptions.ts';
import type { Block, Column } from '../../render/result.ts';
import { keysOf } from '../../text/records.ts';
import { counted, quoteWord, wrapLines } from '../../text/words.ts';
import type { Change, Finding, Verdict } from './findings.ts';

const rules = new Map<string, (typeof assumptionRules)[number]>(
  assumptionRules.map((rule) => [rule.id, rule]),
);

/** An alternative of the emulator, in words. */
function answerText(id: string, choice: number): string {
  const { standard = '', alternatives = [] } = rules.get(id) ?? {};
  return [standard, ...alternatives][choice] ?? '';
}

/** What differs, and the choice for `--assume`. */
const difference = ({ id, question, service, emulator, evidence }: Finding): string[] => [
  `  ${id}  ${question}`,
  `        service:  ${typeof service === 'number' ? answerText(id, service) : evidence}`,
  `        emulator:  ${answerText(id, emulator)}`,
];

const remark = ({ id, question, evidence }: Finding): string[] => [`  ${id}  ${question}: ${evidence}`];

interface Part {
  readonly title: string;
  lines(finding: Finding): string[];
}

/** The parts in their order on the page. */
const parts: Readonly<Record<Verdict, Part>> = {
  differs: { title: 'Differs: save it to make the emulator answer as the service does', lines: difference },
  other: { title: "Matches none of the emulator's alternatives", lines: difference },
  same: { title: 'The same', lines: remark },
  unknown: { title: 'Not seen: the account has no data that shows it', lines: remark },
  'not-asked': { title: 'Not asked', lines: remark },
};

/** In csv, one row per assumption. */
export const csvColumns: readonly Column<Finding>[] = [
  { header: 'id', value: ({ id }) => id },
  { header: 'question', value: ({ question }) => question },
  { header: 'emulator', value: ({ emulator }) => emulator },
  { header: 'service', value: ({ service }) => service },
  { header: 'result', value: ({ result }) => result },
  { header: 'evidence', value: ({ evidence }) => evidence },
];

/** How to start an emulator that answers like this service. */
export const nextStep = (saved: string | undefined): string =>
  saved === undefined
    ? 'to make the emulator answer like this service, add --save FILE'
    : `to answer like this service: cfi emulator start --assume ${quoteWord(saved)}`;

/** First what differs, last what was not asked and why. `width` in columns, only for a terminal. */
export function blocksOf(findings: readonly Finding[], width?: number): Block[] {
  const sections = keysOf(parts).flatMap((result) => {
    const { title, lines } = parts[result];
    const found = findings.filter((finding) => finding.result === result);
    return found.length === 0 ? [] : [[`${title} (${found.length})`, ...found.flatMap(lines)].join('\n')];
  });
  const differs = findings.some(({ result }) => result === 'differs' || result === 'other');
  const conclusion = differs ? [] : ['Everything that was seen matches the emulator.'];
  const text = [...sections, ...conclusion].join('\n\n');
  return [{ kind: 'text', text: width === undefined ? text : wrapLines(text, width) }];
}

/** In csv with `--against`, one row per change. */
export const changeColumns: readonly Column<Change>[] = [
  { header: 'id', value: ({ id }) => id },
  { header: 'question', value: ({ question }) => question },
  { header: 'was', value: ({ was }) => was },
  { header: 'is', value: ({ is }) => is },
];

/** What has changed since a file was saved, and how many of its answers were not seen this time. */
export function changeBlocks(
  changes: readonly Change[],
  {
    unseen,
    file,
    width,
  }: { readonly unseen: number; readonly file: string; readonly width?: number | undefined },
): Block[] {
  const changed = changes.flatMap(({ id, question, was, is }) => [
    `  ${id}  ${question}`,
    `        was:  ${answerText(id, was)}`,
    `        is:  ${typeof is === 'number' ? answerText(id, is) : is}`,
  ]);
  const heading =
    changes.length === 0
      ? `Nothing has changed since ${file} was saved.`
      : [`Changed since ${file} was saved (${changes.length})`, ...changed].join('\n');
  const remark = unseen === 0 ? [] : [`Not seen this time: ${counted(unseen, 'saved answer')}.`];
  const text = [heading, ...remark].join('\n\n');
  return [{ kind: 'text', text: width === undefined ? text : wrapLines(text, width) }];
}
