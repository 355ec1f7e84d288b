import type { EndpointName, endpoints } from '../../contract/endpoints.ts';
import type { BodyOf, PathParameter, QueryOf } from '../../contract/requests.ts';
import type { AssumptionId } from '../conformance/assumptions/assumptions.ts';
import type { DomainFault } from '../faults/fault-names.ts';
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
  /** The next number of a named sequence, from 1. */
  next(sequence: 'slot' | 'purchase-order' | 'job' | 'fault'): number;
}

/** The query parameters of an endpoint, as sent. */
export interface Query<Parameter extends string> {
  /** The first value; null when the request does not have the parameter. */
  readonly get: (name: Parameter) => string | null;
}

/** A request as the rule of its endpoint sees it. */
interface RuleInput<Name extends EndpointName> {
  /** Decoded. */
  readonly params: Readonly<Record<PathParameter<Name>, string>>;
  readonly query: Query<QueryOf<Name>>;
  /** Already validated against the endpoint's schema. */
  readonly body: BodyOf<Name>;
  /** The JSON text that the body was read from; absent if the body differs from it. */
  readonly json?: string | undefined;
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

/** What the rule of an endpoint receives: the account, too, if the endpoint requires a token. */
type ContextOf<Name extends EndpointName> = (typeof endpoints)[Name]['auth'] extends true
  ? ClientContext
  : RuleContext;

/** The rule of an endpoint. It depends only on its arguments: no HTTP, no clock of its own. */
export type Rule<Name extends EndpointName> = (context: ContextOf<Name>, input: RuleInput<Name>) => Reply;

/** One of several requests to an endpoint. */
export interface RuleCall<Name extends EndpointName> {
  readonly context: ContextOf<Name>;
  readonly input: RuleInput<Name>;
}

/**
 * A rule for many requests that are committed together. It has the same effects and answers as calling the rule for one
 * request in turn, but costs less. Throws when any request is refused; running the rule for one request then shows
 * which, and why.
 */
export type RuleForMany<Name extends EndpointName> = (calls: readonly RuleCall<Name>[]) => readonly Reply[];

/** A successful answer in the service's envelope. */
export const ok = (data: unknown, beside: Readonly<Record<string, unknown>> = {}, status = 200): Reply => ({
  status,
  body: { success: true, ...beside, data },
});
