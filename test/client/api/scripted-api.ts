import { createApi } from '../../../src/client/api/api.ts';
import { defaultRetryPolicy } from '../../../src/client/retry.ts';
import {
  type EmbeddedRequest,
  type EmbeddedResponse,
  type EmbeddedService,
  embeddedTransport,
} from '../../../src/client/transport/embedded.ts';

type Scripted = Partial<EmbeddedResponse>;

/** A client of a service with scripted answers; the last one repeats. */
export function scripted(
  answers: readonly Scripted[],
  renewable = true,
  more: Partial<Parameters<typeof createApi>[0]> = {},
) {
  const sent: EmbeddedRequest[] = [];
  /** How long the client waited each time, ms. */
  const advanced: number[] = [];
  let renewals = 0;
  const service: EmbeddedService = {
    clients: () => [],
    async handle(exchange) {
      sent.push(exchange);
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      return { status: 200, headers: {}, body: '{"success":true,"data":{}}', delayMs: 0, ...answer };
    },
    now: () => 0,
    advance: (ms) => advanced.push(ms),
    close: () => {},
  };
  const transport = embeddedTransport(service, () => 0);
  const tokens = {
    current: () => `token-${renewals}`,
    renew: async () => {
      if (!renewable) return false;
      renewals += 1;
      return true;
    },
    clientId: 'acme',
  };
  const api = createApi({
    baseUrl: 'https://h.example/v1',
    transport,
    tokens,
    policy: defaultRetryPolicy,
    timeoutMs: 1000,
    random: () => 1,
    redact: (text) => text,
    commandFor: (...words) => ['cfi', ...words].join(' '),
    signInHint: 'sign in: cfi login',
    ...more,
  });
  return { api, sent, advanced, renewals: () => renewals };
}

/** The token is not accepted. */
export const refused: Scripted = { status: 401, body: '{"success":false,"error":"Unauthorized"}' };

/** Too many requests; try again in two seconds. */
export const busy: Scripted = {
  status: 429,
  headers: { 'retry-after': '2' },
  body: '{"success":false,"error":"Rate limited"}',
};

/** A server error. */
export const down: Scripted = { status: 500, body: '{"success":false,"error":"Server error"}' };

/** The connection breaks before the answer. */
export const lost: Scripted = { socket: 'reset' };
