import { createHash } from 'node:crypto';
import { textField } from '../text/records.ts';
import { tokenClaims } from '../text/token-claims.ts';

/**
 * Whose uploads these are, for the ledger. A token from the environment may belong to another client than the profile:
 * then the token itself says whose it is, or stands for an account of its own.
 */
export function accountOf(clientId: string | undefined, givenToken: string | undefined): string {
  if (givenToken === undefined || givenToken === '') return clientId ?? '';
  const fingerprint = createHash('sha256').update(givenToken).digest('hex').slice(0, 16);
  return textField(tokenClaims(givenToken), 'client_id') ?? `token-${fingerprint}`;
}
