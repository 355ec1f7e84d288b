import { createHash } from 'node:crypto';
import { tokenClaims } from '../../text/json.ts';
import { textField } from '../../text/records.ts';

/**
 * The account of these uploads, for the ledger. A token from the environment may belong to a different client from the
 * profile's: then the account comes from the token itself.
 */
export function accountOf(clientId: string | undefined, givenToken: string | undefined): string {
  if (givenToken === undefined || givenToken === '') return clientId ?? '';
  const fingerprint = createHash('sha256').update(givenToken).digest('hex').slice(0, 16);
  return textField(tokenClaims(givenToken), 'client_id') ?? `token-${fingerprint}`;
}

/** The account at its service, for the names of locks. */
export const accountKey = (
  { baseUrl, clientId }: { readonly baseUrl: string; readonly clientId: string | undefined },
  givenToken: string | undefined,
): string => `${baseUrl} ${accountOf(clientId, givenToken)}`;
