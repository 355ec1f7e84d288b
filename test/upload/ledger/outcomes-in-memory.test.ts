import { describe, expect, it } from 'vitest';
import { keepOutcomes } from '../../../src/upload/ledger/outcomes-in-memory.ts';
import type { Settled } from '../../../src/upload/outcomes.ts';

const uuid = '00000000-0000-4000-8000-00000000000f';
const created: Settled = { outcome: 'created', uuid, number: 7, status: 201 };

describe('outcomes in memory', () => {
  it.each([
    ['created', 0, created],
    ['existing', 4095, { ...created, outcome: 'existing', status: 409 }],
    ['skipped, with the largest number', 4096, { ...created, outcome: 'skipped', number: 2 ** 53 - 1 }],
    ['in capital letters', 131_071, { ...created, uuid: uuid.toUpperCase() }],
  ] as [string, number, Settled][])('are as they were added: %s', (_, document, settled) => {
    const kept = keepOutcomes(262_144);
    kept.add(document, settled);
    expect([kept.has(document), kept.of(document)]).toEqual([true, settled]);
    expect(kept.has(document + 1)).toBe(false);
  });

  it.each([
    ['with an error', { ...created, error: 'not compared' }],
    ['with fields', { ...created, fields: ['Qty'] }],
    ['that leave the record as it is', { ...created, keepsRecord: true }],
    ['without an answer', { outcome: 'unknown' }],
    ['without a UUID', { outcome: 'created', number: 7, status: 201 }],
    ['with another kind of UUID', { ...created, uuid: 'order-7' }],
    ['with a number as text', { ...created, number: '7' }],
    ['with a number that a double cannot hold', { ...created, number: 9_007_199_254_740_993n }],
  ] as [string, Settled][])('do not include those %s', (_, settled) => {
    const kept = keepOutcomes(262_144);
    kept.add(0, settled);
    expect(kept.has(0)).toBe(false);
  });

  it('are none of a larger upload', () => {
    const kept = keepOutcomes(262_145);
    kept.add(0, created);
    expect(kept.has(0)).toBe(false);
  });

  it('are those of the first 131,072 documents', () => {
    const kept = keepOutcomes(262_144);
    kept.add(131_072, created);
    expect(kept.has(131_072)).toBe(false);
  });
});
