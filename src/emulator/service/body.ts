import { isAscii, isUtf8 } from 'node:buffer';
import { isNestedDeeper, mostInJson, mostValuesIn } from '../../text/json.ts';
import { fieldsOf } from '../../text/records.ts';
import { ServiceError } from '../domain/context.ts';
import type { HttpRequest } from './http.ts';

/** A request's body as far as it could be read. A problem is reported only once the earlier checks have passed. */
export interface ReadBody {
  /** The parsed JSON; undefined when there is no body or it is not JSON. */
  readonly value: unknown;
  /** The original JSON text; undefined when `value` is undefined or null. */
  readonly json: string | undefined;
  readonly text: string;
  /** Why the body cannot be read. */
  readonly problem?: ServiceError;
}

/** There is no body, or the endpoint takes none. */
export const noBody: ReadBody = { value: undefined, json: undefined, text: '' };

const unreadable = (status: number, error: string, text = ''): ReadBody => ({
  ...noBody,
  text,
  problem: new ServiceError(status, error),
});

function textOf(body: Uint8Array): string | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString() : undefined;
}

/** What the database reads back differently: it ends text at NUL, and UTF-8 has no half characters. */
const isUnstorable = (text: string): boolean => text.includes('\0') || /\p{Surrogate}/u.test(text);

function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return isUnstorable(value);
  if (value === null || typeof value !== 'object') return false;
  return Object.entries(value).some(([name, member]) => isUnstorable(name) || hasUnstorableText(member));
}

/** More than any state or seed has; a value may take thirty times the memory of its text. */
export const mostBodyValues = 10_000_000;

/** Parses the JSON of a request; an error becomes the `problem`. With `anyText`, NUL and half characters are none. */
export function parseBody(http: Pick<HttpRequest, 'body' | 'headers'>, anyText = false): ReadBody {
  const { body, headers } = http;
  if (body === undefined || body.length === 0) return noBody;
  const encoding = headers['content-encoding'] ?? '';
  if (encoding !== '' && encoding.toLowerCase() !== 'identity')
    return unreadable(415, `The content encoding ${encoding} is not supported; send the body uncompressed`);
  const text = textOf(body);
  if (text === undefined) return unreadable(400, 'The body is not UTF-8');
  if (isNestedDeeper(text, mostInJson.levels)) return unreadable(400, 'The body is nested too deeply', text);
  if (text.length > mostBodyValues && mostValuesIn(text) > mostBodyValues)
    return unreadable(413, `The body holds more than ${mostBodyValues.toLocaleString('en')} values`, text);
  try {
    const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
    const value: unknown = JSON.parse(json);
    // Only an escape can express such text.
    if (!anyText && json.includes('\\u') && hasUnstorableText(value)) {
      const error = 'The body contains a NUL character or half a character (an unpaired surrogate)';
      return unreadable(400, error, text);
    }
    return { value, json: value === null ? undefined : json, text };
  } catch {
    return unreadable(400, 'The body is not valid JSON', text);
  }
}

const referenceFields = ['ReferenceNumber', 'PO_REFERENCE', 'slotReference'] as const;

/** The references in a request's path and body. */
export function referencesOf(params: Readonly<Record<string, string>>, body: unknown): string[] {
  const fields = fieldsOf(body);
  const inBody = referenceFields.map((name) => fields[name]).filter((value) => typeof value === 'string');
  return [...Object.values(params), ...inBody];
}
