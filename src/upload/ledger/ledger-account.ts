import { createHash } from 'node:crypto';
import type { Api } from '../../client/types.ts';
import type { Database } from '../../storage/sqlite/database.ts';
import { textField, tokenClaims } from '../../text/records.ts';
import type { Outside } from '../terms/outside.ts';

export interface LedgerAccount {
  readonly address: string;
  readonly client: string;
}

/** The ledger's number of an account; undefined if it does not know it. */
export const serviceOf = (db: Database, { address, client }: LedgerAccount): number | undefined =>
  db.get<{ id: number }>('SELECT id FROM services WHERE address = ? AND client = ?', [address, client])?.id;

/** The same; an account that the ledger does not know gets a number. Throws SQLite's errors. */
export function accountNumber(db: Database, account: LedgerAccount): number {
  const known = serviceOf(db, account);
  if (known !== undefined) return known;
  const { address, client } = account;
  db.run('INSERT OR IGNORE INTO services (address, client) VALUES (?, ?)', [address, client]);
  return Number(serviceOf(db, account));
}

/** The account for the ledger: the client, or that of a token in the environment, which may be another one. */
function accountOf(clientId: string | undefined, givenToken: string | undefined): string {
  if (givenToken === undefined || givenToken === '') return clientId ?? '';
  const fingerprint = createHash('sha256').update(givenToken).digest('hex').slice(0, 16);
  return textField(tokenClaims(givenToken), 'client_id') ?? `token-${fingerprint}`;
}

/** The account in use at its service. */
export const ledgerAccount = (
  { deps }: Pick<Outside, 'deps'>,
  { baseUrl, clientId }: Pick<Api, 'baseUrl' | 'clientId'>,
): LedgerAccount => ({ address: baseUrl, client: accountOf(clientId, deps.env.CFI_TOKEN) });

/** The same for the names of locks. */
export function accountKey(outside: Pick<Outside, 'deps'>, api: Pick<Api, 'baseUrl' | 'clientId'>) {
  const { address, client } = ledgerAccount(outside, api);
  return `${address} ${client}`;
}
