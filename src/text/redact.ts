import { isFields } from './records.ts';
import { escapeSequence, namedCharacters } from './sanitize.ts';

/** What nobody sees: control characters but white space, and marks without a width. */
const invisible = String.raw`\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u0300-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb`;
const tagCharacter = String.raw`\udb40[\udc00-\udfff]`;
const unseen = `[${invisible}]+|${tagCharacter}`;
const unseenOrSpace = String.raw`[${invisible}\s\u2800]+|${tagCharacter}`;
/** As a terminal reads it: of several that begin one after the other, only the last. */
const sequence = String.raw`[\u001b\u009b]+(?=[\u001b\u009b])|${escapeSequence}`;
const pageTag = '<[^<>]{0,400}>';

/** `\u0041`, `\x41`, `%41`, `%2541`, `&#65;`, `&#x41;`, `&amp;`. Any other backslash is dropped. Groups would cost time. */
const escapes = String.raw`\\+(?:u\{[0-9A-Fa-f]{1,6}\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})?|%(?:25){0,4}[0-9A-Fa-f]{2}|&(?:amp;){0,4}(?:#[xX][0-9A-Fa-f]{1,8}|#[0-9]{1,8}|amp|lt|gt|quot|apos);`;

const isUnseen = new RegExp(unseen);
const isDropped = new RegExp(`^(?:${unseenOrSpace}|\\\\)$`);
const mayHide = new RegExp(String.raw`[%\\&<]|${unseenOrSpace}`);
const sequenceStarts = String.raw`\u001b\u0080-\u009f`;
const hasSequence = new RegExp(`[${sequenceStarts}]`);

/** The character of a code; nothing for one that is dropped. */
function characterOf(code: number): string {
  if (Number.isNaN(code) || code > 0x10ffff) return '';
  const character = String.fromCodePoint(code);
  return isDropped.test(character) ? '' : character;
}

/** What a match of `escapes` stands for. */
function meaningOf(match: string): string {
  if (match.startsWith('%')) return characterOf(Number.parseInt(match.slice(-2), 16));
  if (match.startsWith('\\')) return characterOf(Number.parseInt(match.replace(/^\\+[ux]?\{?/, ''), 16));
  const body = match.slice(1, -1).split(';').at(-1) ?? '';
  if (!body.startsWith('#')) return namedCharacters[body.toLowerCase()] ?? '';
  return characterOf(/^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1)));
}

const anyOf = (...sources: readonly string[]): RegExp => new RegExp(sources.join('|'), 'g');

const visible = anyOf(unseen);
const visibleOnTerminal = anyOf(sequence, unseen);
const dense = anyOf(unseenOrSpace);
const denseOnTerminal = anyOf(sequence, unseenOrSpace);
const denseOnPage = anyOf(pageTag, unseenOrSpace);
const denseOnBoth = anyOf(sequence, pageTag, unseenOrSpace);
const escaped = anyOf(escapes);

const unescaped = (text: string): string => text.replace(escaped, meaningOf);

/** The text without what nobody sees, with and without the escape sequences of a terminal, where that differs. */
function* visibleLooks(text: string): Generator<string> {
  if (!isUnseen.test(text)) return;
  yield text.replace(visible, '');
  if (hasSequence.test(text)) yield text.replace(visibleOnTerminal, '');
}

/**
 * The text without white space and whatever nobody sees, with and without the tags of a page and the escape sequences of a
 * terminal; each also with escaped characters as themselves, for an escape may be broken as well.
 */
function* looseLooks(text: string): Generator<string> {
  if (!mayHide.test(text)) return;
  const onPage = text.includes('<');
  const onTerminal = hasSequence.test(text);
  const dropped = [
    dense,
    ...(onTerminal ? [denseOnTerminal] : []),
    ...(onPage ? [denseOnPage] : []),
    ...(onPage && onTerminal ? [denseOnBoth] : []),
  ];
  for (const each of dropped) {
    const look = text.replace(each, '');
    yield look;
    yield unescaped(look);
  }
}

/** A word as `looseLooks` shows it in the end. */
const looseWord = (word: string): string => unescaped(word.replace(dense, ''));

/** How a secret may be spelt in a text, as patterns of plain characters. */
type Spellings = ReturnType<typeof spellingsOf>;

/** The Base64 of a longer text that has these bytes at some place: what is the same whatever stands around them. */
function base64Parts(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const word = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const part = word.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [part, part.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** The spellings of a secret that are not disguises of single characters. */
function spellingsOf(secret: string) {
  // Half a character has no UTF-8; the detour replaces it.
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  return {
    /** Each stands for the secret by itself. */
    plain: [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(bytes.toString()),
      new URLSearchParams({ s: secret }).toString().slice(2),
      // Percent escapes read one by one give bytes.
      bytes.toString('latin1'),
      hex,
      hex.toUpperCase(),
    ],
    /** Parts of a longer word in Base64: the whole word contains the secret. */
    inWord: base64Parts(bytes),
  };
}

export type Redactor = ReturnType<typeof createRedactor>;

const removed = '[removed]';

/** Members and parameters whose value is a secret, wherever they appear: JSON, a query, a form, a header. */
const members = /("(?:client_secret|access_token|refresh_token|password)"\s*:\s*)"[^"\\]*(?:\\.[^"\\]*)*"?/gi;
const parameters = /\b(client_secret|access_token|refresh_token)=[^&\s"']*/gi;
const bearer = /\b(bearer)\s+[\w.~+/=-]{16,}/gi;

/** Hiding a shorter value would remove parts of ordinary text. */
const shortest = 4;
/** A shorter value is only found as it is: ordinary text without its spaces would contain it by chance. */
const shortestDisguised = 8;

/** A longer text is searched part by part, so that no text, whatever is in it, takes much memory. */
const longestPart = 2 ** 20;
/** How much of two parts is the same: a secret that is spelt over more is not found where one ends. */
const overlap = 2 ** 17;

/** How many characters two texts have in common at their ends, at most `overlap`. */
function sameEnd(one: string, other: string): number {
  if (one === other) return overlap;
  let count = 0;
  while (count < overlap && one.at(-1 - count) === other.at(-1 - count)) count += 1;
  return count;
}

/** A long text, from which `redact` removes secrets part by part. */
function redactParts(text: string, redact: (part: string) => string): string {
  let clean = '';
  for (let at = 0; ; ) {
    const part = text.slice(at, at + longestPart);
    const shown = redact(part);
    // Of a disguised secret that goes over its end, the next part would show the rest.
    if (shown === removed) return removed;
    if (at + part.length === text.length) return clean + shown;
    const again = sameEnd(part, shown);
    clean += shown.slice(0, shown.length - again);
    at += part.length - again;
  }
}

/** A text up to this length is searched for one word after the other, a longer one for all at once. */
const longestForEach = 4096;

type Words = ReturnType<typeof wordsOf>;

function wordsOf({ plain, inWord }: Spellings, least: number) {
  const known = [...new Set([...plain, ...inWord])].filter((word) => word.length >= least);
  const sorted = known.sort((a, b) => b.length - a.length);
  const sources = sorted.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  // An empty list must match nothing, and an empty expression matches everywhere.
  return { known: sorted, expression: new RegExp(sources.join('|') || '(?!)', 'g'), inWord: new Set(inWord) };
}

type Needles = ReturnType<typeof needlesOf>;

/** A word in an expression has at most 32,767 characters, and an address takes nine for one. */
const partOfSecret = /.{1,2048}/gs;

function needlesOf(secrets: ReadonlySet<string>) {
  const all = [...secrets].flatMap((secret) => secret.match(partOfSecret) ?? []).map(spellingsOf);
  const plain = all.flatMap((one) => one.plain);
  // Part of a word is too short a sign for a short secret.
  const inWord = all.flatMap((one) => one.inWord).filter((part) => part.length >= shortestDisguised);
  const loose = { plain: plain.map(looseWord), inWord: inWord.map(looseWord) };
  return {
    asIs: wordsOf({ plain, inWord }, shortest),
    loose: wordsOf(loose, shortestDisguised),
    /** No text with fewer characters contains a secret. */
    shortest: Math.min(...plain.map(({ length }) => length), ...inWord.map(({ length }) => length)),
  };
}

const isBase64 = (text: string, at: number): boolean => /[\w+/=-]/.test(text.charAt(at));

const hasAny = (text: string, { known, expression }: Words): boolean =>
  text.length <= longestForEach ? known.some((word) => text.includes(word)) : text.search(expression) >= 0;

function withoutWords(text: string, words: Words): string {
  if (!hasAny(text, words)) return text;
  let clean = '';
  let at = 0;
  for (const { index, 0: word } of text.matchAll(words.expression)) {
    let start = Math.max(index, at);
    let end = Math.max(index + word.length, at);
    if (words.inWord.has(word)) {
      while (start > at && isBase64(text, start - 1)) start -= 1;
      while (end < text.length && isBase64(text, end)) end += 1;
    }
    // The rest of a word that is gone already.
    if (end === at && at > 0) continue;
    clean += text.slice(at, start) + removed;
    at = end;
  }
  return clean + text.slice(at);
}

function hasDisguised(text: string, { asIs, loose }: Needles): boolean {
  for (const look of visibleLooks(text)) if (hasAny(look, asIs)) return true;
  for (const look of looseLooks(text)) if (hasAny(look, loose)) return true;
  return false;
}

/** Removes secrets, none yet, from text before it is shown or kept. */
export function createRedactor() {
  const hidden = new Set<string>();
  let needles: Needles | undefined;
  const redactPart = (text: string): string => {
    const clean = text
      .replace(members, `$1"${removed}"`)
      .replace(parameters, `$1=${removed}`)
      .replace(bearer, `$1 ${removed}`);
    if (needles === undefined || clean.length < needles.shortest) return clean;
    const shown = withoutWords(clean, needles.asIs);
    return hasDisguised(shown, needles) ? removed : shown;
  };
  return {
    /** Hides this value from now on, in any encoding. */
    hide(secret: string): void {
      if (secret.length < shortest || hidden.has(secret)) return;
      hidden.add(secret);
      needles = undefined;
    },
    /**
     * The text without secrets; nothing of one that disguises a secret. Takes linear time. Cut it only afterwards: part of a
     * secret is not found.
     */
    redact(text: string): string {
      // Only now, because most commands show nothing that could contain a secret.
      if (hidden.size > 0) needles ??= needlesOf(hidden);
      if (text.length < Math.min(16, needles?.shortest ?? 16)) return text;
      return text.length <= longestPart ? redactPart(text) : redactParts(text, redactPart);
    },
  };
}

/** Adds every text in data, names of members included. */
function collectTexts(data: unknown, texts: string[]): void {
  if (typeof data === 'string') texts.push(data);
  else if (Array.isArray(data)) for (const item of data) collectTexts(item, texts);
  else if (isFields(data))
    for (const [name, value] of Object.entries(data)) {
      texts.push(name);
      collectTexts(value, texts);
    }
}

/** What could hide the beginning of a text behind the end of another: a tag, or a sequence of a terminal. */
const mayReachOver = new RegExp(`[<${sequenceStarts}]`);

function redactEach(data: unknown, redact: Redactor['redact']): unknown {
  if (typeof data === 'string') return redact(data);
  if (Array.isArray(data)) return data.map((item) => redactEach(item, redact));
  if (!isFields(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [redact(name), redactEach(value, redact)]),
  );
}

/** Data with `redact` applied to every text in it, names of members included. */
export function redactData(data: unknown, redact: Redactor['redact']): unknown {
  // Nearly all data has no secret, and one look at all texts takes a fraction of the time. No look drops the bar between.
  const texts: string[] = [];
  collectTexts(data, texts);
  const all = texts.join('|');
  if (!mayReachOver.test(all) && redact(all) === all) return data;
  return redactEach(data, redact);
}
