import { escapeSequence } from './sanitize.ts';

/** A text as a reader may understand it. */
export interface View {
  readonly text: string;
  /** Where ranges of the view, in order and apart, begin and end in the text itself. */
  rangesOf(inView: readonly Range[]): Range[];
}

/** From the first place up to the second. */
export type Range = readonly [start: number, end: number];

/** What nobody sees: control characters but white space, and marks without a width. */
const invisible = String.raw`\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u0300-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb`;
const tagCharacter = String.raw`\udb40[\udc00-\udfff]`;
const unseen = `[${invisible}]+|${tagCharacter}`;
const unseenOrSpace = String.raw`[${invisible}\s\u2800]+|${tagCharacter}`;
/** As a terminal reads it: of several that begin one after the other, only the last. */
const sequence = String.raw`[\u001b\u009b]+(?=[\u001b\u009b])|${escapeSequence}`;
const pageTag = '<[^<>]{0,400}>';

/** `\u0041`, `\x41`, `%41`, `%2541`, `&#65;`, `&#x41;`, `&amp;`. Any other backslash is dropped. */
const escapes = String.raw`\\+(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2}))?|%(?:25){0,4}([0-9A-Fa-f]{2})|&(?:amp;){0,4}(?:#[xX]([0-9A-Fa-f]{1,8});|#([0-9]{1,8});|(amp|lt|gt|quot|apos);)`;

const isUnseen = new RegExp(unseen);
const isDropped = new RegExp(`^(?:${unseenOrSpace}|\\\\)$`);
const mayHide = new RegExp(String.raw`[%\\&<]|${unseenOrSpace}`);
const sequenceStarts = String.raw`\u001b\u0080-\u009f`;
const hasSequence = new RegExp(`[${sequenceStarts}]`);
const namedCharacters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** What a match stands for: a character for one of `escapes`, nothing for whatever is dropped. */
function meaningOf(groups: readonly (string | undefined)[]): string {
  const [braced, four, two, percent, hex, decimal, name] = groups;
  if (name !== undefined) return namedCharacters[name.toLowerCase()] ?? '';
  const digits = braced ?? four ?? two ?? percent ?? hex;
  const code = Number.parseInt(digits ?? decimal ?? '', digits === undefined ? 10 : 16);
  if (Number.isNaN(code) || code > 0x10ffff) return '';
  const character = String.fromCodePoint(code);
  return isDropped.test(character) ? '' : character;
}

/** The parts of a text between matches and the matches, with their length in the text and in the view. */
function* partsOf(text: string, expression: RegExp): Generator<{ at: number; size: number; shown: number }> {
  let at = 0;
  for (const match of text.matchAll(expression)) {
    yield { at, size: match.index - at, shown: match.index - at };
    yield { at: match.index, size: match[0].length, shown: meaningOf(match.slice(1)).length };
    at = match.index + match[0].length;
  }
  yield { at, size: text.length - at, shown: text.length - at };
}

/** Reads the text once more for the ranges, so that a long text without a secret needs no memory for its places. */
function rangesIn(text: string, expression: RegExp, inView: readonly Range[]): Range[] {
  const places = inView.flatMap(([start, end]) => [start, end - 1]);
  const found: number[] = [];
  let seen = 0;
  for (const { at, size, shown } of partsOf(text, expression)) {
    for (;;) {
      const place = places[found.length];
      if (place === undefined || place >= seen + shown) break;
      const isEnd = found.length % 2 === 1;
      if (size === shown) found.push(at + place - seen + (isEnd ? 1 : 0));
      else found.push(isEnd ? at + size : at);
    }
    seen += shown;
    if (found.length === places.length) break;
  }
  return inView.map((_, index) => [found[index * 2] ?? 0, found[index * 2 + 1] ?? text.length]);
}

const anyOf = (...sources: readonly string[]): RegExp => new RegExp(sources.join('|'), 'g');

const visible = anyOf(unseen);
const visibleOnTerminal = anyOf(sequence, unseen);
const dense = anyOf(unseenOrSpace);
const denseOnTerminal = anyOf(sequence, unseenOrSpace);
const denseOnPage = anyOf(pageTag, unseenOrSpace);
const denseOnBoth = anyOf(sequence, pageTag, unseenOrSpace);
const escaped = anyOf(escapes);

const viewOf = (text: string, expression: RegExp): View => ({
  text: text.replace(expression, (_, ...match) => meaningOf(match.slice(0, -2))),
  rangesOf: (inView) => rangesIn(text, expression, inView),
});

/** The text itself as a view. */
export const asItIs = (text: string): View => ({ text, rangesOf: (inView) => [...inView] });

/** A way to look at a text. */
export type Look = (text: string) => View;

/** Looks at the text without what nobody sees, with and without the escape sequences of a terminal, where that differs. */
export function* visibleLooks(text: string): Generator<Look> {
  if (!isUnseen.test(text)) return;
  yield (seen) => viewOf(seen, visible);
  if (hasSequence.test(text)) yield (seen) => viewOf(seen, visibleOnTerminal);
}

/** Without what an expression finds, then with escaped characters as themselves: an escape may be broken as well. */
function* denseLooks(dropped: RegExp): Generator<Look> {
  yield (seen) => viewOf(seen, dropped);
  yield (seen) => {
    const first = viewOf(seen, dropped);
    const second = viewOf(first.text, escaped);
    return { text: second.text, rangesOf: (inView) => first.rangesOf(second.rangesOf(inView)) };
  };
}

/**
 * Looks at the text without white space and whatever nobody sees, also with escaped characters as themselves; with and
 * without the tags of a page and the escape sequences of a terminal.
 */
export function* looseLooks(text: string): Generator<Look> {
  if (!mayHide.test(text)) return;
  const onPage = text.includes('<');
  const onTerminal = hasSequence.test(text);
  yield* denseLooks(dense);
  if (onTerminal) yield* denseLooks(denseOnTerminal);
  if (onPage) yield* denseLooks(denseOnPage);
  if (onPage && onTerminal) yield* denseLooks(denseOnBoth);
}

/** A word as `looseLooks` shows it in the end. */
export const looseWord = (word: string): string => viewOf(viewOf(word, dense).text, escaped).text;
