import { expect, it } from 'vitest';
import { debugTransport } from '../../src/client/http.ts';
import { type HttpResponse, type Transport, TransportFailure } from '../../src/client/types.ts';

/** What is shown of one request whose answer is this. */
async function shown(answer: Partial<HttpResponse> | Error, body?: string | Uint8Array): Promise<string[]> {
  return (await sent(answer, body)).lines;
}

/** What one request whose answer is this gives, and what is shown of it. */
async function sent(
  answer: Partial<HttpResponse> | Error,
  body?: string | Uint8Array,
  address = 'https://h.example/v1',
) {
  const lines: string[] = [];
  let time = 1_000;
  const transport: Transport = {
    async send() {
      time += 20.4;
      if (answer instanceof Error) throw answer;
      return { status: 200, headers: {}, body: new Uint8Array(), ...answer };
    },
    wait: async () => {},
    now: () => 0,
    monotonicNow: () => time,
    close: async () => {},
  };
  const redact = (text: string): string =>
    text.replaceAll('a long s3cret', '[-]').replaceAll('s3cret', '[secret]');
  const say = (line: string): void => void lines.push(line);
  const debugging = debugTransport(transport, address, { redact } as never, say);
  const headers = { Authorization: 'Bearer t0ken', cookie: 'c00kie', accept: 'application/json' };
  const request = { method: 'POST', path: '/outbound', headers, ...(body === undefined ? {} : { body }) };
  const outcome: unknown = await debugging.send(request as never).catch((error: unknown) => error);
  await debugging.wait(500);
  return { lines, outcome };
}

const headersSent = ['> Authorization: [removed]', '> cookie: [removed]', '> accept: application/json'];

it('shows a request and its answer without secrets', async () => {
  const headers = { 'set-cookie': 'c00kie', 'proxy-authorization': 'Basic x', date: 'today s3cret' };
  const answer = { status: 201, headers, body: new TextEncoder().encode('{"data":"s3cret"}') };
  expect(await shown(answer, '{"client_secret":"s3cret"}')).toEqual([
    '> POST https://h.example/v1/outbound',
    ...headersSent,
    '> {"client_secret":"[secret]"}',
    '< 201 after 20 ms',
    '< set-cookie: [removed]',
    '< proxy-authorization: [removed]',
    '< date: today [secret]',
    '< {"data":"[secret]"}',
    '* waiting 500 ms',
  ]);
});

it('shows nothing for a body that is not there, and why a request failed', async () => {
  expect(await shown(new TransportFailure('network', 'connection reset', true))).toEqual([
    '> POST https://h.example/v1/outbound',
    ...headersSent,
    '! network: connection reset',
    '* waiting 500 ms',
  ]);
  expect(await shown({})).toEqual([
    '> POST https://h.example/v1/outbound',
    ...headersSent,
    '< 200 after 20 ms',
    '* waiting 500 ms',
  ]);
});

it('passes the answer, the failure and an interrupted wait on', async () => {
  expect((await sent({ status: 204 })).outcome).toEqual({ status: 204, headers: {}, body: new Uint8Array() });
  const failure = new TransportFailure('timeout', 'no answer', true);
  expect((await sent(failure)).outcome).toBe(failure);
  const bug = new TypeError('a bug');
  const { outcome, lines } = await sent(bug);
  expect(outcome).toBe(bug);
  expect(lines.join('\n')).not.toContain('a bug');
  const transport = { wait: () => Promise.reject(new Error('interrupted')), embedded: true };
  const debugging = debugTransport(transport as never, '', { redact: String } as never, () => {});
  await expect(debugging.wait(1)).rejects.toThrow('interrupted');
  expect(debugging.embedded).toBe(true);
});

it('cuts a long body, and leaves no part of a secret', async () => {
  const whole = 'a'.repeat(4_000);
  expect(await shown({}, whole)).toContain(`> ${whole}`);
  expect(await shown({}, Buffer.from(`${'a'.repeat(3_998)}s3cret${'b'.repeat(20_000)}`))).toContain(
    `> ${'a'.repeat(3_998)}[s… (24004 in all)`,
  );
});

it.each(Array.from({ length: 13 }, (_, more) => more))(
  'leaves no part of a secret in a body that is much shorter without its secrets, +%i',
  async (more) => {
    const repeated = `${'b'.repeat(more)}${'a long s3cret'.repeat(10_000)}`;
    const lines = await shown({ body: Buffer.from(repeated) }, repeated);
    expect(lines.join('\n')).not.toMatch(/long/);
  },
);

it('shows the folder of the embedded emulator, not which of its states', async () => {
  const { lines } = await sent({}, undefined, 'emulator:/home/a/emulator#1795545091396-1');
  expect(lines[0]).toBe('> POST emulator:/home/a/emulator/outbound');
});
