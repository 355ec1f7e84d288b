import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

const program = resolve('bin/cfi.js');

/** The answer. */
export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests inspect bodies of any shape
  readonly body: any;
}

export interface ServedEmulator {
  readonly baseUrl: string;
  /** Address of the page. */
  readonly page: string;
  /** A call of the service, as a client. */
  service(client: string, method: string, path: string, body?: object): Promise<Answered>;
  /** A call of the control API. */
  control(method: string, path: string, body?: object): Promise<Answered>;
  stop(): Promise<void>;
}

async function send(method: string, url: string, headers: object, body?: object): Promise<Answered> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** Serves the built program's emulator on a free port, in memory, its clock stopped at 2026-09-01 09:00 UK time. */
export async function startEmulator(...options: readonly string[]): Promise<ServedEmulator> {
  const words = ['emulator', 'start', '--port', '0', '--state', ':memory:', '--json'];
  const clock = ['--now', '2026-09-01T08:00:00Z', '--freeze'];
  const child = spawn(process.execPath, [program, ...words, ...clock, ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { base_url: baseUrl, admin_url: adminUrl } = JSON.parse(line);
  const tokens = new Map<string, string>();
  const tokenOf = async (client: string): Promise<string> => {
    const known = tokens.get(client);
    if (known !== undefined) return known;
    const secret = { client_id: client, client_secret: `${client}-secret` };
    const token: string = (await send('POST', `${baseUrl}/auth/login`, {}, secret)).body.data.access_token;
    tokens.set(client, token);
    return token;
  };
  return {
    baseUrl,
    page: `${adminUrl}/`,
    service: async (client, method, path, body) =>
      send(method, baseUrl + path, { authorization: `Bearer ${await tokenOf(client)}` }, body),
    control: (method, path, body) => send(method, adminUrl + path, { 'x-emulator-admin': '1' }, body),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}
