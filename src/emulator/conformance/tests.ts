import tests from './tests.json';

/** The tests that check each rule, by its id; `npm run conformance` writes them. */
export const testsByRule: Readonly<Record<string, readonly string[]>> = tests;
