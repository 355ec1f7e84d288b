import { existsSync } from 'node:fs';
import type { CommandContext } from '../../cli/settings.ts';
import { attemptOnce } from '../../client/api/api.ts';
import { allowHostHint, attemptError, isUnknownHost } from '../../client/api/request-errors.ts';
import { commandFor } from '../../client/auth/account.ts';
import { baseAddress } from '../../client/http.ts';
import { openNetwork } from '../../client/transport/network.ts';
import type { Attempt, HttpRequest, Transport } from '../../client/types.ts';
import { absoluteState, homePaths } from '../../config/paths.ts';
import { mostBodyValues } from '../../emulator/service/body.ts';
import { controlRequest } from '../../emulator/service/http.ts';
import { stateFile } from '../../emulator/store/state-file.ts';
import { CfiError, usageError } from '../../errors.ts';
import { memberRow } from '../../render/columns.ts';
import type { Result } from '../../render/result.ts';
import { inMemory } from '../../storage/sqlite/database.ts';
import { type Fields, isFields } from '../../text/records.ts';
import { capital } from '../../text/words.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The control API of a served emulator, or of a state folder. */
export interface Control {
  /** An address or a folder, for people. */
  readonly place: string;
  /** The record in the answer, or the whole answer if it has no envelope. Throws a `CfiError` if the call is refused. */
  call(method: Method, path: string, body?: unknown): Promise<Fields>;
  /** The list in the answer. Throws a `CfiError` if the call is refused. */
  list(path: string): Promise<readonly unknown[]>;
  close(): void;
}

/** Where the emulator keeps its state: `--state`, else `fallback`, else the default folder, as an absolute path. */
export function stateFolder({ deps, settings }: CommandContext, fallback?: string): string {
  const state = settings.state ?? fallback ?? homePaths(deps.env, deps.platform, deps.cwd).emulatorState;
  return absoluteState(state, deps.cwd);
}

/** Opens the control API of the emulator at the base address, else of the state folder; one without a state starts with `seed`. */
export async function openControl(context: CommandContext, seed?: unknown): Promise<Control> {
  const { baseUrl, emulator } = context.settings;
  return baseUrl === undefined || emulator ? embedded(context, seed) : served(context, baseUrl);
}

/** Runs `work` with the control API and closes it afterwards. */
export async function withControl<Answer>(
  context: CommandContext,
  work: (control: Control) => Promise<Answer>,
  seed?: unknown,
): Promise<Answer> {
  const control = await openControl(context, seed);
  try {
    return await work(control);
  } finally {
    control.close();
  }
}

async function embedded(context: CommandContext, seed: unknown): Promise<Control> {
  const state = stateFolder(context);
  if (state === inMemory) {
    throw usageError(
      'a state in memory ends with its process',
      'name a running emulator with --base-url, or a folder with --state',
    );
  }
  const { openEmulator } = await import('../../emulator/emulator.ts');
  const first = seed === undefined || existsSync(stateFile(state)) ? {} : { seed };
  const emulator = await openEmulator({ state, realNow: context.deps.now, version: CFI_VERSION, ...first });
  const transport = {
    now: context.deps.now,
    async send({ method, path, body }: ControlCall) {
      const answer = await emulator.handle(controlRequest(method, path, body));
      if (answer.failure !== undefined) throw answer.failure;
      return { ...answer, body: Buffer.from(answer.body) };
    },
  };
  return controlThrough(context, transport, {
    place: state,
    hints: {
      absent: `this is the state in ${state}; for another, add --state DIR, or --base-url URL of a running emulator`,
    },
    close: () => emulator.close(),
  });
}

async function served(context: CommandContext, baseUrl: string): Promise<Control> {
  const { env, now, monotonicNow, sleep, startTimer } = context.deps;
  const place = baseAddress(baseUrl).replace(/\/v1$/, '/_emulator');
  const world = { env, now, monotonicNow, sleep, startTimer };
  const transport = await openNetwork({ ...world, baseUrl: place, connections: 1 });
  return controlThrough(context, transport, {
    place,
    hints: {
      absent: `this is the emulator at ${place}; for a state folder, leave out --base-url and CFI_BASE_URL`,
      denied: allowHostHint(baseUrl),
      unreached:
        'start one with cfi emulator start, or leave out --base-url and CFI_BASE_URL to use the state folder',
    },
    close: () => void transport.close(),
  });
}

interface Reached extends Pick<Control, 'place' | 'close'> {
  readonly hints: {
    /** What to do if there is no such record. */
    readonly absent: string;
    /** If the emulator does not take the name of its host. */
    readonly denied?: string;
    /** If nothing answers. */
    readonly unreached?: string;
  };
}

/** A request whose body, if any, is JSON text. */
type ControlCall = HttpRequest & { readonly body?: string | undefined };

/** The control API through what carries its requests: whatever answers there is read like the service, with its limits. */
function controlThrough(
  { deps, settings, clock, redactor: { redact } }: CommandContext,
  transport: { send(call: ControlCall): ReturnType<Transport['send']>; now(): number },
  { place, hints, close }: Reached,
): Control {
  const telling = {
    now: transport.now,
    async send(request: ControlCall) {
      const response = await transport.send(request);
      clock.learn(response.headers.date);
      return response;
    },
  };

  async function dataOf(method: Method, path: string, body?: unknown): Promise<unknown> {
    const request = {
      ...{ method, path, body: body === undefined ? undefined : JSON.stringify(body) },
      headers: { 'x-emulator-admin': '1', 'content-type': 'application/json', 'accept-encoding': 'identity' },
      ...{ timeoutMs: settings.timeoutMs, signal: deps.interrupted },
    };
    // A state may hold more than any answer of the service.
    const most = path === '/state' ? { values: mostBodyValues } : undefined;
    const outcome = await attemptOnce(telling, request, true, redact, most);
    if (outcome.kind === 'answer') return outcome.answer.data;
    throw errorOf(outcome, method, path);
  }

  function errorOf(outcome: Exclude<Attempt, { kind: 'answer' }>, method: Method, path: string): CfiError {
    const error = attemptError(outcome, {
      ...{ baseUrl: place, method, path: path.replace(/\?.*/, ''), repeatable: method === 'GET', redact },
      signInHint: '',
      commandFor: (...words) => commandFor(settings, ...words),
    });
    if (outcome.kind === 'failure')
      return error.details.unreached === true
        ? error.with({ hint: hints.unreached }, `no emulator answers at ${place}: ${outcome.message}`)
        : error;
    const { status, body, foreign } = outcome;
    if (foreign) return notEmulator(status);
    const hint = status === 404 ? hints.absent : isUnknownHost(body) ? hints.denied : undefined;
    return error.with({ hint: error.code === 'unavailable' ? error.details.hint : hint });
  }

  return {
    place,
    close,
    async call(method, path, body) {
      const data = await dataOf(method, path, body);
      if (isFields(data)) return data;
      throw notEmulator();
    },
    async list(path) {
      const data = await dataOf('GET', path);
      if (Array.isArray(data)) return data;
      throw notEmulator();
    },
  };
}

const notEmulator = (status?: number): CfiError =>
  new CfiError('network', 'the answer is not that of an emulator', { status });

/** A path of the control API, from its parts. */
export const pathTo = (...parts: readonly string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part)}`).join('');

/** `proposedTime` as people read it: `Proposed time`. */
function heading(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return capital(words.trim());
}

const timeNames = /(^now$|time$|at$|date$)/i;

/** A record as names and values, with times in warehouse time. Lists and objects are left out. */
export function recordResult(data: Fields): Result {
  const fields = Object.entries(data)
    .filter(([, value]) => value === null || typeof value !== 'object')
    .map(([name, value]) => [heading(name), timeNames.test(name) ? { time: value } : value] as const);
  return { data, blocks: [{ kind: 'fields', fields }], csv: memberRow(data) };
}
