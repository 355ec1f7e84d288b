import { isAscii, isUtf8 } from 'node:buffer';
import type * as z from 'zod/mini';
import type { Acceptance } from '../../contract/acceptance.ts';
import { problemsOf } from '../../contract/problems.ts';
import { Refusal } from '../engine/context.ts';
import type { Exchange } from '../server/exchange.ts';

/** A request's body as far as it could be read; what is wrong with it is said only when its turn comes. */
export interface ReadBody {
  /** Whether the endpoint has a body at all; others have theirs ignored. */
  readonly wanted: boolean;
  /** The parsed JSON; undefined for no body or one that is no JSON. */
  readonly value: unknown;
  /** The JSON as it came; undefined where `value` is none, or null. */
  readonly json: string | undefined;
  readonly text: string;
  readonly problem?: string;
}

const unread = { value: undefined, json: undefined };

function textOf(body: Uint8Array): string | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString() : undefined;
}

/** Reads the JSON of a request; what is wrong with it becomes the `problem`. */
export function parseBody({ body }: Pick<Exchange, 'body'>, wanted: boolean): ReadBody {
  if (!wanted || body === undefined || body.length === 0) return { wanted, ...unread, text: '' };
  const text = textOf(body);
  if (text === undefined) return { wanted, ...unread, text: '', problem: 'The body is not UTF-8' };
  try {
    const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
    const value: unknown = JSON.parse(json);
    return { wanted, value, json: value === null ? undefined : json, text };
  } catch {
    return { wanted, ...unread, text, problem: 'The body is not valid JSON' };
  }
}

/** What an endpoint takes for a body. */
export interface BodyCheck {
  readonly schema: z.core.$ZodType;
  /** A quick yes, for nearly every body is right. */
  readonly accepts: Acceptance;
}

/**
 * Refuses with 400 what is no JSON or breaks the schema, naming the first field that is wrong. `missingRestsOn` is the
 * assumption, if any, by which a missing field is refused.
 */
export function checkBody(
  body: ReadBody,
  check: BodyCheck | undefined,
  assumptions: Set<string>,
  missingRestsOn?: string,
): void {
  if (body.problem !== undefined) throw new Refusal(400, body.problem);
  if (check === undefined || check.accepts(body.value)) return;
  const parsed = (check.schema as z.ZodMiniType).safeParse(body.value);
  if (parsed.success) return;
  const problem = problemsOf(parsed.error, body.value)[0];
  if (problem?.missing === false) {
    assumptions.add(problem.unlisted ? 'A-21' : 'A-39');
  } else if (missingRestsOn !== undefined) {
    assumptions.add(missingRestsOn);
  }
  throw new Refusal(400, problem?.message ?? 'The body is not valid');
}

const referenceFields = ['ReferenceNumber', 'PO_REFERENCE', 'slotReference'] as const;

/** The references a request is about: the one in its path, and those in its body. */
export function referencesOf(params: Readonly<Record<string, string>>, body: unknown): string[] {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const inBody = referenceFields.map((name) => fields[name]).filter((value) => typeof value === 'string');
  return [...Object.values(params), ...inBody];
}
