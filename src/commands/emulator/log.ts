import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { usageError } from '../../errors.ts';
import { eventLine } from '../../render/cell.ts';
import { memberColumns } from '../../render/json.ts';
import { type Column, formats, type Result } from '../../render/result.ts';
import { type Fields, listIn } from '../../text/records.ts';
import { type Control, openControl, withControl } from './control.ts';
import type { logCommand } from './definition.ts';
import { recordResult } from './view.ts';

type LogOptions = OptionsOf<typeof logCommand>;

const pollMs = 1000;

const requestColumns: readonly Column<Fields>[] = [
  { header: 'At', value: (row) => row.at, priority: 3, time: true },
  { header: 'Client', value: (row) => row.client, priority: 4 },
  { header: 'Method', value: (row) => row.method, priority: 1 },
  { header: 'Path', value: pathOf, priority: 1 },
  { header: 'Status', value: (row) => row.status, priority: 1 },
  { header: 'Error', value: (row) => row.error, priority: 2 },
  { header: 'Fault', value: (row) => row.fault, priority: 5 },
];

function pathOf({ path, query }: Fields): string {
  return `${path}${query ? `?${String(query).replace(/^\?/, '')}` : ''}`;
}

const requestCsv: readonly Column<Fields>[] = [
  ...memberColumns(['at', 'client', 'method']),
  { header: 'path', value: pathOf },
  ...memberColumns(['status', 'error', 'fault']),
];

const allRequests = '/requests';

/** The path of the journal, with a query for the options that filter it. */
function journalQuery({ method, path, status, count }: LogOptions): string {
  const query = new URLSearchParams();
  if (method !== undefined) query.set('method', method);
  if (path !== undefined) query.set('path', path);
  if (status !== undefined) query.set('status', String(status));
  if (count) query.set('count', 'true');
  return query.size === 0 ? allRequests : `${allRequests}?${query}`;
}

/** The last requests, or their number; with `--follow`, also each new one until the command is interrupted. */
export async function run(context: CommandContext, options: LogOptions): Promise<Result> {
  const { follow, count } = options;
  if (follow && count) throw usageError('--follow and --count cannot be combined');
  const { output } = context.settings;
  if (follow && formats[output].live === 'end')
    throw usageError(`--follow and -o ${output} cannot be combined`, 'for a program, use -o ndjson');
  const journal = journalQuery(options);
  if (!follow) {
    const data = await withControl(context, (control) => control.call('GET', journal));
    if (count) return recordResult(data);
    const empty = journal === allRequests ? 'no requests yet' : 'no request matches these filters';
    const rows = listIn(data);
    return {
      data,
      blocks: [{ kind: 'table', columns: requestColumns, rows, empty }],
      csv: { columns: requestCsv, rows },
    };
  }
  await context.deps.loadWholeProgram();
  const control = await openControl(context);
  return {
    data: null,
    blocks: [],
    live: {
      events: following(context, control, journal),
      line: (event: Fields, now) => eventLine(requestColumns, event, now),
      columns: requestCsv,
      end: () => ({ data: null, blocks: [] }),
    },
  };
}

async function* following(
  { deps }: CommandContext,
  control: Control,
  journal: string,
): AsyncIterable<Fields> {
  let last = Number.NEGATIVE_INFINITY;
  try {
    while (true) {
      for (const entry of listIn(await control.call('GET', journal))) {
        if (Number(entry.id) <= last) continue;
        last = Number(entry.id);
        yield entry;
      }
      await deps.sleep(pollMs, deps.interrupted);
    }
  } finally {
    control.close();
  }
}

/** The columns in csv. */
export const columns = () => requestCsv;
