import * as z from 'zod/mini';
import { isFields, present } from '../text/records.ts';

/** One thing wrong with a body, in the contract's terms. */
export interface Problem {
  /** Where, for example `OrderItems[0].Qty`; empty when the body itself is wrong. */
  field: string;
  path: readonly (string | number)[];
  /** The value found there; undefined when there is none. */
  found: unknown;
  expected: string;
  missing: boolean;
  /** The value has the wrong type, or is not in the field's list; absent for a limit or another rule. */
  mismatch?: 'type' | 'list';
  /** What is wrong, in words that follow the name of the field: `is required`. */
  complaint: string;
  /** `complaint` holds what is expected. */
  saysExpected: boolean;
  /** The whole sentence, as the service words it: `<field> is required`. */
  message: string;
}

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
  boolean: 'true or false',
};

/** `['OrderItems', 0, 'Qty']` as `OrderItems[0].Qty`. */
export function fieldName(path: readonly (string | number)[]): string {
  let name = '';
  for (const part of path) name += typeof part === 'number' ? `[${part}]` : name === '' ? part : `.${part}`;
  return name;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const part of path) {
    if (value === null || typeof value !== 'object') return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return issue.values.length === 1
        ? String(issue.values[0])
        : `one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      if (issue.origin === 'array')
        return `at least ${issue.minimum} ${issue.minimum === 1 ? 'item' : 'items'}`;
      return `${issue.origin === 'int' ? 'a whole number, ' : ''}${issue.inclusive ? 'at least' : 'above'} ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'string' ? `at most ${issue.maximum} characters` : `at most ${issue.maximum}`;
    // The schemas give these checks their own words.
    case 'invalid_format':
    case 'custom':
    case 'invalid_union':
      return issue.message;
    default:
      return 'a different value';
  }
}

/** Whether a value is missing, or a text without content. */
export const isAbsent = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && value.trim() === '');

function mismatchOf(issue: z.core.$ZodIssue): Problem['mismatch'] {
  if (issue.code === 'invalid_type') return 'type';
  return issue.code === 'invalid_value' && issue.values.length > 1 ? 'list' : undefined;
}

/** The other field that would do as well, if one of two is required. */
const orFieldOf = (issue: z.core.$ZodIssue): unknown =>
  issue.code === 'custom' ? issue.params?.orField : undefined;

/** The problems that a schema found in `input`, in order, worded for people; every message names its field. */
export function problemsOf(error: Pick<z.core.$ZodError, 'issues'>, input: unknown): Problem[] {
  return error.issues.map((issue) => {
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
    const field = fieldName(path);
    const found = valueAt(input, path);
    const expected = expectation(issue);
    const other = orFieldOf(issue);
    const missing = isAbsent(found) || (issue.code === 'too_small' && issue.origin === 'array');
    const subject = field === '' ? 'the body' : field;
    const complaint =
      typeof other === 'string'
        ? `or ${fieldName(path.with(-1, other))} is required`
        : missing
          ? 'is required'
          : `must be ${expected}`;
    const message = `${subject} ${complaint}`;
    const words = { expected, complaint, saysExpected: !missing, message };
    return { field, path, found, missing, ...words, ...present({ mismatch: mismatchOf(issue) }) };
  });
}

/** How many entries the lists in the first beginning of a value have at most. */
const fewEntries = 1000;

/** The value with ever longer beginnings of its lists: who needs one problem finds it here before a million others. */
export function* beginningsOf(value: unknown): Generator<unknown> {
  const longest = longestList(value);
  for (let length = fewEntries; length < longest; length *= 2) yield withShortLists(value, length);
}

/** How many entries the longest list in a value has. */
function longestList(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  let longest = Array.isArray(value) ? value.length : 0;
  for (const member of Object.values(value)) longest = Math.max(longest, longestList(member));
  return longest;
}

/** The value with no list longer than that; the same value if none is. */
function withShortLists(value: unknown, length: number): unknown {
  if (Array.isArray(value)) {
    const beginning = value.slice(0, length).map((entry) => withShortLists(entry, length));
    return beginning.length === value.length && beginning.every((entry, at) => entry === value[at])
      ? value
      : beginning;
  }
  if (!isFields(value)) return value;
  let short: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value)) {
    const cut = withShortLists(member, length);
    if (cut === member) continue;
    short ??= { ...value };
    short[name] = cut;
  }
  return short ?? value;
}

const issuesOf = (schema: z.core.$ZodType, value: unknown): readonly z.core.$ZodIssue[] =>
  z.safeParse(schema, value).error?.issues ?? [];

function withoutMembers(value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  if (issues.some(({ path }) => path.length === 0)) return undefined;
  const copy: unknown = structuredClone(value);
  for (const { path } of issues)
    Reflect.deleteProperty(valueAt(copy, path.slice(0, -1)) as object, path.at(-1) as PropertyKey);
  return copy;
}

/**
 * The value without optional fields that are null, or blank when the schema refuses blank text: both count as absent
 * . Keeps required fields, and fields unknown to the schema. Returns the same value when there is nothing to
 * leave out, and never changes it.
 */
export function withoutAbsentFields(schema: z.core.$ZodType, value: unknown): unknown {
  const blank = issuesOf(schema, value).filter((issue) => {
    const found = valueAt(value, issue.path);
    const isBlank = found === null || (found !== undefined && isAbsent(found));
    return isBlank && typeof issue.path.at(-1) !== 'number' && orFieldOf(issue) === undefined;
  });
  if (blank.length === 0) return value;
  // A field that only another one asks for, which is a check of our own, is optional.
  const left = issuesOf(schema, withoutMembers(value, blank)).filter(({ code }) => code !== 'custom');
  const required = new Set(left.map(({ path }) => JSON.stringify(path)));
  const absent = blank.filter(({ path }) => !required.has(JSON.stringify(path)));
  return absent.length === 0 ? value : withoutMembers(value, absent);
}
