import { createHash } from 'node:crypto';

/** The client a token names in its claims; undefined when it does not, or is no JWT. */
function claimedClient(token: string): string | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const { client_id: client } = claims as { client_id?: unknown };
    return typeof client === 'string' && client !== '' ? client : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whose uploads these are, for the ledger. A token from the environment may belong to another client than the profile:
 * then the token itself says whose it is, or stands for an account of its own.
 */
export function accountOf(clientId: string | undefined, givenToken: string | undefined): string {
  if (givenToken === undefined || givenToken === '') return clientId ?? '';
  const fingerprint = createHash('sha256').update(givenToken).digest('hex').slice(0, 16);
  return claimedClient(givenToken) ?? `token-${fingerprint}`;
}
