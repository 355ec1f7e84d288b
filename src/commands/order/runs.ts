import type { OptionsOf } from '../../cli/command.ts';
import type { Context } from '../../cli/settings.ts';
import { openHome } from '../../client/auth/session.ts';
import { addressText } from '../../client/http/address.ts';
import { CfiError, usageError } from '../../errors.ts';
import type { Block, Column, Result } from '../../render/result.ts';
import { isoUtc } from '../../text/time.ts';
import { type History, openHistory, type RunDocument, type RunRecord } from '../../upload/ledger/history.ts';
import { outcomes } from '../../upload/outcomes.ts';
import type { runsCommand } from './definition.ts';

type OrderRunsOptions = OptionsOf<typeof runsCommand>;

/** Lists the uploads of orders on this machine, or shows one of them order by order. */
export async function run(context: Context, options: OrderRunsOptions): Promise<Result> {
  const { home } = openHome(context);
  const wanted = options.run === undefined ? undefined : runNumber(options.run);
  const { deps } = context;
  const history = await openHistory({
    dataFolder: home.data,
    now: () => deps.now(),
    warn: (line) => context.warn(line),
  });
  if (wanted === undefined) return listed(history);
  const record = history?.run(wanted);
  if (history === undefined || record === undefined) {
    history?.close();
    throw new CfiError('not-found', `there is no run ${wanted} on this machine`, {
      hint: 'list them: cfi order runs',
    });
  }
  return detailed(history, record);
}

function runNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw usageError(`${JSON.stringify(text)} is not a run number`, 'list them: cfi order runs');
}

const stateOf = ({ endedAt, stopped }: RunRecord): string => {
  if (endedAt === null) return 'not ended';
  return stopped === null ? 'finished' : `stopped: ${stopped}`;
};

function shown(record: RunRecord): Record<string, unknown> {
  const { run, kind, files, address, client, startedAt, endedAt, exitCode, stopped, counts } = record;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const service = { service: address, client };
  const ended = endedAt === null ? null : isoUtc(endedAt);
  return {
    run,
    kind,
    files,
    ...service,
    started: isoUtc(startedAt),
    ended,
    exitCode,
    stopped,
    total,
    ...counts,
  };
}

const runColumns: readonly Column<RunRecord>[] = [
  { header: 'run', value: (row) => row.run, align: 'right', priority: 1 },
  { header: 'started', value: (row) => isoUtc(row.startedAt), time: true, priority: 2 },
  { header: 'files', value: (row) => row.files.join(' '), priority: 2 },
  ...outcomes.map(
    (outcome): Column<RunRecord> => ({
      header: outcome,
      value: (row) => row.counts[outcome] ?? '',
      align: 'right',
      priority: outcome === 'created' ? 3 : 4,
    }),
  ),
  { header: 'state', value: stateOf, priority: 3 },
  { header: 'service', value: (row) => addressText(row.address), priority: 6 },
  { header: 'client', value: (row) => row.client, priority: 6 },
];

function listed(history: History | undefined): Result {
  const runs = history?.runs('order') ?? [];
  history?.close();
  return {
    data: runs.map(shown),
    blocks: [
      {
        kind: 'table',
        columns: runColumns,
        rows: runs,
        empty: 'No orders have been uploaded from this machine.',
      },
    ],
  };
}

const documentColumns: readonly Column<RunDocument>[] = [
  { header: 'ReferenceNumber', value: (row) => row.reference, priority: 1 },
  { header: 'outcome', value: (row) => row.outcome, priority: 1 },
  { header: 'OrderUUID', value: (row) => row.uuid, csvOnly: true },
  { header: 'OrderNumber', value: (row) => row.number, priority: 3 },
  { header: 'status', value: (row) => row.status, priority: 4 },
  { header: 'error', value: (row) => row.error, priority: 2 },
];

function* members(documents: Iterable<RunDocument>): Generator<Record<string, unknown>> {
  for (const { reference, outcome, uuid, number, status, error, fields } of documents) {
    const id = uuid === null && number === null ? null : { UUID: uuid, Number: number };
    const differing = fields === null ? {} : { fields: fields.split(', ') };
    yield { ReferenceNumber: reference, outcome, OrderId: id, status, error, ...differing };
  }
}

const shownDocuments = 1000;

function detailed(history: History, record: RunRecord): Result {
  const rows: RunDocument[] = [];
  for (const document of history.documents(record)) {
    rows.push(document);
    if (rows.length === shownDocuments) break;
  }
  const counts = outcomes
    .map((outcome) => [outcome, record.counts[outcome]] as const)
    .filter(([, count]) => count);
  const blocks: Block[] = [
    {
      kind: 'fields',
      title: `Run ${record.run}`,
      fields: [
        ['Files', record.files.join(' ')],
        ['Service', addressText(record.address)],
        ['Client', record.client],
        ['Started', { time: isoUtc(record.startedAt) }],
        ['State', stateOf(record)],
        ...counts,
      ],
    },
    { kind: 'table', columns: documentColumns, rows, empty: 'This run finished no orders.' },
  ];
  return {
    data: { ...shown(record), orders: members(history.documents(record)) },
    items: members(history.documents(record)),
    blocks,
    csv: { columns: documentColumns, rows: history.documents(record) },
    notices:
      rows.length < shownDocuments
        ? []
        : [`only the first ${shownDocuments} orders are shown; -o csv shows all`],
    close: () => history.close(),
  };
}

/** The columns in csv: of the list of runs, or of one run's orders. */
export const columns = ({ run: one }: Partial<OrderRunsOptions>) =>
  one === undefined ? runColumns : documentColumns;
