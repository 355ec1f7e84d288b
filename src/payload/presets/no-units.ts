import type { Reason } from '../document/reasons.ts';
import type { Rule } from '../mapping/conditions.ts';
import type { Columns } from '../mapping/header.ts';

/** A quantity of zero, as shops write it on a line that was taken out of its order. */
export const noUnits: readonly string[] = ['0', '0.0', '0.00', '0.0000'];

/** Leaves out lines that were taken out of their order, whatever is included. */
export const withoutUnits = (column: Columns, reason: Reason): Rule => ({
  column,
  in: noUnits,
  reason,
  always: true,
});
