import { createHmac, timingSafeEqual } from 'node:crypto';

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

/** The claims of a token that we signed with HS256, expired or not; undefined for any other text. */
export function verifyToken(token: string, secret: string): TokenClaims | undefined {
  const parts = token.split('.');
  if (parts.length !== 3 || parts[0] !== encode(header)) return undefined;
  const given = Buffer.from(parts[2] ?? '', 'base64url');
  const right = signatureOf(`${parts[0]}.${parts[1]}`, secret);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  return JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString()) as TokenClaims;
}
