import type { AssumptionTexts } from '../rule.ts';

/** Requests, errors and limits of every endpoint. */
export const generalAssumptions = {
  'A-01': ['shipping-cost estimation has no published endpoint', 'none: 404'],
  'A-11': ["an unknown warehouse or location, or one that is not the client's", '400 naming it'],
  'A-21': ['a value outside its enumeration', '400 naming the field and the allowed values'],
  'A-33': [
    'a page or page_size that is out of range or not a number, unless specified otherwise',
    '400',
    'a page_size above 200 is read as 200',
  ],
  'A-34': ['when 403 is returned', 'for every write by a read-only account'],
  'A-35': [
    'bodies of 404, 429, 500 and 503, and the form of Retry-After',
    'success false with an error text; Retry-After in seconds',
    'Retry-After as a date',
    'no Retry-After',
    'a web page for 503',
  ],
  'A-36': ['rate limits', 'none, unless the emulator is started with --rate-limit'],
  'A-37': ['size limit of a request body', '413 above 10 MiB'],
  'A-38': ['an unknown path; an unsupported method of a known path', '404; 405 with Allow', '404 for both'],
  'A-39': [
    'fields of the wrong type, unknown fields, and null',
    'wrong type: 400 naming the field; unknown: ignored; null: an optional field counts as absent',
    '400 for null',
  ],
  'A-40': ['sign-in: a missing field, and the success status', '400 "client_id is required"; 200', '201'],
} as const satisfies AssumptionTexts;
