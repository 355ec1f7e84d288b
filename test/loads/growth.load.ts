import { describe, expect, it } from 'vitest';
import { body, csv, read } from '../payload/support.ts';

const fields = ['PricePerUnit', 'Qty', 'DispatchBy', 'SKU', 'ReferenceNumber', 'Currency'];
/** Text that makes a backtracking expression try every path. */
const texts: readonly (readonly [name: string, text: (length: number) => string])[] = [
  ['digits', (length) => `${'1'.repeat(length)}x`],
  ['digits and a point', (length) => `${'1'.repeat(length)}.${'1'.repeat(length)}x`],
  ['groups', (length) => `1${' 234'.repeat(length / 4)}x`],
  ['groups with points', (length) => `1${'.234'.repeat(length / 4)}x`],
  ['commas', (length) => `1${',234'.repeat(length / 4)}x`],
  ['noughts', (length) => `${'0'.repeat(length)}1`],
  ['an exponent', (length) => `1.${'5'.repeat(length)}E+x`],
  ['spaces', (length) => `a${' '.repeat(length)}b`],
  ['quotes', (length) => '"'.repeat(length)],
  ['hashes', (length) => `${'#'.repeat(length)}x`],
];

/** Work that grows by the square takes minutes on so much, and fails by the time limit of its test. */
const length = 300_000;

/** Reads a file to its end; how many documents and problems that gave, or the refusal. */
const reading = async (...given: Parameters<typeof read>): Promise<unknown> =>
  read(...given).then(
    ({ bodies, problems }) => bodies.length + problems.length,
    (error: unknown) => error,
  );

describe('work grows only linearly with the text', () => {
  it.each(texts)('in cells of %s', async (_, text) => {
    const row = Object.fromEntries(fields.map((field) => [field, text(length)]));
    expect(await reading(csv([row]))).toBeTruthy();
  });

  it.each(texts)('in a header of %s', async (_, text) => {
    expect(await reading(`${text(length)},SKU\nx,y\n`)).toBeTruthy();
  });

  it.each<readonly [name: string, text: string]>([
    ...texts.map(([name, text]) => [name, JSON.stringify({ ...body, Currency: text(length) })] as const),
    ['a long number', `{"Qty":1${'0'.repeat(length)}1}`],
    ['a long fraction', `{"Qty":0.${'0'.repeat(length)}1e5}`],
    ['brackets', `{"Qty":${'['.repeat(length)}`],
    ['members', `{${'"a":1,'.repeat(length / 6)}"a":1}`],
    ['backslashes', `{"a":"${'\\\\'.repeat(length)}"}`],
    ['white space', `{"a"${' '.repeat(length)}:1}`],
  ])('in JSON with %s', async (_, text) => {
    expect(await reading(text, { name: 'a.json' })).toBeTruthy();
  });
});
