import type { ConformanceRule } from '../../emulator/conformance/assumptions.ts';
import { ruleGroups, testsByRule } from '../../emulator/conformance/rules.ts';
import type { Column, Result } from '../../render/result.ts';

interface Row extends ConformanceRule {
  readonly area: string;
  /** The possible answers of an assumption, with the numbers that choose them; 0 is the default. */
  readonly answers?: readonly { readonly number: number; readonly text: string }[];
  readonly tests: readonly string[];
}

const answersOf = ({ standard, alternatives = [] }: ConformanceRule): Pick<Row, 'answers'> =>
  standard === undefined
    ? {}
    : { answers: [standard, ...alternatives].map((text, number) => ({ number, text })) };

/** The rule with its answers; several answers have their numbers. */
function ruleText({ text, answers = [] }: Row): string {
  if (answers.length <= 1) return [text, ...answers.map((answer) => answer.text)].join(': ');
  return `${text}: ${answers.map((answer) => `(${answer.number}) ${answer.text}`).join('; ')}`;
}

const ruleColumns: readonly Column<Row>[] = [
  { header: 'Id', value: ({ id }) => id, priority: 1 },
  { header: 'Status', value: ({ status }) => status, priority: 2, tone: ({ status }) => tones[status] },
  { header: 'Rule', value: ruleText, priority: 1 },
  { header: 'Tests', value: ({ tests }) => filesOf(tests), priority: 3 },
];

/** The files that tests are in, each once. */
const filesOf = (tests: readonly string[]): string =>
  [...new Set(tests.map((test) => test.split(' > ')[0]))].join(', ');

const tones: Readonly<Record<string, 'good' | 'warn' | 'dim'>> = {
  specified: 'good',
  assumed: 'warn',
  unsupported: 'dim',
};

const csvColumns: readonly Column<Row>[] = [
  { header: 'id', value: ({ id }) => id },
  { header: 'area', value: ({ area }) => area },
  { header: 'rule', value: ruleText },
  { header: 'status', value: ({ status }) => status },
  { header: 'tests', value: ({ tests }) => tests.join('; ') },
];

/**
 * Every rule of the specification, whether it is specified, assumed or unsupported, and the tests that check it;
 * assumptions with their answers and the numbers that choose them.
 */
export async function run(): Promise<Result> {
  const data: Row[] = ruleGroups.flatMap(([area, rules]) =>
    rules.map((rule) => ({ ...rule, area, ...answersOf(rule), tests: testsByRule[rule.id] ?? [] })),
  );
  const counts = ['specified', 'assumed', 'unsupported'].map(
    (status) => `${data.filter((row) => row.status === status).length} ${status}`,
  );
  const tables = ruleGroups.map(([title]) => ({
    kind: 'table' as const,
    title,
    columns: ruleColumns,
    rows: data.filter(({ area }) => area === title),
  }));
  return {
    data,
    blocks: [...tables, { kind: 'text', text: counts.join(', ') }],
    csv: { columns: csvColumns, rows: data },
  };
}

/** The columns in csv. */
export const columns = () => csvColumns;
