import type { AssumptionId } from '../conformance/assumptions/assumptions.ts';
import type { DomainFault } from '../faults/fault-rule.ts';
import type { Database } from '../store/database/database.ts';
import type { Variants } from './variants.ts';

/** The account a token belongs to. Rules read and write only this account's data. */
export interface ClientAccount {
  readonly id: number;
  readonly client_id: string;
  readonly client_name: string;
  readonly role: 'full' | 'read-only';
}

/**
 * What every rule receives: the time, read once; the store, inside an open transaction; and a way to record which
 * assumptions the answer depends on.
 */
export interface RuleContext {
  /** Milliseconds since the epoch, by the emulator's clock. */
  readonly now: number;
  readonly db: Database;
  readonly ids: Ids;
  readonly variants: Variants;
  /** Records that the answer depends on an assumption, for example `A-07`, because the specification is silent. */
  assume(...ids: readonly AssumptionId[]): void;
  /** Whether a fault rule requests this effect for the current request. */
  hasFault(name: DomainFault): boolean;
}

/** A `RuleContext` for requests that carry a token. */
export interface ClientContext extends RuleContext {
  readonly client: ClientAccount;
}

/** Ids that are the same for the same seed and the same calls. */
export interface Ids {
  /** The UUID for a name, for example `order/17`. */
  uuid(name: string): string;
  /** The next number of a named sequence, from 1. With `count`, takes that many numbers and returns the first. */
  next(sequence: 'order' | 'slot' | 'purchase-order' | 'job' | 'fault', count?: number): number;
}

/** A request as rules see it: decoded path parameters, parsed query and body. */
interface RuleInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Already validated against the endpoint's schema; undefined when the request had no body. */
  readonly body: unknown;
}

/** An answer. Returning one commits what the rule wrote. */
export interface Reply {
  readonly status: number;
  /** Absent for an answer without a body. */
  readonly body?: unknown;
  /** The body as serialised JSON, instead of `body`. */
  readonly json?: string;
}

/** Thrown by a rule to refuse a request: rolls back everything the rule wrote and sends the failure body. */
export class ServiceError extends Error {
  readonly status: number;
  /** Members next to `success` and `error`. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(status: number, message: string, extra: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.status = status;
    this.extra = extra;
  }
}

/** One rule of the service. It depends only on its arguments: no HTTP, no clock of its own. */
export type Rule<C extends RuleContext = ClientContext> = (context: C, input: RuleInput) => Reply;

/**
 * A rule for many requests that are committed together. It has the same effects and answers as calling the rule for one
 * request in turn, but costs less. Throws when any request is refused; running the rule for one request then shows
 * which, and why.
 */
export type RuleForMany = (
  calls: readonly { readonly context: ClientContext; readonly input: RuleInput }[],
) => readonly Reply[];

/** A successful answer in the service's envelope. */
export const ok = (data: unknown, beside: Readonly<Record<string, unknown>> = {}, status = 200): Reply => ({
  status,
  body: { success: true, ...beside, data },
});
