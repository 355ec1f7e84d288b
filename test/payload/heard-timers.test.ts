import { expect, it } from 'vitest';
import { readDocuments } from '../../src/payload/read.ts';
import { textSource } from '../../src/payload/source/sources.ts';
import { testNow } from '../support/time.ts';
import { memorySink } from '../support/upload/memory-sink.ts';
import { read } from './support.ts';

const many = <T>(make: (at: number) => T): T[] => Array.from({ length: 400 }, (_, at) => make(at));

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

it.each([
  ['JSON', JSON.stringify(many((at) => ({ ReferenceNumber: `R-${at}` })))],
  ['CSV', ['ReferenceNumber,SKU', ...many((at) => `R-${at},A`)].join('\n')],
])('a signal is heard in the middle of a block of %s, not at its end', async (_, text) => {
  const sink = memorySink();
  let added = 0;
  let heardAfter = Number.POSITIVE_INFINITY;
  const slow = {
    ...sink,
    add(document: Parameters<typeof sink.add>[0]) {
      if (added === 0)
        setTimeout(() => {
          heardAfter = added;
        });
      added += 1;
      const start = performance.now();
      while (performance.now() - start < 1);
      return sink.add(document);
    },
  };
  await readDocuments('order', [textSource(text)], { set: [], decimal: 'point', now: testNow }, slow, {
    maxProblems: 10,
    maxWarnings: 10,
  });
  expect(added).toBe(400);
  expect(heardAfter).toBeLessThan(200);
});
