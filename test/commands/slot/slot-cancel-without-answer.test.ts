import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { csvRows } from '../../support/output.ts';
import { json, startService } from '../../support/services/http-server.ts';
import { credentials } from '../../support/sign-in.ts';

/** The answers to DELETE, one after the other; the last one is repeated, and to GET. */
async function cancelWith(statuses: readonly number[], read: number) {
  const left = [...statuses];
  const service = await startService(({ method }, response) => {
    const next = left.length > 1 ? left.shift() : left[0];
    const status = method === 'DELETE' ? (next ?? 500) : read;
    if (method !== 'DELETE') left.unshift(next ?? 500);
    const data = { slotReference: 'S-1', scheduleStatus: 'confirmed' };
    json(response, status, status === 200 ? { success: true, data } : { success: false, error: 'refused' });
  });
  return runCli(['slot', 'cancel', 'S-1', '--yes'], { env: credentials(service.baseUrl) });
}

const uncertain = 'may or may not be cancelled';

it.each([
  [429, 7],
  [401, 4],
  [403, 4],
  [500, 10],
])(
  'says that a slot may be cancelled if a failed attempt cannot be looked up, because of %i',
  async (status, exitCode) => {
    const { code, stderr } = await cancelWith([500], status);
    expect([code, stderr]).toEqual([exitCode, expect.stringContaining(`; slot S-1 ${uncertain}`)]);
    expect(stderr).toContain('check it: cfi slot get S-1');
  },
);

it.each([
  [7, [429], 200],
  [4, [403], 200],
  [5, [404], 200],
  [5, [500, 404], 404],
  [6, [500, 409], 200],
])(
  'says with exit %i after %j only what the service says, because it is not cancelled',
  async (exitCode, statuses, read) => {
    const { code, stderr } = await cancelWith(statuses, read);
    expect([code, stderr]).toEqual([exitCode, expect.not.stringContaining(uncertain)]);
  },
);

it.each([
  [7, [500, 429]],
  [4, [500, 401]],
  [4, [500, 403]],
  [2, [500, 400]],
])('says with exit %i after %j that the first attempt may have cancelled it', async (exitCode, statuses) => {
  const { code, stderr } = await cancelWith(statuses, 200);
  expect([code, stderr]).toEqual([exitCode, expect.stringContaining(`; slot S-1 ${uncertain}`)]);
  expect(stderr).toContain('check it: cfi slot get S-1');
});

it('asks again, within the retries, to cancel a slot that an attempt without an answer has left as it was', async () => {
  const { code, stderr } = await cancelWith([500], 200);
  expect([code, stderr]).toEqual([10, expect.stringContaining('refused; slot S-1 is not cancelled')]);
});

it('is done if the service shows the slot as cancelled after an attempt without an answer', async () => {
  const asked: string[] = [];
  const { baseUrl } = await startService(({ method = '' }, response) => {
    asked.push(method);
    if (method === 'DELETE') return response.destroy();
    return json(response, 200, {
      success: true,
      data: { slotReference: 'S-1', scheduleStatus: asked.includes('DELETE') ? 'cancelled' : 'confirmed' },
    });
  });
  const { code, stdout } = await runCli(['slot', 'cancel', 'S-1', '--yes'], { env: credentials(baseUrl) });
  expect([code, stdout]).toEqual([0, 'Slot S-1 is cancelled.\n']);
  expect(asked.filter((method) => method !== 'POST')).toEqual(['GET', 'DELETE', 'GET']);
});

it.each([
  ['SIGINT', 130, 'stopped by Ctrl-C'],
  ['SIGTERM', 143, 'stopped by SIGTERM'],
])('says so if %s ends the command as it is sent', async (signal, exitCode, message) => {
  const interrupt = new AbortController();
  const { baseUrl } = await startService(({ method }, response) =>
    method === 'DELETE' ? interrupt.abort(signal) : json(response, 404, { success: false, error: 'none' }),
  );
  const { code, stderr } = await runCli(['slot', 'cancel', 'S-1', '--yes'], {
    env: credentials(baseUrl),
    signal: interrupt.signal,
  });
  expect([code, stderr]).toEqual([exitCode, expect.stringContaining(`${message}; slot S-1 ${uncertain}`)]);
});

it('shows the slot that it read, not another one that the service answered with', async () => {
  let scheduleStatus = 'confirmed';
  const { baseUrl } = await startService(({ method }, response) => {
    const slotReference = method === 'DELETE' ? 'S-2' : 'S-1';
    if (method === 'DELETE') scheduleStatus = 'cancelled';
    json(response, 200, { success: true, data: { slotReference, scheduleStatus } });
  });
  const { code, stdout } = await runCli(['slot', 'cancel', 'S-1', '--yes', '--json'], {
    env: credentials(baseUrl),
  });
  expect([code, JSON.parse(stdout).data.slotReference]).toEqual([0, 'S-1']);
});

const page = '<html><title>404 Not Found</title></html>';
const document = '{"success":false,"error":"slot not found"}';

it.each([
  ['a page', 'text/html', page],
  ['a document', 'application/json', document],
  ['nothing', 'text/plain', ''],
])('is done if the slot is gone after a 204, where the 404 holds %s', async (_, type, body) => {
  const { baseUrl } = await startService(({ method }, response) => {
    response.writeHead(method === 'DELETE' ? 204 : 404, { 'content-type': type });
    response.end(method === 'DELETE' ? undefined : body);
  });
  const { code, stdout, stderr } = await runCli(['slot', 'cancel', 'S-1', '--yes', '-o', 'csv'], {
    env: credentials(baseUrl),
  });
  expect([code, csvRows(stdout), stderr]).toMatchObject([
    0,
    [{ slotReference: 'S-1', scheduleStatus: 'cancelled' }],
    '',
  ]);
});

it('is not done by a page with 200 in place of an answer', async () => {
  const { baseUrl } = await startService(({ method }, response) => {
    response.writeHead(method === 'DELETE' ? 200 : 404, { 'content-type': 'text/html' });
    response.end(page);
  });
  const { code, stdout, stderr } = await runCli(['slot', 'cancel', 'S-1', '--yes'], {
    env: credentials(baseUrl),
  });
  expect([code, stdout, stderr]).toEqual([10, '', expect.stringContaining(`slot S-1 ${uncertain}`)]);
});

it('looks at the slot that it has shown before it repeats a request after a 429', async () => {
  const asked: string[] = [];
  const slot = (scheduleStatus: string) => ({
    slotReference: 'S-1',
    scheduleStatus,
    date: '2030-09-08',
    window: 'morning',
  });
  const { baseUrl } = await startService(({ method = '' }, response) => {
    if (method !== 'POST') asked.push(method);
    if (method === 'DELETE')
      return json(response, 429, { success: false, error: 'slow' }, { 'Retry-After': '1' });
    const status = asked.includes('DELETE') ? 'confirmed' : 'pending_ops';
    return json(response, 200, { success: true, data: slot(status) });
  });
  const { code, stderr } = await runCli(['slot', 'cancel', 'S-1'], {
    ...{ env: credentials(baseUrl), tty: true, answers: [true] },
  });
  expect([code, stderr.replaceAll('\n  ', ' ')]).toEqual([
    6,
    expect.stringContaining('slot S-1 has changed: '),
  ]);
  expect(asked.filter((method) => method === 'DELETE')).toHaveLength(1);
});

describe('after an attempt without an answer', () => {
  /** The exit code and output if the slot is as `found` shows once a second attempt was answered with `status`. */
  async function repeated(status: number, found: string) {
    let deletes = 0;
    const { baseUrl } = await startService(({ method }, response) => {
      if (method !== 'DELETE') {
        const scheduleStatus = deletes > 1 ? found : 'pending_ops';
        return json(response, 200, { success: true, data: { slotReference: 'S-1', scheduleStatus } });
      }
      deletes += 1;
      if (deletes === 1) return response.destroy();
      return json(response, status, { success: false, error: 'refused' }, { 'Retry-After': '1' });
    });
    const { code, stdout, stderr } = await runCli(['slot', 'cancel', 'S-1'], {
      ...{ env: credentials(baseUrl), tty: true, answers: [true] },
    });
    return { code, output: `${stdout}${stderr}`.replaceAll('\n  ', ' ') };
  }

  it('is done if a repeated one is refused and the slot is cancelled', async () => {
    const { code, output } = await repeated(409, 'cancelled');
    expect([code, output]).toEqual([0, expect.stringContaining('Slot S-1 is cancelled.')]);
  });

  it('does not say that nothing was sent once the slot has changed', async () => {
    const { code, output } = await repeated(429, 'confirmed');
    expect([code, output]).toEqual([6, expect.stringContaining('an earlier attempt to cancel it may have')]);
    expect(output).not.toContain('nothing was sent');
  });
});

it('cancels nothing if it cannot be read again after the question', async () => {
  const asked: string[] = [];
  const { baseUrl } = await startService(({ method = '' }, response) => {
    if (method !== 'POST') asked.push(method);
    const data = { slotReference: 'S-1', scheduleStatus: 'pending_ops' };
    if (asked.length === 1) json(response, 200, { success: true, data });
    else json(response, 500, { success: false, error: 'broken' });
  });
  const { code } = await runCli(['slot', 'cancel', 'S-1', '--max-retries', '0'], {
    ...{ env: credentials(baseUrl), tty: true, answers: [true] },
  });
  expect([code, asked.includes('DELETE')]).toEqual([10, false]);
});
