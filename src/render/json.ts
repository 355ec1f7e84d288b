import { stringifyJson } from '../text/records.ts';
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
    yield `${escapeJsonControls(stringifyJson(whole, indented ? 2 : 0) ?? 'null')}\n`;
    return;
  }
  yield '{"data":';
  if (isLazy(data)) yield* list(data);
  else yield* object(data as Record<string, unknown>);
  yield pagination === undefined ? '}\n' : `,"pagination":${jsonLine(pagination)}}\n`;
}

const hasLazyPart = (data: unknown): boolean =>
  isLazy(data) ||
  (data !== null && typeof data === 'object' && !Array.isArray(data) && Object.values(data).some(isLazy));

async function* object(value: Readonly<Record<string, unknown>>): AsyncIterable<string> {
  let separator = '{';
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${separator}${jsonLine(key)}:`;
    if (isLazy(member)) yield* list(member);
    else yield jsonLine(member);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

async function* list(items: Lazy): AsyncIterable<string> {
  let separator = '[';
  const turn = turns();
  for await (const item of items) {
    yield `${separator}${jsonLine(item)}`;
    separator = ',\n';
    await turn();
  }
  yield separator === '[' ? '[]' : ']';
}
