import type { AssumptionTexts } from '../rule.ts';

/** Requests, errors and limits of every endpoint. */
export const generalAssumptions = {
  'A-01': ['shipping-cost estimation has no published endpoint', 'none: 404'],
  'A-11': ["an unknown warehouse or location, or one that is not the client's", '400 naming it'],
  'A-21': ['values outside an enumeration', '400 naming the field and what is allowed'],
  'A-33': [
    'a page or page_size that is out of range or not a number, where nothing else is said',
    '400',
    'a page_size above 200 counts as 200',
  ],
  'A-34': ['what 403 is for', "a read-only account's writes, whatever they are about"],
  'A-35': [
    'bodies of 404, 429, 500 and 503, and the form of Retry-After',
    'success false and error; Retry-After in seconds',
    'Retry-After as a date',
    'no Retry-After',
    'a web page for 503',
  ],
  'A-36': ['rate limits', 'none unless asked for'],
  'A-37': ['limit of a request body', '413 above 10 MiB'],
  'A-38': ['an unknown path, and another method of a known one', '404; 405 with Allow', '404 for both'],
  'A-39': [
    'fields of a wrong type, unknown fields, and null',
    '400 naming the field; ignored; null for an optional field counts as absent',
    '400 for null',
  ],
  'A-40': ['sign-in: a missing field, and the status of success', '400 "client_id is required"; 200', '201'],
} as const satisfies AssumptionTexts;
