import type { EmbeddedRequest, EmbeddedResponse } from '../../../src/client/transport/embedded.ts';
import { type CliOptions, makeHome, type Outcome, runCli } from '../cli.ts';
import { type WireExchange, wireFixtures, withValues } from '../emulator/wire.ts';
import { testNow } from '../time.ts';

/** The documented answer of each endpoint to a successful request, with plausible values. */
export const documented: ReadonlyMap<string, unknown> = new Map(
  wireFixtures().flatMap(([endpoint, cases]) => {
    const good = cases.find((each): each is WireExchange => 'status' in each && each.status < 300);
    return good === undefined ? [] : [[endpoint, withValues(good.response)]];
  }),
);

/** A service behind the whole program that answers every request with `answer` and needs no sign-in. */
export function stubService(answer: (exchange: EmbeddedRequest) => Partial<EmbeddedResponse>) {
  const home = makeHome();
  const requests: EmbeddedRequest[] = [];
  let time = testNow;
  const service = {
    clients: () => [{ client_id: 'acme', client_name: 'Acme', client_secret: 'acme-secret' }],
    stateId: () => 'stub',
    async handle(exchange: EmbeddedRequest): Promise<EmbeddedResponse> {
      requests.push(exchange);
      return { status: 200, headers: {}, body: '', delayMs: 0, ...answer(exchange) };
    },
    now: () => time,
    advance(ms: number) {
      time += ms;
    },
    close: () => {},
  };
  return {
    home,
    requests,
    cfi: (args: readonly string[], options: CliOptions = {}): Promise<Outcome> =>
      runCli(['--emulator', ...args], {
        home,
        ...options,
        env: { CFI_TOKEN: 'a-token', ...options.env },
        deps: { openEmulator: async () => service, ...options.deps },
      }),
  };
}

/** Each place in a JSON value, the value itself first. */
export function* placesIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  yield path;
  if (value === null || typeof value !== 'object') return;
  for (const [name, member] of Object.entries(value)) yield* placesIn(member, [...path, name]);
}

/** The same, but of the records of a list only the last one, which is read like the others and after them. */
export const placesOnce = (value: unknown): (readonly string[])[] => [
  ...new Map(
    [...placesIn(value)].map((path) => [
      path.map((name) => (/^\d+$/.test(name) ? '#' : name)).join('/'),
      path,
    ]),
  ).values(),
];

/** The value with something else at a place; undefined removes the member. */
export function replaced(value: unknown, [name, ...rest]: readonly string[], other: unknown): unknown {
  if (name === undefined) return other;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  const member = replaced(copy[name], rest, other);
  if (member === undefined) delete copy[name];
  else copy[name] = member;
  return copy;
}
