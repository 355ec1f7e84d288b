import { existsSync } from 'node:fs';
import type { Run } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import type { ConformanceRule } from '../../emulator/conformance/assumptions.ts';
import { ruleGroups, testsByRule } from '../../emulator/conformance/rules.ts';
import { stateFile } from '../../emulator/store/state-file.ts';
import { memberColumns } from '../../render/columns.ts';
import type { Column, Result } from '../../render/result.ts';
import { stateFolder, withControl } from './control.ts';
import type { openapiCommand } from './definition.ts';

/** The document of the served emulator or of the state folder, dated by its clock; without either, by this machine's. */
async function documentFor(context: CommandContext, control: boolean): Promise<unknown> {
  const { baseUrl, emulator } = context.settings;
  const served = baseUrl !== undefined && !emulator;
  if (served || existsSync(stateFile(stateFolder(context)))) {
    const path = control ? '/control.json' : '/openapi.json';
    return withControl(context, (opened) => opened.call('GET', path));
  }
  const { documented } = await import('../../emulator/emulator.ts');
  return documented(control ? 'control' : 'service', CFI_VERSION, context.deps.now());
}

/** `emulator openapi`: the OpenAPI document of the service, or of the control API, the same in every output format. */
export const openapi: Run<typeof openapiCommand> = async (context, { control }) => {
  const document = await documentFor(context, control === true);
  return { data: document, blocks: [], bare: `${JSON.stringify(document, null, 2)}\n` };
};

interface Row extends ConformanceRule {
  readonly area: string;
  /** The possible answers of an assumption, with the numbers that choose them; 0 is the default. */
  readonly answers?: readonly { readonly number: number; readonly text: string }[];
  readonly tests: readonly string[];
}

/** The rule with its answers; several answers have their numbers. */
function ruleText({ text, answers = [] }: Row): string {
  if (answers.length <= 1) return [text, ...answers.map((answer) => answer.text)].join(': ');
  return `${text}: ${answers.map((answer) => `(${answer.number}) ${answer.text}`).join('; ')}`;
}

const tones: Readonly<Record<ConformanceRule['status'], 'good' | 'warn' | 'dim'>> = {
  specified: 'good',
  assumed: 'warn',
  unsupported: 'dim',
};

const ruleColumns: readonly Column<Row>[] = [
  { header: 'Id', value: ({ id }) => id, priority: 1 },
  { header: 'Status', value: ({ status }) => status, priority: 2, tone: ({ status }) => tones[status] },
  { header: 'Rule', value: ruleText, priority: 1 },
  {
    header: 'Tests',
    value: ({ tests }) => [...new Set(tests.map((test) => test.split(' > ')[0]))].join(', '),
    priority: 3,
  },
];

const ruleCsv: readonly Column<Row>[] = [
  ...memberColumns(['id', 'area']),
  { header: 'rule', value: ruleText },
  ...memberColumns(['status']),
  { header: 'tests', value: ({ tests }) => tests.join('; ') },
];

/** Every rule of the specification, its status and tests; assumptions with their answers and the numbers that choose them. */
export const conformance = {
  columns: () => ruleCsv,
  async run(): Promise<Result> {
    const data = ruleGroups.flatMap(([area, rules]) =>
      rules.map((rule): Row => {
        const { standard, alternatives = [] } = rule;
        const answers = [standard ?? '', ...alternatives].map((text, number) => ({ number, text }));
        const tests = testsByRule[rule.id] ?? [];
        return { ...rule, area, ...(standard === undefined ? {} : { answers }), tests };
      }),
    );
    const counts = (['specified', 'assumed', 'unsupported'] as const).map(
      (status) => `${data.filter((row) => row.status === status).length} ${status}`,
    );
    const tables = ruleGroups.map(([title]) => ({
      kind: 'table' as const,
      title,
      columns: ruleColumns,
      rows: data.filter(({ area }) => area === title),
    }));
    const csv = { columns: ruleCsv, rows: data };
    return { data, blocks: [...tables, { kind: 'text', text: counts.join(', ') }], csv };
  },
};
