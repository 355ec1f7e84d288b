import { spawnCli } from '../processes/process.ts';

const login = { client_id: 'emu-acme', client_secret: 'emu-acme-secret' };

/** The environment in which a command finds the service and its credentials. */
export const accountAt = (origin: string): Record<string, string> => ({
  CFI_BASE_URL: `${origin}/v1`,
  CFI_CLIENT_ID: login.client_id,
  CFI_CLIENT_SECRET: login.client_secret,
});

const faults = [
  { when: { probability: 0.05 }, do: { status: 503, body: 'down' } },
  { when: { probability: 0.05 }, do: { status: 429, headers: { 'Retry-After': '0' } } },
  { when: { probability: 0.05 }, phase: 'after-commit', do: { socket: 'reset' } },
  { when: { probability: 0.04 }, do: { socket: 'reset' } },
  { when: { probability: 0.03 }, do: { body: 'html' } },
  { when: { probability: 0.03 }, do: { socket: 'truncate' } },
];

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
export type Body = any;

/**
 * The emulator as a process that can be killed, with a client that shares nothing with the program: it reads what the
 * service holds with `fetch`.
 */
export async function openService(state: string, now: string) {
  const starting = (port: string) =>
    spawnCli([
      'emulator',
      'start',
      '--port',
      port,
      '--state',
      state,
      '--freeze',
      '--json',
      ...(port === '0' ? ['--now', now] : []),
    ]);
  let running = starting('0');
  await running.until('"event":"ready"');
  const { base_url } = JSON.parse(running.seen().split('\n')[0] as string) as { base_url: string };
  const { origin, port } = new URL(base_url);
  const admin = async (
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; data: Body }> => {
    const answer = await fetch(`${origin}/_emulator${path}`, {
      method,
      headers: { 'x-emulator-admin': '1', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data } = (await answer.json()) as { data: Body };
    return { status: answer.status, data };
  };
  const read = async (path: string): Promise<{ status: number; data: Body }> => {
    const signedIn = await fetch(`${base_url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(login),
    });
    const token = ((await signedIn.json()) as Body).data.access_token;
    const answer = await fetch(`${base_url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    return { status: answer.status, data: ((await answer.json()) as Body).data };
  };
  return {
    origin,
    admin,
    /** One answer of the service itself, without faults. */
    read,
    async storm(): Promise<void> {
      for (const fault of faults) await admin('POST', '/faults', fault);
    },
    calm: () => admin('DELETE', '/faults'),
    advance: (duration: string) => admin('POST', '/clock', { advance: duration }),
    /** A power cut and a restart. */
    async crash(): Promise<void> {
      running.child.kill('SIGKILL');
      await running.done;
      running = starting(port);
      await running.until('"event":"ready"');
    },
    async close(): Promise<void> {
      running.child.kill('SIGTERM');
      await running.done;
    },
  };
}

/** A running service. */
export type Service = Awaited<ReturnType<typeof openService>>;
