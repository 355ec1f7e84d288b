import type { CommandContext } from '../../cli/settings.ts';
import type { Api } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import type { Connection } from '../../storage/sqlite.ts';
import { redactData } from '../../text/redact.ts';
import { accountOf } from '../account.ts';
import { recordCancellations } from './cancellations.ts';
import { withLedger } from './damage/replace-damaged.ts';
import { ledgerPlaceOf } from './ledger-place.ts';
import type { Recorded } from './recorded.ts';

/** A finished run of a few requests. */
export interface EndedRun {
  readonly kind: 'cancel' | 'slot';
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly exitCode: number;
  readonly documents: readonly Recorded[];
}

/**
 * Records a finished run in the ledger. If the ledger cannot be written, that is only a warning, because the work is
 * done.
 */
export async function recordRun(context: CommandContext, api: Api, run: EndedRun): Promise<void> {
  const { deps } = context;
  const account = { address: api.baseUrl, client: accountOf(api.clientId, deps.env.CFI_TOKEN) };
  const documents = redactData(run.documents, context.redactor.redact) as EndedRun['documents'];
  const ended = { pid: deps.pid, endedAt: deps.now() };
  try {
    await withLedger(ledgerPlaceOf(context), (db) => {
      db.transaction(() => insert(db, { ...run, documents, ...account, ...ended }));
      db.close();
    });
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    context.warn(`this run is missing from the list of runs: ${error.message}`);
  }
}

interface Row extends EndedRun {
  readonly address: string;
  readonly client: string;
  readonly pid: number;
  readonly endedAt: number;
}

function insert(db: Connection, row: Row): void {
  const { address, client, kind, pid, startedAt, endedAt, exitCode, documents } = row;
  db.statement('INSERT OR IGNORE INTO services (address, client) VALUES (?, ?)').run(address, client);
  const service = Number(
    db.statement('SELECT id FROM services WHERE address = ? AND client = ?').row(address, client)?.[0],
  );
  const counts: Record<string, number> = {};
  for (const { state } of documents) counts[state] = (counts[state] ?? 0) + 1;
  const run = db
    .statement(
      `INSERT INTO runs (service, kind, files, pid, started_at, ended_at, exit_code, counts)
       VALUES (?, ?, '[]', ?, ?, ?, ?, ?) RETURNING id`,
    )
    .row(service, kind, pid, startedAt, endedAt, exitCode, JSON.stringify(counts))?.[0];
  if (kind === 'slot') insertSlots(db, Number(run), documents);
  else recordCancellations(db, { service, run: Number(run) }, documents);
}

/**
 * Records slots that were booked on their own. They are no documents with a name: a row of a file may be called like a
 * slot or a request, and its record must stay.
 */
function insertSlots(db: Connection, run: number, slots: readonly Recorded[]): void {
  const put = db.statement(
    'INSERT OR REPLACE INTO past (run, reference, state, number, status, error) VALUES (?, ?, ?, ?, ?, ?)',
  );
  for (const { reference, state, status, error } of slots)
    put.run(run, reference, state, state === 'created' ? reference : null, status, error);
}
