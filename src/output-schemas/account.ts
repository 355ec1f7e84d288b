import * as z from 'zod/mini';
import { dataOf } from './service.ts';

const text = z.nullable(z.string());

/** `login`. */
export const signedIn = dataOf(
  z.strictObject({
    profile: z.string(),
    base_url: z.string(),
    client_id: z.string(),
    expires_at: z.string(),
    secret_in: z.optional(z.enum(['keychain', 'file'])),
  }),
);

/** `logout`. */
export const signedOut = dataOf(z.strictObject({ profile: z.string(), signed_out: z.boolean() }));

/** `whoami`. */
export const account = dataOf(
  z.strictObject({
    profile: z.string(),
    base_url: z.string(),
    client_id: text,
    token: z.string(),
    expires_at: text,
  }),
);

/** `profile list`. */
export const profiles = dataOf(
  z.array(
    z.strictObject({
      name: z.string(),
      current: z.boolean(),
      base_url: text,
      client_id: text,
      expires_at: text,
      secret_saved: z.boolean(),
    }),
  ),
);

/** `profile use`. */
export const usedProfile = dataOf(z.strictObject({ profile: z.string() }));
/** `profile remove`. */
export const removedProfile = dataOf(z.strictObject({ profile: z.string(), removed: z.literal(true) }));
/** `config list`: the settings that a profile defines. */
export const settings = dataOf(z.record(z.string(), z.unknown()));
/** `config get`, `config path`. */
export const settingValue = dataOf(z.string());
/** `config set`, `config unset`. */
export const changedSetting = dataOf(
  z.strictObject({ profile: z.string(), key: z.string(), value: z.unknown() }),
);

/** `doctor`. */
export const checks = dataOf(
  z.array(
    z.strictObject({
      check: z.string(),
      status: z.enum(['ok', 'warn', 'fail', 'skipped']),
      detail: z.string(),
      advice: z.optional(z.string()),
    }),
  ),
);
