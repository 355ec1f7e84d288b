import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stubService } from '../../support/services/stub-service.ts';

const at = (path: string): Buffer => readFileSync(new URL(`../../../${path}`, import.meta.url));

/** The bytes of a file, or the beginning of one with many orders. */
const beginning = (path: string): Buffer => at(path).subarray(0, 4000);

const uploads = [
  ['order', 'fixtures/csv/orders.csv'],
  ['order', 'fixtures/json/orders.json'],
  ['order', 'fixtures/json/orders.ndjson'],
  ['order', 'fixtures/csv/orders-utf-16.txt'],
  ['inbound', 'fixtures/csv/inbound.csv'],
  ['po', 'fixtures/csv/po.csv'],
] as const;

/** How a file is damaged in transit: cut off, bytes changed, a stretch removed or repeated, noise inserted. */
const damage = (bytes: Buffer): fc.Arbitrary<Buffer> =>
  fc
    .tuple(
      fc.nat(bytes.length),
      fc.nat(60),
      fc.constantFrom('cut', 'drop', 'double', 'noise', 'swap'),
      fc.uint8Array({ minLength: 1, maxLength: 8 }),
      fc.constantFrom('', '"', '\u0000', '\r', ',', '{', ']', '\\ud800', '\u2028', '=1+1', '-', '1e999'),
    )
    .map(([from, length, kind, noise, mark]) => {
      const [head, middle, tail] = [
        bytes.subarray(0, from),
        bytes.subarray(from, from + length),
        bytes.subarray(from + length),
      ];
      if (kind === 'cut') return head;
      if (kind === 'drop') return Buffer.concat([head, tail]);
      if (kind === 'double') return Buffer.concat([head, middle, middle, tail]);
      if (kind === 'swap') return Buffer.concat([head, Buffer.from(mark), middle, tail]);
      return Buffer.concat([head, Buffer.from(noise), tail]);
    });

const refuse = () => stubService(() => ({ status: 400, body: '{"success":false,"error":"no"}' }));

describe.each(uploads)('cfi %s create of a damaged %s', (noun, fixture) => {
  const name = `in.${fixture.split('.').at(-1)}`;

  it('reports the error and sends nothing, or sends valid requests', async () => {
    const { cfi, home, requests } = refuse();
    await fc.assert(
      fc.asyncProperty(damage(beginning(fixture)), fc.boolean(), async (bytes, dry) => {
        writeFileSync(join(home, name), bytes);
        requests.length = 0;
        const args = [noun, 'create', name, '--json', ...(dry ? ['--dry-run'] : [])];
        const { code, stderr } = await cfi(args);
        expect([0, 2, 9], stderr).toContain(code);
        expect(stderr).not.toMatch(/\n\s+at |unexpected failure/);
        const writes = requests.filter(({ method }) => method !== 'GET');
        const reported = stderr.split('\n').some((line) => line.includes('"errors":['));
        if (dry || reported) expect(writes).toEqual([]);
        if (reported) expect(code).toBe(2);
      }),
      { numRuns: 10 },
    );
  });
});

describe('a value that JSON can express and no request can hold', () => {
  const named = [
    ['ReferenceNumber', 'reference'],
    ['ChannelBuyerName', "buyer's name"],
  ];
  it.each(named)('half a character in %s is exit 2', async (field = '', word = '') => {
    const { cfi, home, requests } = refuse();
    const [order] = JSON.parse(at('fixtures/json/orders.json').toString()) as [Record<string, unknown>];
    writeFileSync(join(home, 'in.json'), JSON.stringify({ ...order, [field]: 'R-\ud800' }));
    const { code, stderr } = await cfi(['order', 'create', 'in.json']);
    expect([code, stderr]).toMatchObject([
      2,
      expect.stringContaining(`${word} "R-\\ud800" contains half a character`),
    ]);
    expect(requests).toEqual([]);
  });

  it.each(named)('NUL in %s is exit 2', async (field = '', word = '') => {
    const { cfi, home, requests } = refuse();
    const [order] = JSON.parse(at('fixtures/json/orders.json').toString()) as [Record<string, unknown>];
    writeFileSync(join(home, 'in.json'), JSON.stringify({ ...order, [field]: 'R-\0A' }));
    const { code, stderr } = await cfi(['order', 'create', 'in.json']);
    expect([code, stderr]).toMatchObject([
      2,
      expect.stringContaining(`${word} "R-\\u0000A" contains a NUL character`),
    ]);
    expect(requests).toEqual([]);
  });

  it('a member named __proto__ adds nothing to the order', async () => {
    const { cfi, home } = refuse();
    const [order] = JSON.parse(at('fixtures/json/orders.json').toString()) as [Record<string, unknown>];
    const { Currency, ...rest } = order;
    const text = JSON.stringify(rest).replace('{', `{"__proto__":{"Currency":${JSON.stringify(Currency)}},`);
    writeFileSync(join(home, 'in.json'), text);
    const { code, stderr } = await cfi(['order', 'create', 'in.json']);
    expect([code, stderr]).toMatchObject([2, expect.stringContaining('currency is missing')]);
  });
});
