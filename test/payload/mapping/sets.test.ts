import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { SetPart } from '../../../src/payload/document/types.ts';
import { readListFile } from '../../../src/payload/mapping/list-file.ts';
import { type Line, partsFirst, setExpander } from '../../../src/payload/mapping/sets.ts';
import { readSkuFile } from '../../../src/payload/mapping/sku-map.ts';

const line = (more: Record<string, unknown> = {}): Line => ({
  SKU: 'SET-1',
  ItemTitle: 'Set',
  Qty: 1,
  PricePerUnit: 20,
  OrderLineNumber: '2',
  ...more,
});

type Skus = Readonly<Record<string, string | readonly SetPart[]>>;

const expanderOf = (skus: Skus, prices?: Parameters<typeof setExpander>[1]) =>
  setExpander(new Map(Object.entries(skus)), prices);

const partsOf = (skus: Skus, more: Record<string, unknown> = {}, prices?: Record<string, number>) => {
  const found = expanderOf(skus, prices && ((sku) => prices[sku]))?.(line(more));
  return found === undefined || 'message' in found
    ? found
    : found.map(({ SKU, Qty, PricePerUnit, OrderLineNumber }) => [SKU, Qty, PricePerUnit, OrderLineNumber]);
};

const mapIn = async (text: string, decimal?: 'comma') =>
  await readSkuFile('--sku-map f', await readListFile('--sku-map f', Buffer.from(text)), decimal);

describe('a SKU map', () => {
  it('is looked through in steps, and only once', () => {
    const length = 1000;
    const skus = new Map(Array.from({ length }, (_, at) => [`S-${at}`, `S-${at + 1}`]));
    expect([...partsFirst(skus)].length).toBeGreaterThan(3 * length);
    const names = vi.spyOn(skus, 'has');
    expect(setExpander(skus, undefined)).toBeUndefined();
    expect(names).not.toHaveBeenCalled();
  });

  it.each([
    ['other names', 'from,to\nA,B\n', { A: 'B' }],
    [
      'sets',
      'from,to,qty,share\nS,A,2,3\nS,B,,\n',
      {
        S: [
          { SKU: 'A', Qty: 2, share: 3 },
          { SKU: 'B', Qty: 1 },
        ],
      },
    ],
    ['a set of several of one', 'From;To;Qty\nS;A;6\n', { S: [{ SKU: 'A', Qty: 6 }] }],
    ['a single part once, which is another name', 'from,to,qty\nA,B,1\n', { A: 'B' }],
    ['JSON', '{"A": "B", "S": [{"SKU": "A", "Qty": 2}]}', { A: 'B', S: [{ SKU: 'A', Qty: 2 }] }],
  ])('has %s', async (_, text, map) => expect(Object.fromEntries(await mapIn(text))).toEqual(map));

  it('has shares with a decimal comma where the files do', async () =>
    expect((await mapIn('from;to;share\nS;A;1,5\nS;B;\n', 'comma')).get('S')).toMatchObject([
      { share: 1.5 },
      {},
    ]));

  it('has no point in a share where the decimal sign is a comma', async () =>
    expect(mapIn('from;to;share\nS;A;1.000\n', 'comma')).rejects.toThrow(/share is "1\.000"/));

  it.each([
    ['from,to,number\nA,B,2\n', /unknown column number/],
    ['from,to,qyt\nA,B,2\n', /unknown column qyt \(did you mean qty\?\)|unknown column qyt.*qty/],
    ['from,to\nA,B\nA,C\n', /line 3: A appears twice, with B and C/],
    ['from,to,qty\nA,B,x\n', /line 2: Qty is "x", but must be a whole number of 1 or more/],
    ['from,to,qty\nA,B,0\n', /line 2: Qty is 0, but/],
    ['from,to,share\nA,B,x\n', /line 2: share is "x", but must be a number of 0 or more/],
    ['from,to,qty\nA,B,0x10\n', /line 2: Qty is "0x10"/],
    ['from,to,qty\nA,B,1e1\n', /line 2: Qty is "1e1"/],
    ['from,to,qty\nA,B,\nA,B,\n', /line 3: A has the same part twice, B/],
    ['from,to\nA,B,C\n', /line 2 has 3 cells, but the header has 2/],
    ['from,to,To\nA,B,C\n', /several columns to: to, To/],
    ['{"A": "B", "A": "C"}', /A appears twice/],
    ['{"A": "B", "A ": "C"}', /A appears twice/],
    ['{"A": 12345678901234567890}', /A is a number that cannot be sent exactly/],
    ['{"S": []}', /S has no parts/],
    ['{"S": [{"SKU": "A", "qty": 2}]}', /S\[0\] has an unknown member qty; did you mean Qty\?/],
    ['{"S": [{"SKU": "A"}, {"SKU": "B", "Qty": 1.5}]}', /S\[1\]\.Qty is 1\.5, but must be a whole number/],
    ['{"S": [{"Qty": 2}]}', /S\[0\]\.SKU must be a SKU/],
    ['{"S": [{"SKU": "B"}, {"SKU": "B ", "Qty": 1}]}', /S has the same part twice/],
    ['{"S": true}', /S must be a SKU or a list of parts/],
  ])('is refused as %j', async (text, message) => expect(mapIn(text)).rejects.toThrow(message));
});

describe('the lines of a set', () => {
  it('have its price by share, for all units of a part', () => {
    const skus: Skus = {
      'SET-1': [
        { SKU: 'A', Qty: 2, share: 3 },
        { SKU: 'B', Qty: 1, share: 1 },
      ],
    };
    expect(partsOf(skus)).toEqual([
      ['A', 2, 7.5, '2.1'],
      ['B', 1, 5, '2.2'],
    ]);
    expect(partsOf(skus, { Qty: 3 })).toEqual([
      ['A', 6, 7.5, '2.1'],
      ['B', 3, 5, '2.2'],
    ]);
  });

  const two: Skus = {
    'SET-1': [
      { SKU: 'A', Qty: 1 },
      { SKU: 'B', Qty: 2 },
    ],
  };

  it('have it by the prices of the price list if there is no share, else equally', () => {
    expect(partsOf(two, {}, { A: 10, B: 15 })).toEqual([
      ['A', 1, 5, '2.1'],
      ['B', 2, 7.5, '2.2'],
    ]);
    expect(partsOf(two, {}, { A: 10 })).toEqual([
      ['A', 1, 10, '2.1'],
      ['B', 2, 5, '2.2'],
    ]);
    expect(
      partsOf({
        'SET-1': [
          { SKU: 'A', Qty: 1, share: 4 },
          { SKU: 'B', Qty: 1 },
        ],
      }),
    ).toEqual([
      ['A', 1, 16, '2.1'],
      ['B', 1, 4, '2.2'],
    ]);
  });

  it('give an odd penny to a unit in a line of its own', () => {
    expect(partsOf({ 'SET-1': [{ SKU: 'A', Qty: 3 }] }, { PricePerUnit: 10 })).toEqual([
      ['A', 2, 3.33, '2.1'],
      ['A', 1, 3.34, '2.2'],
    ]);
  });

  it('are numbered within a set within a set', () => {
    const skus: Skus = {
      'SET-1': [
        { SKU: 'A', Qty: 1 },
        { SKU: 'SET-2', Qty: 2 },
      ],
      'SET-2': [
        { SKU: 'B', Qty: 1 },
        { SKU: 'C', Qty: 1 },
      ],
    };
    expect(partsOf(skus)).toEqual([
      ['A', 1, 10, '2.1'],
      ['B', 2, 2.5, '2.2.1'],
      ['C', 2, 2.5, '2.2.2'],
    ]);
  });

  it('have the other name of a part, which keeps its number', () => {
    const skus: Skus = {
      'SET-1': [
        { SKU: 'A', Qty: 1 },
        { SKU: 'OLD', Qty: 2 },
      ],
      OLD: 'NEW',
    };
    expect(partsOf(skus)).toEqual([
      ['A', 1, 10, '2.1'],
      ['NEW', 2, 5, '2.2'],
    ]);
    const circle: Skus = { A: [{ SKU: 'B', Qty: 2 }], B: 'A' };
    expect(() => expanderOf(circle)).toThrow('goes in a circle: A > B > A');
  });

  it('cost nothing until a line needs one: for seconds, a map of hundreds of thousands would hear no signal', () => {
    const asked: string[] = [];
    const prices = (sku: string): number => asked.push(sku);
    const skus: Skus = { 'SET-1': [{ SKU: 'A', Qty: 2 }], 'SET-2': [{ SKU: 'B', Qty: 2 }] };
    const expand = expanderOf(skus, prices);
    expect(asked).toEqual([]);
    expand?.(line());
    expect(new Set(asked)).toEqual(new Set(['A']));
  });

  it('are not made of a line without a number, which is one error', () => {
    const found = partsOf(
      {
        'SET-1': [
          { SKU: 'A', Qty: 1 },
          { SKU: 'B', Qty: 1 },
        ],
      },
      { OrderLineNumber: '' },
    );
    expect(found).toEqual([['SET-1', 1, 20, '']]);
  });

  it('are refused for fewer pennies than units, and for a circle', () => {
    expect(partsOf(two, { PricePerUnit: 0.02 })).toMatchObject({
      message: expect.stringContaining('3 units'),
    });
    expect(partsOf(two, { PricePerUnit: 0.03 })).toEqual([
      ['A', 1, 0.01, '2.1'],
      ['B', 2, 0.01, '2.2'],
    ]);
    const circle: Skus = { A: [{ SKU: 'B', Qty: 2 }], B: [{ SKU: 'A', Qty: 2 }] };
    expect(() => expanderOf(circle)).toThrow('goes in a circle: A > B > A');
  });

  it.each([
    ['CSV', 'from,to,qty\nA,B,1\nB,A,\n'],
    ['JSON', '{"A": [{"SKU": "B"}], "B": [{"SKU": "A"}]}'],
    ['names alone', 'from,to\nA,B\nB,A\n'],
    ['names alone in JSON', '{"A": "B", "B": "A"}'],
  ])(
    'are refused for a circle of single parts in %s, but not for a SKU that stays as it is',
    async (_, text) => {
      await expect(mapIn(text)).rejects.toThrow('goes in a circle: A > B > A');
      expect(await mapIn('from,to,qty\nA,A,1\nB,A,2\n')).toEqual(
        new Map<string, unknown>([
          ['A', 'A'],
          ['B', [{ SKU: 'A', Qty: 2 }]],
        ]),
      );
    },
  );

  it('take the price of a set within a set from its parts, where it has none of its own', () => {
    const skus: Skus = {
      'SET-1': [
        { SKU: 'A', Qty: 1 },
        { SKU: 'SET-2', Qty: 2 },
      ],
      'SET-2': [
        { SKU: 'B', Qty: 1 },
        { SKU: 'C', Qty: 2 },
      ],
    };
    expect(partsOf(skus, { PricePerUnit: 30 }, { A: 10, B: 4, C: 3 })).toEqual([
      ['A', 1, 10, '2.1'],
      ['B', 2, 4, '2.2.1'],
      ['C', 4, 3, '2.2.2'],
    ]);
    const half = expect.arrayContaining([['A', 1, 15, '2.1']]);
    expect(partsOf(skus, { PricePerUnit: 30 }, { A: 10, 'SET-2': 5, B: 4, C: 3 })).toEqual(half);
    expect(partsOf(skus, { PricePerUnit: 30 }, { A: 10, B: 4 })).toEqual(half);
  });

  it('sum up to the price of the sets, to the penny, for any set', () => {
    const part = fc.record({
      SKU: fc.constantFrom('A', 'B', 'C', 'INNER'),
      Qty: fc.integer({ min: 1, max: 5 }),
      share: fc.option(fc.double({ min: 0, max: 9, noNaN: true }), { nil: undefined }),
    });
    const set = fc.array(part, { minLength: 1, maxLength: 5 });
    const inner = fc.array(
      part.map((each) => ({ ...each, SKU: 'D' })),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(
        set,
        inner,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 99_999 }),
        fc.dictionary(
          fc.constantFrom('A', 'B', 'C', 'D', 'INNER'),
          fc.double({ min: 0, max: 99, noNaN: true }),
        ),
        (outer, nested, Qty, pence, prices) => {
          const skus = { 'SET-1': outer, INNER: nested } as Skus;
          const found = expanderOf(skus, (sku) => prices[sku])?.(line({ Qty, PricePerUnit: pence / 100 }));
          if (found === undefined || 'message' in found) return;
          const sum = found.reduce(
            (all, each) => all + Math.round(Number(each.PricePerUnit) * 100) * Number(each.Qty),
            0,
          );
          expect(sum).toBe(pence * Qty);
          for (const { PricePerUnit } of found) expect(PricePerUnit).toBeGreaterThanOrEqual(0.01);
          expect(new Set(found.map(({ OrderLineNumber }) => OrderLineNumber)).size).toBe(found.length);
          const units = (sku: string) =>
            outer.filter((each) => each.SKU === sku).reduce((all, each) => all + each.Qty, 0) * Qty;
          for (const sku of ['A', 'B', 'C'])
            expect(
              found.filter(({ SKU }) => SKU === sku).reduce((all, each) => all + Number(each.Qty), 0),
            ).toBe(units(sku));
        },
      ),
    );
  });

  it('cost what the price list says where that is the price of the set, else in proportion, to the penny', () => {
    const part = fc.record({
      Qty: fc.integer({ min: 1, max: 5 }),
      pence: fc.integer({ min: 1, max: 9999 }),
    });
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        (parts, Qty, factor) => {
          const set = parts.map((each, at) => ({ SKU: `P-${at}`, Qty: each.Qty }));
          const prices = new Map(parts.map((each, at) => [`P-${at}`, each.pence / 100]));
          const full = parts.reduce((sum, each) => sum + each.pence * each.Qty, 0);
          const linesFor = (pence: number) => {
            const skus = { 'SET-1': set } as Skus;
            const found = expanderOf(skus, (sku) => prices.get(sku))?.(
              line({ Qty, PricePerUnit: pence / 100 }),
            );
            return Array.isArray(found) ? (found as Line[]) : [];
          };
          expect(
            linesFor(full).map(({ SKU, Qty: units, PricePerUnit }) => [SKU, units, PricePerUnit]),
          ).toEqual(set.map(({ SKU, Qty: each }) => [SKU, each * Qty, prices.get(SKU)]));
          const asked = Math.round(full * factor);
          const dearer = linesFor(asked);
          for (const [at, { pence, Qty: each }] of parts.entries()) {
            if (dearer.length === 0 || factor < 1) continue;
            const got = dearer
              .filter(({ SKU }) => SKU === `P-${at}`)
              .reduce(
                (sum, found) => sum + Math.round(Number(found.PricePerUnit) * 100) * Number(found.Qty),
                0,
              );
            expect(Math.abs(got - (asked * Qty * pence * each) / full)).toBeLessThan(1.000001);
          }
        },
      ),
    );
  });
});
