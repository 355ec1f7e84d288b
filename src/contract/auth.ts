import * as z from 'zod/mini';
import { envelope } from './envelope.ts';
import { text } from './primitives.ts';

export const loginRequest = z.object({ client_id: text, client_secret: text });

export const loginResponse = envelope(
  z.looseObject({
    /** A JWT, good for all requests until it expires. */
    access_token: z.string(),
    /** Seconds. */
    expires_in: z.int(),
    client_id: z.string(),
  }),
);

export type LoginRequest = z.infer<typeof loginRequest>;
