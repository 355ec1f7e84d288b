import type { CommandContext } from '../../cli/settings.ts';
import type { Since } from '../../cli/typed-times.ts';
import { addressText } from '../../client/http/request.ts';
import { CfiError, usageError } from '../../errors.ts';
import { type Block, type Column, formats, type Result } from '../../render/result.ts';
import { isoUtc } from '../../text/time/time.ts';
import { type History, openHistory, type RunDocument, type RunRecord } from '../../upload/ledger/history.ts';
import { ledgerPlaceOf } from '../../upload/ledger/ledger-file.ts';
import { leftOutState } from '../../upload/terms/outcomes.ts';
import { countedStates, kindOf, listed, runColumns, shown, slotFile, stateOf } from './run-list.ts';

interface Selection {
  readonly run?: string;
  readonly since?: Since;
}

/** Lists what this machine sent, or shows the documents of one run. The columns of one run depend on its kind. */
export const allRuns = {
  columns: ({ run }: Partial<Selection>) => (run === undefined ? runColumns : undefined),
  run: (context: CommandContext, options: Selection): Promise<Result> => showRuns(context, options),
};

/** Lists the order uploads of this machine, or shows the orders of one of them. */
export const orderRuns = {
  columns: ({ run }: Partial<Selection>) => (run === undefined ? runColumns : documentColumns('order')),
  run: (context: CommandContext, options: Selection): Promise<Result> => showRuns(context, options, 'order'),
};

/** Lists the runs of this machine, of one kind or all, or shows the documents of one run. */
async function showRuns(context: CommandContext, options: Selection, only?: 'order'): Promise<Result> {
  const command = only === undefined ? 'cfi runs' : 'cfi order runs';
  const wanted = options.run === undefined ? undefined : runNumber(options.run, command);
  const { deps } = context;
  if (wanted !== undefined && options.since !== undefined)
    throw usageError('RUN and --since cannot be combined', 'use only one of them');
  const history = await openHistory(ledgerPlaceOf(context));
  if (wanted === undefined) return listed(history, only, options.since?.(deps.now()), deps.now());
  const record = history?.run(wanted);
  if (history === undefined || record === undefined || (only !== undefined && record.kind !== only)) {
    history?.close();
    throw record === undefined
      ? new CfiError('not-found', `there is no run ${wanted} on this machine`, {
          hint: `list them: ${command}`,
        })
      : new CfiError(
          'not-found',
          `run ${wanted} is not an upload of orders; its kind is ${kindOf(record.kind).kind}`,
          {
            hint: `show it: cfi runs ${wanted}`,
          },
        );
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

function runNumber(text: string, command: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw usageError(`${JSON.stringify(text)} is not a run number`, `list them: ${command}`);
}

/** Slots in a file have their own names; a slot booked on its own has its reference. */
const documentKind = ({ kind, files }: RunRecord): string =>
  kind === 'slot' && files.length > 0 ? slotFile : kind;

/** The name of the service's own number of a document. */
const numberHeaders: Readonly<Record<string, string>> = {
  order: 'OrderNumber',
  'purchase-order': 'lw_po_number',
  [slotFile]: 'slotReference',
};

/** The columns of one run's documents. */
const documentColumns = (kind: string): readonly Column<RunDocument>[] => [
  { header: kindOf(kind).reference, value: (row) => row.reference, priority: 1 },
  { header: 'outcome', value: (row) => row.outcome, priority: 1 },
  ...(kind === 'order'
    ? [{ header: 'OrderUUID', value: (row: RunDocument) => row.uuid, csvOnly: true }]
    : []),
  ...(numberHeaders[kind] === undefined
    ? []
    : [{ header: numberHeaders[kind], value: (row: RunDocument) => row.number, priority: 3 }]),
  { header: 'status', value: (row) => row.status, priority: 4 },
  { header: 'error', value: (row) => row.error, priority: 2 },
];

function* members(kind: string, documents: Iterable<RunDocument>): Generator<Record<string, unknown>> {
  for (const { reference, outcome, uuid, number, status, error, fields } of documents) {
    const own = ownIds(kind, uuid, number);
    const differing = fields === null ? {} : { fields: fields.split(', ') };
    yield { [kindOf(kind).reference]: reference, outcome, ...own, status, error, ...differing };
  }
}

/** The service's own identifiers of a document, by kind. */
function ownIds(kind: string, uuid: string | null, number: RunDocument['number']): Record<string, unknown> {
  if (kind === 'purchase-order') return { lw_po_number: number };
  if (kind === slotFile) return { slotReference: number };
  if (kind !== 'order') return {};
  return { OrderId: uuid === null && number === null ? null : { UUID: uuid, Number: number } };
}

const isLeftOut = ({ outcome }: RunDocument): boolean => outcome === leftOutState;

function* chosen(documents: Iterable<RunDocument>, wanted: (document: RunDocument) => boolean) {
  for (const document of documents) if (wanted(document)) yield document;
}

/** The orders that were left out, as `order create` lists them. */
function* leftOutMembers(documents: Iterable<RunDocument>): Generator<Record<string, unknown>> {
  for (const { reference, error } of chosen(documents, isLeftOut))
    yield { ReferenceNumber: reference, reason: error };
}

const shownDocuments = 1000;

/** People see only the first documents of a large run. */
function detailed(history: History, record: RunRecord, forPeople: boolean): Result {
  const kind = documentKind(record);
  const columns = documentColumns(kind);
  const rows: RunDocument[] = [];
  for (const document of history.documents(record)) {
    rows.push(document);
    if (rows.length === shownDocuments) break;
  }
  const counts = countedStates
    .map((outcome) => [outcome, record.counts[outcome]] as const)
    .filter(([, count]) => count);
  const blocks: Block[] = [
    {
      kind: 'fields',
      title: `Run ${record.run}`,
      fields: [
        ['Kind', record.kind === 'order' ? undefined : kindOf(record.kind).kind],
        ['Files', record.files.join(' ')],
        ['Service', addressText(record.address)],
        ['Client', record.client],
        ['Started', { time: isoUtc(record.startedAt) }],
        ['State', stateOf(record)],
        ...counts,
      ],
    },
    { kind: 'table', columns, rows, empty: `no finished ${kindOf(record.kind).list}` },
  ];
  return {
    data: {
      ...shown(record),
      [kindOf(kind).list]: members(
        kind,
        chosen(history.documents(record), (document) => !isLeftOut(document)),
      ),
      ...(kind === 'order' ? { leftOut: leftOutMembers(history.documents(record)) } : {}),
    },
    items: members(kind, history.documents(record)),
    blocks,
    csv: { columns, rows: history.documents(record) },
    notices:
      !forPeople || rows.length < shownDocuments
        ? []
        : [`only the first ${shownDocuments} are shown; -o csv shows all`],
    close: () => history.close(),
  };
}
