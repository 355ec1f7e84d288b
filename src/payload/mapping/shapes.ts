import * as z from 'zod/mini';
import { fieldName } from '../../contract/problems.ts';
import { usageError } from '../../errors.ts';
import { suggestion } from './header.ts';

/*
 * The words of a problem continue the name of the member that has it. A second line is what to do about it.
 */

const unknownMember = (name: string, known: readonly string[]): string =>
  `has an unknown member ${name}${suggestion(name, known)}\nmembers: ${known.join(', ')}`;

/** An object with no other members than these; `words` are for anything that is no object. */
export function objectOf<Shape extends z.core.$ZodShape>(shape: Shape, words: string) {
  const names = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? unknownMember(issue.keys[0] ?? '', names) : words,
  });
}

/** One of these or a list of them, as a list. */
export const listOf = <Each extends z.core.$ZodType>(each: Each) =>
  z.pipe(
    z.transform((value: unknown) => (Array.isArray(value) ? value : [value]) as z.input<Each>[]),
    z.array(each),
  );

/** Text, a number, true or false, as text. */
export const textOr = (words: string) =>
  z.pipe(z.union([z.string(), z.number(), z.boolean()], words), z.transform(String));

export const mustBeTexts = 'must be an object, for example {"<found>": "<wanted>"}';
export const texts = z.record(z.string(), textOr('must be text'), mustBeTexts);

/** Reads a user's value at a path within the option `label`. Throws a usage error, first for an unknown member. */
export function readBy<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
  label: string,
  path: readonly string[] = [],
): z.output<Schema> {
  const read = z.safeParse(schema, value);
  if (read.success) return read.data;
  const { issues } = read.error;
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? (issues[0] as z.core.$ZodIssue);
  const place = fieldName([...path, ...(issue.path as (string | number)[])]);
  const [words, hint] = issue.message.split('\n');
  throw usageError(`${place === '' ? label : `${label}: ${place}`} ${words}`, hint);
}
