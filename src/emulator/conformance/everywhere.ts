import { specified, unsupported } from './rule.ts';

/** Rules for signing in. */
export const authRules = [
  ...specified({
    'AUTH-LOGIN':
      'POST /auth/login exchanges client_id and client_secret for data with access_token, expires_in and client_id',
    'AUTH-JWT': 'the access token is a JWT',
    'AUTH-EXPIRY': 'a token is valid for 86,400 seconds, as expires_in says, and no longer',
    'AUTH-REUSE': 'one token is good for all requests until it expires',
    'AUTH-BEARER': 'every endpoint except sign-in needs a token',
    'AUTH-REQUIRED': 'a missing or invalid Authorization header gives 401 with the error "Unauthorized"',
    'AUTH-FORGED': 'a token that the service did not sign is invalid',
    'AUTH-WRONG': 'wrong credentials give 401 with a message that says so',
    'AUTH-SCOPE':
      'the token decides whose inventory, orders, deliveries, slots and purchase orders are visible',
    'AUTH-SECRET': 'the secret and the token are never shown',
  }),
  ...unsupported({
    'AUTH-ISSUE': [
      'credentials are issued by the operator of the service',
      'this happens outside the interface; the emulator takes its accounts from the seed',
    ],
  }),
];

/** Rules for the envelope, errors and error codes of every endpoint. */
export const errorRules = specified({
  'ERR-JSON': 'every request and response body is JSON',
  'ERR-ENVELOPE': 'a success has success true and data, with any pagination block beside it',
  'ERR-SHAPE': 'a failure has success false and an error text',
  'ERR-400': 'an invalid request gives 400',
  'ERR-REQUIRED': 'a missing field gives 400 with "<field> is required"',
  'ERR-DATE': 'a date in the wrong format gives 400',
  'ERR-ITEMS': 'unknown and ambiguous SKUs or barcodes give 400 with a message that lists them',
  'ERR-FORBIDDEN': 'an account without permission gets 403',
  'ERR-NOT-FOUND': 'a missing resource gives 404',
  'ERR-SERVER': 'a failure of the service gives 500',
  'ERR-UNAVAILABLE': 'an unavailable service gives 503',
  'ERR-RETRY': 'a request that failed with 500 or 503 is retried with increasing delays',
});

/** Limits that the rules of a single resource do not cover. */
export const limitRules = specified({
  'LIMIT-429': 'too many requests give 429; a Retry-After header may say how many seconds to wait',
  'LIMIT-PAGE': 'page is at least 1, and 1 by default, on every paged endpoint',
});

/** Rules for versions. */
export const versioningRules = [
  ...specified({
    'VER-BASE': 'every path is below the base address, whose last segment is the version v1',
    'VER-LEGACY': 'POST /inbound remains available alongside slots and purchase orders',
    'VER-EXPECTED-DATE': 'delivery dates are agreed through slots, not by Expected_Arrival_Date',
  }),
  ...unsupported({
    'VER-EVENTS': [
      'changes are seen by polling; there are no events',
      'nothing to emulate: no mechanism is described',
    ],
    'VER-LIFECYCLE': [
      'deprecation, lifecycle and compatibility of versions',
      'the specification mentions them but says nothing about them',
    ],
  }),
];
