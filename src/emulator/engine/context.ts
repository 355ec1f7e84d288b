import type { AssumptionId } from '../conformance/assumptions/assumptions.ts';
import type { DomainFault } from '../faults/fault-rule.ts';
import type { Database } from '../store/database/database.ts';
import type { Variants } from './variants.ts';

/** The account a token belongs to; everything a rule reads or writes is scoped to it. */
export interface ClientAccount {
  readonly id: number;
  readonly client_id: string;
  readonly client_name: string;
  readonly role: 'full' | 'read-only';
}

/** What every rule is given: the time read once, the store inside an open transaction, and a way to say what its answer rests on. */
export interface RuleContext {
  /** Milliseconds since the epoch, by the emulator's clock. */
  readonly now: number;
  readonly db: Database;
  readonly ids: Ids;
  readonly variants: Variants;
  /** Notes that the answer rests on a decision where the specification is silent, for example `A-07`. */
  assume(...ids: readonly AssumptionId[]): void;
  /** Whether a fault rule asks for this effect on this request. */
  hasFault(name: DomainFault): boolean;
}

/** As `RuleContext`, for requests that carry a token. */
export interface ClientContext extends RuleContext {
  readonly client: ClientAccount;
}

/** Names that repeat under the same seed and the same calls. */
export interface Ids {
  /** One for each name, for example `order/17`. */
  uuid(name: string): string;
  /** The next number of a named sequence, from 1. With a `count`, the first of as many, all of which are taken. */
  next(sequence: 'order' | 'slot' | 'purchase-order' | 'job' | 'fault', count?: number): number;
}

/** A request as the rules see it: path parameters decoded, query and body parsed. */
interface RuleInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Already checked against the endpoint's schema; undefined when the request had none. */
  readonly body: unknown;
}

/** An answer; returning one commits what the rule wrote. */
export interface Reply {
  readonly status: number;
  /** Absent for an answer without a body. */
  readonly body?: unknown;
  /** The body as ready-made JSON text, in place of `body`. */
  readonly json?: string;
}

/** Thrown by a rule to refuse: everything it wrote is rolled back and the failure body is sent. */
export class ServiceError extends Error {
  readonly status: number;
  /** Members beside `success` and `error`. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(status: number, message: string, extra: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.status = status;
    this.extra = extra;
  }
}

/** One rule of the service: pure over what it is given, no HTTP, no clock of its own. */
export type Rule<C extends RuleContext = ClientContext> = (context: C, input: RuleInput) => Reply;

/**
 * A rule for many requests that are committed together: does and answers what the rule for one would, called for each in
 * turn, and costs less. Throws when one of them is refused; the rule for one then says which, and why.
 */
export type RuleForMany = (
  calls: readonly { readonly context: ClientContext; readonly input: RuleInput }[],
) => readonly Reply[];

/** A successful answer in the service's envelope. */
export const ok = (data: unknown, beside: Readonly<Record<string, unknown>> = {}, status = 200): Reply => ({
  status,
  body: { success: true, ...beside, data },
});
