import type { AssumptionId } from '../conformance/assumptions/assumptions.ts';
import type { DomainFault } from '../faults/fault-rule.ts';
import type { Database } from '../store/database/database.ts';
import type { RuleContext } from './context.ts';
import { idsOf } from './ids.ts';
import type { Variants } from './variants.ts';

/** What a rule's context is made from. */
export interface RuleContextInput {
  readonly db: Database;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly variants: Variants;
  /** Where the ids of decisions are noted. */
  readonly assumptions: Set<AssumptionId>;
  /** The effect a fault rule asks for on this request. */
  readonly fault?: DomainFault | undefined;
}

/** What a rule, a job or the control API works with at one moment. */
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
