import { specified } from './rule.ts';

/** Rules for the envelope, errors and error codes of every endpoint. */
export const errorRules = specified({
  'ERR-JSON': 'all bodies are JSON, of requests and of answers',
  'ERR-ENVELOPE': 'a success has success true and data, a pagination block beside it',
  'ERR-SHAPE': 'a failure has success false and an error text',
  'ERR-400': 'a request that is not valid gives 400',
  'ERR-REQUIRED': 'a missing field gives 400 with "<field> is required"',
  'ERR-DATE': 'a date of a wrong format gives 400',
  'ERR-ITEMS': 'unknown and ambiguous SKUs or barcodes give 400 with a message that lists them',
  'ERR-FORBIDDEN': 'an account without the permission gets 403',
  'ERR-NOT-FOUND': 'a resource that is not there gives 404',
  'ERR-SERVER': 'a failure of the service is 500',
  'ERR-UNAVAILABLE': 'a service that is not available answers 503',
  'ERR-RETRY': 'what failed with 500 or 503 is tried again later, with growing waits',
});
