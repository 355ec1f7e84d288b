import { createHmac, timingSafeEqual } from 'node:crypto';
import { tokenClaims } from '../../text/token-claims.ts';

/** What a token says; times in seconds since the epoch, as JWTs have them. */
export interface TokenClaims {
  /** The account's `client_id`. */
  readonly sub: string;
  /** Number of the token, from 1; tells which tokens a revocation is about. */
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const header = { alg: 'HS256', typ: 'JWT' };

const signatureOf = (signed: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(signed).digest();

/** A JWT, signed with HS256. */
export function signToken(claims: TokenClaims, secret: string): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${signatureOf(signed, secret).toString('base64url')}`;
}

/** Whether we signed the token with that secret and HS256. */
export function isSigned(token: string, secret: string): boolean {
  const [head, claims, signature, ...rest] = token.split('.');
  if (head !== encode(header) || signature === undefined || rest.length > 0) return false;
  const given = Buffer.from(signature, 'base64url');
  const right = signatureOf(`${head}.${claims}`, secret);
  return given.length === right.length && timingSafeEqual(given, right);
}

/** What a token says, whoever signed it; undefined for text that is not a JWT. */
export function readClaims(token: string): TokenClaims | undefined {
  const claims = tokenClaims(token);
  return typeof claims.sub === 'string' ? (claims as unknown as TokenClaims) : undefined;
}
