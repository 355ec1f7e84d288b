import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { choicesFor } from '../../../src/emulator/conformance/assumptions.ts';
import { type CliOptions, type Outcome, runCli } from '../../support/cli.ts';
import { homeWith } from '../../support/upload/home-with.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A client that signs in and sends one call after the other; returns the answers. */
async function client({ CFI_BASE_URL, CFI_CLIENT_ID, CFI_CLIENT_SECRET }: Env, calls: readonly string[]) {
  const send = (method: string, path: string, headers: Record<string, string>, body?: object) =>
    fetch(`${CFI_BASE_URL}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const login = await send(
    'POST',
    '/auth/login',
    {},
    { client_id: CFI_CLIENT_ID, client_secret: CFI_CLIENT_SECRET },
  );
  const { data } = (await login.json()) as { data: { access_token: string } };
  const headers = { authorization: `Bearer ${data.access_token}` };
  const answers: Response[] = [login];
  for (const call of calls) {
    const [method = 'GET', path = ''] = call.split(' ');
    answers.push(await send(method, path, headers));
  }
  return answers;
}

/** Runs `emulator exec` with a function in place of the command. */
const exec = (
  flags: readonly string[],
  command: (env: Env) => Promise<number>,
  options: CliOptions = {},
): Promise<Outcome> =>
  runCli(['emulator', 'exec', '--freeze', '--seed', 'empty', ...flags, '--', 'npm', 'test'], {
    ...options,
    deps: { hand: (_, __, env) => command(env) },
  });

const read = (home: string, file: string) => JSON.parse(readFileSync(join(home, file), 'utf8'));

describe('emulator exec --report', () => {
  it('counts all requests by the template of their path, across resets and without the control API', async () => {
    const calls = [
      'GET /inventory?page_size=1',
      'HEAD /inventory',
      'GET /order/R-1',
      'GET /order/R-2',
      'GET /order',
      'PUT /order/R-1',
      'GET /nowhere/%20',
      'OPTIONS /outbound',
    ];
    const { code, home } = await exec(['--report', 'report.json'], async (env) => {
      await client(env, calls);
      const admin = { 'x-emulator-admin': '1' };
      await fetch(`${env.CFI_EMULATOR_ADMIN}/reset`, { method: 'POST', headers: admin });
      await client(env, calls);
      return 0;
    });
    expect(code).toBe(0);
    const { endpoints, assumptions } = read(home, 'report.json');
    const twice = (method: string, path: string, status: number, requests = 2) => ({
      ...{ method, path, requests, statuses: { [status]: requests } },
    });
    expect(endpoints).toEqual([
      twice('POST', '/auth/login', 200),
      twice('GET', '/inventory', 200),
      twice('HEAD', '/inventory', 200),
      twice('GET', '/nowhere/%20', 404),
      twice('GET', '/order', 400),
      twice('GET', '/order/{referenceNumber}', 404, 4),
      twice('PUT', '/order/{referenceNumber}', 405),
      twice('OPTIONS', '/outbound', 204),
    ]);
    expect(assumptions).toContainEqual({
      id: 'A-38',
      question: 'an unknown path; an unsupported method of a known path',
      choice: 0,
      requests: 4,
      service: 'unknown',
    });
  });

  it('counts more requests than the log keeps', async () => {
    const { home } = await exec(['--report', 'report.json'], async (env) => {
      const { hostname, port } = new URL(String(env.CFI_BASE_URL));
      const socket = connect(Number(port), hostname);
      // One write on one connection: the emulator is slowed down by nothing else.
      const request = `HEAD /v1/inventory HTTP/1.1\r\nHost: ${hostname}:${port}\r\n`;
      socket.end(`${`${request}\r\n`.repeat(1099)}${request}Connection: close\r\n\r\n`);
      await once(socket.resume(), 'close');
      return 0;
    });
    const { endpoints } = read(home, 'report.json');
    expect(endpoints).toContainEqual(expect.objectContaining({ method: 'HEAD', requests: 1100 }));
  });

  it('counts an answer that never arrived without a status', async () => {
    const { home } = await exec(['--report', 'report.json'], async (env) => {
      await fetch(`${env.CFI_EMULATOR_ADMIN}/faults`, {
        method: 'POST',
        headers: { 'x-emulator-admin': '1' },
        body: JSON.stringify({ when: { times: 1, skip: 1 }, do: { socket: 'reset' } }),
      });
      await client(env, ['GET /inventory']).catch(() => {});
      return 0;
    });
    expect(read(home, 'report.json').endpoints).toContainEqual({
      ...{ method: 'GET', path: '/inventory', requests: 1, statuses: {} },
    });
  });

  it('is written when the command fails, with its exit code', async () => {
    const { code, home } = await exec(['--report', 'report.json'], async () => 3);
    expect([code, read(home, 'report.json')]).toEqual([3, { endpoints: [], assumptions: [] }]);
    const missing = await exec(['--report', 'report.json'], () => Promise.reject(new Error('gone')));
    expect([missing.code, read(missing.home, 'report.json').endpoints]).toEqual([1, []]);
  });

  it('is refused before the command runs if it would replace an input or has no folder', async () => {
    const home = homeWith('service.json', '{"version":1,"assume":{}}');
    const never = () => Promise.reject(new Error('the command ran'));
    const flags = ['--assume', 'service.json', '--report', 'service.json'];
    expect((await exec(flags, never, { home })).code).toBe(2);
    expect((await exec(['--report', 'none/report.json'], never, { home })).code).toBe(2);
  });
});

it.each([[[]], [['--vary', '1..2']]])(
  'emulator exec %j does not run the command after a signal',
  async (flags) => {
    let runs = 0;
    const { code } = await exec(flags, async () => runs++, { signal: AbortSignal.abort('SIGTERM') });
    expect([code, runs]).toEqual([143, 0]);
  },
);

describe('emulator exec --require verified', () => {
  const asking = (calls: readonly string[]) => async (env: Env) => {
    await client(env, calls);
    return 0;
  };

  async function under(assume: string, calls: readonly string[]) {
    const home = homeWith('service.json', '{"version":1,"assume":{"A-35":0,"A-38":1,"A-40":0}}');
    const flags = ['--assume', assume, '--require', 'verified', '--report', 'report.json'];
    const outcome = await exec(flags, asking(calls), { home });
    return { ...outcome, assumptions: read(home, 'report.json').assumptions };
  }

  it('succeeds if the file of --assume has each choice that was relied on', async () => {
    const { code, assumptions } = await under('service.json', ['GET /nowhere', 'GET /order']);
    expect(code).toBe(0);
    // A-08 has no alternatives.
    expect(assumptions).toMatchObject([
      { id: 'A-08', choice: 0, service: 'unknown' },
      { id: 'A-35', choice: 0, service: 'same' },
      { id: 'A-38', choice: 1, service: 'same' },
      { id: 'A-40', choice: 0, service: 'same' },
    ]);
  });

  it('exits 9 and names the others', async () => {
    const { code, stderr } = await under('service.json', ['GET /inventory?page_size=1000']);
    expect([code, stderr]).toEqual([9, expect.stringMatching(/1 assumption .*A-33=0 \(a page or page_size/)]);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('and run this with --assume FILE');
  });

  it('does not take a list of choices for what was seen', async () => {
    expect((await under('A-38=1', ['GET /nowhere'])).code).toBe(9);
  });

  it('leaves the exit code of a command that fails', async () => {
    const { code } = await exec(['--require', 'verified'], async (env) => {
      await client(env, ['GET /nowhere']);
      return 4;
    });
    expect(code).toBe(4);
  });
});

describe('emulator exec --vary', () => {
  /** A client that fails unless an unknown path gives the given status for another method. */
  const needing405 = async (env: Env) => {
    const [, answer] = await client(env, ['PUT /inventory']);
    return answer?.status === 405 ? 0 : 1;
  };
  const failing = Array.from({ length: 12 }, (_, index) => index + 1).filter(
    (number) => choicesFor(number)['A-38'] === 1,
  );

  it('runs the command under each number, and passes if all pass', async () => {
    const seen = new Set<string>();
    const { code, stderr } = await exec(['--vary', '1..3'], async (env) => {
      seen.add(String(env.CFI_BASE_URL));
      const [, answer] = await client(env, ['GET /inventory']);
      return answer?.status === 200 ? 0 : 1;
    });
    expect([code, stderr.match(/^.*passed$/gm)]).toEqual([
      0,
      [1, 2, 3].map((number) => `--vary-assumptions ${number}: passed`),
    ]);
    expect(seen.size).toBe(3);
  });

  it('names the choice that alone makes the command fail', async () => {
    const { code, stderr } = await exec(['--vary', '1..12'], needing405);
    expect(failing.length).toBeGreaterThan(0);
    expect(failing.length).toBeLessThan(12);
    expect([code, stderr.match(/(\d+): exit code 1$/gm)?.map(Number.parseFloat)]).toEqual([9, failing]);
    expect(stderr).toContain('fails under A-38=1: an unknown path; an unsupported method');
  });

  it('says if the command fails under the defaults too', async () => {
    const { code, stderr } = await exec(['--vary', '1..2'], async () => 1);
    expect([code, stderr]).toEqual([9, expect.stringContaining('fails under the defaults too')]);
  });

  it('says if no choice alone makes it fail', async () => {
    let runs = 0;
    // Only the first of all runs fails.
    const { code, stderr } = await exec(['--vary', '1..1'], async () => (runs++ === 0 ? 1 : 0));
    expect([code, stderr]).toEqual([9, expect.stringContaining('only several together: A-')]);
  });

  it.each([
    ['--report', 'r.json'],
    ['--require', 'verified'],
    ['--assume', 'A-38=1'],
    ['--vary-assumptions', '2'],
    ['--state', 'folder'],
    ['--state', ':memory:'],
  ])('refuses %s %s', async (...flags) => {
    const { code, stderr } = await exec(['--vary', '1..2', ...flags], async () => 0);
    expect([code, stderr]).toEqual([2, expect.stringContaining(flags[0] ?? '')]);
  });

  it.each(['0..2', '3', '5..4', '1..100000', 'x..y'])('refuses the range %s', async (range) => {
    const { code, stderr } = await exec(['--vary', range], async () => 0);
    expect([code, stderr]).toEqual([2, expect.stringContaining('1..20')]);
  });
});
