import { type ClientAccount, ServiceError } from '../engine/context.ts';
import type { RequestState } from '../pipeline/request-state.ts';

/**
 * The account that a request's token belongs to. Throws a 401 when the token is missing, forged, expired or revoked, or
 * when the account no longer exists.
 */
export function authenticate({ token, facts, now }: RequestState): ClientAccount {
  const { account, tokenSecret, revokedBefore } = facts;
  const good =
    token !== undefined &&
    account !== undefined &&
    token.claims.exp * 1000 > now &&
    Number(token.claims.jti) > revokedBefore &&
    token.isGenuine(tokenSecret);
  if (!good) throw new ServiceError(401, 'Unauthorized');
  return account;
}
