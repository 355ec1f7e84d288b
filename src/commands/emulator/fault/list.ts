import type { Context } from '../../../cli/settings.ts';
import type { Result } from '../../../render/result.ts';
import { type Fields, listIn } from '../../../text/records.ts';
import { withControl } from '../control.ts';

/** The fault rules in the order in which they are tried. */
export async function run(context: Context): Promise<Result> {
  const data = await withControl(context, (control) => control.call('GET', '/faults'));
  const columns = [
    { header: 'Id', value: (row: Fields) => row.id, priority: 1 },
    { header: 'Match', value: (row: Fields) => row.match ?? 'everything', priority: 2 },
    { header: 'When', value: (row: Fields) => row.when ?? 'always', priority: 4 },
    { header: 'Phase', value: (row: Fields) => row.phase ?? 'before', priority: 5 },
    { header: 'Do', value: (row: Fields) => row.do, priority: 3 },
  ];
  return { data, blocks: [{ kind: 'table', columns, rows: listIn(data), empty: 'no fault rules' }] };
}
