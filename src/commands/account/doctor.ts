import { lookup } from 'node:dns/promises';
import type { CommandContext } from '../../cli/settings.ts';
import { attemptOnce, httpRequest } from '../../client/api/api.ts';
import { openHome } from '../../client/auth/account.ts';
import { ensureSignedIn, openSession, type Session, type SessionContext } from '../../client/auth/session.ts';
import { addressText } from '../../client/http.ts';
import { proxyFor } from '../../client/transport/connections.ts';
import type { Attempt } from '../../client/types.ts';
import { CfiError, exitCodes } from '../../errors.ts';
import { memberColumns } from '../../render/columns.ts';
import type { Block, Column, Result } from '../../render/result.ts';
import { timeText } from '../../render/text.ts';
import { readReason } from '../../storage/file-errors.ts';
import { readText } from '../../storage/read-file.ts';
import { isLoopbackAddress, withoutBrackets } from '../../text/host.ts';
import { addAll, messageOf } from '../../text/records.ts';
import { exactDuration, foreignTime, formatDuration, isoUtc, minuteMs } from '../../text/time/time.ts';

interface Check {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail' | 'skipped';
  readonly detail: string;
  readonly advice?: string;
}

/** Long enough to see whether anything answers. */
const probeTimeoutMs = 10_000;
/** More than any network delay could explain. */
const skewWarningMs = 5 * minuteMs;

const ok = (check: string, detail: string): Check => ({ check, status: 'ok', detail });
const skipped = (check: string, detail: string): Check => ({ check, status: 'skipped', detail });
const doubtful = (check: string, detail: string, advice: string): Check => {
  return { check, status: 'warn', detail, advice };
};

/** An error as a failed check, with the error's own hint. */
function failed(check: string, error: unknown, advice?: string): Check {
  const hint = (error instanceof CfiError ? error.details.hint : undefined) ?? advice;
  return { check, status: 'fail', detail: messageOf(error), ...(hint === undefined ? {} : { advice: hint }) };
}

/** A check that is passed if its detail can be found. */
function found(check: string, detail: () => string): Check {
  try {
    return ok(check, detail());
  } catch (error) {
    return failed(check, error);
  }
}

const direct = 'none: a direct connection';

const checkAddress = 'check the base address; it should end in /v1';
const serviceFirst = 'first make the check of the service pass';
const tryLater = 'the service has a problem; try again later';

async function checkDns(
  url: URL,
  proxied: boolean,
  { deps, settings }: Pick<CommandContext, 'deps' | 'settings'>,
): Promise<Check> {
  if (proxied) return skipped('DNS', 'the proxy resolves the name');
  if (isLoopbackAddress(url.hostname)) return ok('DNS', `${url.hostname} is this machine`);
  const timeoutMs = Math.min(settings.timeoutMs, probeTimeoutMs);
  const unresolved = (within = ''): Check =>
    failed('DNS', `${url.hostname} cannot be resolved${within}`, 'check the base address and the network');
  return new Promise((resolve) => {
    // The system may ask its name servers for longer.
    const stopTimer = deps.startTimer(timeoutMs, () =>
      resolve(unresolved(` within ${exactDuration(timeoutMs)}`)),
    );
    lookup(withoutBrackets(url.hostname))
      .then(
        ({ address }) => resolve(ok('DNS', `${url.hostname} is ${address}`)),
        () => resolve(unresolved()),
      )
      .finally(stopTimer);
  });
}

async function checkAuthorities({ env, interrupted }: SessionContext['deps']): Promise<Check> {
  const file = env.NODE_EXTRA_CA_CERTS;
  if (file === undefined || file === '') return ok('CA', "the platform's own certificate authorities");
  try {
    if (/-----BEGIN (TRUSTED )?CERTIFICATE-----/.test(await readText(file, interrupted)))
      return ok('CA', file);
    return failed('CA', `${file} contains no certificate`, 'NODE_EXTRA_CA_CERTS must name a PEM file');
  } catch (error) {
    const detail = `${file} cannot be read: ${readReason(error)}`;
    return failed('CA', detail, 'correct or unset NODE_EXTRA_CA_CERTS');
  }
}

async function checkService({ transport, account }: Session, timeoutMs: number): Promise<Check[]> {
  const timeout = Math.min(timeoutMs, probeTimeoutMs);
  try {
    const answer = await transport.send({ method: 'GET', path: '/order', headers: {}, timeoutMs: timeout });
    return [checkAnswer(account.address, answer.status), checkClock(answer.headers.date, transport.now())];
  } catch (error) {
    const advice = 'check the base address, the network and the proxy; the service may be down';
    return [failed('service', error, advice), skipped('clock', 'no answer to compare clocks with')];
  }
}

/** Without a token, a healthy service answers 401 or with a similar status. */
function checkAnswer(address: string, status: number): Check {
  const place = addressText(address);
  if ([200, 400, 401, 403].includes(status)) return ok('service', `${place} answers`);
  const advice = status >= 500 ? tryLater : checkAddress;
  return doubtful('service', `${place} answers with status ${status}`, advice);
}

function checkClock(date: string | undefined, now: number): Check {
  const said = foreignTime(date);
  if (said === undefined)
    return date === undefined
      ? skipped('clock', 'the answer has no Date header')
      : doubtful('clock', "the service's Date header is not a time", tryLater);
  const skew = said - now;
  if (Math.abs(skew) < skewWarningMs) return ok('clock', 'matches the service');
  const detail = `this machine is ${formatDuration(Math.abs(skew))} ${skew > 0 ? 'behind' : 'ahead of'} the service`;
  return doubtful('clock', detail, 'set the clock; defaults such as today depend on it');
}

const signedOut = skipped('permissions', 'not signed in');

/** Whether there is a token that the service accepts, or credentials to get one, as for every other command. */
async function checkToken(context: SessionContext, session: Session): Promise<Check[]> {
  try {
    const tokens = await ensureSignedIn(context, session);
    const ask = (): Promise<Attempt> => {
      const { timeoutMs } = session.requestOptions;
      const token = { token: tokens.current(), timeoutMs };
      const request = httpRequest('inventory', { query: { page_size: 1 } }, token);
      return attemptOnce(session.transport, request, true, session.redactor.redact);
    };
    let made = await ask();
    if (isRejected(made) && (await tokens.renew())) made = await ask();
    if (isRejected(made))
      return [failed('token', 'the service rejects it', session.requestOptions.signInHint), signedOut];
    const until = tokens.saved()?.expires_at;
    const detail =
      until === undefined
        ? 'from CFI_TOKEN'
        : `valid until ${timeText(isoUtc(until), session.transport.now())}`;
    if (made.kind === 'answer')
      return [ok('token', detail), ok('permissions', 'the account can read its inventory')];
    const said = made.kind === 'refusal' ? `status ${made.status}: ${made.error}` : made.message;
    return [ok('token', detail), failed('permissions', said, adviceAfter(made))];
  } catch (error) {
    if (!(error instanceof CfiError) || error.code !== 'network') return [failed('token', error), signedOut];
    const { unreached, retryable } = error.details;
    const advice = unreached ? serviceFirst : retryable ? tryLater : checkAddress;
    // The hint of such an error may be to run this command.
    return [failed('token', error.message, advice), signedOut];
  }
}

/** What may help if the service does not show the inventory. */
function adviceAfter(made: Exclude<Attempt, { readonly kind: 'answer' }>): string {
  if (made.kind === 'failure' && !made.maybeSent) return serviceFirst;
  if (made.kind === 'refusal' && made.status === 403)
    return 'ask your account manager whether the account has access to its inventory';
  return made.kind === 'refusal' && made.status < 500 && made.status !== 429 ? checkAddress : tryLater;
}

const isRejected = (made: Attempt): boolean => made.kind === 'refusal' && made.status === 401;

const tones = { ok: 'good', warn: 'warn', fail: 'bad', skipped: 'dim' } as const;

const checkColumns: readonly Column<Check>[] = [
  { header: 'Check', value: (row) => row.check, priority: 1 },
  { header: 'Status', value: (row) => row.status, priority: 1, tone: (row) => tones[row.status] },
  { header: 'Detail', value: (row) => row.detail, priority: 2 },
];

// For people, the advice follows the table, where it has room.
const checkCsv = memberColumns(['check', 'status', 'detail', 'advice']);

async function sessionChecks(context: CommandContext, session: Session): Promise<Check[]> {
  const { deps, settings } = context;
  const { account, state } = session;
  const address = ok('base address', addressText(account.address));
  const service = async () => [
    ...(await checkService(session, settings.timeoutMs)),
    ...(await checkToken(context, session)),
  ];
  if (state !== undefined) return [address, ...(await service())];
  const url = new URL(account.address);
  // Without its password.
  const proxy = found('proxy', () => proxyFor(url, deps.env)?.origin ?? direct);
  return [
    /\/v\d{1,4}$/.test(account.address)
      ? address
      : doubtful(address.check, address.detail, 'the service base address usually ends in /v1'),
    proxy,
    await checkDns(url, proxy.detail !== direct, context),
    await checkAuthorities(deps),
    ...(await service()),
  ];
}

/** Checks everything between this machine and the service; exit 1 if a check fails. */
export async function run(context: CommandContext): Promise<Result> {
  const rows = [found('config file', () => openHome(context).home.configFile)];
  try {
    const session = await openSession(context);
    try {
      addAll(rows, await sessionChecks(context, session));
    } finally {
      await session.transport.close();
    }
  } catch (error) {
    const row = failed('base address', error);
    const isUnknown = error instanceof CfiError && error.code === 'unauthorized';
    const detail = `none: profile ${context.settings.profile} is not signed in`;
    rows.push(isUnknown ? { ...row, detail } : row);
  }
  const table: Block = { kind: 'table', columns: checkColumns, rows };
  const advice = rows.flatMap(({ check, advice }) => (advice === undefined ? [] : [`  ${check}: ${advice}`]));
  const text = ['What to do', ...advice].join('\n');
  return {
    data: rows,
    blocks: advice.length === 0 ? [table] : [table, { kind: 'text', text }],
    csv: { columns: checkCsv, rows },
    exitCode: rows.some(({ status }) => status === 'fail') ? exitCodes.unexpected : exitCodes.ok,
  };
}

/** The columns in csv. */
export const columns = () => checkCsv;
