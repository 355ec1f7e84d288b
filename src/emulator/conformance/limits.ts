import { specified } from './rule.ts';

/** Limits that the rules of a single resource do not cover. */
export const limitRules = specified({
  'LIMIT-429': 'too many requests give 429, which may tell in Retry-After how many seconds to wait',
  'LIMIT-PAGE': 'page is 1 unless sent, and at least 1, on every paged endpoint',
});
