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
