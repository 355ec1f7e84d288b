import { specified } from './rule.ts';

/** Limits that the rules of a single resource do not cover. */
export const limitRules = specified({
  'LIMIT-429': 'too many requests give 429; a Retry-After header may say how many seconds to wait',
  'LIMIT-PAGE': 'page is at least 1, and 1 by default, on every paged endpoint',
});
