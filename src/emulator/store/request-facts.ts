import { choicesKey, variantsKept } from '../engine/choices.ts';
import type { ClientAccount } from '../engine/context.ts';
import type { Variants } from '../engine/variants.ts';
import type { ClockState } from '../time/clock.ts';
import type { Database } from './database/database.ts';

/** What every request needs at its start, read in a single query because each query costs time, and cached. */
export interface RequestFacts {
  readonly clock: ClockState;
  readonly tokenSecret: string;
  /** When the next job falls due, in ms; null if none is scheduled. */
  readonly due: number | null;
  readonly hasFaults: boolean;
  /** The chosen answers where the specification is silent. */
  readonly variants: Variants;
  /** The account that the token names. */
  readonly account: ClientAccount | undefined;
  /** The account's tokens up to and including this number are revoked. */
  readonly revokedBefore: number;
}

interface Row {
  readonly clock: string;
  readonly secret: string;
  readonly due: number | null;
  readonly faults: number;
  readonly choices: string | null;
  readonly id: number | null;
  readonly client_id: string;
  readonly client_name: string;
  readonly role: ClientAccount['role'];
  readonly revoked_before: number | null;
}

const sql = `SELECT (SELECT value FROM meta WHERE key = 'clock') AS clock,
    (SELECT value FROM meta WHERE key = 'token_secret') AS secret,
    (SELECT due_at FROM jobs ORDER BY due_at, id LIMIT 1) AS due, EXISTS (SELECT 1 FROM faults) AS faults,
    (SELECT value FROM meta WHERE key = '${choicesKey}') AS choices,
    id, client_id, client_name, role, revoked_before
  FROM (SELECT 1) LEFT JOIN clients ON client_id = ?`;

/** Reads these facts for a request whose token names that client. */
export const readRequestFacts = (db: Database, clientId: string | undefined): RequestFacts =>
  db.cached(`facts ${clientId ?? ''}`, () => read(db, clientId), 'orders');

function read(db: Database, clientId: string | undefined): RequestFacts {
  const row = db.get<Row>(sql, clientId ?? null);
  if (row === undefined) throw new Error('the state has no clock');
  const { id, client_id, client_name, role } = row;
  return {
    clock: JSON.parse(row.clock),
    tokenSecret: row.secret,
    due: row.due,
    hasFaults: row.faults === 1,
    variants: variantsKept(row.choices),
    account: id === null ? undefined : { id, client_id, client_name, role },
    revokedBefore: row.revoked_before ?? 0,
  };
}
