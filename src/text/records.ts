/** A record whose field names are not published: a field may be `oldest_age_days`, `OldestAgeDays`, or missing. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether the value is a record, not an array or null. */
export const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The value as an object; empty for anything else. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

const plainNames = new Map<string, string>();
const mostPlainNames = 1000;

/** The letters and digits of a name, in lower case. Cached, because records of one kind share their names. */
function plain(name: string): string {
  const known = plainNames.get(name);
  if (known !== undefined) return known;
  // None that we look for is as long.
  if (name.length > 100) return name;
  const made = name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
  if (plainNames.size < mostPlainNames) plainNames.set(name, made);
  return made;
}

/** The first of these fields that exists, each tried first as spelt, then ignoring case and underscores. */
export function field(record: unknown, ...names: readonly string[]): unknown {
  if (!isFields(record)) return undefined;
  for (const name of names) if (record[name] !== undefined) return record[name];
  const wanted = names.map(plain);
  let best = wanted.length;
  let value: unknown;
  for (const key in record) {
    const at = wanted.indexOf(plain(key));
    if (at < 0 || at >= best || record[key] === undefined) continue;
    best = at;
    value = record[key];
  }
  return value;
}

/** Reads several fields at once, each like `field` does with one name: one pass over the record finds all of them. */
export function fieldReader(names: readonly string[]): (record: Fields) => unknown[] {
  const places = new Map(names.map((name, at) => [plain(name), at]));
  return (record) => {
    const values: unknown[] = names.map(() => undefined);
    for (const key in record) {
      const at = places.get(plain(key));
      if (at === undefined || record[key] === undefined) continue;
      if (values[at] === undefined || key === names[at]) values[at] = record[key];
    }
    return values;
  };
}

/** Like `field`, if it is text that is not empty. */
export function textField(record: unknown, ...names: readonly string[]): string | undefined {
  const value = field(record, ...names);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Like `field`, if it is a name: text that is not empty, or a number, because a service may number what others name. */
export function nameField(record: unknown, ...names: readonly string[]): string | undefined {
  const value = field(record, ...names);
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : textField(record, ...names);
}

/** Like `field`, if it is a number or numeric text. */
export function numberField(record: unknown, ...names: readonly string[]): number | undefined {
  const value = field(record, ...names);
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Like `field`, if it is a list; returns only its elements that are objects. */
export function listField(record: unknown, ...names: readonly string[]): Fields[] {
  const value = field(record, ...names);
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** The list itself, or the first list among these fields of an object; otherwise empty. */
export function listIn(value: unknown, ...names: readonly string[]): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : listField(value, ...names);
}

/** The members with other names than `known`, whatever their case and underscores, and not empty, under their own names. */
export function otherFields(record: Fields, known: readonly string[]): [name: string, value: unknown][] {
  const names = new Set(known.map(plain));
  return Object.entries(record).filter(
    ([name, value]) => !names.has(plain(name)) && value !== null && value !== undefined && value !== '',
  );
}

/** The first items, at most that many, and no more are taken; `most` is at least 1. */
export function firstOf<Item>(items: Iterable<Item>, most: number): Item[] {
  const found: Item[] = [];
  for (const item of items) {
    found.push(item);
    if (found.length === most) break;
  }
  return found;
}

/** All that `make` makes of each item, made at each reading. */
export const flatMapped = <Item, Made>(
  items: Iterable<Item>,
  make: (item: Item) => Iterable<Made>,
): Iterable<Made> => ({
  *[Symbol.iterator]() {
    for (const item of items) yield* make(item);
  },
});

/** What `make` makes of each item, made at each reading; where that is undefined, nothing. */
export const mapped = <Item, Made>(
  items: Iterable<Item>,
  make: (item: Item) => Made | undefined,
): Iterable<Made> => ({
  *[Symbol.iterator]() {
    for (const item of items) {
      const made = make(item);
      if (made !== undefined) yield made;
    }
  },
});

/** Adds items of any number to a list, after which `push(...items)` would exhaust the stack. */
export function addAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

/** The highest of any number of numbers; `least` if none is higher. */
export const highest = (numbers: Iterable<number>, least: number): number => {
  let found = least;
  for (const number of numbers) found = Math.max(found, number);
  return found;
};

/** The values of a field in the records that hold it as text. */
export const texts = (records: readonly unknown[], ...names: readonly string[]): string[] =>
  records.flatMap((record) => textField(record, ...names) ?? []);

/** The names of a table. It is written out in full, because a value may have more members than its type says. */
export const keysOf = <Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] =>
  Object.keys(table) as Name[];

/** A table with a value for each name. */
export const tableOf = <Name extends string, Value>(
  names: readonly Name[],
  value: (name: Name) => Value,
): Record<Name, Value> => Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;

/** What a table has under a name that others wrote; undefined if it has none: every object inherits a `constructor`. */
export const entryOf = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** The members that are not undefined. */
export const present = <T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;

/** The `code` of a thrown value, for example `ENOENT`; undefined for a value without one. */
export function codeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** An error with a `code`, as the system throws them. */
export const codedError = (code: string, message = code): Error =>
  Object.assign(new Error(message), { code });

/** A thrown value as an error, because a program can throw anything. */
export const toError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));

/** The message of a thrown value. */
export const messageOf = (thrown: unknown): string => toError(thrown).message;

/** What the work returns, or `otherwise` if it throws anything; with `code`, only for an error of the system with that code. */
export function attempt<T>(work: () => T, otherwise: T, code?: string): T {
  try {
    return work();
  } catch (error) {
    if (code !== undefined && codeOf(error) !== code) throw error;
    return otherwise;
  }
}

/** What `work` makes of something that was just opened, which is closed if that fails. */
export function orClose<Opened extends { close(): void }, T>(opened: Opened, work: (opened: Opened) => T): T {
  try {
    return work(opened);
  } catch (error) {
    attempt(() => opened.close(), undefined);
    throw error;
  }
}

/** The variables of an environment. */
export type Env = Readonly<Record<string, string | undefined>>;

/** What a token (a JWT) claims, unchecked: only the service can verify its signature. Empty for any other text. */
export const tokenClaims = (token: string): Fields =>
  attempt(() => fieldsOf(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())), {});

/** Does all of some work without a pause, although each `yield` allows one. */
export function atOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** A value that is made when it is first asked for, and kept. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
