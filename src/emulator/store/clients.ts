import type { Database } from '../../storage/sqlite/database.ts';
import { updateRow } from './tables.ts';

/** What an account may do: anything, or only read. */
export const roles = ['full', 'read-only'] as const;

/** The account a token belongs to. Rules read and write only this account's data. */
export interface ClientAccount {
  readonly id: number;
  readonly client_id: string;
  readonly client_name: string;
  readonly role: (typeof roles)[number];
}

export interface SigningAccount {
  readonly client_id: string;
  readonly client_name: string;
  readonly client_secret: string;
}

/** All accounts, in the order of the seed. */
export const allAccounts = (db: Database): SigningAccount[] =>
  db.all<SigningAccount>('SELECT client_id, client_name, client_secret FROM clients ORDER BY id');

/** The secret of the account with this client_id. */
export const secretOf = (db: Database, clientId: string): string | undefined =>
  db.get<SigningAccount>('SELECT client_secret FROM clients WHERE client_id = ?', [clientId])?.client_secret;

/** Revokes all tokens up to and including `lastToken`. */
export const revokeTokens = (db: Database, account: number, lastToken: number): void =>
  updateRow(db, 'clients', { id: account }, { revoked_before: lastToken });

/** The key under which a state stores its choices as JSON; absent while all are the default. */
export const choicesKey = 'kept_choices';

/** What a request needs to know of the state, and the account that its token names, if there is one. */
export interface RequestFacts extends Omit<ClientAccount, 'id'> {
  readonly id: number | null;
  /** The last token that was revoked; null without an account. */
  readonly revoked_before: number | null;
  /** 1 if there are fault rules. */
  readonly faults: number;
  /** The clock, as stored. */
  readonly clock: string;
  readonly tokenSecret: string;
  /** When the next job falls due, in ms; null if none is scheduled. */
  readonly due: number | null;
  /** The chosen answers where the specification is silent, as stored. */
  readonly choices: string | null;
}

/** The tables that these facts are read from. */
export const factTables: readonly string[] = ['meta', 'jobs', 'faults', 'clients'];

const factsOfRequest = `SELECT (SELECT value FROM meta WHERE key = 'clock') AS clock,
    (SELECT value FROM meta WHERE key = 'token_secret') AS tokenSecret,
    (SELECT due_at FROM jobs ORDER BY due_at, id LIMIT 1) AS due, EXISTS (SELECT 1 FROM faults) AS faults,
    (SELECT value FROM meta WHERE key = '${choicesKey}') AS choices,
    id, client_id, client_name, role, revoked_before
  FROM (SELECT 1) LEFT JOIN clients ON client_id = ?`;

/** Reads these facts for a request whose token names that client, with one statement because each costs time. */
export function readRequestFacts(db: Database, clientId: string | undefined): RequestFacts {
  const facts = db.get<RequestFacts>(factsOfRequest, [clientId ?? null]);
  if (facts === undefined) throw new Error('the state has no clock');
  return facts;
}

/** How a warehouse answers slots: when told to, by confirming, or with one counter-offer before it confirms. */
export const fcPolicies = ['manual', 'auto', 'counter'] as const;

export type FcPolicy = (typeof fcPolicies)[number];

export interface Warehouse {
  readonly id: number;
  readonly name: string;
  readonly location_id: string;
  /** 1 if it accepts deliveries on Mondays. */
  readonly accepts_monday: number;
  readonly fc_policy: FcPolicy;
}

const warehouseTables = ['warehouses', 'client_warehouses'];

/** The client's warehouse with exactly that name. */
export const warehouseOfClient = (db: Database, client: number, name: string): Warehouse | undefined =>
  db.kept(warehouseTables, `${client} ${name}`, () =>
    db.get<Warehouse>(
      `SELECT w.id, w.name, w.location_id, w.accepts_monday, w.fc_policy FROM warehouses w
       JOIN client_warehouses cw ON cw.warehouse = w.id AND cw.client = ? WHERE w.name = ?`,
      [client, name],
    ),
  );
