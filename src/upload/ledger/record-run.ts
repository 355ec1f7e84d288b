import type { CommandContext } from '../../cli/settings.ts';
import type { Api } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import type { Database } from '../../storage/sqlite/database.ts';
import { redactData } from '../../text/redact.ts';
import { accountOf } from '../terms/account.ts';
import { type EndedDocument, recordCancellations } from './cancellations.ts';
import { ledgerPlaceOf } from './ledger-place.ts';
import { withLedger } from './open-ledger.ts';
import { accountNumber } from './order-states.ts';

/** A finished run of a few requests. */
export interface EndedRun {
  readonly kind: 'cancel' | 'slot';
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly exitCode: number;
  readonly documents: readonly EndedDocument[];
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
      db.transaction('write', () => insert(db, { ...run, documents, ...account, ...ended }));
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

function insert(db: Database, row: Row): void {
  const { address, client, kind, pid, startedAt, endedAt, exitCode, documents } = row;
  const service = accountNumber(db, address, client);
  const counts: Record<string, number> = {};
  for (const { state } of documents) counts[state] = (counts[state] ?? 0) + 1;
  const run = db.get<{ id: number }>(
    `INSERT INTO runs (service, kind, files, pid, started_at, ended_at, exit_code, counts)
     VALUES (?, ?, '[]', ?, ?, ?, ?, ?) RETURNING id`,
    service,
    kind,
    pid,
    startedAt,
    endedAt,
    exitCode,
    JSON.stringify(counts),
  );
  if (kind === 'slot') insertSlots(db, Number(run?.id), documents);
  else recordCancellations(db, { service, run: Number(run?.id) }, documents);
}

/**
 * Records slots that were booked on their own. They are no documents with a name: a row of a file may be called like a
 * slot or a request, and its record must stay.
 */
function insertSlots(db: Database, run: number, slots: readonly EndedDocument[]): void {
  const put =
    'INSERT OR REPLACE INTO past (run, reference, state, number, status, error) VALUES (?, ?, ?, ?, ?, ?)';
  for (const { reference, state, status, error } of slots)
    db.run(put, run, reference, state, state === 'created' ? reference : null, status, error);
}
