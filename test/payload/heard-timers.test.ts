import { expect, it } from 'vitest';
import { readDocuments } from '../../src/payload/read.ts';
import { textSource } from '../../src/payload/source/sources.ts';
import { testNow } from '../support/time.ts';
import { memorySink } from '../support/upload/memory-sink.ts';
import { read } from './support.ts';

const many = <T>(make: (at: number) => T): T[] => Array.from({ length: 200 }, (_, at) => make(at));

const row = (reference: string): string => `${reference},A\n`;

it.each([
  ['next to each other', row('R-1').repeat(20_001)],
  ['apart', row('R-1') + row('R-2') + row('R-1').repeat(20_001)],
])('an order of too many rows %s is refused by name, not put together for seconds', async (_, rows) => {
  await expect(read(`ReferenceNumber,SKU\n${rows}`)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/:\d+: order R-[12] has more than 20,000 rows, the most that are read$/),
  });
});

const references = many((at) => `R-${at}`);
const asJson = (all: readonly string[]): string =>
  JSON.stringify(all.map((ReferenceNumber) => ({ ReferenceNumber })));
const asCsv = (all: readonly string[]): string =>
  ['ReferenceNumber,SKU', ...all.map((reference) => `${reference},A`)].join('\n');

it.each([
  ['a block of JSON', asJson(references), 'add', 0],
  ['a block of CSV', asCsv(references), 'add', 0],
  ['orders of scattered rows', asCsv([...references, ...references]), 'replace', 0],
  // The first time each is found invalid, in the block.
  ['orders that come again', asJson([...references, ...references]), 'replace', references.length],
] as const)('a signal is heard in the middle of %s, not at its end', async (_, text, slowed, before) => {
  const sink = memorySink();
  let done = -before;
  let heardAfter = Number.POSITIVE_INFINITY;
  const work = (): void => {
    if (done === 0)
      setTimeout(() => {
        heardAfter = done;
      });
    done += 1;
    const start = performance.now();
    while (done > 0 && performance.now() - start < 1);
  };
  const slow = {
    ...sink,
    [slowed](document: Parameters<typeof sink.add>[0]) {
      work();
      return sink[slowed](document);
    },
  };
  await readDocuments('order', [textSource(text)], { set: [], decimal: 'point', now: testNow }, slow, {
    maxProblems: 10,
    maxWarnings: 10,
  });
  expect(done).toBe(references.length);
  expect(heardAfter).toBeLessThan(references.length / 2);
});

it('a signal is heard between rows that are orders of many lines, not once in many of them', async () => {
  const sink = memorySink();
  let done = 0;
  let heardAfter = Number.POSITIVE_INFINITY;
  const slow = {
    ...sink,
    add(document: Parameters<typeof sink.add>[0]) {
      if (done === 0)
        setTimeout(() => {
          heardAfter = done;
        });
      done += 1;
      const start = performance.now();
      while (performance.now() - start < 25);
      return sink.add(document);
    },
  };
  const all = { set: [], decimal: 'point', now: testNow } as const;
  await readDocuments('order', [textSource(asCsv(references.slice(0, 40)))], all, slow, {
    maxProblems: 10,
    maxWarnings: 10,
  });
  expect(done).toBe(40);
  expect(heardAfter).toBeLessThan(15);
});

it('a reference that comes many times has all its lines, which are not copied for each of them', async () => {
  const sink = memorySink();
  let copied = 0;
  const counting = {
    ...sink,
    replace(document: Parameters<typeof sink.replace>[0]) {
      copied += document.lines.length;
      sink.replace(document);
    },
  };
  const source = textSource(asJson(references.map(() => 'R-1')));
  const all = { set: [], decimal: 'point', now: testNow } as const;
  await readDocuments('order', [source], all, counting, { maxProblems: 10, maxWarnings: 10 });
  expect(sink.documents().map(({ lines }) => lines)).toEqual([references.map((_, at) => at + 1)]);
  expect(copied).toBeLessThan(2 * references.length);
});
