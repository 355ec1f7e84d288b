import type { AssumptionId } from '../conformance/assumptions/assumptions.ts';
import type { DomainFault } from '../faults/fault-names.ts';
import type { Database } from '../store/database/database.ts';
import type { RuleContext } from './context.ts';
import { idsOf } from './ids.ts';
import type { Variants } from './variants.ts';

/** The parts of the engine and of a request that make up a rule context. */
export interface RuleContextInput {
  readonly db: Database;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly variants: Variants;
  /** Collects the ids of the assumptions that the answer depends on. */
  readonly assumptions: Set<AssumptionId>;
  /** The effect that a fault rule requests for this request. */
  readonly fault?: DomainFault | undefined;
}

/** The context in which a rule, a job or the control API works at one moment. */
export const ruleContext = ({ db, now, variants, assumptions, fault }: RuleContextInput): RuleContext => ({
  now,
  db,
  ids: idsOf(db),
  variants,
  assume(...ids) {
    for (const id of ids) assumptions.add(id);
  },
  hasFault: (name) => fault === name,
});
