import { usageError } from '../../errors.ts';
import { suggestion } from './names.ts';

/** Rejects unknown members of an object in a map, and names the nearest known one. */
export function checkMembers(where: string, value: object, known: readonly string[]): void {
  for (const name of Object.keys(value)) {
    if (!known.includes(name))
      throw usageError(
        `--map: ${where} has an unknown member ${name}${suggestion(name, known)}`,
        `members: ${known.join(', ')}`,
      );
  }
}

/** Text, a number, true or false as text; undefined for anything else. */
export const scalarText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;

/** One text or a list of them. */
export function readTexts(where: string, value: unknown): string | readonly string[] {
  if (typeof value === 'string' && value.trim() !== '') return value;
  if (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => typeof each === 'string' && each.trim() !== '')
  )
    return value as string[];
  throw usageError(`--map: ${where} must be a name or a list of names`);
}

/** A list of values as texts. */
export function readValues(where: string, value: unknown): readonly string[] {
  const texts = Array.isArray(value) ? value.map(scalarText) : [];
  if (texts.length === 0 || texts.includes(undefined))
    throw usageError(`--map: ${where} must be a list of values`);
  return texts as string[];
}

/** An object of texts. */
export function readTextObject(where: string, value: unknown): Readonly<Record<string, string>> {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw usageError(`${where} must be an object, for example {"<found>": "<wanted>"}`);
  return Object.fromEntries(
    Object.entries(value).map(([found, wanted]) => {
      const text = scalarText(wanted);
      if (text === undefined) throw usageError(`${where}: ${found} must be text`);
      return [found, text];
    }),
  );
}

/** The shop's SKUs with the warehouse's; none may be blank. */
export function readSkus(where: string, value: unknown): Readonly<Record<string, string>> {
  const skus = Object.entries(readTextObject(where, value)).map(
    ([from, to]) => [from.trim(), to.trim()] as const,
  );
  for (const [from, to] of skus)
    if (from === '' || to === '') throw usageError(`${where}: a SKU is blank (${from || to})`);
  return Object.fromEntries(skus);
}
