import { isSigned, readClaims, type TokenClaims } from './tokens.ts';

/** The token that a request carries. */
export interface BearerToken {
  /** Not verified. */
  readonly claims: TokenClaims;
  /** Whether it was signed with that secret. */
  isGenuine(secret: string): boolean;
}

/**
 * Reads the token of an `Authorization` header; undefined without a token. Parses and verifies each one only once,
 * because a client sends the same one with every request.
 */
export type Tokens = (authorization: string | undefined) => BearerToken | undefined;

const bearer = /^Bearer +([^ ]+) *$/i;

function readToken(authorization: string): BearerToken | undefined {
  const token = bearer.exec(authorization)?.[1];
  const claims = token === undefined ? undefined : readClaims(token);
  if (token === undefined || claims === undefined) return undefined;
  let verifiedBy: string | undefined;
  return {
    claims,
    isGenuine(secret) {
      if (verifiedBy === secret) return true;
      if (!isSigned(token, secret)) return false;
      verifiedBy = secret;
      return true;
    },
  };
}

const remembered = 1000;

/** Creates a cache of parsed and verified tokens. */
export function knownTokens(): Tokens {
  const known = new Map<string, BearerToken | undefined>();
  let last: string | undefined;
  let lastToken: BearerToken | undefined;
  return (authorization) => {
    if (authorization === undefined) return undefined;
    // Comparing is cheaper than a lookup, and most requests come from one client.
    if (authorization === last) return lastToken;
    const token = known.get(authorization) ?? readToken(authorization);
    if (known.size >= remembered) known.clear();
    known.set(authorization, token);
    last = authorization;
    lastToken = token;
    return token;
  };
}
