import type { Fault } from '../parts/records.ts';

const orders = { method: 'POST', path: '/outbound' };

/** The failures that coordinators meet, each limited to a few requests. */
export const faultPresets: readonly { name: string; rule: Omit<Fault, 'id' | 'fired'> }[] = [
  {
    name: 'Next 3 requests: too many (429), wait 3 seconds',
    rule: { when: { times: 3 }, do: { status: 429, headers: { 'Retry-After': '3' } } },
  },
  { name: 'Next 2 requests: service unavailable (503)', rule: { when: { times: 2 }, do: { status: 503 } } },
  {
    name: 'Next order: created, but the answer is lost',
    rule: { match: orders, when: { times: 1 }, phase: 'after-commit', do: { socket: 'reset' } },
  },
  {
    name: 'Next order: not created, the connection breaks',
    rule: { match: orders, when: { times: 1 }, do: { socket: 'reset' } },
  },
  {
    name: 'Next order: created, but the answer cannot be read',
    rule: { match: orders, when: { times: 1 }, phase: 'after-commit', do: { body: 'malformed' } },
  },
  {
    name: 'About 1 in 10 requests: server error (500)',
    rule: { when: { probability: 0.1 }, do: { status: 500 } },
  },
  { name: 'Every answer 5 seconds late', rule: { do: { latency: '5s' } } },
  {
    name: 'Next answer to an offer: the schedule has changed (409)',
    rule: {
      match: { method: 'POST', path: '/inbound-slot/*/respond' },
      when: { times: 1 },
      do: { domain: 'slot-changed' },
    },
  },
  {
    name: 'Next purchase order: fails after its slot is claimed',
    rule: {
      match: { method: 'POST', path: '/inbound-po' },
      when: { times: 1 },
      do: { domain: 'po-fails-after-claim' },
    },
  },
  {
    name: 'Next request: all tokens of that client are revoked (401)',
    rule: { when: { times: 1 }, do: { domain: 'revoke-tokens' } },
  },
];

/** What a rule matches, in one line: `POST /outbound, client emu-acme`. */
export function matchText({ match = {} }: Pick<Fault, 'match'>): string {
  const { method, path, client, reference } = match;
  const target = [method, path].filter(Boolean).join(' ');
  const parts = [target, client && `client ${client}`, reference && `reference ${reference}`];
  return parts.filter(Boolean).join(', ') || 'every request';
}

/** How often a rule has fired, and how often it can still fire. */
export function timesText({ fired, when = {} }: Pick<Fault, 'fired' | 'when'>): string {
  const { times } = when;
  if (times === undefined) return fired === 1 ? 'fired once' : `fired ${fired} times`;
  return fired >= times ? 'used up' : `fired ${fired} of ${times} times`;
}
