import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestEmulator } from '../emulator/emulator.ts';
import { killableProgram } from './killable.ts';

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  readonly body: any;
}

/** Several emulator processes on one state folder, and a client that calls any of them over HTTP. */
export async function serveProcesses(count: number, seed: object) {
  const state = await mkdtemp(join(tmpdir(), 'cfi-race-'));
  (await openTestEmulator({ state, seed })).close();
  const program = await killableProgram('test/support/processes/serve-process.ts');
  const processes = await Promise.all(Array.from({ length: count }, () => program.start(state)));
  let token = '';
  /** Calls the process with that number, modulo their count. */
  const call = async (at: number, method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`${processes[at % count]?.line}${path}`, {
      method,
      headers: {
        ...(path.startsWith('/_emulator')
          ? { 'x-emulator-admin': '1' }
          : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const login = { client_id: 'emu-acme', client_secret: 'emu-acme-secret' };
  token = (await call(0, 'POST', '/v1/auth/login', login)).body.data.access_token;
  return {
    post: (at: number, path: string, body: object) => call(at, 'POST', `/v1${path}`, body),
    get: (at: number, path: string) => call(at, 'GET', `/v1${path}`),
    fc: (at: number, path: string, body: object = {}) => call(at, 'POST', `/_emulator/fc${path}`, body),
    async stop() {
      await Promise.all(processes.map((each) => each.kill()));
      program.remove();
      await rm(state, { recursive: true });
    },
  };
}
