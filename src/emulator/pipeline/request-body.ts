import { isAscii, isUtf8 } from 'node:buffer';
import * as z from 'zod/mini';
import { withoutAbsentFields } from '../../contract/checks/absent-fields.ts';
import type { Acceptance } from '../../contract/checks/acceptance.ts';
import { type Problem, problemsOf } from '../../contract/problems.ts';
import { fieldsOf } from '../../text/records.ts';
import type { AssumptionId } from '../conformance/assumptions/assumptions.ts';
import { ServiceError } from '../engine/context.ts';
import type { Variants } from '../engine/variants.ts';
import type { HttpRequest } from '../server/http-message.ts';
import { isNestedTooDeeply } from './json-depth.ts';

/** A request's body as far as it could be read. A problem is reported only once the earlier checks have passed. */
export interface ReadBody {
  /** Whether the endpoint takes a body; other endpoints ignore it. */
  readonly wanted: boolean;
  /** The parsed JSON; undefined when there is no body or it is not JSON. */
  readonly value: unknown;
  /** The original JSON text; undefined when `value` is undefined or null. */
  readonly json: string | undefined;
  readonly text: string;
  /** Why the body cannot be read. */
  readonly problem?: ServiceError;
}

const unread = { value: undefined, json: undefined };

function textOf(body: Uint8Array): string | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString() : undefined;
}

const isPlain = (encoding: string | undefined): boolean =>
  encoding === undefined || encoding === '' || encoding.toLowerCase() === 'identity';

/** What the database reads back differently: it ends text at NUL, and UTF-8 has no half characters. */
const isUnstorable = (text: string): boolean => text.includes('\0') || /\p{Surrogate}/u.test(text);

function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return isUnstorable(value);
  if (value === null || typeof value !== 'object') return false;
  return Object.entries(value).some(([name, member]) => isUnstorable(name) || hasUnstorableText(member));
}

/** Parses the JSON of a request; an error becomes the `problem`. With `anyText`, NUL and half characters are none. */
export function parseBody(
  { body, headers }: Pick<HttpRequest, 'body' | 'headers'>,
  wanted: boolean,
  anyText = false,
): ReadBody {
  if (!wanted || body === undefined || body.length === 0) return { wanted, ...unread, text: '' };
  const encoding = headers['content-encoding'];
  if (!isPlain(encoding)) {
    const problem = new ServiceError(
      415,
      `The content encoding ${encoding} is not supported; send the body uncompressed`,
    );
    return { wanted, ...unread, text: '', problem };
  }
  const text = textOf(body);
  if (text === undefined) {
    return { wanted, ...unread, text: '', problem: new ServiceError(400, 'The body is not UTF-8') };
  }
  if (isNestedTooDeeply(text)) {
    return { wanted, ...unread, text, problem: new ServiceError(400, 'The body is nested too deeply') };
  }
  try {
    const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
    const value: unknown = JSON.parse(json);
    // Only an escape can express such text.
    if (!anyText && json.includes('\\u') && hasUnstorableText(value)) {
      const error = 'The body contains a NUL character or half a character (an unpaired surrogate)';
      return { wanted, ...unread, text, problem: new ServiceError(400, error) };
    }
    return { wanted, value, json: value === null ? undefined : json, text };
  } catch {
    return { wanted, ...unread, text, problem: new ServiceError(400, 'The body is not valid JSON') };
  }
}

/** What an endpoint accepts as a body. */
export interface BodyCheck {
  readonly schema: z.core.$ZodType;
  /** A quick check that accepts most valid bodies, because nearly every body is valid. */
  readonly accepts: Acceptance;
}

/** What the validation of a body depends on. */
interface CheckContext {
  readonly assumptions: Set<AssumptionId>;
  readonly variants: Variants;
  /** The assumption, if any, under which a body without this field is refused. */
  readonly missing: (field: string) => AssumptionId | undefined;
}

/** The value without absent optional fields; under the alternative, nulls remain and are refused. */
function withoutAbsent(
  schema: z.core.$ZodType,
  value: unknown,
  { assumptions, variants }: CheckContext,
): unknown {
  const cleaned = withoutAbsentFields(schema, value);
  if (cleaned === value) return value;
  assumptions.add('A-39');
  return variants.pick('A-39', [cleaned, value]);
}

/** The assumption that the refusal of a problem depends on; none where the specification decides. */
function restsOn({ field, missing, mismatch }: Problem, context: CheckContext): AssumptionId | undefined {
  if (missing) return context.missing(field);
  return mismatch === undefined ? undefined : mismatch === 'list' ? 'A-21' : 'A-39';
}

/**
 * The value that a request's rule receives. Throws a `ServiceError`, 400 or 415, for a body that cannot be read or
 * violates the schema, and names the first invalid field.
 */
export function checkBody(body: ReadBody, check: BodyCheck | undefined, context: CheckContext): unknown {
  if (body.problem !== undefined) throw body.problem;
  if (check === undefined || check.accepts(body.value)) return body.value;
  const value = withoutAbsent(check.schema, body.value, context);
  const parsed = z.safeParse(check.schema, value);
  if (parsed.success) return value;
  const problem = problemsOf(parsed.error, value)[0];
  const assumption = problem === undefined ? undefined : restsOn(problem, context);
  if (assumption !== undefined) context.assumptions.add(assumption);
  throw new ServiceError(400, problem?.message ?? 'The body is not valid');
}

const referenceFields = ['ReferenceNumber', 'PO_REFERENCE', 'slotReference'] as const;

/** The references in a request's path and body. */
export function referencesOf(params: Readonly<Record<string, string>>, body: unknown): string[] {
  const fields = fieldsOf(body);
  const inBody = referenceFields.map((name) => fields[name]).filter((value) => typeof value === 'string');
  return [...Object.values(params), ...inBody];
}
