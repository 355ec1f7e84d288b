import { assumptionRules } from '../../emulator/conformance/assumptions/assumptions.ts';
import type { Block, Column } from '../../render/result.ts';
import { keysOf } from '../../text/records.ts';
import { quoteWord } from '../../text/words.ts';
import { wrapText } from '../../text/wrap.ts';
import type { Finding, Verdict } from './findings.ts';

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

function nextStep(differing: number, saved: string | undefined): string {
  if (saved !== undefined)
    return `An emulator that answers like this service: cfi emulator start --assume ${quoteWord(saved)}`;
  if (differing === 0) return 'Everything that was seen matches the emulator.';
  return 'With --save FILE, cfi emulator start --assume FILE answers like this service.';
}

/**
 * First what differs, last what was not asked and why, then the conclusion. `width` in columns, only for a terminal.
 */
export function blocksOf(
  findings: readonly Finding[],
  { saved, width }: { readonly saved?: string | undefined; readonly width?: number | undefined },
): Block[] {
  const sections = keysOf(parts).flatMap((result) => {
    const { title, lines } = parts[result];
    const found = findings.filter((finding) => finding.result === result);
    return found.length === 0 ? [] : [[`${title} (${found.length})`, ...found.flatMap(lines)].join('\n')];
  });
  const differing = findings.filter(({ result }) => result === 'differs').length;
  const text = [...sections, nextStep(differing, saved)].join('\n\n');
  return [{ kind: 'text', text: width === undefined ? text : wrapText(text, width) }];
}
