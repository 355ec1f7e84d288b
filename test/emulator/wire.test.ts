import { describe, expect, it } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { openTestEmulator } from '../support/emulator/emulator.ts';
import { differences, playCases, wireFixtures, wireSeed } from '../support/emulator/wire.ts';

const fixtures = wireFixtures();

describe('the documented exchanges', () => {
  it('cover every endpoint', () => {
    expect(fixtures.map(([endpoint]) => endpoint)).toEqual(Object.keys(endpoints).sort());
  });

  it.each(fixtures)('%s answers as documented', async (_, cases) => {
    const emulator = await openTestEmulator({ seed: wireSeed() });
    const found: unknown[] = [];
    const documented: unknown[] = [];
    for await (const { step, answer } of playCases(emulator, cases)) {
      documented.push([step.name, step.status, []]);
      found.push([step.name, answer.status, differences(step.response, answer.body)]);
    }
    expect(documented.length).toBeGreaterThan(0);
    expect(found).toEqual(documented);
  });
});

describe('differences', () => {
  it.each([
    ['<integer>', 1.5],
    ['<uuid>', 'no-uuid'],
    ['<jwt>', 'abc'],
    ['<time>', 'today'],
    ['<absent>', 1],
    [{ data: { a: 1 } }, { data: {} }],
    [{ data: [1, 2] }, { data: [1] }],
    [[], {}],
    [null, undefined],
    [{ a: '<string>' }, null],
  ])('%j does not match %j', (documented, found) => {
    expect(differences(documented, found)).toHaveLength(1);
  });

  it('ignore members beyond the documented ones', () => {
    expect(differences({ a: '<number>', b: [{ c: null }] }, { a: 1, b: [{ c: null, d: 2 }], e: 3 })).toEqual(
      [],
    );
  });
});
