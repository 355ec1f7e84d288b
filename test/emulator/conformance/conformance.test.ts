import { describe, expect, it } from 'vitest';
import { ruleGroups, testsByRule } from '../../../src/emulator/conformance/rules.ts';

const rules = ruleGroups.flatMap(([, group]) => group);

describe('the registry of rules', () => {
  it('has every assumption once, with its standard answer', () => {
    const assumed = rules.filter(({ status }) => status === 'assumed');
    const ids = assumed.map((_, index) => `A-${String(index + 1).padStart(2, '0')}`);
    expect(assumed.map(({ id }) => id)).toEqual(ids);
    for (const { standard } of assumed) expect(standard).toMatch(/\S/);
  });

  it('explains every unsupported rule', () => {
    const unsupported = rules.filter(({ status }) => status === 'unsupported');
    expect(unsupported.length).toBeGreaterThan(0);
    for (const { why } of unsupported) expect(why).toMatch(/\S/);
  });

  it('lists a test for every rule that is supported', () => {
    const held = rules.filter(({ status }) => status !== 'unsupported');
    expect(held.filter(({ id }) => testsByRule[id] === undefined)).toEqual([]);
  });
});
