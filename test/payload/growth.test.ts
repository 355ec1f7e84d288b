import { describe, expect, it } from 'vitest';
import { body, csv, read } from './support.ts';

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

/** The least processor time of a few rounds, in ms; unlike a clock, it is not affected by a busy machine. */
async function leastTime(work: () => Promise<unknown>, rounds = 3): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage();
    await work().catch(() => undefined);
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** How much longer eight times the text takes: about 8 if linear, about 64 if quadratic. */
async function growth(work: (length: number) => Promise<unknown>): Promise<number> {
  const large = () => work(120_000);
  // Quadratic work on this much text takes seconds; below that, a ratio of short times is noise.
  if ((await leastTime(large, 1)) < 500) return 1;
  return (await leastTime(large)) / (await leastTime(() => work(15_000)));
}

describe('work grows only linearly with the text', () => {
  it.each(texts)('in cells of %s', async (_, text) => {
    const row = (length: number) => Object.fromEntries(fields.map((field) => [field, text(length)]));
    expect(await growth((length) => read(csv([row(length)])))).toBeLessThan(32);
  });

  it.each(texts)('in a header of %s', async (_, text) => {
    expect(await growth((length) => read(`${text(length)},SKU\nx,y\n`))).toBeLessThan(32);
  });

  it.each([
    ...texts.map(
      ([name, text]) =>
        [name, (length: number) => JSON.stringify({ ...body, Currency: text(length) })] as const,
    ),
    ['a long number', (length: number) => `{"Qty":1${'0'.repeat(length)}1}`] as const,
    ['a long fraction', (length: number) => `{"Qty":0.${'0'.repeat(length)}1e5}`] as const,
    ['brackets', (length: number) => `{"Qty":${'['.repeat(length)}`] as const,
    ['members', (length: number) => `{${'"a":1,'.repeat(length / 6)}"a":1}`] as const,
    ['backslashes', (length: number) => `{"a":"${'\\\\'.repeat(length)}"}`] as const,
    ['white space', (length: number) => `{"a"${' '.repeat(length)}:1}`] as const,
  ])('in JSON with %s', async (_, text) => {
    expect(await growth((length) => read(text(length), { name: 'a.json' }))).toBeLessThan(32);
  });
});
