import { parseJson } from '../../text/json.ts';
import { isFields as isObject } from '../../text/records.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import { beginning } from '../../text/trim.ts';
import type { ApiResponse, Attempt, HttpResponse } from '../types.ts';
import { pageText } from './page-text.ts';
import { retryAfterMs } from './retry.ts';

type Members = Readonly<Record<string, unknown>>;

const decoder = new TextDecoder();
const markStart = 0xef;

/** Takes half the time of the decoder, which only a byte-order mark needs. */
function textOf(body: Uint8Array): string {
  if (body[0] === markStart) return decoder.decode(body);
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
}

type Redact = (text: string) => string;

/** The beginning of a text, without secrets. They are removed before it is cut, so that no part of one is left. */
const oneLine = (text: string, longest: number, redact: Redact): string => {
  const line = sanitizeLine(redact(text).slice(0, longest * 20))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > longest ? `${beginning(line, longest - 1)}…` : line;
};

const unreadable = (message: string): Attempt => ({
  kind: 'failure',
  reason: 'unreadable',
  message,
  maybeSent: true,
});

const looksLikePage = (text: string): boolean => /^\s*</.test(text);

const longestReason = 500;

/** The first words of a page or of other text. */
const wordsOf = (text: string, longest: number, redact: Redact): string =>
  looksLikePage(text) ? oneLine(pageText(redact(text)), longest, redact) : oneLine(text, longest, redact);

/** The service's own reason for a refusal; a web page or other text is reduced to one line. */
function reasonOf(status: number, body: unknown, text: string, redact: Redact): string {
  if (isObject(body)) {
    for (const found of [body.error, body.message, isObject(body.error) ? body.error.message : undefined])
      if (typeof found === 'string' && found.trim() !== '') return oneLine(found, longestReason, redact);
  }
  const said = body === undefined ? wordsOf(text, 200, redact) : '';
  return said === '' ? `the service answered with status ${status}` : said;
}

const notFollowed = (target: string, redact: Redact): string =>
  `the service redirects to ${oneLine(target, 200, redact)}; redirects are not followed, because they could leak the token`;

/** Deeper than any real answer, but shallow enough for recursive code. */
const deepest = 500;

const quote = 0x22;
const backslash = 0x5c;
/** `[` and `{`, `]` and `}`: they differ in one bit, as lower and upper case do. */
const opening = 0x7b;
const closing = 0x7d;

/** Whether a text contains a character more than `most` times. */
function hasMore(text: string, character: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

/** Ignores brackets in strings. Text that is not JSON may count as too deep; it is unreadable either way. */
function isTooDeep(text: string): boolean {
  // Most answers are too short or have too few brackets, and these are counted much faster than they are matched.
  if (text.length <= deepest) return false;
  if (!hasMore(text, '{', deepest / 2) && !hasMore(text, '[', deepest / 2)) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const mark = text.charCodeAt(at);
    if (mark === quote) at = endOfString(text, at);
    else if ((mark | 0x20) === opening) depth += 1;
    else if ((mark | 0x20) === closing) depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

/** The end of the string that begins at a quote: the next quote after an even number of backslashes. */
function endOfString(text: string, start: number): number {
  let end = start;
  let escapes: number;
  do {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
  } while (escapes % 2 === 1);
  return end;
}

function parsed(text: string): { readonly body: unknown } | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    return { body: parseJson(text) };
  } catch {
    return text.trim() === '' ? { body: undefined } : undefined;
  }
}

/** The members beside `success`, where the service does not put them under `data`. */
function besides({ success: _, message: __, ...rest }: Members): Members | undefined {
  return Object.keys(rest).length === 0 ? undefined : rest;
}

/** A success without its envelope; without an envelope, the body is the data. */
function openEnvelope(received: HttpResponse, body: unknown): ApiResponse {
  const { status } = received;
  if (!isObject(body) || !('success' in body || 'data' in body))
    return { status, received, data: body, body };
  const { pagination, message, warning } = body;
  // Assigned one by one, because an upload opens an envelope for each order, and copies with `...` are slow.
  const opened: { -readonly [Name in keyof ApiResponse]: ApiResponse[Name] } = {
    status,
    received,
    data: 'data' in body ? body.data : besides(body),
    body,
  };
  if (isObject(pagination)) opened.pagination = pagination;
  if (typeof message === 'string') opened.message = message;
  if (typeof warning === 'string') opened.warning = warning;
  return opened;
}

/**
 * What an answer means. With `needsBody`, an answer without content is unreadable. `now` replaces an absent `Date`.
 * `redact` removes secrets from the service's text, which is shown and saved.
 */
export function readAnswer(
  answer: HttpResponse,
  needsBody: boolean,
  now: () => number,
  redact: Redact,
): Attempt {
  const { status } = answer;
  const text = textOf(answer.body);
  const json = parsed(text);
  if (status >= 200 && status < 300) {
    if (json === undefined) {
      const what = looksLikePage(text) ? 'a web page' : 'text that is not JSON';
      return unreadable(`the service answered with ${what}: ${wordsOf(text, 120, redact)}`);
    }
    if (json.body === undefined && needsBody) return unreadable('the service sent an empty answer');
    if (!isObject(json.body) || json.body.success !== false)
      return { kind: 'answer', answer: openEnvelope(answer, json.body) };
  }
  const { headers } = answer;
  const wait = retryAfterMs(headers, now());
  const target = status >= 300 && status < 400 ? headers.location : undefined;
  return {
    kind: 'refusal',
    status,
    error: target === undefined ? reasonOf(status, json?.body, text, redact) : notFollowed(target, redact),
    body: json?.body,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    ...(json === undefined ? { foreign: true } : {}),
  };
}
