import { type Emulator, type EmulatorOptions, openEmulator } from '../../../src/emulator/emulator.ts';
import { testNow } from '../time.ts';

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  readonly body: any;
  /** How long a socket would have delayed the answer, ms. */
  readonly delayMs: number;
  readonly socket?: string;
}

export interface Caller {
  get(path: string): Promise<TestAnswer>;
  post(path: string, body?: unknown): Promise<TestAnswer>;
  put(path: string, body?: unknown): Promise<TestAnswer>;
  delete(path: string): Promise<TestAnswer>;
}

export interface TestEmulator extends Emulator {
  /** Calls the service as a client of the seed, and signs in on the first call. Paths are relative to `/v1`. */
  as(clientId: string): Caller;
  /** Calls the service without a token. */
  readonly anonymous: Caller;
  /** Calls the control API; paths are relative to `/_emulator`. */
  readonly admin: Caller;
  call(method: string, target: string, headers?: Record<string, string>, body?: unknown): Promise<TestAnswer>;
}

/** The current time of every test: 2026-09-01T08:00:00Z, a Tuesday. */
const parse = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
};

/** An emulator in memory with its clock frozen at `testNow`. */
export async function openTestEmulator(options: Partial<EmulatorOptions> = {}): Promise<TestEmulator> {
  const emulator = await openEmulator({
    state: ':memory:',
    now: testNow,
    freeze: true,
    realNow: () => testNow,
    ...options,
  });
  return callable(emulator);
}

/** Adds the callers to an open emulator. */
export function callable(emulator: Emulator): TestEmulator {
  const call: TestEmulator['call'] = async (method, target, headers = {}, body) => {
    const bytes =
      typeof body === 'string' ? Buffer.from(body) : body instanceof Uint8Array ? body : undefined;
    const answer = await emulator.handle({
      method,
      target,
      headers,
      ...(body === undefined ? {} : { body: bytes ?? Buffer.from(JSON.stringify(body)) }),
    });
    return { ...answer, body: parse(answer.body) };
  };
  const caller = (base: string, headersFor: () => Promise<Record<string, string>>): Caller => ({
    get: async (path) => call('GET', base + path, await headersFor()),
    post: async (path, body) => call('POST', base + path, await headersFor(), body),
    put: async (path, body) => call('PUT', base + path, await headersFor(), body),
    delete: async (path) => call('DELETE', base + path, await headersFor()),
  });
  const anonymous = caller('/v1', async () => ({}));
  const as = (clientId: string): Caller => {
    let token: string | undefined;
    return caller('/v1', async () => {
      if (token === undefined) {
        const client = emulator.clients().find(({ client_id }) => client_id === clientId);
        const { body } = await anonymous.post('/auth/login', {
          client_id: clientId,
          client_secret: client?.client_secret,
        });
        token = body.data.access_token;
      }
      return { authorization: `Bearer ${token}` };
    });
  };
  const admin = caller('/_emulator', async () => ({ 'x-emulator-admin': '1' }));
  return { ...emulator, as, anonymous, admin, call };
}
