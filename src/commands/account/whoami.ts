import type { Run } from '../../cli/command.ts';
import { askTime } from '../../client/api/lookups.ts';
import { ensureSignedIn, openSession, type Session, signInHint } from '../../client/auth/session.ts';
import type { OpenTokens } from '../../client/auth/tokens.ts';
import { addressText } from '../../client/http.ts';
import { CfiError } from '../../errors.ts';
import { memberColumns, memberRow } from '../../render/columns.ts';
import type { Result } from '../../render/result.ts';
import { numberField, tokenClaims } from '../../text/records.ts';
import { foreignTime, formatDuration } from '../../text/time/time.ts';
import type { whoamiCommand } from './definition.ts';

/**
 * When the token expires, and how long that is from now by the service's clock, both in ms; undefined if not known. Of a
 * token from the environment only the service knows whether it ever was one. Throws `unauthorized` for one that it refuses.
 */
async function validity(session: Session, tokens: OpenTokens) {
  const saved = tokens.saved();
  const { fixedToken } = session.account;
  const stated = numberField(tokenClaims(tokens.current()), 'exp');
  const expiry = saved?.expires_at ?? (stated && foreignTime(stated * 1000));
  if (expiry === undefined && fixedToken === undefined) return { expiry, left: undefined };
  const { now, refused } = await askTime(session, saved, fixedToken);
  if (refused)
    throw new CfiError('unauthorized', 'the service refuses the token of CFI_TOKEN', {
      hint: session.requestOptions.signInHint,
    });
  return { expiry, left: expiry === undefined ? undefined : expiry - now };
}

/** Who is signed in and until when, with `more` for people. */
export function accountResult(
  data: Readonly<Record<'profile' | 'base_url', string> & Record<'client_id' | 'expires_at', string | null>>,
  more: readonly [name: string, value: unknown],
): Result {
  const fields = [
    ['Signed in as', data.client_id ?? 'the owner of CFI_TOKEN'],
    ['Service', data.base_url],
    ['Profile', data.profile],
    ['Token until', data.expires_at === null ? 'not known' : { time: data.expires_at }],
    more,
  ] as const;
  return { data, csv: memberRow(data), blocks: [{ kind: 'fields', fields }] };
}

/** The columns of csv. */
export const columns = () => memberColumns(['profile', 'base_url', 'client_id', 'token', 'expires_at']);

/** Which account is signed in and until when; with `--expires-within`, exit 4 if the token expires sooner. */
export const run: Run<typeof whoamiCommand> = async (context, options) => {
  const { settings } = context;
  const within = options.expiresWithin;
  const session = await openSession(context);
  try {
    const { account } = session;
    const tokens = await ensureSignedIn(context, session);
    let { expiry, left } = await validity(session, tokens);
    const hint = signInHint(context);
    // This machine's clock may be late: the sign-in is then renewed as by any other command.
    if (left !== undefined && left <= 0 && (await tokens.renew()))
      ({ expiry, left } = await validity(session, tokens));
    if (left !== undefined && left <= 0 && account.fixedToken === undefined)
      throw new CfiError('unauthorized', 'the sign-in has expired', { hint });
    if (within !== undefined && (left === undefined || left < within)) {
      const what = left === undefined ? 'at an unknown time' : `in ${formatDuration(Math.max(0, left))}`;
      throw new CfiError('unauthorized', `the token expires ${what}`, { hint });
    }
    const from = account.fixedToken === undefined ? 'profile' : 'environment';
    const expires_at = expiry === undefined ? null : new Date(expiry).toISOString();
    const client_id = account.fixedToken === undefined ? (account.clientId ?? null) : null;
    const { profile } = settings;
    const base_url = addressText(account.address);
    const data = { profile, base_url, client_id, token: from, expires_at };
    return accountResult(data, ['Time left', left && formatDuration(left)]);
  } finally {
    await session.transport.close();
  }
};
