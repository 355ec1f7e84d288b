import type { CommandContext } from '../../../cli/settings.ts';
import { memberColumns } from '../../../render/json.ts';
import type { Column, Result } from '../../../render/result.ts';
import { type Fields, listIn } from '../../../text/records.ts';
import { withControl } from '../control.ts';

const faultColumns: readonly Column<Fields>[] = [
  { header: 'Id', value: (row) => row.id, priority: 1 },
  { header: 'Match', value: (row) => row.match ?? 'everything', priority: 2 },
  { header: 'When', value: (row) => row.when ?? 'always', priority: 4 },
  { header: 'Phase', value: (row) => row.phase ?? 'before', priority: 5 },
  { header: 'Do', value: (row) => row.do, priority: 3 },
];

const faultCsv = memberColumns(['id', 'match', 'when', 'phase', 'do']);

/** The fault rules in the order in which they are tried. */
export async function run(context: CommandContext): Promise<Result> {
  const data = await withControl(context, (control) => control.call('GET', '/faults'));
  return {
    data,
    blocks: [{ kind: 'table', columns: faultColumns, rows: listIn(data), empty: 'no fault rules' }],
    csv: { columns: faultCsv, rows: listIn(data) },
  };
}

/** The columns in csv. */
export const columns = () => faultCsv;
