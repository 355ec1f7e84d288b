import type { AssumptionId } from '../conformance/assumptions/assumptions.ts';
import type { ClientAccount } from '../engine/context.ts';
import type { Engine } from '../engine/engine.ts';
import type { FaultRule } from '../faults/fault-rule.ts';
import type { HttpRequest } from '../server/http-message.ts';
import type { RequestFacts } from '../store/request-facts.ts';
import type { BearerToken } from '../tokens/known-tokens.ts';
import type { ReadBody } from './request-body.ts';

/** A request to the service in progress. The pipeline fills it in, then logs it. */
export interface RequestState {
  readonly engine: Engine;
  readonly http: HttpRequest;
  /** The decoded path below the base address. */
  readonly parts: readonly string[];
  readonly query: string;
  readonly facts: RequestFacts;
  /** Not yet verified. */
  readonly token: BearerToken | undefined;
  /** The emulator's clock, read once, in ms. */
  readonly now: number;
  readonly frozen: boolean;
  /** Ids of the assumptions that the answer depends on. */
  readonly assumptions: Set<AssumptionId>;
  body: ReadBody;
  client?: ClientAccount;
  fault?: FaultRule;
}
