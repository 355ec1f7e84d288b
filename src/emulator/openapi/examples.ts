import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { type Fields, fieldsOf, keysOf } from '../../text/records.ts';
import type { HttpAnswer, HttpRequest } from '../service/http.ts';
import { exampleRequests, exampleSeed, operations } from './operations.ts';

/** What the document shows for an endpoint: path values, an accepted body, and the body of the answer. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly request?: object;
  /** Absent for an answer without a body. */
  readonly answer?: unknown;
}

/** Replaces the real token, which would be valid until the next day. */
const shownToken = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJlbXUtYWNtZSJ9.c2lnbmF0dXJl';

/** An emulator that answers the examples. */
interface Player {
  handle(http: HttpRequest): Promise<HttpAnswer>;
  close(): void;
}

/** Opens an emulator in memory with that seed, at the time of the examples. */
export type Play = (seed: object) => Promise<Player>;

interface Answer {
  readonly data: unknown;
}

const withoutToken = (answer: Answer): Answer => ({
  ...answer,
  data: { ...fieldsOf(answer.data), access_token: shownToken },
});

/** Calls an emulator and returns the answer's body; signed in from the second call on. */
export function callerOf(emulator: Player) {
  let token: string | undefined;
  return async (method: string, target: string, request?: object): Promise<Answer> => {
    const { status, body } = await emulator.handle({
      method,
      target,
      headers: {
        'x-emulator-admin': '1',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(request === undefined ? {} : { body: Buffer.from(JSON.stringify(request)) }),
    });
    if (status >= 300) throw new Error(`${method} ${target} has no example: ${body}`);
    const answer: Answer = JSON.parse(body);
    if (token === undefined) token = String(fieldsOf(answer.data).access_token);
    return answer;
  };
}

/** Runs the example of every endpoint on a separate emulator at that time (ms) and returns what it answered. */
export async function playExamples(now: number, play: Play): Promise<ReadonlyMap<EndpointName, Example>> {
  const emulator = await play(exampleSeed(now));
  try {
    const call = callerOf(emulator);
    const requests = exampleRequests(now);
    const answered: Partial<Record<EndpointName, Fields>> = {};
    const examples = new Map<EndpointName, Example>();
    for (const name of keysOf(operations)) {
      const { method, path } = endpoints[name];
      const example = operations[name].example?.({ requests, answered }) ?? {};
      const { before, params = {}, query = '', request } = example;
      if (before !== undefined) await call('POST', `/_emulator${before[0]}`, before[1]);
      const target = path.replace(/\{(\w{1,40})\}/g, (_, part: string) =>
        encodeURIComponent(params[part] ?? ''),
      );
      const answer = await call(method, `/v1${target}${query}`, request);
      answered[name] = fieldsOf(answer.data);
      examples.set(name, {
        params,
        ...(request === undefined ? {} : { request }),
        answer: name === 'login' ? withoutToken(answer) : answer,
      });
    }
    return examples;
  } finally {
    emulator.close();
  }
}
