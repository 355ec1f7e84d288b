import tests from './tests.json';

/** The tests that check each rule, by rule id; `npm run conformance` generates them. */
export const testsByRule: Readonly<Record<string, readonly string[]>> = tests;
