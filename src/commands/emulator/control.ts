import { existsSync } from 'node:fs';
import type { CommandContext } from '../../cli/settings.ts';
import { allowHostHint, isUnknownHost } from '../../client/api/request-errors.ts';
import { baseAddress } from '../../client/http.ts';
import { absoluteState, homePaths } from '../../config/paths.ts';
import { controlRequest } from '../../emulator/service/http.ts';
import { stateFile } from '../../emulator/store/state-file.ts';
import { CfiError, type ErrorCode, usageError } from '../../errors.ts';
import { memberRow } from '../../render/columns.ts';
import type { Result } from '../../render/result.ts';
import { inMemory } from '../../storage/sqlite/database.ts';
import { field, fieldsOf, isFields, toError } from '../../text/records.ts';
import { capital } from '../../text/words.ts';

/** The control API of a served emulator, or of a state folder. */
export interface Control {
  /** An address or a folder, for people. */
  readonly place: string;
  /** The `data` of the answer, or the whole answer if it has no envelope. Throws a `CfiError` if the call is refused. */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<unknown>;
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
  return {
    place: state,
    async call(method, path, body) {
      const { status, headers, body: text } = await emulator.handle(controlRequest(method, path, body));
      context.clock.learn(headers.date);
      return dataOf(status, text, {
        absent: `this is the state in ${state}; for another, add --state DIR, or --base-url URL of a running emulator`,
      });
    },
    close: () => emulator.close(),
  };
}

async function served({ settings, clock }: CommandContext, baseUrl: string): Promise<Control> {
  const place = baseAddress(baseUrl).replace(/\/v1$/, '/_emulator');
  return {
    place,
    async call(method, path, body) {
      const answer = await fetch(place + path, {
        method,
        headers: { 'x-emulator-admin': '1', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(settings.timeoutMs),
      }).catch(async (error: Error) => {
        throw new CfiError('network', `no emulator answers at ${place}: ${await reasonOf(error)}`, {
          hint: 'start one with cfi emulator start, or leave out --base-url and CFI_BASE_URL to use the state folder',
          cause: error,
        });
      });
      clock.learn(answer.headers.get('date') ?? undefined);
      const text = await answer.text().catch(async (error: Error) => {
        throw new CfiError('network', `the connection broke during the answer: ${await reasonOf(error)}`, {
          cause: error,
        });
      });
      return dataOf(answer.status, text, {
        absent: `this is the emulator at ${place}; for a state folder, leave out --base-url and CFI_BASE_URL`,
        denied: allowHostHint(baseUrl),
      });
    },
    close: () => {},
  };
}

async function reasonOf(error: Error): Promise<string> {
  if (error.name === 'TimeoutError') return 'it took too long';
  const { connectionError } = await import('../../client/transport/network.ts');
  return connectionError(toError(error.cause ?? error), false).message;
}

const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid-input',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
};

/** `absent`: what to do if there is no such record; `denied`: if the emulator does not take the name of its host. */
function dataOf(status: number, text: string, hints: { absent: string; denied?: string }): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new CfiError('network', 'the answer did not come from an emulator', { status });
  }
  if (status < 300) return isFields(body) && 'data' in body ? body.data : body;
  const reason = field(body, 'error');
  const hint = status === 404 ? hints.absent : isUnknownHost(body) ? hints.denied : undefined;
  throw new CfiError(codes[status] ?? 'internal', String(reason ?? `status ${status}`), {
    status,
    ...(hint === undefined ? {} : { hint }),
  });
}

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
export function recordResult(data: unknown): Result {
  const fields = Object.entries(isFields(data) ? data : {})
    .filter(([, value]) => value === null || typeof value !== 'object')
    .map(([name, value]) => [heading(name), timeNames.test(name) ? { time: value } : value] as const);
  return { data, blocks: [{ kind: 'fields', fields }], csv: memberRow(fieldsOf(data)) };
}
