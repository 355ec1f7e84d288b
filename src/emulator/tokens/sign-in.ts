import { type ClientAccount, ServiceError } from '../engine/context.ts';
import type { RequestState } from '../pipeline/request-state.ts';
import type { HttpRequest } from '../server/http-message.ts';

/** The token in a request's `Authorization` header. */
export const tokenOf = ({ headers }: HttpRequest): string | undefined =>
  /^Bearer +([^ ]+) *$/i.exec(headers.authorization ?? '')?.[1];

/**
 * The account that a request's token belongs to. Throws a 401 when the token is missing, forged, expired or revoked, or
 * when the account no longer exists.
 */
export function authenticate({ engine, token, facts, claims, now }: RequestState): ClientAccount {
  const { account, tokenSecret, revokedBefore } = facts;
  const good =
    claims !== undefined &&
    account !== undefined &&
    claims.exp * 1000 > now &&
    Number(claims.jti) > revokedBefore &&
    engine.tokens.isGenuine(token ?? '', tokenSecret);
  if (!good) throw new ServiceError(401, 'Unauthorized');
  return account;
}
