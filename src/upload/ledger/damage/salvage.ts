import type { Connection, Row } from '../../../storage/sqlite.ts';
import { isJson } from '../../../text/json.ts';
import { cancelledState, foundCancelledState, leftOutState, outcomes } from '../../outcomes.ts';
import { recoverCancelled } from '../cancellations.ts';
import { recoverSentWithoutSlot } from '../sent-without-slot.ts';

/** A table of the ledger, in copying order. */
interface SavedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of its key. */
  readonly key: readonly string[];
  /** Whether a row is plausible. */
  isWhole(row: Row): boolean;
}

const isText = (value: unknown): boolean => typeof value === 'string' && !value.includes('\uFFFD');
const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value);
const isOutcome = (value: unknown): boolean =>
  [...outcomes, cancelledState, foundCancelledState, leftOutState].some((outcome) => outcome === value);

const saved: readonly SavedTable[] = [
  {
    name: 'services',
    columns: ['id', 'address', 'client'],
    key: ['id'],
    isWhole: ([id, address, client]) => isCount(id) && isText(address) && isText(client),
  },
  {
    name: 'runs',
    columns: [
      'id',
      'service',
      'kind',
      'files',
      'pid',
      'started_at',
      'ended_at',
      'exit_code',
      'stopped',
      'counts',
    ],
    key: ['id'],
    isWhole: ([id, service, kind, files, , started, , , , counts]) =>
      isCount(id) &&
      isCount(service) &&
      isText(kind) &&
      isJsonText(files) &&
      isCount(started) &&
      isJsonText(counts),
  },
  {
    name: 'documents',
    columns: 'service kind reference digest state uuid number status error fields run'.split(' '),
    key: ['service', 'kind', 'reference'],
    isWhole: ([service, kind, reference, digest, state, , , , , , run]) =>
      isCount(service) &&
      isText(kind) &&
      isText(reference) &&
      isText(digest) &&
      isOutcome(state) &&
      isCount(run),
  },
  {
    name: 'past',
    columns: 'run reference state uuid number status error fields'.split(' '),
    key: ['run', 'reference'],
    isWhole: ([run, reference, state]) => isCount(run) && isText(reference) && isOutcome(state),
  },
  {
    name: 'intents',
    columns: ['run', 'batch', 'service', 'kind', 'documents'],
    key: ['rowid'],
    isWhole: ([run, batch, service, kind, documents]) =>
      isCount(run) && isCount(batch) && isCount(service) && isText(kind) && isJsonText(documents),
  },
  {
    name: 'last_shown',
    columns: ['service', 'reference', 'status', 'vendor', 'tracking', 'checked_at'],
    key: ['service', 'reference'],
    isWhole: ([service, reference, status, vendor, tracking, checked]) =>
      isCount(service) &&
      isText(reference) &&
      [status, vendor, tracking].every((value) => value === null || isText(value)) &&
      isCount(checked),
  },
  {
    name: 'slots_before',
    columns: ['service', 'reference', 'slots', 'accepted', 'bodies'],
    key: ['service', 'reference'],
    isWhole: ([service, reference, slots, accepted, bodies]) =>
      isCount(service) && isText(reference) && isJsonText(slots) && isCount(accepted) && isJsonText(bodies),
  },
  {
    name: 'sent_without_slot',
    columns: ['service', 'reference'],
    key: ['service', 'reference'],
    isWhole: ([service, reference]) => isCount(service) && isText(reference),
  },
];

const isJsonText = (value: unknown): boolean => typeof value === 'string' && isJson(value);

/**
 * Records the loss. A run whose own row was lost must not lend its number to a new run: what it sent would count as the
 * new run's, and as known after the loss.
 */
const lastRun = '(SELECT coalesce(max(id), 0) FROM runs)';
const lostRuns = `
UPDATE documents SET run = ${lastRun} WHERE run > ${lastRun};
DELETE FROM past WHERE run > ${lastRun};
UPDATE intents SET run = -rowid WHERE run > ${lastRun};
INSERT INTO losses VALUES (${lastRun});
`;

/**
 * Copies whatever can be read from a damaged ledger into a new one, and records the loss; returns the number of documents.
 * Reads nothing if `from` is undefined.
 */
export function salvage(from: Connection | undefined, into: Connection): number {
  let documents = 0;
  for (const table of from === undefined ? [] : saved) {
    const count = copyTable(from as Connection, into, table);
    if (table.name === 'documents') documents = count;
  }
  // Before runs are renumbered, which loses their order.
  into.script(recoverCancelled + lostRuns + recoverSentWithoutSlot);
  return documents;
}

/**
 * Reads a table from both ends up to the damage, because rows after a damaged page cannot be reached from before it.
 */
function copyTable(from: Connection, into: Connection, table: SavedTable): number {
  const { name, columns } = table;
  const marks = columns.map(() => '?').join(', ');
  const put = into.statement(`INSERT OR IGNORE INTO ${name} (${columns.join(', ')}) VALUES (${marks})`);
  let copied = 0;
  for (const order of ['ASC', 'DESC'] as const) {
    try {
      for (const row of rowsOf(from, table, order)) if (table.isWhole(row)) copied += put.run(...row);
    } catch {
      // Reads as far as possible.
    }
  }
  return copied;
}

function* rowsOf(
  from: Connection,
  { name, columns, key }: SavedTable,
  order: 'ASC' | 'DESC',
): Generator<Row> {
  // As bytes, because damaged text that is not UTF-8 would crash libsql, and integers beyond 2^53 do not fit a number.
  const read = columns.map(
    (column) =>
      `iif(typeof(${column}) = 'text' OR abs(${column}) > ${Number.MAX_SAFE_INTEGER}, CAST(${column} AS BLOB), ${column})`,
  );
  const sorted = key.map((column) => `${column} ${order}`);
  const rows = from.statement(`SELECT ${read.join(', ')} FROM ${name} ORDER BY ${sorted.join(', ')}`);
  for (const row of rows.each()) yield row.map(decoded);
}

const decoded = (value: unknown): Row[number] =>
  value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : (value as Row[number]);
