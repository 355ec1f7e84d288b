import type { EndpointName } from '../../contract/endpoints.ts';
import type { LoadedRule, LoadedSchemas } from '../pipeline/lazy-modules.ts';
import type { RequestLog } from '../pipeline/request-log.ts';
import type { Routing, Target } from '../pipeline/router.ts';
import type { Soon } from '../pipeline/soon.ts';
import type { Writer } from '../pipeline/write-group.ts';
import type { Seed } from '../seed/schema.ts';
import type { Database } from '../store/database/database.ts';
import type { Tokens } from '../tokens/known-tokens.ts';
import type { FcPolicy } from '../warehouse/fc-policies.ts';
import type { Variants } from './variants.ts';

/** How an emulator behaves, regardless of its state. */
export interface Behaviour {
  readonly version: string;
  /** Requests per minute for each account. */
  readonly rateLimit?: number;
  /** Delay added to every answer of the service, in ms. */
  readonly latencyMs: number;
  readonly fcPolicy?: FcPolicy;
}

/** The parts of an open emulator. */
export interface Engine {
  /** Name of the database file, or `:memory:`. */
  readonly file: string;
  readonly db: Database;
  /** Differs each time the state is opened. */
  readonly session: string;
  /** The answers that the state has chosen where the specification is silent. */
  readonly variants: Variants;
  readonly behaviour: Behaviour;
  readonly log: RequestLog;
  readonly tokens: Tokens;
  readonly write: Writer;
  readonly readTarget: (target: string) => Target;
  readonly route: (method: string, parts: readonly string[]) => Routing;
  /** Milliseconds since the epoch, real time. */
  realNow(): number;
  /** Milliseconds since the epoch, by the emulator's clock. */
  now(): number;
  /** The rule and the schemas of an endpoint, loaded on first use. */
  ruleOf(name: EndpointName): Soon<LoadedRule>;
  schemasOf(name: EndpointName): Soon<LoadedSchemas>;
  /** Formats an instant (ms) for an HTTP header. */
  httpDate(ms: number): string;
  /** Runs the jobs that are due by `until`, in ms of the emulator's clock. */
  catchUp(until: number): Promise<void>;
  /** The built-in seed with that name. Throws a `CfiError` for an unknown name. */
  builtIn(name: string): Promise<Seed>;
}
