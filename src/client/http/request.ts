import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import type { PathParameter } from '../../contract/requests.ts';
import { usageError } from '../../errors.ts';
import type { CallInput } from '../types.ts';
import type { OnWait, RetryPolicy } from './retry.ts';

/** How every request to one service is sent. */
export interface RequestOptions {
  /** Address of the service, without a trailing slash. */
  readonly baseUrl: string;
  readonly policy: RetryPolicy;
  readonly timeoutMs: number;
  /** Ends every request that brings no signal of its own. */
  readonly signal?: AbortSignal;
  /** From 0 up to 1. */
  random(): number;
  /** Removes secrets from the service's text. */
  redact(text: string): string;
  /** A command line to copy, for the same account. */
  commandFor(...words: readonly string[]): string;
  /** Runs before each wait for a further attempt. */
  readonly onWait?: OnWait | undefined;
}

/** The words for the values of a path. */
const nouns: Readonly<Record<PathParameter<EndpointName>, string>> = {
  referenceNumber: 'order reference',
  order_id: 'order reference',
  deliveryNumber: 'delivery number',
  slotReference: 'slot reference',
  poReference: 'PO number',
  sku: 'SKU',
};

function segment(key: PathParameter<EndpointName>, value: string | undefined): string {
  const name = `the ${nouns[key]}`;
  if (value === undefined || value === '') throw usageError(`${name} must not be empty`);
  // A lone `.` or `..` would count as a step within the path, even encoded.
  if (value === '.' || value === '..') throw usageError(`${name} must not be "${value}"`);
  try {
    return encodeURIComponent(value);
  } catch {
    // Half a character, which a JSON file can contain, has no UTF-8.
    throw usageError(`${name} contains half a character (an unpaired surrogate), which cannot be sent`);
  }
}

/** The endpoint's encoded path and query. Throws a usage error for a path value that cannot be sent. */
export function pathOf(name: EndpointName, input: CallInput): string {
  const template: string = endpoints[name].path;
  const path = template.replace(/\{(\w{1,40})\}/g, (_, key: PathParameter<EndpointName>) =>
    segment(key, input.params?.[key]),
  );
  if (input.query === undefined) return path;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query))
    if (value !== undefined) query.set(key, String(value));
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The body to send; text and bytes must already be JSON. */
export const bodyText = (body: unknown): string | Uint8Array =>
  typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
