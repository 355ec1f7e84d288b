import type { ModuleOf, OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { parseJson } from '../../emulator/named-files.ts';
import { usageError } from '../../errors.ts';
import { listing, memberColumns } from '../../render/columns.ts';
import { type Column, formats, type Result } from '../../render/result.ts';
import { eventLine } from '../../render/text.ts';
import { textOf } from '../../text/json.ts';
import { type Fields, listIn, numberField, present } from '../../text/records.ts';
import { type Control, openControl, recordResult, withControl } from './control.ts';
import type { addCommand } from './control-definitions.ts';
import type { logCommand } from './definition.ts';
import { readJson } from './files.ts';

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
  return `${textOf(path)}${query ? `?${textOf(query).replace(/^\?/, '')}` : ''}`;
}

const requestCsv: readonly Column<Fields>[] = [
  ...memberColumns(['at', 'client', 'method']),
  { header: 'path', value: pathOf },
  ...memberColumns(['status', 'error', 'fault']),
];

async function* following({ deps }: CommandContext, control: Control, journal: string) {
  let last = Number.NEGATIVE_INFINITY;
  try {
    while (true) {
      for (const entry of listIn(await control.list(journal))) {
        const id = numberField(entry, 'id') ?? last;
        if (id <= last) continue;
        last = id;
        yield entry;
      }
      await deps.sleep(pollMs, deps.interrupted);
    }
  } finally {
    control.close();
  }
}

/** `emulator log`: the last requests, or their number; with `--follow`, also each new one until it is interrupted. */
export const log: ModuleOf<typeof logCommand> = {
  columns: () => requestCsv,
  async run(context, options) {
    const { follow, method, path, status, count } = options;
    if (follow && count) throw usageError('--follow and --count cannot be combined');
    const { output } = context.settings;
    if (follow && formats[output].live === 'end')
      throw usageError(`--follow and -o ${output} cannot be combined`, 'for a program, use -o ndjson');
    const filters = { method, path, status: status?.toString(), count: count ? 'true' : undefined };
    const query = new URLSearchParams(present(filters));
    const journal = `/requests?${query}`;
    if (!follow) {
      if (count) return recordResult(await withControl(context, ({ call }) => call('GET', journal)));
      const data = await withControl(context, ({ list }) => list(journal));
      const empty = query.size === 0 ? 'no requests yet' : 'no request matches these filters';
      return { ...listing(listIn(data), requestColumns, requestCsv, empty), data };
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
  },
};

/** `emulator fault add`: adds a fault rule, given as JSON or as a JSON file. */
export async function addFault(context: CommandContext, { rule }: OptionsOf<typeof addCommand>) {
  const body = /^[{[]/.test(rule.trimStart()) ? parseJson('the rule', rule) : await readJson(context, rule);
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

/** `emulator fault list`: the fault rules in the order in which they are tried. */
export const listFaults = {
  columns: () => ruleCsv,
  async run(context: CommandContext): Promise<Result> {
    const data = await withControl(context, ({ list }) => list('/faults'));
    return { ...listing(listIn(data), ruleColumns, ruleCsv, 'no fault rules'), data };
  },
};

/** `emulator fault clear`: removes all fault rules. */
export async function clearFaults(context: CommandContext): Promise<Result> {
  return withControl(context, async (control) => recordResult(await control.call('DELETE', '/faults')));
}
