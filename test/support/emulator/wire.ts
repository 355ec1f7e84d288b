import { readdirSync, readFileSync } from 'node:fs';
import { type EndpointName, endpoints } from '../../../src/contract/endpoints.ts';
import type { TestAnswer, TestEmulator } from './emulator.ts';

const folder = new URL('../../../fixtures/wire/', import.meta.url);

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** By default, the first client of the seed. */
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** A documented exchange. */
export interface WireExchange {
  readonly name: string;
  readonly request: HttpRequest;
  readonly status: number;
  readonly response: unknown;
}

/** A documented exchange, or (`admin`) an action of the warehouse between two exchanges. */
export type WireCase =
  | WireExchange
  | { readonly admin: { readonly method: string; readonly path: string; readonly body?: object } };

const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

export const wireSeed = (): object => read('seed.json');

/** The cases of each endpoint, by its name. A file has `cases`, or is a single case. */
export function wireFixtures(): [endpoint: string, cases: WireCase[]][] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'seed.json');
  return names.sort().map((name) => {
    const endpoint = name.slice(0, -'.json'.length);
    const content = read(name);
    return [endpoint, content.cases ?? [{ name: endpoint, ...content }]];
  });
}

const patterns = (Object.keys(endpoints) as EndpointName[]).map((name) => ({
  name,
  method: endpoints[name].method as string,
  path: new RegExp(`^${endpoints[name].path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
}));

/** The endpoint of a request, and the values in its path, still encoded. */
export function endpointOf({ method, path }: HttpRequest): {
  name: EndpointName;
  params: Record<string, string>;
} {
  const [bare = ''] = path.split('?');
  const found = patterns.find((pattern) => pattern.method === method && pattern.path.test(bare));
  if (found === undefined) throw new Error(`${method} ${path} is no endpoint`);
  const names = [...endpoints[found.name].path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const values = found.path.exec(bare)?.slice(1) ?? [];
  return {
    name: found.name,
    params: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
  };
}

function play(emulator: TestEmulator, { method, path, headers, body }: HttpRequest): Promise<TestAnswer> {
  if (headers !== undefined) {
    const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    return emulator.call(method, `/v1${path}`, Object.fromEntries(lower), body);
  }
  const client = emulator.as('emu-acme');
  return method === 'POST'
    ? client.post(path, body)
    : method === 'GET'
      ? client.get(path)
      : client.delete(path);
}

/** `{name}` in a path stands for that member of the latest answer's data. */
const filled = (path: string, data: Record<string, unknown>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(data[name]));

/** Runs the cases in order against an emulator with the wire seed, including the warehouse's actions. */
export async function* playCases(
  emulator: TestEmulator,
  cases: readonly WireCase[],
): AsyncGenerator<{ step: WireExchange; answer: TestAnswer }> {
  let data: Record<string, unknown> = {};
  for (const step of cases) {
    if ('admin' in step) {
      const path = filled(step.admin.path, data);
      const { status } = await emulator.admin.post(path, step.admin.body ?? {});
      if (status !== 200) throw new Error(`${path} answers ${status}`);
      continue;
    }
    const answer = await play(emulator, { ...step.request, path: filled(step.request.path, data) });
    data = answer.body?.data ?? data;
    yield { step, answer };
  }
}

const isTime = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value));

/** What each placeholder in a documented answer stands for. */
const kinds: Record<string, (value: unknown) => boolean> = {
  '<uuid>': (value) =>
    typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
  '<jwt>': (value) => typeof value === 'string' && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value),
  '<string>': (value) => typeof value === 'string' && value !== '',
  '<integer>': (value) => Number.isInteger(value),
  '<number>': (value) => typeof value === 'number',
  '<boolean>': (value) => typeof value === 'boolean',
  '<time>': isTime,
  '<absent>': (value) => value === undefined,
};

const plausible: Record<string, unknown> = {
  '<uuid>': '0b0e6c4e-2f0b-4a39-9c59-2f4a4d1c7a10',
  '<jwt>': 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJlbXUtYWNtZSJ9.c2lnbmF0dXJl',
  '<string>': 'some text',
  '<integer>': 7,
  '<number>': 2.5,
  '<boolean>': true,
  '<time>': '2026-09-01T08:00:00Z',
};

/** A documented answer with plausible values for its placeholders, as a service would send it. */
export const withValues = (documented: unknown): unknown =>
  JSON.parse(
    JSON.stringify(documented, (_, value) =>
      value === '<absent>' ? undefined : typeof value === 'string' ? (plausible[value] ?? value) : value,
    ),
  );

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Where an answer differs from the documented one; additional members do not count. */
export function differences(documented: unknown, found: unknown, path = 'body'): string[] {
  const isKind = typeof documented === 'string' ? kinds[documented] : undefined;
  if (isKind !== undefined)
    return isKind(found) ? [] : [`${path}: ${JSON.stringify(found)} is no ${documented}`];
  if (!isObject(documented)) {
    return Object.is(documented, found)
      ? []
      : [`${path}: ${JSON.stringify(found)}, not ${JSON.stringify(documented)}`];
  }
  if (!isObject(found) || Array.isArray(found) !== Array.isArray(documented))
    return [`${path}: of another type`];
  if (Array.isArray(documented) && documented.length !== found.length) {
    return [`${path}: ${String(found.length)} of them, not ${documented.length}`];
  }
  return Object.entries(documented).flatMap(([name, value]) =>
    differences(value, found[name], `${path}.${name}`),
  );
}
