import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSpool, partOf, type Spool, type SpoolStatus } from '../../../src/upload/terms/spool.ts';
import { memorySink } from '../../support/upload/memory-sink.ts';

const document = (reference: string, body = 'b', invalid = false) => ({
  reference,
  body,
  file: 0,
  lines: [1, 2],
  invalid,
});

const referencesOf = (spool: Spool, ...statuses: SpoolStatus[]): string[] =>
  [...spool.documents(['reference'], ...statuses)].map(({ reference }) => reference);

describe('the spool', () => {
  it('has its documents in file order, numbered, and those with a status', () => {
    const spool = openSpool();
    for (const name of ['C', 'A', 'B']) spool.sink.add(document(name, 'b', name === 'A'));
    expect(
      [...spool.documents(['number', 'reference'])].map(({ number, reference }) => [number, reference]),
    ).toEqual([
      [0, 'C'],
      [1, 'A'],
      [2, 'B'],
    ]);
    expect(referencesOf(spool, 'sendable')).toEqual(['C', 'B']);
    spool.leaveOutShort([2]);
    expect([referencesOf(spool, 'sendable'), referencesOf(spool, 'invalid', 'short')]).toEqual([
      ['C'],
      ['A', 'B'],
    ]);
    expect([spool.size, spool.count('sendable'), spool.count('short')]).toEqual([3, 1, 1]);
    spool.close();
  });

  it('can be closed while its documents are read', () => {
    const spool = openSpool();
    for (let index = 0; index < 2000; index++) spool.sink.add(document(`R-${index}`, 'x'.repeat(1000)));
    const reading = spool.documents(['reference', 'body']);
    expect(reading.next().value?.reference).toBe('R-0');
    expect(() => spool.close()).not.toThrow();
  });

  it('behaves like a sink in memory', () => {
    const reference = fc.integer({ min: 0, max: 60 }).map((n) => `R-${n}`);
    const action = fc.record({
      kind: fc.constantFrom('add', 'find', 'replace', 'scatter'),
      reference,
      body: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(action, { maxLength: 200, size: 'max' }), fc.nat(100), (actions, restart) => {
        const spool = openSpool();
        const model = memorySink();
        for (const [at, { kind, reference: name, body }] of actions.entries()) {
          if (at === restart) expect(spool.sink.startAgain()).toBe(model.startAgain());
          if (kind === 'add')
            expect(spool.sink.add(document(name, body))).toBe(model.add(document(name, body)));
          if (kind === 'find') expect(spool.sink.find(name)).toEqual(model.find(name));
          if (kind === 'scatter') for (const sink of [spool.sink, model]) sink.keepScattered(name, body);
          if (kind === 'replace' && model.find(name) !== undefined)
            for (const sink of [spool.sink, model]) sink.replace(document(name, body, true));
        }
        const byReference = (sink: typeof model | typeof spool.sink) =>
          [...sink.scattered()].sort((a, b) =>
            a.reference < b.reference ? -1 : a.reference > b.reference ? 1 : 0,
          );
        expect([...spool.sink.scattered()]).toEqual(byReference(model));
        expect(spool.count('invalid')).toBe(model.documents().filter(({ invalid }) => invalid).length);
        for (const kept of model.documents()) expect(spool.sink.find(kept.reference)).toEqual(kept);
        spool.close();
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['small', { ReferenceNumber: 'R-1', Notes: undefined, Items: [{ SKU: 'Ä-1 "best"', Qty: 2 }] }],
    ['long', { ReferenceNumber: 'R-1', Notes: 'é'.repeat(20_000), Items: [{ Qty: 2 }] }],
    ['of many lines', { Items: Array.from({ length: 5000 }, (_, Qty) => ({ SKU: `AC-${Qty}`, Qty })) }],
  ])('keeps the JSON of a body, between others: %s', (_, body) => {
    const spool = openSpool();
    const lines = Array.from({ length: 2000 }, (__, at) => 10_000 + at);
    spool.sink.add(document('R-0', 'first'));
    spool.sink.add({ ...document('R-1'), body, lines });
    spool.sink.add(document('R-2', 'last'));
    expect(spool.sink.find('R-1')).toEqual({ ...document('R-1', JSON.stringify(body)), lines });
    expect([...spool.documents(['body'])].map((each) => each.body)).toEqual([
      'first',
      JSON.stringify(body),
      'last',
    ]);
    spool.close();
  });

  it('keeps why an order is left out, and which lines an order has', () => {
    const spool = openSpool();
    const whole = { ...document('R-1', '{"rows":[]}'), leftOut: 'cancelled' as const };
    const lines = [{ SKU: 'Ä-1', reason: 'fulfilled' as const, line: 3 }];
    const partly = { ...document('R-2'), lines: [2], leftOutLines: lines };
    spool.sink.add(whole);
    spool.sink.add(partly);
    expect(spool.sink.find('R-1')).toEqual(whole);
    expect(spool.sink.find('R-2')).toEqual(partly);
    expect([...spool.documents(['status', 'leftOut', 'leftOutLines', 'lines'])]).toEqual([
      { status: 'left-out', leftOut: 'cancelled', leftOutLines: [], lines: [1, 2] },
      { status: 'sendable', leftOut: undefined, leftOutLines: lines, lines: [2] },
    ]);
    spool.close();
  });

  it('starts again where rows came back, and then returns them in order of reference, however many', () => {
    const spool = openSpool();
    for (let i = 0; i < 7; i++) {
      spool.sink.add(document(`R-${i}`));
      spool.sink.keepScattered(`R-${i}`, '');
    }
    expect(spool.sink.isScattered('R-0')).toBe(false);
    expect([spool.sink.startAgain(), spool.sink.startAgain(), spool.size]).toEqual([true, false, 0]);
    expect([spool.sink.isScattered('R-0'), spool.sink.isScattered('R-7')]).toEqual([true, false]);
    for (let i = 0; i < 1500; i++) spool.sink.keepScattered(`R-${i % 7}`, String(i));
    const rows = [...spool.sink.scattered()];
    expect(rows).toHaveLength(1500);
    const expected = [...rows].sort(
      (a, b) =>
        Number(a.reference.slice(2)) - Number(b.reference.slice(2)) || Number(a.rows) - Number(b.rows),
    );
    expect(rows).toEqual(expected);
    spool.close();
  });

  it('does not count documents of another shard, but keeps their references', () => {
    const spool = openSpool({ index: 1, count: 2 });
    const names = Array.from({ length: 40 }, (_, index) => `R-${index}`);
    for (const name of names) spool.sink.add(document(name));
    for (const name of names) expect(spool.sink.add(document(name))).toBe(false);
    expect(spool.count('sendable')).toBe(names.filter((name) => partOf(name, 2) === 1).length);
    spool.close();
  });
});

describe('shards', () => {
  it('are the same on every machine', () => {
    expect(['R-1', 'R-2', 'Ä-3', ''].map((reference) => partOf(reference, 4))).toEqual([2, 1, 4, 1]);
  });

  it('are of about equal size', () => {
    const sizes = [0, 0, 0, 0];
    for (let i = 0; i < 10_000; i++)
      sizes[partOf(`ORDER-${i}`, 4) - 1] = (sizes[partOf(`ORDER-${i}`, 4) - 1] ?? 0) + 1;
    for (const size of sizes) expect(Math.abs(size - 2500)).toBeLessThan(250);
  });
});
