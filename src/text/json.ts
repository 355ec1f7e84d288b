import { parse, stringify } from 'lossless-json';
import { atOnce, attempt, type Fields, messageOf } from './records.ts';

/** A number with this many digits might lose some as a double. */
const longNumber = /(?:^|[\s:[,])-?\d{16}/;
const quoteOrNumber = /"|-?\d[\d.eE+-]*/g;
/** To make a whole number of millions of digits takes seconds. */
const mostDigits = 1000;
const isLong = (number: string): boolean => number.length <= mostDigits && /^-?\d{16,}$/.test(number);

/** JSON text with its long whole numbers in quotes. */
function* withLongQuoted(text: string): Generator<void, string> {
  const pieces: string[] = [];
  let at = 0;
  let rounds = 0;
  for (;;) {
    quoteOrNumber.lastIndex = at;
    const found = quoteOrNumber.exec(text);
    if (found === null) return pieces.join('') + text.slice(at);
    const [mark] = found;
    const end = mark === '"' ? stringEnd(text, found.index) : found.index + mark.length;
    pieces.push(isLong(mark) ? `${text.slice(at, found.index)}"${mark}"` : text.slice(at, end));
    at = end;
    if (++rounds % mostAtOnce === 0) yield;
  }
}

/** Index after a string that begins at `from`; -1 if it does not end in this text. */
export function stringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return -1;
}

/** Puts the whole numbers that a double does not hold into parsed JSON, from the same with these as text. */
function* putLongNumbers(into: Record<string, unknown>, quoted: Fields): Generator<void> {
  let members = 0;
  for (const name in into) {
    const [value, other] = [into[name], quoted[name]];
    if (typeof value === 'object' && value !== null)
      yield* putLongNumbers(value as Record<string, unknown>, other as Fields);
    else if (typeof value === 'number' && typeof other === 'string' && !Number.isSafeInteger(value))
      into[name] = BigInt(other);
    if (++members % mostAtOnce === 0) yield;
  }
}

/**
 * Like `JSON.parse`, but an integer beyond 2^53, of at most 1,000 digits, becomes a `bigint`. Throws a `SyntaxError` for
 * text that is not JSON. Its depth must have a limit. No step takes long.
 */
export function* jsonSteps(text: string): Generator<void, unknown> {
  const value: unknown = JSON.parse(text);
  // Such a member cannot be set on an object.
  if (!longNumber.test(text) || text.includes('__proto__')) return value;
  yield;
  const quoted = yield* withLongQuoted(text);
  yield;
  const root = { value };
  yield* putLongNumbers(root, { value: JSON.parse(quoted) });
  return root.value;
}

/** The same at one go, for text that is not long. */
export const parseJson = (text: string): unknown => atOnce(jsonSteps(text));

/** Like `JSON.stringify`, but writes a `bigint` as an integer. Undefined for values that JSON cannot represent. */
export function stringifyJson(value: unknown, indent?: number): string | undefined {
  if (typeof value === 'bigint') return String(value);
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return stringify(value, undefined, indent);
  }
}

/** A value of others as text: an object as JSON, because its `toString` may be no function, on which `String` throws. */
export const textOf = (value: unknown): string =>
  typeof value === 'object' ? (stringifyJson(value) ?? '') : String(value);

/** The most values, with long texts as several, of a part of JSON that is read or written at one go. */
const mostAtOnce = 1000;

/** What is left of `most` values without those of this one; less than 0 if it has more. */
function leftOf(most: number, value: unknown): number {
  if (typeof value === 'string') return most - 1 - (value.length >> 6);
  let left = most - 1;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && left >= 0; at++) left = leftOf(left, value[at]);
  } else if (value !== null && typeof value === 'object')
    for (const [name, member] of Object.entries(value)) {
      left = leftOf(left - (name.length >> 6), member);
      if (left < 0) break;
    }
  return left;
}

/** Whether a value is a record or a list with more in it than is done at one go, or than so many values. */
export const isLarge = (value: unknown, most = mostAtOnce): value is object =>
  value !== null && typeof value === 'object' && leftOf(most, value) < 0;

/** The text of `stringifyJson` in parts, none of which takes long to make. */
export function* jsonParts(value: unknown, indent = 0, margin = ''): Generator<string> {
  if (!isLarge(value)) {
    const text = stringifyJson(value, indent) ?? 'null';
    return yield margin === '' ? text : text.replaceAll('\n', `\n${margin}`);
  }
  const inner = margin + ' '.repeat(indent);
  const [line, last, colon] = indent === 0 ? ['', '', ':'] : [`\n${inner}`, `\n${margin}`, ': '];
  const isList = Array.isArray(value);
  let separator = isList ? '[' : '{';
  for (const [name, member] of isList ? value.entries() : Object.entries(value)) {
    if (member === undefined && !isList) continue;
    yield separator + line + (isList ? '' : `${JSON.stringify(name)}${colon}`);
    yield* jsonParts(member, indent, inner);
    separator = ',';
  }
  yield last + (isList ? ']' : '}');
}

/**
 * Whether the lists and objects of JSON text nest deeper than `limit`. Check before parsing text of others: millions of
 * nested lists block the process for seconds, and later code that is recursive. Text that is not JSON may count as too deep.
 */
export function isNestedDeeper(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  let depth = 0;
  visitMarks(text, (code) => {
    if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code !== 0x2c) depth -= 1;
    return depth > limit;
  });
  return depth > limit;
}

/** The marks in JSON text outside its strings and their places, as `visit` takes them, until it returns true. */
function visitMarks(text: string, visit: (code: number, at: number) => boolean | undefined): void {
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) isInText = !isInText;
    else if (isInText) at += code === 0x5c ? 1 : 0;
    // `,` and brackets.
    else if (
      (code === 0x2c || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d) &&
      visit(code, at)
    )
      return;
  }
}

/** How many values JSON text holds at most. */
export function mostValuesIn(text: string): number {
  let found = 1;
  visitMarks(text, (code) => {
    if (code !== 0x5d && code !== 0x7d) found++;
    return false;
  });
  return found;
}

/** More than any real answer or file has. A value may take a hundred times the memory of its text. */
export const mostInJson = { levels: 500, values: 1_000_000 };
/** V8 ends the process where an expression finds tens of millions of places in one text. */
const mostInText = 10_000_000;

/** Why JSON text of others is not parsed, in words that follow its name; undefined if it may be. `fields`: the most of a record. */
export function jsonExcess(
  text: string,
  most: { fields?: number; values?: number } = {},
): string | undefined {
  const { levels, values, fields } = { fields: Number.POSITIVE_INFINITY, ...mostInJson, ...most };
  // Each value takes a character, and each field at least four.
  if (text.length <= Math.min(values, fields * 4))
    return isNestedDeeper(text, levels) ? `is nested more than ${levels} levels deep` : undefined;
  let excess: string | undefined;
  let found = 1;
  /** What is open: the number of fields of a record, and NaN for a list. */
  const open: number[] = [];
  let last = 0;
  const measure = (at: number): void => {
    if (at - last > mostInText) excess = `holds a text of more than ${counted(mostInText)} characters`;
    last = at;
  };
  visitMarks(text, (code, at) => {
    measure(at);
    if (excess !== undefined) return true;
    if (code === 0x5d || code === 0x7d) return void open.pop();
    if (code !== 0x2c) open.push(code === 0x7b ? 1 : Number.NaN);
    else if (open.length > 0) open[open.length - 1] = (open.at(-1) ?? 0) + 1;
    if (++found > values) excess = `holds more than ${counted(values)} values`;
    else if ((open.at(-1) ?? 0) > fields) excess = `has a record of more than ${counted(fields)} fields`;
    else if (open.length > levels) excess = `is nested more than ${levels} levels deep`;
    return excess !== undefined;
  });
  if (excess === undefined) measure(text.length);
  return excess;
}

const counted = (number: number): string => number.toLocaleString('en');

/** What a person reads for what lossless-json says is wrong at a place. */
const jsonFaults: readonly (readonly [begins: string, words: string])[] = [
  ["Comma ','", 'a comma is missing'],
  ["Colon ':'", 'a colon is missing'],
  ['Quoted object key', 'a name in double quotes is missing'],
  ['Expected end', 'something follows its end'],
];

/** A fault behind so many characters has no place: to find it takes a second for each two millions. */
const longestSearched = 1_000_000;

/** Why text is not JSON, and where, in words that are the same under every version of Node. */
export function jsonFault(whole: string): string {
  const text = whole.slice(0, longestSearched);
  try {
    // A repeated name is no fault.
    parse(text, null, { onDuplicateKey: ({ newValue }) => newValue });
  } catch (error) {
    const said = messageOf(error);
    // It ends with the position.
    const at = Number(said.slice(said.lastIndexOf(' ')));
    if (at >= text.length && text === whole) return 'it ends too early';
    if (at < text.length) {
      const lines = text.slice(0, at).split('\n');
      const found = String.fromCodePoint(text.codePointAt(at) ?? 0);
      const isCommaTooMany = '}]'.includes(found) && text.slice(0, at).trimEnd().endsWith(',');
      const what = isCommaTooMany
        ? 'there is a comma too many'
        : (jsonFaults.find(([begins]) => said.startsWith(begins))?.[1] ??
          `${JSON.stringify(found)} is not allowed there`);
      return `${what}, at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
    }
  }
  return 'it cannot be read';
}

/** Whether text is a JSON document. */
export const isJson = (text: string): boolean => attempt(() => JSON.parse(text) !== undefined, false);
