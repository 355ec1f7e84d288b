import * as z from 'zod/mini';
import { durationMs, ratePerMinute } from '../cli/values.ts';
import type { LoggedRequest } from '../contract/control.ts';
import { problemsOf } from '../contract/problems.ts';
import { bootEmulator } from '../emulator/boot.ts';
import type { FaultRule } from '../emulator/domain/fault-rule.ts';
import type { Emulator, EmulatorOptions } from '../emulator/emulator.ts';
import { namedOptions, parseJson, type ReadJson, seedNamed } from '../emulator/named-files.ts';
import { controlRequest } from '../emulator/service/http.ts';
import { fcPolicies } from '../emulator/store/clients.ts';
import { usageError } from '../errors.ts';
import { readNamed } from '../storage/read-file.ts';
import { inMemory } from '../storage/sqlite/database.ts';
import { keysOf } from '../text/records.ts';
import { isoUtc } from '../text/time/time.ts';
import { startTimer } from '../timers.ts';
import type * as library from './types.ts';

/** What `startEmulator` takes, checked because the caller's compiler may not. */
const startOptions = z.strictObject({
  seed: z.optional(
    z.union([z.string(), z.looseObject({})], 'the name of a seed, the path of a seed file, or a seed object'),
  ),
  now: z.optional(z.union([z.string(), z.date()], 'a valid Date or a time such as 2026-09-01T08:00:00Z')),
  freeze: z.optional(z.boolean()),
  port: z.optional(z.int().check(z.minimum(0), z.maximum(65_535))),
  state: z.optional(
    z.string().check(z.refine((path) => path !== '', `the path of a folder, or ${inMemory}`)),
  ),
  fcPolicy: z.optional(z.enum(fcPolicies)),
  rateLimit: z.optional(
    z.union([z.string(), z.number().check(z.positive())], 'a number above 0, or a text such as 60/m'),
  ),
  latency: z.optional(
    z.union([z.string(), z.number().check(z.minimum(0))], 'a number of milliseconds, or a text such as 2s'),
  ),
  assume: z.optional(
    z.union(
      [z.string(), z.looseObject({})],
      'choices such as { "A-22": 1 }, or the path of a file that cfi verify --save wrote',
    ),
  ),
} satisfies Record<keyof library.StartOptions, z.ZodMiniType>);

/** Throws a usage error that names an unknown option, or what an option must be. */
function checkStartOptions(options: object): void {
  const { error } = startOptions.safeParse(options);
  if (error === undefined) return;
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys') {
    const [name = ''] = issue.keys;
    const names = keysOf(startOptions.shape).join(', ');
    throw usageError(`${name} is not an option of startEmulator; the options are ${names}`);
  }
  for (const { field, expected } of problemsOf(error, options))
    throw usageError(`${field || 'the options'} must be ${expected}`);
}

/** Reads what an option names, from the folder of the process. */
const readJson: ReadJson = async (name, option, hint) => {
  const label = `${option} ${name}`;
  const bytes = await readNamed(name, label, { cwd: process.cwd() }, { hint });
  return parseJson(label, bytes.toString('utf8'));
};

/** The error for a call that the emulator refused. */
export class EmulatorError extends Error implements library.EmulatorError {
  override readonly name = 'EmulatorError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const plain = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

/** Converts a filter to a query string; undefined members are left out. */
function queryOf(filter: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, plain(value));
  return query.size === 0 ? '' : `?${query}`;
}

type Control = Pick<
  library.RunningEmulator,
  'clock' | 'warehouse' | 'faults' | 'requests' | 'report' | 'reset' | 'state'
>;

/**
 * The control API as functions, without a socket; they throw an `EmulatorError` if the emulator refuses the call. `running` is
 * the emulator, and throws once it has been stopped.
 */
function controlOf(running: () => Emulator): Control {
  const call = async <Data>(method: string, path: string, body?: unknown): Promise<Data> => {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const { status, body: text } = await running().handle(controlRequest(method, path, sent));
    const answer: { readonly data: Data; readonly error?: string } = JSON.parse(text);
    if (status >= 400) throw new EmulatorError(status, answer.error ?? `status ${status}`);
    return answer.data;
  };
  const moveClock = async (body: object): Promise<library.ClockReading> => call('POST', '/clock', body);
  const act = (kind: string, reference: string, verb: string, body: object = {}) =>
    call<library.ServiceRecord>('POST', `/fc/${kind}/${encodeURIComponent(reference)}/${verb}`, body);
  return {
    clock: {
      now: () => isoUtc(running().now()),
      set: (iso) => moveClock({ set: plain(iso) }),
      advance: (duration) => moveClock({ advance: duration }),
      freeze: () => moveClock({ freeze: true }),
      resume: () => moveClock({ resume: true }),
    },
    warehouse: {
      confirmSlot: (reference, body) => act('slots', reference, 'confirm', body),
      counterSlot: (reference, body) => act('slots', reference, 'counter', body),
      receivePo: (number, body) => act('pos', number, 'receive', body),
      receiveInbound: (number, body) => act('inbound', number, 'receive', body),
      dispatchOrder: (reference, body) => act('orders', reference, 'dispatch', body),
    },
    faults: {
      add: (rule) => call('POST', '/faults', rule satisfies FaultRule),
      list: () => call<(FaultRule & { readonly id: number })[]>('GET', '/faults'),
      clear: () => call('DELETE', '/faults'),
    },
    // The filter decides which of the two is returned.
    requests: (filter: object = {}) =>
      call<LoggedRequest[] & { readonly count: number }>('GET', `/requests${queryOf(filter)}`),
    report: async () => running().report(),
    async reset(seed) {
      const body = seed === undefined ? {} : { seed: await seedNamed(seed, readJson) };
      return call('POST', '/reset', body);
    },
    state: {
      export: () => call('GET', '/state'),
      import: async (state) => void (await call('PUT', '/state', state)),
    },
  };
}

async function emulatorOptions(options: library.StartOptions): Promise<EmulatorOptions> {
  const { now, freeze, fcPolicy, rateLimit, latency, state = inMemory } = options;
  return {
    ...{ state, realNow: Date.now, version: CFI_VERSION, freeze, fcPolicy },
    rateLimit: typeof rateLimit === 'string' ? ratePerMinute('rateLimit', rateLimit) : rateLimit,
    latencyMs: typeof latency === 'string' ? durationMs('latency', latency) : latency,
    ...(await namedOptions({ ...options, now: now && plain(now) }, readJson, 'now')),
  };
}

/** Starts an emulator in this process: the same as `cfi emulator start`, with its control API as functions. */
export const startEmulator: typeof library.startEmulator = async (options = {}) => {
  checkStartOptions(options);
  const { emulator, baseUrl, adminUrl, ...running } = await bootEmulator(await emulatorOptions(options), {
    host: '127.0.0.1',
    port: options.port ?? 0,
    startTimer,
  });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= running.stop();
    return stopped;
  };
  return {
    baseUrl,
    adminUrl,
    get clients() {
      return emulator.clients().map(({ client_id, client_secret, client_name }) => ({
        id: client_id,
        secret: client_secret,
        name: client_name,
      }));
    },
    ...controlOf(() => {
      if (stopped === undefined) return emulator;
      throw new Error('the emulator has been stopped');
    }),
    stop,
    [Symbol.asyncDispose]: stop,
  };
};
