import * as z from 'zod/mini';
import type { ResourceSchemas } from './endpoint-schemas.ts';
import { envelope } from './envelope.ts';
import { text } from './primitives.ts';

/** Body of `POST /auth/login`. */
const loginRequest = z.object({ client_id: text, client_secret: text });

/** Answer to a sign-in. */
const loginResponse = envelope(
  z.looseObject({
    /** A JWT, valid for all requests until it expires. */
    access_token: z.string(),
    /** Seconds. */
    expires_in: z.int(),
    client_id: z.string(),
  }),
);

/** Requests and answers of the sign-in endpoint. */
export const authSchemas = {
  login: { body: loginRequest, response: loginResponse },
} satisfies ResourceSchemas;
