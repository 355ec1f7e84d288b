import { specified } from './rule.ts';

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
