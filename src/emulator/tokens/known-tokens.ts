import { isSigned, readClaims, type TokenClaims } from './tokens.ts';

/** Reads and checks each token once: a client sends the same one with every request. */
export interface Tokens {
  /** What the token says of itself, genuine or not; undefined for text that is not a token. */
  claims(token: string | undefined): TokenClaims | undefined;
  isGenuine(token: string, secret: string): boolean;
}

interface Known {
  readonly claims: TokenClaims | undefined;
  /** The secret with which the token has been found genuine. */
  secret?: string;
}

const remembered = 1000;

/** Remembers the tokens that were read and checked. */
export function knownTokens(): Tokens {
  const known = new Map<string, Known>();
  let last = '';
  let lastKnown: Known = { claims: undefined };
  const find = (token: string): Known => {
    // Comparing is cheaper than looking up, and most requests come from one client.
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
