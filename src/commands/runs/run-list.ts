import { basename } from 'node:path';
import { addressText } from '../../client/http/request.ts';
import { timeText } from '../../render/cell.ts';
import type { Column, Result } from '../../render/result.ts';
import { isoUtc, minuteMs } from '../../text/time/time.ts';
import type { History, RunRecord } from '../../upload/ledger/history.ts';
import { cancelledState, leftOutState, outcomes } from '../../upload/terms/outcomes.ts';

/** The kinds of runs, by the ledger's word. */
export interface RunKind {
  /** The value in the column `kind`. */
  readonly kind: string;
  readonly reference: string;
  /** The member of the list in json. */
  readonly list: string;
}

/** In the ledger, this is `slot`. */
export const slotFile = 'slots of a file';
const orderKind: RunKind = { kind: 'order', reference: 'ReferenceNumber', list: 'orders' };
const kinds: Readonly<Record<string, RunKind>> = {
  order: orderKind,
  cancel: { ...orderKind, kind: 'cancel' },
  inbound: { kind: 'inbound', reference: 'PO_REFERENCE', list: 'documents' },
  'purchase-order': { kind: 'po', reference: 'PO_REFERENCE', list: 'documents' },
  slot: { kind: 'slot', reference: 'slotReference', list: 'slots' },
  [slotFile]: { kind: 'slot', reference: 'reference', list: 'slots' },
};

/** The names of a kind; an unknown kind keeps the ledger's word. */
export const kindOf = (kind: string): RunKind =>
  kinds[kind] ?? { kind, reference: 'reference', list: 'documents' };

/** Whether a run ended, and why it stopped. */
export const stateOf = ({ endedAt, stopped }: RunRecord): string => {
  if (endedAt === null) return 'not ended';
  return stopped === null ? 'finished' : `stopped: ${stopped}`;
};

/** A run in json, ndjson and csv. */
export function shown(record: RunRecord): Record<string, unknown> {
  const { run, kind, files, address, client, startedAt, endedAt, exitCode, stopped, counts } = record;
  const { [leftOutState]: leftOut, ...outcomesOf } = counts;
  const total = Object.values(outcomesOf).reduce((sum, count) => sum + count, 0);
  const service = { service: addressText(address), client };
  const ended = endedAt === null ? null : isoUtc(endedAt);
  return {
    run,
    kind: kindOf(kind).kind,
    files,
    ...service,
    started: isoUtc(startedAt),
    ended,
    exitCode,
    stopped,
    total,
    ...outcomesOf,
    ...(leftOut === undefined ? {} : { leftOut }),
  };
}

/** The counts of a run, in display order. */
export const countedStates: readonly string[] = [...outcomes, cancelledState, leftOutState];

/** The columns of a list of runs. */
export const runColumns: readonly Column<RunRecord>[] = [
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

/** Warehouse time to the minute is enough for people. */
const minuteOf = (ms: number): string => isoUtc(ms - (ms % minuteMs));

/** The result of a run: `3 created, 1 rejected`, and why it stopped. */
function outcomeText(record: RunRecord): string {
  const said = countedStates
    .map((outcome) => [record.counts[outcome], outcome] as const)
    .filter(([count]) => count)
    .map(([count, outcome]) => `${count} ${outcome}`);
  const state = stateOf(record);
  const parts = [said.join(', '), state === 'finished' ? '' : state].filter((part) => part !== '');
  return parts.length === 0 ? 'nothing' : parts.join('; ');
}

/** The columns for people: the time and the result first. */
const runTable: readonly Column<RunRecord>[] = [
  { header: 'Run', value: (row) => row.run, align: 'right', priority: 1 },
  { header: 'Kind', value: (row) => kindOf(row.kind).kind, priority: 2 },
  { header: 'Started', value: (row) => minuteOf(row.startedAt), time: true, priority: 1 },
  { header: 'Outcome', value: outcomeText, priority: 1 },
  { header: 'Files', value: (row) => row.files.map((file) => basename(file)).join(' '), priority: 3 },
  { header: 'Client', value: (row) => row.client, priority: 6 },
  { header: 'Service', value: (row) => addressText(row.address), priority: 7 },
];

/** The columns for people; a list of one kind does not repeat it on every row. */
const tableOf = (only: 'order' | undefined): readonly Column<RunRecord>[] =>
  only === undefined ? runTable : runTable.filter(({ header }) => header !== 'Kind');

/** A list of runs, newest first; `only` selects a kind. */
export function listed(
  history: History | undefined,
  only: 'order' | undefined,
  since: number | undefined,
  now: number,
): Result {
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
  return {
    data: runs.map(shown),
    blocks: [{ kind: 'table', columns: tableOf(only), rows: runs, empty }],
    csv: { columns: runColumns, rows: runs },
    notices:
      only !== undefined && ofKind.length === 0 && all.length > 0
        ? ['deliveries, slots, POs and cancellations: cfi runs']
        : [],
  };
}
