import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { memberColumns } from '../../render/json.ts';
import type { Column, Result } from '../../render/result.ts';
import { type Fields, listIn } from '../../text/records.ts';
import { withControl } from './control.ts';
import type { addCommand } from './control-definitions.ts';
import { parseJson, readJson } from './files.ts';
import { recordResult } from './view.ts';

/** Adds a fault rule, given as JSON or as a JSON file. */
export async function add(context: CommandContext, { rule }: OptionsOf<typeof addCommand>): Promise<Result> {
  const body = rule.trimStart().startsWith('{') ? parseJson('the rule', rule) : await readJson(context, rule);
  return withControl(context, async (control) => recordResult(await control.call('POST', '/faults', body)));
}

const ruleColumns: readonly Column<Fields>[] = [
  { header: 'Id', value: (row) => row.id, priority: 1 },
  { header: 'Match', value: (row) => row.match ?? 'everything', priority: 2 },
  { header: 'When', value: (row) => row.when ?? 'always', priority: 4 },
  { header: 'Phase', value: (row) => row.phase ?? 'before', priority: 5 },
  { header: 'Do', value: (row) => row.do, priority: 3 },
];

const ruleCsv = memberColumns(['id', 'match', 'when', 'phase', 'do']);

/** The fault rules in the order in which they are tried. */
export const list = {
  columns: () => ruleCsv,
  async run(context: CommandContext): Promise<Result> {
    const data = await withControl(context, (control) => control.call('GET', '/faults'));
    return {
      data,
      blocks: [{ kind: 'table', columns: ruleColumns, rows: listIn(data), empty: 'no fault rules' }],
      csv: { columns: ruleCsv, rows: listIn(data) },
    };
  },
};

/** Removes all fault rules. */
export async function clear(context: CommandContext): Promise<Result> {
  return withControl(context, async (control) => recordResult(await control.call('DELETE', '/faults')));
}
