import { asItIs, looseLooks, looseWord, type Range, type View, visibleLooks } from './disguises.ts';
import { isFields } from './records.ts';
import { type Spellings, spellingsOf } from './spellings.ts';

/** Removes secrets from text before it is shown or kept. */
export interface Redactor {
  /** Hides this value from now on, in any encoding. */
  hide(secret: string): void;
  /** The text without secrets, in linear time. Cut it only afterwards: part of a secret is not found. */
  redact(text: string): string;
}

/** What stands for a secret. */
const removed = '[removed]';

/** Members and parameters whose value is a secret, wherever they appear: JSON, a query, a form, a header. */
const members = /("(?:client_secret|access_token|refresh_token|password)"\s*:\s*)"[^"\\]*(?:\\.[^"\\]*)*"?/gi;
const parameters = /\b(client_secret|access_token|refresh_token)=[^&\s"']*/gi;
const bearer = /\b(bearer)\s+[\w.~+/=-]{16,}/gi;

/** Hiding a shorter value would remove parts of ordinary text. */
const shortest = 4;
/** A shorter value is only found as it is: ordinary text without its spaces would contain it by chance. */
const shortestDisguised = 8;

/** A text up to this length is searched for one word after the other, a longer one for all at once. */
const longestForEach = 4096;

interface Words {
  readonly known: readonly string[];
  readonly expression: RegExp;
  readonly inWord: ReadonlySet<string>;
}

function wordsOf({ plain, inWord }: Spellings, least: number): Words {
  const known = [...new Set([...plain, ...inWord])].filter((word) => word.length >= least);
  const sorted = known.sort((a, b) => b.length - a.length);
  const sources = sorted.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  // An empty list must match nothing, and an empty expression matches everywhere.
  return { known: sorted, expression: new RegExp(sources.join('|') || '(?!)', 'g'), inWord: new Set(inWord) };
}

interface Needles {
  readonly asIs: Words;
  readonly loose: Words;
  /** No text with fewer characters contains a secret. */
  readonly shortest: number;
}

function needlesOf(secrets: ReadonlySet<string>): Needles {
  const all = [...secrets].map(spellingsOf);
  const plain = all.flatMap((one) => one.plain);
  // Part of a word is too short a sign for a short secret.
  const inWord = all.flatMap((one) => one.inWord).filter((part) => part.length >= shortestDisguised);
  const loose = { plain: plain.map(looseWord), inWord: inWord.map(looseWord) };
  return {
    asIs: wordsOf({ plain, inWord }, shortest),
    loose: wordsOf(loose, shortestDisguised),
    shortest: Math.min(...plain.map(({ length }) => length), ...inWord.map(({ length }) => length)),
  };
}

const isBase64 = (text: string, at: number): boolean => /[\w+/=-]/.test(text.charAt(at));

/** The text without the words that a view of it shows. */
function withoutWords(text: string, view: View, { known, expression, inWord }: Words): string {
  if (view.text.length <= longestForEach && !known.some((word) => view.text.includes(word))) return text;
  const found = [...view.text.matchAll(expression)];
  if (found.length === 0) return text;
  const ranges = view.rangesOf(found.map(({ index, 0: word }): Range => [index, index + word.length]));
  let clean = '';
  let at = 0;
  ranges.forEach(([first, last], index) => {
    let start = Math.max(first, at);
    let end = Math.max(last, at);
    if (inWord.has(found[index]?.[0] ?? '')) {
      while (start > at && isBase64(text, start - 1)) start -= 1;
      while (end < text.length && isBase64(text, end)) end += 1;
    }
    // The rest of a word that is gone already.
    if (end === at && at > 0) return;
    clean += text.slice(at, start) + removed;
    at = end;
  });
  return clean + text.slice(at);
}

/** A redactor that hides nothing yet. */
export function createRedactor(): Redactor {
  const hidden = new Set<string>();
  let needles: Needles | undefined;
  return {
    hide(secret) {
      if (secret.length < shortest || hidden.has(secret)) return;
      hidden.add(secret);
      needles = undefined;
    },
    redact(text) {
      // Only now, because most commands show nothing that could contain a secret.
      if (hidden.size > 0) needles ??= needlesOf(hidden);
      if (text.length < Math.min(16, needles?.shortest ?? 16)) return text;
      let clean = text
        .replace(members, `$1"${removed}"`)
        .replace(parameters, `$1=${removed}`)
        .replace(bearer, `$1 ${removed}`);
      if (needles === undefined || clean.length < needles.shortest) return clean;
      const { asIs, loose } = needles;
      clean = withoutWords(clean, asItIs(clean), asIs);
      for (const look of visibleLooks(clean)) clean = withoutWords(clean, look(clean), asIs);
      for (const look of looseLooks(clean)) clean = withoutWords(clean, look(clean), loose);
      return clean;
    },
  };
}

/** Data with `redact` applied to every text in it, names of members included. */
export function redactData(data: unknown, redact: Redactor['redact']): unknown {
  if (typeof data === 'string') return redact(data);
  if (Array.isArray(data)) return data.map((item) => redactData(item, redact));
  if (!isFields(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [redact(name), redactData(value, redact)]),
  );
}
