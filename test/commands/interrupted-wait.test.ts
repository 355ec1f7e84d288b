import { expect, it } from 'vitest';
import { type Outcome, runCli } from '../support/cli.ts';
import { type Received, startService } from '../support/services/http-server.ts';
import { credentials } from '../support/sign-in.ts';

/** The answer to a request; undefined to close the connection. */
type Answers = (request: Received) => { readonly status: number; readonly body: unknown } | undefined;

const good = (data: unknown) => ({ status: 200, body: { success: true, data } });
const busy = { status: 503, body: { success: false, error: 'busy' } };
const limited = { status: 429, body: { success: false, error: 'Rate limited' } };

/** Runs a command that SIGTERM ends while it waits to repeat a request for which `isLast` holds. */
async function endedWhileWaiting(
  args: readonly string[],
  answers: Answers,
  isLast: (request: Received) => boolean,
): Promise<Outcome> {
  const interrupt = new AbortController();
  const service = await startService((request, response) => {
    const answer = answers(request);
    if (answer === undefined) return response.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  });
  return runCli(args, {
    env: credentials(service.baseUrl),
    signal: interrupt.signal,
    deps: {
      sleep: async (_, signal) => {
        const last = service.received.at(-1);
        if (last !== undefined && isLast(last)) interrupt.abort('SIGTERM');
        if (signal?.aborted) throw signal.reason;
      },
    },
  });
}

it('says that a slot may be booked if it ends during the look-up', async () => {
  let booked = false;
  const { code, stderr } = await endedWhileWaiting(
    [
      ...['slot', 'book', '--date', '2026-09-04', '--window', 'morning', '--warehouse', 'Northgate FC'],
      ...['--loading-type', 'palletised', '--number-of-skus', 'lt_10'],
    ],
    ({ method }) => {
      if (method === 'GET') return booked ? busy : good([]);
      booked = true;
      return undefined;
    },
    ({ method }) => booked && method === 'GET',
  );
  expect(stderr).toContain('stopped by SIGTERM; a slot may or may not have been booked');
  expect(code).toBe(143);
});

const offered = {
  slotReference: 'S-1',
  scheduleStatus: 'pending_customer',
  schedule: { proposals: [{ proposedBy: 'ops', proposedTime: '2026-09-08T13:00:00+01:00' }] },
};

it('says that the service took the answer if it ends while the slot is read after it', async () => {
  let answered = false;
  const { code, stderr } = await endedWhileWaiting(
    ['slot', 'respond', 'S-1', '--accept', '--yes'],
    ({ method }) => {
      if (method === 'GET') return answered ? busy : good(offered);
      answered = true;
      return good({});
    },
    ({ method }) => answered && method === 'GET',
  );
  expect(stderr).toContain(
    'the service took the answer, but slot S-1 could not be read after it: stopped by SIGTERM',
  );
  expect(code).toBe(143);
});

it('says what was cancelled if it ends while it waits to cancel another order', async () => {
  const { code, stdout, stderr } = await endedWhileWaiting(
    ['order', 'cancel', 'R-1', 'R-2', '--yes', '-o', 'csv'],
    ({ url }) => (url.includes('R-1') ? good({ ReferenceNumber: 'R-1' }) : limited),
    ({ url }) => url.includes('R-2'),
  );
  expect(stdout).toContain('R-1,cancelled');
  expect(stderr).toContain('stopped by SIGTERM');
  expect(code).toBe(143);
});
