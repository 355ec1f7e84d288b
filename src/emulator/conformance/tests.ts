import tests from './tests.json';

/** The tests that hold each rule, by its id; `npm run conformance` puts them down. */
export const testsByRule: Readonly<Record<string, readonly string[]>> = tests;
