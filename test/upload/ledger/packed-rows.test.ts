import fc from 'fast-check';
import { expect, it } from 'vitest';
import { connect } from '../../../src/storage/sqlite.ts';
import { packed, packedRow } from '../../../src/upload/ledger/packed-rows.ts';

const usual = {
  reference: 'W-1',
  digest: '0123456789abcdef0123456789abcdef',
  uuid: '6f1c1b53-6d2c-4b7e-9a51-0c9d5a3f1e20',
  number: 1_000_234,
};

it('gives SQLite the columns that were packed, whatever the reference', () => {
  const db = connect(':memory:');
  const columns = db.statement(
    `SELECT json_group_array(json_array(${packedRow.ids}, ${packedRow.reference})) FROM json_each(?)`,
  );
  const row = fc.record({
    reference: fc
      .oneof(fc.string(), fc.string({ unit: 'grapheme' }))
      .map((text) => text.replaceAll('\0', '')),
    digest: fc.stringMatching(/^[\da-f]{32}$/),
    uuid: fc.uuid().map((uuid) => (uuid.endsWith('a') ? uuid.toUpperCase() : uuid)),
    number: fc.maxSafeNat(),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
      const read = columns.row(JSON.stringify(rows.map(packed)))?.[0];
      expect(JSON.parse(String(read))).toEqual(
        rows.map(({ reference, digest, uuid, number }) => [reference, digest, uuid, number, reference]),
      );
    }),
  );
  db.close();
});

it.each<[string, Partial<Parameters<typeof packed>[0]>]>([
  ['no UUID', { uuid: undefined }],
  ['a shorter UUID', { uuid: 'abc' }],
  ['a UUID with other characters', { uuid: `${usual.uuid.slice(0, -1)}\u00e4` }],
  ['no number', { number: undefined }],
  ['a number as text', { number: '7' }],
  ['a number beyond the exact ones', { number: 2 ** 53 }],
  ['a large number', { number: 12345678901234567890n }],
  ['a negative number', { number: -1 }],
  ['a fraction', { number: 1.5 }],
  ['no digest', { digest: '' }],
  ['a reference with an end of text', { reference: 'a\0b' }],
])('leaves a row with %s as it is', (_, other) => {
  expect(packed(usual)).toBeDefined();
  expect(packed({ ...usual, ...other })).toBeUndefined();
});
