import { type Account, Refusal } from './context.ts';
import { accountByClientId } from './store/accounts.ts';
import type { Database } from './store/database.ts';
import { type TokenClaims, verifyToken } from './tokens.ts';

/** The claims of a token, as long as it was signed with that secret. */
export type TokenReader = (token: string, secret: string) => TokenClaims | undefined;

const remembered = 1000;

/** Checks each token's signature once, because a client sends the same one with every request. */
export function tokenReader(): TokenReader {
  const known = new Map<string, { readonly secret: string; readonly claims: TokenClaims }>();
  return (token, secret) => {
    const found = known.get(token);
    if (found?.secret === secret) return found.claims;
    const claims = verifyToken(token, secret);
    if (claims === undefined) return undefined;
    if (known.size >= remembered) known.clear();
    known.set(token, { secret, claims });
    return claims;
  };
}

const unauthorized = (): Refusal => new Refusal(401, 'Unauthorized');

/**
 * The account that a request's `Authorization` header stands for at `now` (ms). Refused with 401 when the header is
 * missing, the token not ours, expired or revoked, or its account gone.
 */
export function authenticate(
  db: Database,
  readToken: TokenReader,
  secret: string,
  authorization: string | undefined,
  now: number,
): Account {
  const token = /^Bearer +([^ ]+) *$/i.exec(authorization ?? '')?.[1];
  const claims = token === undefined ? undefined : readToken(token, secret);
  if (claims === undefined || claims.exp * 1000 <= now) throw unauthorized();
  const account = accountByClientId(db, claims.sub);
  if (account === undefined || Number(claims.jti) <= account.revoked_before) throw unauthorized();
  const { id, client_id, client_name, role } = account;
  return { id, client_id, client_name, role };
}
