import { durationMs, ratePerMinute } from '../cli/values.ts';
import type { LoggedRequest } from '../contract/control.ts';
import { bootEmulator } from '../emulator/boot.ts';
import { checkChoices, choicesInDocument, choicesInList, isChoiceList } from '../emulator/domain/choices.ts';
import type { Emulator, EmulatorOptions } from '../emulator/emulator.ts';
import { builtInNames } from '../emulator/seed/first-state.ts';
import { controlRequest } from '../emulator/service/http.ts';
import { fcPolicies } from '../emulator/store/warehouses.ts';
import { usageError } from '../errors.ts';
import { unreadableFile } from '../storage/file-errors.ts';
import { readText } from '../storage/read-file.ts';
import { inMemory } from '../storage/sqlite/database.ts';
import { nearest } from '../text/nearest.ts';
import { isFields, keysOf, messageOf } from '../text/records.ts';
import { isoUtc, parseInstant } from '../text/time/time.ts';
import { startTimer } from '../timers.ts';
import type * as library from './types.ts';

/** What an option may be, as a test and in words. */
interface Rule {
  accepts(value: unknown): boolean;
  readonly words: string;
}

const isText = (value: unknown): boolean => typeof value === 'string';

const rules: Readonly<Record<keyof library.StartOptions, Rule>> = {
  seed: {
    accepts: (value) => isText(value) || isFields(value),
    words: 'the name of a seed, the path of a seed file, or a seed object',
  },
  now: {
    accepts: (value) => isText(value) || (value instanceof Date && !Number.isNaN(value.getTime())),
    words: 'a valid Date or a time such as 2026-09-01T08:00:00Z',
  },
  freeze: { accepts: (value) => typeof value === 'boolean', words: 'true or false' },
  port: {
    accepts: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535,
    words: 'a whole number from 0 to 65535',
  },
  state: { accepts: (value) => isText(value) && value !== '', words: `the path of a folder, or ${inMemory}` },
  fcPolicy: {
    accepts: (value) => fcPolicies.some((policy) => policy === value),
    words: `one of ${fcPolicies.join(', ')}`,
  },
  rateLimit: {
    accepts: (value) => isText(value) || (Number.isFinite(value) && Number(value) > 0),
    words: 'a number above 0, or a text such as 60/m',
  },
  latency: {
    accepts: (value) => isText(value) || (Number.isFinite(value) && Number(value) >= 0),
    words: 'a number of milliseconds, or a text such as 2s',
  },
  assume: {
    accepts: (value) => isText(value) || isFields(value),
    words: 'choices such as { "A-22": 1 }, or the path of a file that cfi verify --save wrote',
  },
};

/**
 * Checks the options of a caller whose compiler does not. Throws a usage error that names an unknown option, or what an
 * option must be.
 */
export function checkStartOptions(options: object): void {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(rules, name)) {
      const meant = nearest(name, keysOf(rules));
      const hint =
        meant === undefined ? `the options are ${keysOf(rules).join(', ')}` : `did you mean ${meant}?`;
      throw usageError(`${name} is not an option of startEmulator; ${hint}`);
    }
    const { accepts, words } = rules[name as keyof typeof rules];
    if (value !== undefined && !accepts(value)) throw usageError(`${name} must be ${words}`);
  }
}

async function readJson(option: string, file: string, hint?: string): Promise<unknown> {
  const text = await readText(file).catch((error) => {
    throw unreadableFile(`${option} ${file}`, error, { hint });
  });
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw usageError(`${option} ${file} is not JSON: ${messageOf(error)}`);
  }
}

/** The seed to load: the name of a built-in seed, an object, or the contents of the file at a path. */
export async function readSeed(seed: string | object): Promise<unknown> {
  if (typeof seed !== 'string' || builtInNames.includes(seed)) return seed;
  return readJson('seed', seed, `the built-in seeds are ${builtInNames.join(', ')}`);
}

/**
 * Choices given directly, as a list like `A-06=1,A-22=2`, or as what `verify --save` wrote, the document or its path,
 * whose choices were seen at the service. Throws a usage error for an unknown choice.
 */
export async function readAssumed(
  assume: string | object,
): Promise<Pick<EmulatorOptions, 'assume' | 'verified'>> {
  if (typeof assume === 'string' && isChoiceList(assume)) return { assume: choicesInList(assume) };
  const document = typeof assume === 'string' ? await readJson('assume', assume) : assume;
  if (typeof assume !== 'string' && !('version' in assume)) return { assume: checkChoices(assume) };
  const choices = choicesInDocument(document);
  return { assume: choices, verified: choices };
}

/** The error for a call that the emulator refused. */
export class EmulatorError extends Error implements library.EmulatorError {
  override readonly name = 'EmulatorError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Call = <Data>(method: string, path: string, body?: unknown) => Promise<Data>;

function checkRunning(isStopped: () => boolean): void {
  if (isStopped()) throw new Error('the emulator has been stopped');
}

/** Calls the control API without a socket; throws an `EmulatorError` if the emulator refuses the call. */
function callerOf(emulator: Emulator, isStopped: () => boolean): Call {
  return async <Data>(method: string, path: string, body?: unknown): Promise<Data> => {
    checkRunning(isStopped);
    const { status, body: text } = await emulator.handle(controlRequest(method, path, body));
    const answer: { readonly data: Data; readonly error?: string } = JSON.parse(text);
    if (status >= 400) throw new EmulatorError(status, answer.error ?? `status ${status}`);
    return answer.data;
  };
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

/** The control API of an emulator as functions, which fail once it has been stopped. */
function controlOf(emulator: Emulator, isStopped: () => boolean): Control {
  const call = callerOf(emulator, isStopped);
  const moveClock = async (body: object): Promise<library.ClockReading> => call('POST', '/clock', body);
  const act = (kind: string, reference: string, verb: string, body: object = {}) =>
    call<library.ServiceRecord>('POST', `/fc/${kind}/${encodeURIComponent(reference)}/${verb}`, body);
  return {
    clock: {
      now() {
        checkRunning(isStopped);
        return isoUtc(emulator.now());
      },
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
      add: (rule) => call('POST', '/faults', rule),
      list: () => call('GET', '/faults'),
      clear: () => call('DELETE', '/faults'),
    },
    // The filter decides which of the two is returned.
    requests: (filter: object = {}) =>
      call<LoggedRequest[] & { readonly count: number }>('GET', `/requests${queryOf(filter)}`),
    async report() {
      checkRunning(isStopped);
      return emulator.report();
    },
    async reset(seed) {
      const body = seed === undefined ? {} : { seed: await readSeed(seed) };
      return call('POST', '/reset', body);
    },
    state: {
      export: () => call('GET', '/state'),
      import: async (state) => void (await call('PUT', '/state', state)),
    },
  };
}

function startOf(now: string | Date): number {
  const at = parseInstant(plain(now));
  if (!Number.isNaN(at)) return at;
  throw usageError(`now ${JSON.stringify(now)} is not a time`, 'write it as 2026-09-01T08:00:00Z');
}

async function emulatorOptions(options: library.StartOptions): Promise<EmulatorOptions> {
  const { seed, now, freeze, fcPolicy, rateLimit, latency, assume, state = inMemory } = options;
  return {
    state,
    realNow: Date.now,
    version: CFI_VERSION,
    seed: seed === undefined ? undefined : await readSeed(seed),
    now: now === undefined ? undefined : startOf(now),
    freeze,
    fcPolicy,
    rateLimit: typeof rateLimit === 'string' ? ratePerMinute('rateLimit', rateLimit) : rateLimit,
    latencyMs: typeof latency === 'string' ? durationMs('latency', latency) : latency,
    ...(assume === undefined ? {} : await readAssumed(assume)),
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
    ...controlOf(emulator, () => stopped !== undefined),
    stop,
    [Symbol.asyncDispose]: stop,
  };
};
