import type { ClientAccount } from '../engine/context.ts';
import type { Database } from './database/database.ts';

/** An account with its secret, as stored. */
export interface ClientAccountRow extends ClientAccount {
  readonly client_secret: string;
}

/** The account with this client_id. */
export const accountByClientId = (db: Database, clientId: string): ClientAccountRow | undefined =>
  db.get<ClientAccountRow>(
    'SELECT id, client_id, client_name, role, client_secret FROM clients WHERE client_id = ?',
    clientId,
  );

/** All accounts with their credentials, in the order of the seed. */
export const allAccounts = (db: Database): ClientAccountRow[] =>
  db.all<ClientAccountRow>('SELECT id, client_id, client_name, role, client_secret FROM clients ORDER BY id');

/** Revokes all tokens up to and including `lastToken`. */
export const revokeTokens = (db: Database, account: number, lastToken: number): number =>
  db.run('UPDATE clients SET revoked_before = ? WHERE id = ?', lastToken, account);
