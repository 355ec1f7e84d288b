import { describe, expect, it } from 'vitest';
import { type RawRequest, sendRaw } from '../../../src/client/api/api.ts';
import { defaultRetryPolicy } from '../../../src/client/retry.ts';
import { type HttpRequest, TransportFailure } from '../../../src/client/types.ts';

/** `503 a`: a status and a body. */
type Answer = string | TransportFailure;

/** What comes of a raw request to a service with these answers, the last of which repeats, and what was sent. */
async function raw(answers: readonly Answer[], request: Partial<RawRequest> = {}) {
  const sent: HttpRequest[] = [];
  let token = 0;
  const session = {
    transport: {
      now: () => 0,
      wait: async () => {},
      send: async (each: HttpRequest) => {
        sent.push(each);
        const answer = answers[Math.min(sent.length, answers.length) - 1] as Answer;
        if (answer instanceof TransportFailure) throw answer;
        return { status: Number(answer.slice(0, 3)), headers: {}, body: Buffer.from(answer.slice(4)) };
      },
    },
    requestOptions: {
      baseUrl: 'https://h.example/v1',
      policy: defaultRetryPolicy,
      timeoutMs: 7,
      random: () => 0,
      redact: String,
      commandFor: String,
      signInHint: 'sign in',
    },
  };
  const tokens = {
    current: () => `t${token}`,
    renew: async () => {
      token += 1;
      return true;
    },
    clientId: 'acme',
  };
  const read = { method: 'GET', path: '/x', repeatable: true };
  const outcome = await sendRaw(session as never, tokens, { ...read, ...request }).then(
    ({ body, outcome }) => ({ body: Buffer.from(body).toString(), kind: outcome.kind }),
    (error: unknown) => ({ error }),
  );
  return { sent, error: undefined, ...outcome };
}

const lost = new TransportFailure('network', 'the connection was reset', true);
const write = { method: 'POST', body: Buffer.from('{"a":1}'), repeatable: false };

describe('a raw request', () => {
  it('is sent with the token, and its body as JSON', async () => {
    const { sent } = await raw(['200 {}'], write);
    expect(sent).toMatchObject([
      {
        ...{ method: 'POST', path: '/x', timeoutMs: 7, body: write.body },
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          authorization: 'Bearer t0',
          'content-type': 'application/json',
        },
      },
    ]);
    expect((await raw(['200 {}'])).sent[0]?.headers).not.toHaveProperty('content-type');
  });

  it.each<[string, Answer[], Partial<RawRequest>, string, string, number]>([
    ['an answer', ['200 {"a":1}'], {}, 'answer', '{"a":1}', 1],
    ['an empty answer', ['204'], {}, 'answer', '', 1],
    ['an answer that is not JSON', ['200 fine'], write, 'failure', 'fine', 1],
    ['an answer to a read that is never JSON', ['200 fine'], {}, 'failure', 'fine', 5],
    ['a refusal', ['404 no'], {}, 'refusal', 'no', 1],
    ['an answer after refusals', ['503 a', '429 b', '200 {}'], {}, 'answer', '{}', 3],
    ['an answer after a broken connection', [lost, '200 {}'], {}, 'answer', '{}', 2],
    ['a refusal of a write, which is not repeated', ['503 a', '200 {}'], write, 'refusal', 'a', 1],
    ['a write that is asked to wait, which is not repeated', ['429 a', '200 {}'], write, 'refusal', 'a', 1],
    ['an answer after signing in again', ['401 a', '200 {}'], write, 'answer', '{}', 2],
  ])('gives %s', async (_, answers, request, kind, body, times) => {
    const outcome = await raw(answers, request);
    expect(outcome).toMatchObject({ kind, body });
    expect(outcome.sent).toHaveLength(times);
  });

  it.each<[string, Answer[], Partial<RawRequest>, number, object]>([
    ['a read', [lost], {}, 5, { code: 'network', message: 'GET /x: the connection was reset' }],
    ['a read after a refusal', ['503 a', lost], {}, 5, { code: 'network' }],
    [
      'a write',
      [lost],
      write,
      1,
      {
        message: 'POST /x: the connection was reset; it may have taken effect',
        details: { maybeSent: true, hint: expect.stringContaining('look it up') },
      },
    ],
  ])('without an answer fails for %s', async (_, answers, request, times, error) => {
    const outcome = await raw(answers, request);
    expect(outcome.error).toMatchObject(error);
    expect(outcome.sent).toHaveLength(times);
  });
});
