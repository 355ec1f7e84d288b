import { jsonParts, stringifyJson } from '../text/json.ts';
import { escapeJsonControls } from '../text/sanitize.ts';
import { turns } from '../timers.ts';

type Lazy = Iterable<unknown> | AsyncIterable<unknown>;

const isLazy = (value: unknown): value is Lazy =>
  value !== null &&
  typeof value === 'object' &&
  !Array.isArray(value) &&
  (Symbol.iterator in value || Symbol.asyncIterator in value);

/** JSON text that is written unchanged: one item, or several with the format's own separators between them. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value as JSON on one line. */
export const jsonLine = (value: unknown): string =>
  escapeJsonControls(value instanceof JsonText ? value.text : (stringifyJson(value) ?? 'null'));

/** `{"data":…,"pagination":…}` in pieces. An iterable member of `data` is written as a list, item by item. */
export async function* jsonDocument(data: unknown, pagination: unknown, indented: boolean) {
  if (!hasLazyPart(data)) {
    const whole = pagination === undefined ? { data: data ?? null } : { data: data ?? null, pagination };
    yield* inParts(whole, indented ? 2 : 0);
    yield '\n';
    return;
  }
  yield* object({ data, pagination }, ',\n');
  yield '\n';
}

/** The parts of a value's JSON, between which signals are heard. */
async function* inParts(value: unknown, indent = 0): AsyncIterable<string> {
  const turn = turns();
  for (const part of jsonParts(value, indent)) {
    yield escapeJsonControls(part);
    await turn();
  }
}

/** The same items as lines. */
export async function* jsonLines(items: Lazy): AsyncIterable<string> {
  for await (const item of items) {
    if (item instanceof JsonText) yield jsonLine(item);
    else yield* inParts(item);
    yield '\n';
  }
}

const hasLazyPart = (data: unknown): boolean =>
  isLazy(data) ||
  (data !== null && typeof data === 'object' && !Array.isArray(data) && Object.values(data).some(isLazy));

/** A value in pieces. It, a member of it, or a member of its items may be an iterable, which is a list, with this `between` its items. */
export async function* jsonPieces(value: unknown, between: string): AsyncIterable<string> {
  if (isLazy(value)) yield* list(value, between);
  else if (hasLazyPart(value)) yield* object(value as Record<string, unknown>, between);
  else yield jsonLine(value);
}

async function* object(value: Readonly<Record<string, unknown>>, between: string): AsyncIterable<string> {
  let separator = '{';
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${separator}${jsonLine(key)}:`;
    yield* jsonPieces(member, between);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

async function* list(items: Lazy, between: string): AsyncIterable<string> {
  let separator = '[';
  const turn = turns();
  for await (const item of items) {
    if (hasLazyPart(item)) {
      yield separator;
      yield* jsonPieces(item, between);
    } else yield `${separator}${jsonLine(item)}`;
    separator = between;
    await turn();
  }
  yield separator === '[' ? '[]' : ']';
}
