import { ruleGroups } from '../../emulator/conformance/rules.ts';
import { testsByRule } from '../../emulator/conformance/tests.ts';
import type { Column, Result } from '../../render/result.ts';

interface Row {
  readonly id: string;
  readonly area: string;
  readonly text: string;
  readonly status: string;
  readonly tests: readonly string[];
}

const columns: readonly Column<Row>[] = [
  { header: 'Id', value: ({ id }) => id, priority: 1 },
  { header: 'Status', value: ({ status }) => status, priority: 2, tone: ({ status }) => tones[status] },
  { header: 'Rule', value: ({ text }) => text, priority: 1 },
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
  { header: 'rule', value: ({ text }) => text },
  { header: 'status', value: ({ status }) => status },
  { header: 'tests', value: ({ tests }) => tests.join('; ') },
];

/** Every rule of the specification, whether it is specified, assumed or unsupported, and the tests that hold it. */
export async function run(): Promise<Result> {
  const data: Row[] = ruleGroups.flatMap(([area, rules]) =>
    rules.map(({ id, ...rule }) => ({ id, area, ...rule, tests: testsByRule[id] ?? [] })),
  );
  const counts = ['specified', 'assumed', 'unsupported'].map(
    (status) => `${data.filter((row) => row.status === status).length} ${status}`,
  );
  const tables = ruleGroups.map(([title]) => ({
    kind: 'table' as const,
    title,
    columns,
    rows: data.filter(({ area }) => area === title),
  }));
  return {
    data,
    blocks: [...tables, { kind: 'text', text: counts.join(', ') }],
    csv: { columns: csvColumns, rows: data },
  };
}
