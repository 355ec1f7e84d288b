import type { AssumptionId } from '../conformance/assumptions/assumptions.ts';
import type { ClientAccount } from '../engine/context.ts';
import type { Engine } from '../engine/engine.ts';
import type { FaultRule } from '../faults/fault-rule.ts';
import type { HttpRequest } from '../server/http-message.ts';
import type { RequestFacts } from '../store/request-facts.ts';
import type { TokenClaims } from '../tokens/tokens.ts';
import type { ReadBody } from './request-body.ts';

/** A request of the service under way, filled in as it goes through the pipeline; at the end it is logged. */
export interface RequestState {
  readonly engine: Engine;
  readonly http: HttpRequest;
  /** The decoded path below the base address. */
  readonly parts: readonly string[];
  readonly query: string;
  readonly facts: RequestFacts;
  readonly token: string | undefined;
  /** What the token says, not yet verified. */
  readonly claims: TokenClaims | undefined;
  /** The emulator's clock, read once, in ms. */
  readonly now: number;
  readonly frozen: boolean;
  /** Ids of the decisions that the answer rests on. */
  readonly assumptions: Set<AssumptionId>;
  body: ReadBody;
  client?: ClientAccount;
  fault?: FaultRule;
}
