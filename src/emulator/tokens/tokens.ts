import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { tokenClaims } from '../../text/token-claims.ts';

/** The claims of a token; times in seconds since the epoch, as in JWTs. */
export interface TokenClaims {
  /** The account's `client_id`. */
  readonly sub: string;
  /** The token's number, from 1; a revocation covers the tokens up to a number. */
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const header = { alg: 'HS256', typ: 'JWT' };

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Without `node:crypto`, which takes a seventh of `cfi --emulator inventory` to load. */
const signatureOf = (signed: string, secret: string): Buffer =>
  Buffer.from(hmac(sha256, bytes(secret), bytes(signed)));

/** Whether two values are the same; takes the same time wherever they differ. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (const [at, byte] of one.entries()) difference |= byte ^ (other[at] ?? 0);
  return difference === 0;
}

/** Creates a JWT, signed with HS256. */
export function signToken(claims: TokenClaims, secret: string): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${signatureOf(signed, secret).toString('base64url')}`;
}

/** Whether the token was signed with that secret and HS256. */
export function isSigned(token: string, secret: string): boolean {
  const [head, claims, signature, ...rest] = token.split('.');
  if (head !== encode(header) || signature === undefined || rest.length > 0) return false;
  const given = Buffer.from(signature, 'base64url');
  const right = signatureOf(`${head}.${claims}`, secret);
  return isSame(right, given);
}

/** The claims of a token, signed by anyone and not checked beyond `sub`; undefined for text that is not a JWT. */
export function readClaims(token: string): TokenClaims | undefined {
  const claims = tokenClaims(token);
  return typeof claims.sub === 'string' ? (claims as unknown as TokenClaims) : undefined;
}
