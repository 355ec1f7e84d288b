import { usageError } from '../../errors.ts';
import { listed } from '../../text/words.ts';
import { isDateFormat } from './dates.ts';
import type { FieldSource } from './field-source.ts';
import { checkMembers, readTextObject, readTexts, scalarText } from './map-values.ts';
import type { NumberFormat } from './money.ts';

const kinds = ['column', 'join', 'const'] as const;
const besideColumn = ['map', 'default', 'date', 'number', 'per'] as const;

function readNumberFormat(where: string, value: unknown): NumberFormat {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw usageError(`--map: ${where} must be an object, for example {"decimal": "point", "currency": true}`);
  checkMembers(where, value, ['decimal', 'currency']);
  const { decimal, currency } = value as { decimal?: unknown; currency?: unknown };
  if (decimal !== undefined && decimal !== 'point' && decimal !== 'comma')
    throw usageError(`--map: ${where}.decimal must be point or comma`);
  if (currency !== undefined && typeof currency !== 'boolean')
    throw usageError(`--map: ${where}.currency must be true or false`);
  return { ...(decimal === undefined ? {} : { decimal }), ...(currency === undefined ? {} : { currency }) };
}

function readDate(where: string, value: unknown): string | readonly string[] {
  const formats = readTexts(where, value);
  const wrong = [formats].flat().find((format) => !isDateFormat(format));
  if (wrong === undefined) return formats;
  throw usageError(
    `--map: ${where} ${JSON.stringify(wrong)} has no year, month and day`,
    'tokens: YYYY YY M MM MMM MMMM D DD H HH h hh mm ss A Z, for example DD/MM/YYYY HH:mm:ss',
  );
}

function readColumn(name: string, value: object): FieldSource {
  checkMembers(name, value, ['column', ...besideColumn]);
  const given = value as Readonly<Record<'column' | (typeof besideColumn)[number], unknown>>;
  const fallback = given.default === undefined ? undefined : scalarText(given.default);
  if (given.default !== undefined && fallback === undefined)
    throw usageError(`--map: ${name}.default must be text`);
  return {
    column: readTexts(`${name}.column`, given.column),
    ...(given.map === undefined ? {} : { map: readTextObject(`--map: ${name}.map`, given.map) }),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(given.date === undefined ? {} : { date: readDate(`${name}.date`, given.date) }),
    ...(given.number === undefined ? {} : { number: readNumberFormat(`${name}.number`, given.number) }),
    ...(given.per === undefined ? {} : { per: readTexts(`${name}.per`, given.per) }),
  };
}

function readJoin(name: string, value: object): FieldSource {
  checkMembers(name, value, ['join', 'with']);
  const { join, with: separator } = value as { join: unknown; with?: unknown };
  const columns = readTexts(`${name}.join`, join);
  if (separator === undefined) return { join: [columns].flat(), with: ' ' };
  if (typeof separator !== 'string') throw usageError(`--map: ${name}.with must be text`);
  return { join: [columns].flat(), with: separator };
}

function readConst(name: string, value: object): FieldSource {
  checkMembers(name, value, ['const']);
  const text = scalarText((value as { const: unknown }).const);
  if (text === undefined) throw usageError(`--map: ${name}.const must be text or a number`);
  return { const: text };
}

/**
 * Reads one entry of a map: a column's name, or an object with one of `column`, `join` and `const`. Throws a usage error
 * that names the problem.
 */
export function readEntry(name: string, value: unknown): FieldSource {
  if (typeof value === 'string' && value.trim() !== '') return { column: value };
  const shapes = '"<column>", {"column": …}, {"join": […]} or {"const": …}';
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw usageError(`--map: ${name} must be ${shapes}`);
  const used = kinds.filter((kind) => kind in value);
  if (used.length > 1) throw usageError(`--map: ${name} cannot have ${listed(used)} together`);
  switch (used[0]) {
    case 'column':
      return readColumn(name, value);
    case 'join':
      return readJoin(name, value);
    case 'const':
      return readConst(name, value);
    default:
      checkMembers(name, value, [...kinds, ...besideColumn, 'with']);
      throw usageError(`--map: ${name} must be ${shapes}`);
  }
}
