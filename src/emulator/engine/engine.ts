import type { EndpointName } from '../../contract/endpoints.ts';
import type { LoadedRule, LoadedSchemas, Soon } from '../pipeline/lazy-modules.ts';
import type { RequestLog } from '../pipeline/request-log.ts';
import type { Routing } from '../pipeline/router.ts';
import type { Writer } from '../pipeline/write-group.ts';
import type { Seed } from '../seed/schema.ts';
import type { Database } from '../store/database/database.ts';
import type { Tokens } from '../tokens/known-tokens.ts';
import type { FcPolicy } from '../warehouse/fc-policies.ts';
import type { Variants } from './variants.ts';

/** How an emulator behaves, apart from what its state says. */
export interface Behaviour {
  readonly version: string;
  /** Requests a minute for each account. */
  readonly rateLimit?: number;
  /** Added to every answer of the service. */
  readonly latencyMs: number;
  readonly fcPolicy?: FcPolicy;
}

/** What an open emulator works with. */
export interface Engine {
  /** Name of the database file, or `:memory:`. */
  readonly file: string;
  readonly db: Database;
  /** Differs from one opening of a state to the next. */
  readonly session: string;
  /** The answers that the state chooses where the specification is silent. */
  readonly variants: Variants;
  readonly behaviour: Behaviour;
  readonly log: RequestLog;
  readonly tokens: Tokens;
  readonly write: Writer;
  readonly route: (method: string, parts: readonly string[]) => Routing;
  /** Milliseconds since the epoch, real time. */
  realNow(): number;
  /** Milliseconds since the epoch, by the emulator's clock. */
  now(): number;
  /** The rule of an endpoint, and its schemas; loaded on first use. */
  ruleOf(name: EndpointName): Soon<LoadedRule>;
  schemasOf(name: EndpointName): Soon<LoadedSchemas>;
  /** An instant (ms) as HTTP headers have it. */
  httpDate(ms: number): string;
  /** Runs what has fallen due by the emulator's clock. */
  catchUp(until: number): Promise<void>;
  /** The seed of that name among the built-in ones; throws a `CfiError` for others. */
  builtIn(name: string): Promise<Seed>;
}
