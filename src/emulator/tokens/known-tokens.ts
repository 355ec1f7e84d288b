import { isSigned, readClaims, type TokenClaims } from './tokens.ts';

/** Parses and verifies each token only once, because a client sends the same one with every request. */
export interface Tokens {
  /** The token's claims, verified or not; undefined for text that is not a token. */
  claims(token: string | undefined): TokenClaims | undefined;
  isGenuine(token: string, secret: string): boolean;
}

interface Known {
  readonly claims: TokenClaims | undefined;
  /** The secret that verified the token. */
  secret?: string;
}

const remembered = 1000;

/** Creates a cache of parsed and verified tokens. */
export function knownTokens(): Tokens {
  const known = new Map<string, Known>();
  let last = '';
  let lastKnown: Known = { claims: undefined };
  const find = (token: string): Known => {
    // Comparing is cheaper than a lookup, and most requests come from one client.
    if (token === last) return lastKnown;
    last = token;
    lastKnown = known.get(token) ?? { claims: readClaims(token) };
    if (known.size >= remembered) known.clear();
    known.set(token, lastKnown);
    return lastKnown;
  };
  return {
    claims: (token) => (token === undefined ? undefined : find(token).claims),
    isGenuine(token, secret) {
      const found = find(token);
      if (found.secret === secret) return true;
      if (!isSigned(token, secret)) return false;
      found.secret = secret;
      return true;
    },
  };
}
