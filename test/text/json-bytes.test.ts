import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeJson } from '../../src/text/json-bytes.ts';

const room = 1 << 16;

/** What is written in the middle of a buffer, whose other bytes must stay as they are. */
function written(value: unknown): string {
  const into = Buffer.alloc(room, 0xff);
  const end = writeJson(value, into, 5);
  expect(into.subarray(0, 5)).toEqual(Buffer.alloc(5, 0xff));
  expect(end).toBeGreaterThan(5);
  return into.toString('utf8', 5, end);
}

const words = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', '"', '\\', '\n', '\u007f', '\u2028', '\ud800', 'x\udc00', 'Ä', '😀', '__proto__', '12'),
);
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    words,
    fc.double(),
    fc.integer(),
    fc.constantFrom(true, false, null, -0),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(words, fc.oneof(tie('value'), fc.constant(undefined)), { maxKeys: 4 }),
  ),
}));

describe('JSON written as bytes', () => {
  it('is what JSON.stringify words', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(written(value)).toBe(Buffer.from(JSON.stringify(value)).toString());
      }),
    );
  });

  it('has a value twice that is in two places', () => {
    const address = { FullName: 'Zoë', Town: 'Łódź' };
    const order = {
      DeliveryAddress: address,
      InvoiceAddress: address,
      Items: [address, address],
      Other: { address },
    };
    expect(written(order)).toBe(JSON.stringify(order));
  });

  it('is refused if it does not fit, whatever is at the end', () => {
    fc.assert(
      fc.property(json, fc.nat({ max: 300 }), (value, size) => {
        const length = Buffer.byteLength(JSON.stringify(value));
        const end = writeJson(value, Buffer.alloc(size), 0);
        if (length > size) expect(end).toBe(-1);
        else expect([length, -1]).toContain(end);
      }),
    );
    const address = { Town: 'London' };
    const twice = { DeliveryAddress: address, InvoiceAddress: address };
    const length = JSON.stringify(twice).length;
    for (let size = 0; size < length; size++) expect(writeJson(twice, Buffer.alloc(size), 0)).toBe(-1);
    expect(writeJson(twice, Buffer.alloc(length), 0)).toBe(length);
  });

  it.each([1n, () => 1, Symbol('s'), { a: { b: 1n } }, [undefined]])('is refused for %o', (value) => {
    expect(writeJson(value, Buffer.alloc(room), 0)).toBe(-1);
  });
});
