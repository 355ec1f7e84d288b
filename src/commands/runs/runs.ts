import { basename } from 'node:path';
import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { addressText, placeText } from '../../client/http.ts';
import { CfiError, usageError } from '../../errors.ts';
import { errorsInFull } from '../../render/columns.ts';
import { type Block, type Column, formats, type Result } from '../../render/result.ts';
import { timeText } from '../../render/text.ts';
import { type DocumentNames, documentColumns, documentMembers, namesOf } from '../../report/result.ts';
import { spokenMessage } from '../../text/field-words.ts';
import { entryOf, type Fields, firstOf, mapped } from '../../text/records.ts';
import { isoUtc, minuteMs } from '../../text/time/time.ts';
import { type History, namedRuns, openHistory, type RunRecord } from '../../upload/ledger/history.ts';
import { type DocumentOutcome, ledgerPlaceOf } from '../../upload/ledger/ledger-file.ts';
import { cancelledState, leftOutState, outcomes, outcomeWord } from '../../upload/terms/outcomes.ts';
import type { runsDefinition } from './definition.ts';

/** A kind of runs, by its value in the column `kind`. */
type RunKind = DocumentNames & { readonly kind: string };

/** By the ledger's word. */
const kinds: Readonly<Record<string, RunKind>> = {
  order: { kind: 'order', ...namesOf('order') },
  cancel: { kind: 'cancel', reference: 'ReferenceNumber', list: 'orders' },
  inbound: { kind: 'inbound', ...namesOf('inbound') },
  'purchase-order': { kind: 'po', ...namesOf('purchase-order') },
  slot: { kind: 'slot', ...namesOf('slot') },
};

/** The names of a kind; an unknown kind keeps the ledger's word. */
const kindOf = (kind: string): RunKind =>
  entryOf(kinds, kind) ?? { kind, reference: 'reference', list: 'documents' };

/** That a run is of another kind than `order`. */
export const notOrders = ({ run, kind }: Pick<RunRecord, 'run' | 'kind'>): string =>
  `run ${run} is not an upload of orders; its kind is ${kindOf(kind).kind}`;

/** Whether a run ended, and why it stopped. */
const stateOf = ({ endedAt, stopped }: RunRecord): string => {
  if (endedAt === null) return 'not ended';
  return stopped === null ? 'finished' : `not finished: ${stopped}`;
};

/** A run in json, ndjson and csv. */
function shown(record: RunRecord): Fields {
  const { run, kind, files, address, client, startedAt, endedAt, exitCode, stopped, counts, continued } =
    record;
  const { [leftOutState]: leftOut, ...outcomesOf } = counts;
  const total = Object.values(outcomesOf).reduce((sum, count) => sum + count, 0);
  return {
    run,
    kind: kindOf(kind).kind,
    files,
    service: addressText(address),
    client,
    started: isoUtc(startedAt),
    ended: endedAt === null ? null : isoUtc(endedAt),
    exitCode,
    stopped,
    ...(continued.length === 0 ? {} : { continued }),
    total,
    ...outcomesOf,
    ...(leftOut === undefined ? {} : { leftOut }),
  };
}

const countedStates: readonly string[] = [...outcomes, cancelledState, leftOutState];

const runColumns: readonly Column<RunRecord>[] = [
  { header: 'run', value: (row) => row.run, align: 'right', priority: 1 },
  { header: 'kind', value: (row) => kindOf(row.kind).kind, priority: 3 },
  { header: 'started', value: (row) => isoUtc(row.startedAt), time: true, priority: 2 },
  { header: 'files', value: (row) => row.files.join(' '), priority: 2 },
  ...countedStates.map(
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

/** The outcomes of a run in words, with their counts. */
const countsOf = ({ kind, counts }: RunRecord) => {
  const said = new Map<string, number>();
  for (const outcome of countedStates) {
    const word = outcomeWord(kind, outcome);
    const count = (said.get(word) ?? 0) + (counts[outcome] ?? 0);
    if (count > 0) said.set(word, count);
  }
  return [...said];
};

/** The result of a run: `3 created, 1 rejected`, and why it stopped. */
function outcomeText(record: RunRecord): string {
  const said = countsOf(record).map(([outcome, count]) => `${count} ${outcome}`);
  const state = stateOf(record);
  const parts = [said.join(', '), state === 'finished' ? '' : state].filter((part) => part !== '');
  return parts.length === 0 ? 'nothing' : parts.join('; ');
}

/** Of an emulator's folder, the name alone. */
const shortPlace = (address: string): string =>
  placeText(address).replace(/^emulator:.*[\\/]/, 'emulator:…/');

/** The columns for people: the client goes before the files where the runs differ in it; then the service is hidden. */
function runTable(runs: readonly RunRecord[]): readonly Column<RunRecord>[] {
  const differ = new Set(runs.map(({ client }) => client)).size > 1;
  return [
    { header: 'Run', value: (row) => row.run, align: 'right', priority: 1 },
    { header: 'Kind', value: (row) => kindOf(row.kind).kind, priority: 2, least: 'inbound'.length },
    {
      header: 'Started',
      value: ({ startedAt: ms }) => isoUtc(ms - (ms % minuteMs)),
      time: true,
      priority: 1,
      least: 21,
    },
    { header: 'Outcome', value: outcomeText, priority: 1, least: 20 },
    {
      header: 'Files',
      value: (row) => row.files.map((file) => basename(file)).join(' '),
      priority: 4,
      least: 12,
    },
    {
      header: 'Client',
      value: ({ client }) => client,
      ...(differ ? { priority: 3, least: 16 } : { priority: 8 }),
    },
    { header: 'Service', value: ({ address }) => shortPlace(address), priority: 7, whole: true },
  ];
}

/** A list of runs, newest first; `only` selects a kind. */
function listed(history: History | undefined, now: number, since?: number, only?: 'order'): Result {
  const all = history?.runs() ?? [];
  history?.close();
  const ofKind = only === undefined ? all : all.filter(({ kind }) => kind === only);
  const runs = since === undefined ? ofKind : ofKind.filter(({ startedAt }) => startedAt >= since);
  const empty =
    ofKind.length > 0
      ? `nothing has been sent from this machine since ${timeText(isoUtc(since ?? 0), now)}`
      : only === undefined
        ? 'nothing has been sent from this machine'
        : 'no orders have been uploaded from this machine';
  const areOthers = only !== undefined && ofKind.length === 0 && all.length > 0;
  return {
    data: runs.map(shown),
    blocks: [{ kind: 'table', columns: runTable(runs), rows: runs, empty }],
    csv: { columns: runColumns, rows: runs },
    notices: areOthers ? ['deliveries, slots, POs and cancellations: cfi runs'] : [],
  };
}

type Selection = OptionsOf<typeof runsDefinition>;

const runsOf = (only?: 'order') => ({
  columns: ({ run }: Partial<Selection>) =>
    run === undefined ? runColumns : only && documentColumns(kindOf(only)),
  run: (context: CommandContext, options: Selection) => showRuns(context, options, only),
});

/** Lists what this machine sent, or shows the documents of one run. The columns of one run depend on its kind. */
export const allRuns = runsOf();

/** Lists the order uploads of this machine, or shows the orders of one of them. */
export const orderRuns = runsOf('order');

/** Lists the runs of this machine, of one kind or all, or shows the documents of one run. */
async function showRuns(context: CommandContext, options: Selection, only?: 'order'): Promise<Result> {
  const command = only === undefined ? 'cfi runs' : 'cfi order runs';
  const wanted = options.run === undefined ? undefined : Number(options.run);
  const { deps } = context;
  if (wanted !== undefined && !/^\d{1,15}$/.test(options.run ?? ''))
    throw usageError(`${JSON.stringify(options.run)} is not a run number`, `list them: ${command}`);
  if (wanted !== undefined && options.since !== undefined)
    throw usageError('RUN and --since cannot be combined', 'use only one of them');
  const history = await openHistory(ledgerPlaceOf(context));
  if (wanted === undefined) return listed(history, deps.now(), options.since?.(deps.now()), only);
  const record = history?.run(wanted);
  if (history === undefined || record === undefined || (only !== undefined && record.kind !== only)) {
    history?.close();
    const [message, hint] =
      record === undefined
        ? [`there is no run ${wanted} on this machine`, `list them: ${command}`]
        : [notOrders(record), `show it: cfi runs ${wanted}`];
    throw new CfiError('not-found', message, { hint });
  }
  const { forPeople } = formats[context.settings.output];
  return detailed(history, record.endedAt === null ? counted(history, record) : record, forPeople);
}

/** A run that has not ended, with the counts of what it has done so far, or had when it was interrupted. */
function counted(history: History, record: RunRecord): RunRecord {
  const counts: Record<string, number> = {};
  for (const { outcome } of history.documents(record)) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return { ...record, counts };
}

const shownDocuments = 1000;

/** What people see of a run without documents of its own. */
const noneText = ({ kind, counts }: RunRecord): string =>
  counts.skipped
    ? 'what was skipped is listed with the run that finished it'
    : `no finished ${kindOf(kind).list}`;

/** People see only the first documents of a large run. */
function detailed(history: History, record: RunRecord, forPeople: boolean): Result {
  const kind = kindOf(record.kind);
  const columns = documentColumns(kind);
  const documents = () => history.documents(record);
  const sent = mapped(documents(), (each) => (each.outcome === leftOutState ? undefined : each));
  /** As `order create` lists them. */
  const leftOut = mapped(documents(), ({ reference, outcome, error }) =>
    outcome === leftOutState ? { ReferenceNumber: reference, reason: error } : undefined,
  );
  const read = firstOf(documents(), shownDocuments + 1);
  const rows = read.slice(0, shownDocuments).map((row) => ({
    ...row,
    outcome: outcomeWord(record.kind, row.outcome, row.status),
    error: row.error && spokenMessage(row.error),
  }));
  const isCut = read.length > shownDocuments;
  const blocks: Block[] = [
    {
      kind: 'fields',
      title: `Run ${record.run}`,
      fields: [
        ['Kind', kind.kind === 'order' ? undefined : kind.kind],
        ['Files', record.files.join(' ')],
        ['Service', addressText(record.address)],
        ['Client', record.client],
        ['Started', { time: isoUtc(record.startedAt) }],
        ['State', stateOf(record)],
        ['Continues', record.continued.length === 0 ? undefined : namedRuns(record.continued)],
        ...countsOf(record),
      ],
    },
    {
      kind: 'table',
      columns,
      rows,
      empty: noneText(record),
      ...errorsInFull<DocumentOutcome>((row) => row.reference),
    },
  ];
  return {
    data: {
      ...shown(record),
      [kind.list]: documentMembers(kind, sent),
      ...(kind.kind === 'order' ? { leftOut } : {}),
    },
    items: documentMembers(kind, documents()),
    blocks,
    csv: { columns, rows: documents() },
    notices: forPeople && isCut ? [`only the first ${shownDocuments} are shown; -o csv shows all`] : [],
    close: () => history.close(),
  };
}
