import { createApi } from '../../src/client/api/api.ts';
import { defaultRetryPolicy } from '../../src/client/retry.ts';
import {
  type EmbeddedResponse,
  type EmbeddedService,
  embeddedTransport,
} from '../../src/client/transport/embedded.ts';
import type { LeftOutLine } from '../../src/payload/document/reasons.ts';
import { openLedger } from '../../src/upload/ledger/open-ledger.ts';
import { beginRun, type LedgerTask, type RunLedger } from '../../src/upload/ledger/run-ledger.ts';
import type { Explain, Kind } from '../../src/upload/run/kinds/kind.ts';
import { orders } from '../../src/upload/run/kinds/orders.ts';
import { createRequests } from '../../src/upload/run/requests.ts';
import { type RunOptions, runAll } from '../../src/upload/run/run.ts';
import { openSpool } from '../../src/upload/terms/spool.ts';
import { makeHome } from './cli.ts';
import { testNow } from './time.ts';
import { placeOf } from './upload/opened-ledger.ts';

/** What a test can set about the emulator: its answer to a request with this reference, and how it waits. */
interface Service {
  answer(method: string, reference: string): Partial<EmbeddedResponse>;
  advance?: EmbeddedService['advance'];
  /** What the runner gets instead of the ledger. */
  recorded?: (ledger: RunLedger) => RunLedger;
  interrupted?: AbortSignal;
  maxErrors?: number;
  ratePerSecond?: number;
  stopUnrecorded?: NonNullable<RunOptions<never>['stopUnrecorded']>;
  asReported?: NonNullable<RunOptions<never>['asReported']>;
  /** 2 if absent. */
  concurrency?: number;
  /** How the documents are sent and looked up; as orders if absent. */
  kind?: Kind;
  /** What is said about a refusal; the usual suggestions if absent. */
  explain?: Explain;
  /** Whether the transport says that the command embeds the emulator; it does not if absent. */
  embedded?: boolean;
  /** What the documents contain besides their reference. */
  content?: object;
  /** Lines of each document that are not sent. */
  leftOutLines?: readonly LeftOutLine[];
  random?: () => number;
  /** Signs in again; false, the default, if that is not possible. */
  renew?: () => Promise<boolean>;
  startTimer?: RunOptions<never>['startTimer'];
  observer?: Partial<RunOptions<never>['observer']>;
}

/** A ledger that calls `before` with all outcomes that it is to record. */
export const recordingAfter = (
  ledger: RunLedger,
  before: (results: Parameters<RunLedger['record']>[0]) => void,
): RunLedger => ({
  ...ledger,
  record(results) {
    before(results);
    ledger.record(results);
  },
  nextBatch(size, results = []) {
    if (results.length > 0) before(results);
    return ledger.nextBatch(size, results);
  },
});

/**
 * Sends orders with these references through the runner, without the checks on reading; returns their outcomes and the
 * requests. By default, the service answers 201 with a record.
 */
export async function runOrders(references: readonly string[], service: Service, home = makeHome()) {
  const asked: string[] = [];
  const emulator: EmbeddedService = {
    clients: () => [],
    async handle({ method, target, body }) {
      const said =
        body === undefined
          ? (target.split('/').at(-1) ?? '')
          : JSON.parse(Buffer.from(body).toString()).ReferenceNumber;
      asked.push(`${method} ${said}`);
      const data = { ReferenceNumber: said, OrderId: { UUID: said, Number: 1 } };
      const answer = { status: 201, headers: {}, body: JSON.stringify({ success: true, data }), delayMs: 0 };
      return { ...answer, ...service.answer(method, said) };
    },
    now: () => testNow,
    advance: service.advance ?? (() => {}),
    close: () => {},
  };
  const api = createApi({
    baseUrl: 'https://h.example/v1',
    transport: { ...embeddedTransport(emulator, () => 0), embedded: service.embedded ?? false },
    tokens: {
      current: () => 't',
      renew: service.renew ?? (async () => false),
      clientId: 'acme',
    },
    policy: defaultRetryPolicy,
    timeoutMs: 1000,
    random: () => 0,
    redact: (text) => text,
    commandFor: (...words) => ['cfi', ...words].join(' '),
    signInHint: '',
  });
  const spool = openSpool();
  for (const reference of references) {
    const body = JSON.stringify({ ...service.content, ReferenceNumber: reference });
    const { leftOutLines = [] } = service;
    spool.sink.add({ reference, body, file: 0, lines: [2], invalid: false, leftOutLines });
  }
  const ledger = await beginRun(openLedger(placeOf(home)).db, spool, {
    address: 'a',
    client: 'acme',
    kind: orders,
    files: [],
    pid: 1,
    now: testNow,
    steady: 0,
    fresh: false,
  });
  const end = await runAll<LedgerTask>({
    api,
    work: service.recorded?.(ledger) ?? ledger,
    requests: (signal) =>
      createRequests(
        api,
        service.kind ?? orders,
        { maxRetries: 2, keepChanged: false },
        signal,
        service.explain,
      ),
    concurrency: service.concurrency ?? 2,
    policy: defaultRetryPolicy,
    random: service.random ?? (() => 0),
    ...(service.ratePerSecond === undefined ? {} : { ratePerSecond: service.ratePerSecond }),
    ...(service.maxErrors === undefined ? {} : { maxErrors: service.maxErrors }),
    ...(service.stopUnrecorded === undefined ? {} : { stopUnrecorded: service.stopUnrecorded }),
    ...(service.asReported === undefined ? {} : { asReported: service.asReported }),
    startTimer: service.startTimer ?? (() => () => {}),
    interrupted: service.interrupted ?? new AbortController().signal,
    onSecondInterrupt: () => {},
    observer: {
      progress: () => {},
      note: () => {},
      retrying: () => {},
      pause: () => {},
      finished: () => {},
      ...service.observer,
    },
  });
  return { end, asked };
}
