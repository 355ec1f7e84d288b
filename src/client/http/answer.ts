import { parseJson } from '../../text/json.ts';
import { isFields as isObject } from '../../text/records.ts';
import { redactData } from '../../text/redact.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import { beginning } from '../../text/words.ts';
import type { ApiResponse, Attempt, HttpResponse } from '../types.ts';
import { retryAfterMs } from './retry.ts';

/**
 * Whether a status names the address of a result, as services for browsers do after a write: it may have been done. A
 * sign-in page in front of the service uses the same statuses, and then nothing was done.
 */
export const redirectsToResult = (status: number): boolean => status === 302 || status === 303;

/** The outcome with its data free of secrets, for callers that keep what the service returns on this machine. */
export function hiddenOutcome(outcome: Attempt, redact: (text: string) => string): Attempt {
  if (outcome.kind === 'failure') return outcome;
  if (outcome.kind === 'refusal') return { ...outcome, body: redactData(outcome.body, redact) };
  const { received, ...shown } = outcome.answer;
  const hidden = redactData(shown, redact) as typeof shown;
  return { kind: 'answer', answer: { ...hidden, received } };
}

/** How much of a page is read: enough for its title and first words. */
const longestPage = 64 * 1024;

/** Elements whose content is not for people. */
const hiddenElements = ['script', 'style'];

/**
 * The text of an HTML page, with its white space unchanged: the title, or else the words. Takes linear time for any
 * content.
 */
export function pageText(page: string): string {
  const html = page.slice(0, longestPage);
  const title = titleOf(html);
  return title.trim() === '' ? shownWords(html) : title;
}

/** With `A` to `Z` in lower case, at the same length: the lower case of other letters, like `İ`, may be longer. */
const lowered = (html: string): string => html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The text between the first `<title …>` and the next tag. */
function titleOf(html: string): string {
  const start = lowered(html).indexOf('<title');
  const open = start < 0 ? -1 : html.indexOf('>', start);
  if (open < 0) return '';
  const end = html.indexOf('<', open);
  return end < 0 ? '' : html.slice(open + 1, end);
}

function shownWords(html: string): string {
  const lower = lowered(html);
  const words: string[] = [];
  let at = 0;
  while (at < html.length) {
    const tag = html.indexOf('<', at);
    if (tag < 0) break;
    words.push(html.slice(at, tag));
    const hidden = hiddenElements.find((name) => lower.startsWith(name, tag + 1));
    const close = hidden === undefined ? tag : lower.indexOf(`</${hidden}`, tag);
    const end = close < 0 ? -1 : html.indexOf('>', close);
    // An unclosed tag or hidden element hides the rest.
    if (end < 0) return words.join(' ');
    at = end + 1;
  }
  words.push(html.slice(at));
  return words.join(' ');
}

type Members = Readonly<Record<string, unknown>>;

const decoder = new TextDecoder();

type Redact = (text: string) => string;

/** The beginning of a text: first cleaned, then without secrets, and only then cut, so that no part of one is left. */
const oneLine = (text: string, longest: number, redact: Redact): string => {
  const line = redact(sanitizeLine(redact(text)))
    .slice(0, longest * 20)
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

/** Ignores brackets in strings. Text that is not JSON may count as too deep; it is unreadable either way. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const mark = text[at];
    if (mark === '"') isInString = !isInString;
    else if (isInString && mark === '\\') at += 1;
    else if (!isInString && (mark === '{' || mark === '[')) depth += 1;
    else if (!isInString && (mark === '}' || mark === ']')) depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
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
  return {
    status,
    received,
    data: 'data' in body ? body.data : besides(body),
    body,
    ...(isObject(pagination) ? { pagination } : {}),
    ...(typeof message === 'string' ? { message } : {}),
    ...(typeof warning === 'string' ? { warning } : {}),
  };
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
  const text = decoder.decode(answer.body);
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
