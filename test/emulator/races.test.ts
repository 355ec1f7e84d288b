import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestEmulator } from '../support/emulator/emulator.ts';
import { poBody, slotBody, slotSeed } from '../support/emulator/slots.ts';
import { orderBody } from '../support/emulator/stock.ts';
import { killableProgram } from '../support/processes/killable.ts';

const offer = '2026-09-08T13:00:00+01:00';
const wish = '2026-09-09T09:00:00+01:00';
const rounds = Array.from({ length: 3 }, (_, round) => round);

/** Runs this many calls at once, passing each its number. */
const atOnce = <T>(count: number, call: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => call(at)));

const counted = (answers: readonly { status: number }[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  readonly body: any;
}

/** Several emulator processes on one state folder, and a client that calls any of them over HTTP. */
async function serveProcesses(count: number, seed: object) {
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

let processes: Awaited<ReturnType<typeof serveProcesses>>;
beforeAll(async () => {
  processes = await serveProcesses(2, slotSeed);
});
afterAll(() => processes.stop());

describe.each([
  ['one process', 1],
  ['two processes on one state', 2],
])('simultaneous requests to %s', (_, count) => {
  const service: Omit<typeof processes, 'stop'> = {
    post: (at, path, body) => processes.post(at % count, path, body),
    get: (at, path) => processes.get(at % count, path),
    fc: (at, path, body) => processes.fc(at % count, path, body),
  };
  const named = (round: number): string => `RACE-${count}-${round}`;

  const book = async (): Promise<string> =>
    (await service.post(0, '/inbound-slot', slotBody())).body.data.slotReference;

  it.each(rounds)('[PO-CLAIM-RACE] one of several orders for one slot wins, round %i', async (round) => {
    const slotReference = await book();
    await service.fc(0, `/slots/${slotReference}/confirm`);
    const answers = await atOnce(6, (at) =>
      service.post(at, '/inbound-po', poBody({ slotReference, PO_REFERENCE: `${named(round)}-${at}` })),
    );
    expect([counted(answers, 201), counted(answers, 409)]).toEqual([1, 5]);
    const winner = answers.find((answer) => answer.status === 201)?.body.data.lw_po_number;
    const { body } = await service.get(1, `/inbound-slot/${slotReference}`);
    expect(body.data.usedByPoReference).toBe(winner);
  });

  it.each(rounds)('[SLOT-RESPOND-RACE] either an acceptance or a counter wins, round %i', async () => {
    const reference = await book();
    await service.fc(0, `/slots/${reference}/counter`, { proposedTime: offer });
    const bodies = [{ action: 'accept' }, { action: 'counter', proposedTime: wish }];
    const answers = await atOnce(2, (at) =>
      service.post(at, `/inbound-slot/${reference}/respond`, bodies[at] ?? {}),
    );
    expect([counted(answers, 200), counted(answers, 409)]).toEqual([1, 1]);
    const { body } = await service.get(0, `/inbound-slot/${reference}`);
    const accepted = answers[0]?.status === 200;
    expect(body.data.scheduleStatus).toBe(accepted ? 'confirmed' : 'pending_ops');
    expect(body.data.schedule.proposals).toHaveLength(accepted ? 1 : 2);
  });

  it.each(rounds)(
    "[SLOT-RESPOND-RACE] one request racing the warehouse's counter-offer is 409, round %i",
    async () => {
      const reference = await book();
      await service.fc(0, `/slots/${reference}/counter`, { proposedTime: offer });
      const answers = await Promise.all([
        service.post(0, `/inbound-slot/${reference}/respond`, { action: 'accept' }),
        service.fc(1, `/slots/${reference}/counter`, { proposedTime: wish }),
      ]);
      expect(answers.map((answer) => answer.status)).toEqual([200, 409]);
      const { body } = await service.get(1, `/inbound-slot/${reference}`);
      expect(body.data.schedule.confirmedTime).toBe(offer);
    },
  );

  it.each(rounds)('[ORD-CREATE-RACE] creates an order sent several times once, round %i', async (round) => {
    const answers = await atOnce(6, (at) => service.post(at, '/outbound', orderBody(named(round))));
    expect([counted(answers, 201), counted(answers, 409)]).toEqual([1, 5]);
  });

  it.each(rounds)('[A-25] creates a purchase order sent several times once, round %i', async (round) => {
    const body = poBody({ PO_REFERENCE: named(round) });
    const answers = await atOnce(6, (at) => service.post(at, '/inbound-po', body));
    expect([counted(answers, 201), counted(answers, 409)]).toEqual([1, 5]);
  });

  it('give every booking its own reference', async () => {
    const answers = await atOnce(24, (at) => service.post(at, '/inbound-slot', slotBody()));
    const references = new Set(answers.map((answer) => answer.body.data.slotReference));
    expect(references.size).toBe(24);
  });
});
