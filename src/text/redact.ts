import { isLarge, stringEnd, stringifyJson } from './json.ts';
import { atOnce } from './records.ts';

export type Redactor = ReturnType<typeof createRedactor>;

const removed = '[removed]';

/** Members and parameters whose value is a secret, wherever they appear: JSON, a query, a form, a header. */
const members = /"(?:client_secret|access_token|refresh_token|password)"\s*:\s*"/gi;
const parameters = /\b(client_secret|access_token|refresh_token)=[^&\s"']*/gi;
// `{16,}` of millions of characters would exhaust the stack of expressions.
const bearer = /\b(bearer)\s+[\w.~+/=-]{16}[\w.~+/=-]*/gi;

/** Hiding a shorter value would remove parts of ordinary text. */
const shortest = 4;
/** A shorter part of a word in Base64 is too weak a sign. */
const shortestPart = 8;

/** How programs write a secret. Whoever can disguise it has it already. */
function spellingsOf(secret: string) {
  // Half a character has no UTF-8; the detour replaces it.
  const bytes = Buffer.from(secret);
  return {
    plain: [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(bytes.toString()),
      new URLSearchParams({ s: secret }).toString().slice(2),
    ],
    inBase64: base64Parts(bytes).filter((part) => part.length >= shortestPart),
  };
}

/** The Base64 of a longer text, such as that of basic authentication, that has these bytes: what never depends on the rest. */
function base64Parts(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const word = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const part = word.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [part, part.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

const isBase64 = (text: string, at: number): boolean => /[\w+/=-]/.test(text.charAt(at));

/** The text without the values of members that are secrets, of any length. */
function withoutMembers(text: string): string {
  let clean = '';
  let at = 0;
  for (const found of text.matchAll(members)) {
    const start = found.index + found[0].length - 1;
    if (start < at) continue;
    clean += `${text.slice(at, start)}"${removed}"`;
    const end = stringEnd(text, start);
    at = end < 0 ? text.length : end;
  }
  return clean + text.slice(at);
}

/** The text without the words that have this part of a word in Base64. */
function withoutBase64(text: string, part: string): string {
  let clean = '';
  let at = 0;
  for (let found = text.indexOf(part); found >= 0; found = text.indexOf(part, at)) {
    let [start, end] = [found, found + part.length];
    while (start > at && isBase64(text, start - 1)) start -= 1;
    while (end < text.length && isBase64(text, end)) end += 1;
    clean += text.slice(at, start) + removed;
    at = end;
  }
  return clean + text.slice(at);
}

/** Removes secrets, none yet, from text before it is shown or kept. */
export function createRedactor() {
  const hidden = new Set<string>();
  let plain: readonly string[] = [];
  let inBase64: readonly string[] = [];
  return {
    /** Hides this value from now on: as it is, as JSON, in addresses and forms, and in Base64. */
    hide(secret: string): void {
      if (secret.length < shortest || hidden.has(secret)) return;
      hidden.add(secret);
      const spelt = spellingsOf(secret);
      // The longest first.
      plain = [...new Set([...plain, ...spelt.plain])].sort((a, b) => b.length - a.length);
      inBase64 = [...new Set([...inBase64, ...spelt.inBase64])];
    },
    /** The text without secrets. Takes linear time. Cut it only afterwards: part of a secret is not found. */
    redact(text: string): string {
      let clean = withoutMembers(text).replace(parameters, `$1=${removed}`).replace(bearer, `$1 ${removed}`);
      for (const word of plain) clean = clean.replaceAll(word, removed);
      for (const part of inBase64) clean = withoutBase64(clean, part);
      return clean;
    },
  };
}

/** Data with `redact` applied to every text in it, names of members included; itself if it has no secret. No step takes long. */
export function* redactSteps(data: unknown, redact: Redactor['redact']): Generator<void, unknown> {
  yield;
  if (typeof data === 'string') return redact(data);
  if (data === null || typeof data !== 'object') return data;
  if (!isLarge(data)) {
    // Nearly all data has no secret, and one look at all of it takes a fraction of the time.
    const all = stringifyJson(data) ?? '';
    if (redact(all) === all) return data;
  }
  const values: unknown[] = Object.values(data);
  const clean: unknown[] = [];
  for (const value of values) clean.push(yield* redactSteps(value, redact));
  const isSame = clean.every((value, at) => value === values[at]);
  if (Array.isArray(data)) return isSame ? data : clean;
  const names = Object.keys(data);
  const cleanNames = names.map(redact);
  if (isSame && cleanNames.every((name, at) => name === names[at])) return data;
  return Object.fromEntries(cleanNames.map((name, at) => [name, clean[at]]));
}

/** The same at one go, for data that is not large. */
export const redactData = (data: unknown, redact: Redactor['redact']): unknown =>
  atOnce(redactSteps(data, redact));
