import * as z from 'zod/mini';
import { pagination } from '../contract/primitives.ts';

/** A record as the service sends it, with at least the members named. */
export const record = z.looseObject;

/** An instant in UTC, as this program writes it. */
export const instant = z.iso.datetime();

/** A document that contains only `data`. */
export const dataOf = <T extends z.core.$ZodType>(data: T) => z.strictObject({ data });

/** A document that contains only a record under `data`, with these members and no others. */
export const dataWith = <S extends z.core.$ZodShape>(shape: S) => dataOf(z.strictObject(shape));

/** A list of records with these members and no others. */
export const rows = <S extends z.core.$ZodShape>(shape: S) => z.array(z.strictObject(shape));

/** A document that contains only such a list under `data`. */
export const rowsOf = <S extends z.core.$ZodShape>(shape: S) => dataOf(rows(shape));

/** The output of a read: the service's own `data` unchanged, with its pagination if it sends one. */
export const answerOf = <T extends z.core.$ZodType>(data: T) =>
  z.strictObject({ data, pagination: z.optional(z.partial(pagination)) });

/** A list under `data`, either directly or inside named members. */
export const listOf = <T extends z.core.$ZodType>(item: T) => answerOf(z.union([z.array(item), record({})]));

/** One record for a single reference, a list for several. */
export const oneOrSeveral = <T extends z.core.$ZodType>(item: T) => dataOf(z.union([z.array(item), item]));

export const order = record({ Status: z.optional(z.unknown()) });

export const slot = record({ scheduleStatus: z.optional(z.unknown()) });

export const purchaseOrder = record({ status: z.optional(z.unknown()) });

export const delivery = record({ status: z.optional(z.unknown()) });

export const text = z.nullable(z.string());

/** What the commands about accounts and settings print. */
export const accountDocuments = {
  // login
  signedIn: dataWith({
    profile: z.string(),
    base_url: z.string(),
    client_id: z.string(),
    expires_at: z.string(),
    secret_in: z.optional(z.enum(['keychain', 'file'])),
  }),
  // logout
  signedOut: dataWith({ profile: z.string(), signed_out: z.boolean() }),
  // whoami
  account: dataWith({
    profile: z.string(),
    base_url: z.string(),
    client_id: text,
    token: z.string(),
    expires_at: text,
  }),
  // profile list
  profiles: rowsOf({
    name: z.string(),
    current: z.boolean(),
    base_url: text,
    client_id: text,
    expires_at: text,
    secret_saved: z.boolean(),
  }),
  // profile use, profile remove
  usedProfile: dataWith({ profile: z.string() }),
  removedProfile: dataWith({ profile: z.string(), removed: z.literal(true) }),
  // config list: the settings that a profile defines
  settings: dataOf(z.record(z.string(), z.unknown())),
  // config get, config path
  settingValue: dataOf(z.string()),
  // config set, config unset
  changedSetting: dataWith({ profile: z.string(), key: z.string(), value: z.unknown() }),
  // doctor
  checks: rowsOf({
    check: z.string(),
    status: z.enum(['ok', 'warn', 'fail', 'skipped']),
    detail: z.string(),
    advice: z.optional(z.string()),
  }),
};
