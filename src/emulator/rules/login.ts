import { limits } from '../../contract/limits.ts';
import { ok, ServiceError } from '../domain/context.ts';
import { signToken } from '../domain/tokens.ts';
import { secretOf } from '../store/clients.ts';
import { insertJob } from '../store/jobs.ts';
import { countUp, readMeta } from '../store/tables.ts';
import type { Rule } from './rule.ts';

/** POST /auth/login: issues a token for an account's credentials, valid for one day of the emulator's clock. */
export const login: Rule<'login'> = (context, { body }) => {
  const { client_id, client_secret } = body;
  if (secretOf(context.db, client_id) !== client_secret) throw new ServiceError(401, 'Invalid credentials');
  const iat = Math.floor(context.now / 1000);
  const exp = iat + limits.tokenLifetimeSeconds;
  const jti = String(countUp(context.db, 'next_token'));
  const access_token = signToken(
    { sub: client_id, jti, iat, exp },
    readMeta(context.db, 'token_secret') ?? '',
  );
  insertJob(context.db, { due_at: exp * 1000, job: 'token-expiry', ref: client_id });
  const status = context.decide('A-40', [200, 201]);
  return ok({ access_token, expires_in: limits.tokenLifetimeSeconds, client_id }, {}, status);
};
