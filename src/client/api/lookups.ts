import type { SavedToken } from '../../config/settings-file.ts';
import { limits } from '../../contract/limits.ts';
import { CfiError, type ErrorCode, exitCodes, mayPass, stated } from '../../errors.ts';
import { isLoopback } from '../../text/host.ts';
import { nearestNames } from '../../text/nearest.ts';
import { fieldsOf, listField, numberField, textField } from '../../text/records.ts';
import { foreignTime } from '../../text/time/time.ts';
import type { RequestOptions } from '../http.ts';
import type { Api, ApiResponse, Attempt, Transport } from '../types.ts';
import { httpRequest } from './api.ts';
import { keeping, nextPage } from './lists.ts';

/** Failures that concern only one reference; `usage`: the reference cannot be asked for. */
const ofOneReference = new Set<ErrorCode>(['not-found', 'invalid-input', 'conflict', 'usage']);

/**
 * Reads references one after the other. A single reference fails with its own error. With several, returns the found ones
 * and an error that names the others, with the exit code for partial success. Stops after two failures of the service in
 * a row; if nothing was read, throws the failure.
 */
export async function readEach(
  references: readonly string[],
  read: (reference: string) => Promise<ApiResponse>,
) {
  const wanted = [...new Set(references)];
  const keep = keeping();
  const data: unknown[] = [];
  const failures: { reference: string; error: CfiError }[] = [];
  let failedBefore = false;
  for (const reference of wanted) {
    try {
      const answer = await read(reference);
      await keep(answer.data);
      data.push(answer.data);
      failedBefore = false;
    } catch (error) {
      if (wanted.length === 1 || !(error instanceof CfiError)) throw error;
      const goesOn = ofOneReference.has(error.code) || mayPass(error);
      if (!goesOn && (data.length === 0 || error.code === 'cancelled')) throw error;
      failures.push({ reference, error });
      if (!goesOn || (mayPass(error) && failedBefore)) break;
      failedBefore = mayPass(error);
    }
  }
  const service = failures.find(({ error }) => !ofOneReference.has(error.code));
  if (service !== undefined && data.length === 0 && failures.every(({ error }) => mayPass(error)))
    throw service.error;
  const [first] = failures;
  // The fault may be the address's, and not that of each reference.
  if (first !== undefined && data.length === 0 && failures.every(({ error }) => error.code === 'usage'))
    throw first.error;
  return {
    records: data.map(fieldsOf),
    result: {
      // The record itself for one reference, a list for several.
      data: references.length === 1 ? data[0] : data,
      items: data,
      ...(failures.length === 0
        ? {}
        : { errors: [partial(wanted.length, data.length, failures)], exitCode: exitCodes.partial }),
    },
  };
}

/** One error for all references that were not read, each with its own reason. */
function partial(
  wanted: number,
  found: number,
  failures: readonly { readonly reference: string; readonly error: CfiError }[],
): CfiError {
  return new CfiError('partial', `${wanted - found} of ${wanted} could not be read`, {
    errors: failures.map(({ reference, error: { message, details } }) => ({
      reference,
      found: reference,
      [stated]: ['found'],
      message: details.reason ?? message,
    })),
    hint: failures[0]?.error.details.hint,
  });
}

/** The names of the account's own locations; empty when they cannot be read. */
export async function warehouseNames(api: Api): Promise<string[]> {
  try {
    const { data } = await api.call('inventory', { query: { page: 1, page_size: 1 } });
    return listField(data, 'locations').flatMap((location) => textField(location, 'location_name') ?? []);
  } catch (error) {
    if (error instanceof CfiError && error.code !== 'unauthorized' && error.code !== 'cancelled') return [];
    throw error;
  }
}

/** The known name that differs only in case; undefined if there is none, or more than one. */
export function sameButCase(name: string, known: readonly string[]): string | undefined {
  const wanted = name.trim().toLowerCase();
  const same = known.filter((other) => other.toLowerCase() === wanted);
  return same.length === 1 && same[0] !== name ? same[0] : undefined;
}

/** A suggestion for an unknown warehouse name; undefined if there is none. */
export function likelyWarehouses(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || known.includes(name)) return undefined;
  const near = nearestNames(name, known);
  return near.length === 0 ? `your warehouses are ${known.join(', ')}` : `did you mean ${near.join(' or ')}?`;
}

/** Pages of the largest size. Reading more would take too long for a suggestion. */
const mostPages = 5;

export interface KnownSku {
  /** Empty if the service sends none. */
  readonly title: string;
  /** Units in stock, by the name of the location. */
  readonly stock: ReadonlyMap<string, number>;
}

/** About a thousand SKUs of the inventory, or fewer; each page is read once, because nobody waits long for a suggestion. */
export async function knownSkus(api: Api): Promise<ReadonlyMap<string, KnownSku>> {
  const skus = new Map<string, KnownSku & { readonly stock: Map<string, number> }>();
  for (let page: number | undefined = 1; page !== undefined; ) {
    const made: Attempt = await api.attempt('inventory', {
      query: { page, page_size: limits.inventoryPageSize.max },
    });
    if (made.kind !== 'answer') break;
    for (const location of listField(made.answer.data, 'locations'))
      for (const item of listField(location, 'sku')) {
        const sku = textField(item, 'sku') ?? '';
        const { title = '', stock = new Map<string, number>() } = skus.get(sku) ?? {};
        const [place, units] = [textField(location, 'location_name'), numberField(item, 'StockLevel')];
        if (place !== undefined && units !== undefined) stock.set(place, units);
        skus.set(sku, { title: textField(item, 'title', 'Title') ?? title, stock });
      }
    page = page < mostPages ? nextPage(made.answer, page) : undefined;
  }
  skus.delete('');
  return skus;
}

/** Suggestions for an unknown SKU; empty if none is similar. */
export function likelySkus(sku: string, known: ReadonlyMap<string, unknown>): string[] {
  return known.has(sku) ? [] : nearestNames(sku, [...known.keys()]);
}

/** A longer wait is not worth it: the emulator answers at once. */
const longestWaitMs = 5000;

/** Whether the service is the emulator: the embedded one, or one on this machine that identifies itself. */
export async function isEmulator(
  api: Pick<Api, 'transport' | 'baseUrl'>,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<boolean> {
  if (api.transport.embedded) return true;
  if (!isLoopback(new URL(api.baseUrl).hostname)) return false;
  try {
    const request = { method: 'GET', path: '/', headers: {}, signal };
    const answer = await api.transport.send({ ...request, timeoutMs: Math.min(timeoutMs, longestWaitMs) });
    return answer.headers['x-emulator'] !== undefined;
  } catch {
    return false;
  }
}

/** A more precise time is not worth a longer wait. */
const longestTimeWaitMs = 3000;

/** The service's time, ms, or ours plus the difference at sign-in; and whether it refuses the `token` sent with it. */
export async function askTime(
  { transport, requestOptions }: { readonly transport: Transport; readonly requestOptions: RequestOptions },
  saved: SavedToken | undefined,
  token?: string,
): Promise<{ readonly now: number; readonly refused: boolean }> {
  if (transport.embedded && token === undefined) return { now: transport.now(), refused: false };
  const { signal } = requestOptions;
  const timeoutMs = Math.min(requestOptions.timeoutMs, longestTimeWaitMs);
  const plain = { method: 'GET', path: '/order', headers: {}, timeoutMs, signal };
  const local = foreignTime(transport.now() + (saved?.skew ?? 0)) ?? transport.now();
  try {
    const request = token === undefined ? plain : httpRequest('listOrders', {}, { token, timeoutMs, signal });
    const { headers, status } = await transport.send(request);
    return { now: foreignTime(headers.date) ?? local, refused: token !== undefined && status === 401 };
  } catch {
    // Without an answer, the local clock is used.
    return { now: local, refused: false };
  }
}
