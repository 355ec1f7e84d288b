import { type Account, Refusal } from '../engine/context.ts';
import type { Passage } from '../pipeline/request-state.ts';
import type { Exchange } from '../server/exchange.ts';

/** The token in a request's `Authorization` header. */
export const tokenOf = ({ headers }: Exchange): string | undefined =>
  /^Bearer +([^ ]+) *$/i.exec(headers.authorization ?? '')?.[1];

/**
 * The account that a request's token stands for. Refused with 401 when it is missing, not ours, expired or revoked, or
 * its account is gone.
 */
export function authenticate({ core, token, standing, claims, now }: Passage): Account {
  const { account, tokenSecret, revokedBefore } = standing;
  const good =
    claims !== undefined &&
    account !== undefined &&
    claims.exp * 1000 > now &&
    Number(claims.jti) > revokedBefore &&
    core.tokens.isGenuine(token ?? '', tokenSecret);
  if (!good) throw new Refusal(401, 'Unauthorized');
  return account;
}
