import { describe, expect, it } from 'vitest';
import { createApi } from '../../../src/client/api/api.ts';
import { embeddedTransport } from '../../../src/client/http/embedded-transport.ts';
import { defaultRetryPolicy } from '../../../src/client/http/retry.ts';
import { openLedger } from '../../../src/upload/ledger/ledger-file.ts';
import { beginRun } from '../../../src/upload/ledger/run-ledger.ts';
import { orders } from '../../../src/upload/run/kinds/document-kinds.ts';
import { createRequests } from '../../../src/upload/run/requests.ts';
import { runAll } from '../../../src/upload/run/runner.ts';
import { openSpool } from '../../../src/upload/spool/spool.ts';
import { makeHome } from '../../support/cli.ts';
import { testNow } from '../../support/time.ts';

/** Sends orders with these references through the runner, past the checks of what is read; gives what they came to. */
async function sent(references: readonly string[], home = makeHome()) {
  const asked: string[] = [];
  const service = {
    clients: [],
    async handle({ method, target, body }: { method: string; target: string; body?: Uint8Array }) {
      const said = body === undefined ? target : JSON.parse(Buffer.from(body).toString()).ReferenceNumber;
      asked.push(`${method} ${said}`);
      const data = { ReferenceNumber: said, OrderId: { UUID: said, Number: 1 } };
      const answer = { headers: {}, body: JSON.stringify({ success: true, data }), delayMs: 0 };
      // The answer to an order that cannot be looked up is lost.
      return /^\.+$/.test(said)
        ? { ...answer, status: 201, socket: 'reset' as const }
        : { ...answer, status: 201 };
    },
    now: () => testNow,
    advance: () => {},
    close: () => {},
  };
  const api = createApi({
    baseUrl: 'https://h.example/v1',
    transport: embeddedTransport(service, () => 0),
    tokens: { current: () => 't', renew: async () => false, clientId: 'acme', signInHint: '' },
    policy: defaultRetryPolicy,
    timeoutMs: 1000,
    random: () => 0,
    redact: (text) => text,
  });
  const spool = openSpool();
  for (const reference of references) {
    const body = JSON.stringify({ ReferenceNumber: reference });
    spool.sink.add({ reference, body, file: 0, lines: [2], invalid: false });
  }
  const ledger = beginRun(openLedger(home), spool, {
    address: 'a',
    client: 'acme',
    kind: 'order',
    files: [],
    pid: 1,
    now: testNow,
    fresh: false,
  });
  const end = await runAll({
    api,
    work: ledger,
    requests: (signal) => createRequests(api, orders, { maxRetries: 2, keepChanged: false }, signal),
    concurrency: 2,
    policy: defaultRetryPolicy,
    random: () => 0,
    startTimer: () => () => {},
    interrupted: new AbortController().signal,
    onSecondInterrupt: () => {},
    observer: { progress: () => {}, note: () => {}, held: () => {} },
  });
  return { end, asked };
}

describe('a reference that no request can ask for', () => {
  it.each(['.', '..'])(
    '%s ends no run, though an answer was lost: only its own outcome is unknown',
    async (reference) => {
      const home = makeHome();
      const { end, asked } = await sent(['R-1', reference, 'R-2', 'R-3'], home);
      expect(end).toMatchObject({ left: 0, counts: { created: 3, unknown: 1 } });
      expect(end.stop).toBeUndefined();
      expect(asked.filter((each) => each.endsWith(` ${reference}`))).toEqual([`POST ${reference}`]);
      const again = await sent(['R-1', reference, 'R-4'], home);
      expect(again.end).toMatchObject({ left: 0, counts: { created: 1, unknown: 1 } });
      expect(again.end.stop).toBeUndefined();
      expect(again.asked).toEqual(['POST R-4']);
    },
  );
});
