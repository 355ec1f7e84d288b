import { createHmac, timingSafeEqual } from 'node:crypto';
import { tokenClaims } from '../../text/records.ts';
import type { RequestFacts } from '../store/clients.ts';
import { ServiceError } from './context.ts';

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
/** `{"alg":"HS256","typ":"JWT"}`, encoded. */
const header = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9';

const signatureOf = (signed: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(signed).digest();

/** Creates a JWT, signed with HS256. */
export function signToken(claims: TokenClaims, secret: string): string {
  const signed = `${header}.${encode(claims)}`;
  return `${signed}.${signatureOf(signed, secret).toString('base64url')}`;
}

/** Whether the token was signed with that secret and HS256. */
function isSigned(token: string, secret: string): boolean {
  const [head, claims, signature, ...rest] = token.split('.');
  if (head !== header || signature === undefined || rest.length > 0) return false;
  const given = Buffer.from(signature, 'base64url');
  const right = signatureOf(`${head}.${claims}`, secret);
  return given.length === right.length && timingSafeEqual(given, right);
}

/** How many tokens are remembered; more are in use only if each is used once. */
const mostRemembered = 1000;

/** Verifies tokens, each only once while the secret stands. */
export function tokenVerifier() {
  let known = '';
  const good = new Set<string>();
  return (token: string, secret: string): boolean => {
    if (secret !== known || good.size === mostRemembered) good.clear();
    known = secret;
    if (!good.has(token) && isSigned(token, secret)) good.add(token);
    return good.has(token);
  };
}

export type BearerToken = NonNullable<ReturnType<typeof readToken>>;

const bearer = /^Bearer +([^ ]+) *$/i;

/** Reads the token of an `Authorization` header, checked only for its `sub`; undefined without one. */
export function readToken(authorization: string | undefined) {
  const text = bearer.exec(authorization ?? '')?.[1];
  if (text === undefined) return undefined;
  const claims = tokenClaims(text);
  return typeof claims.sub === 'string' ? { text, claims: claims as unknown as TokenClaims } : undefined;
}

/** The account of a request's token. Throws a 401 if the token or the account is missing or no longer valid. */
export function authenticate(
  token: BearerToken | undefined,
  facts: RequestFacts,
  now: number,
  isGenuine: ReturnType<typeof tokenVerifier>,
) {
  const { id, client_id, client_name, role, tokenSecret, revoked_before } = facts;
  const good =
    token !== undefined &&
    id !== null &&
    token.claims.exp * 1000 > now &&
    Number(token.claims.jti) > Number(revoked_before) &&
    isGenuine(token.text, tokenSecret);
  if (!good) throw new ServiceError(401, 'Unauthorized');
  return { id, client_id, client_name, role };
}
