import type { CommandContext } from '../../cli/settings.ts';
import { openHome } from '../../client/auth/account.ts';
import { openSession, type Session } from '../../client/auth/session.ts';
import { addressText } from '../../client/http/request.ts';
import { CfiError, exitCodes } from '../../errors.ts';
import { memberColumns } from '../../render/json.ts';
import type { Block, Column, Result } from '../../render/result.ts';
import {
  type Check,
  checkAuthorities,
  checkDns,
  checkProxy,
  checkService,
  checkToken,
  failed,
} from './checks.ts';

const tones = { ok: 'good', warn: 'warn', fail: 'bad', skipped: 'dim' } as const;

const checkColumns: readonly Column<Check>[] = [
  { header: 'Check', value: (row) => row.check, priority: 1 },
  { header: 'Status', value: (row) => row.status, priority: 1, tone: (row) => tones[row.status] },
  { header: 'Detail', value: (row) => row.detail, priority: 2 },
];

// For people, the advice follows the table, where it has room.
const checkCsv = memberColumns(['check', 'status', 'detail', 'advice']);

/** What to do about each problem, one line per check; nothing if all is well. */
function adviceBlocks(rows: readonly Check[]): Block[] {
  const lines = rows.flatMap(({ check, advice }) => (advice === undefined ? [] : [`  ${check}: ${advice}`]));
  return lines.length === 0 ? [] : [{ kind: 'text', text: ['What to do', ...lines].join('\n') }];
}

async function sessionChecks(context: CommandContext, session: Session): Promise<Check[]> {
  const { deps, settings } = context;
  const { account, state } = session;
  const address: Check = { check: 'base address', status: 'ok', detail: addressText(account.address) };
  const token = () => checkToken(context, session);
  if (state !== undefined)
    return [address, ...(await checkService(session, settings.timeoutMs)), ...(await token())];
  const url = new URL(account.address);
  const proxy = checkProxy(url, deps.env);
  const network = [
    /\/v\d{1,4}$/.test(account.address)
      ? address
      : { ...address, status: 'warn' as const, advice: 'the service base address usually ends in /v1' },
    proxy.check,
    await checkDns(url, proxy.proxied),
    await checkAuthorities(deps),
    ...(await checkService(session, settings.timeoutMs)),
  ];
  return [...network, ...(await token())];
}

/** Checks everything between this machine and the service; exit 1 if a check fails. */
export async function run(context: CommandContext): Promise<Result> {
  const rows: Check[] = [];
  try {
    const { home } = openHome(context);
    rows.push({ check: 'config file', status: 'ok', detail: home.configFile });
  } catch (error) {
    rows.push(failed('config file', error));
  }
  try {
    const session = await openSession(context);
    try {
      rows.push(...(await sessionChecks(context, session)));
    } finally {
      await session.transport.close();
    }
  } catch (error) {
    const row = failed('base address', error);
    const isUnknown = error instanceof CfiError && error.code === 'unauthorized';
    const detail = `none: profile ${context.settings.profile} is not signed in`;
    rows.push(isUnknown ? { ...row, detail } : row);
  }
  const broken = rows.some((row) => row.status === 'fail');
  return {
    data: rows,
    blocks: [{ kind: 'table', columns: checkColumns, rows }, ...adviceBlocks(rows)],
    csv: { columns: checkCsv, rows },
    ...(broken ? { exitCode: exitCodes.unexpected } : {}),
  };
}

/** The columns in csv. */
export const columns = () => checkCsv;
