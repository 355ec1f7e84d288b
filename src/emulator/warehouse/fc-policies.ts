/**
 * How a warehouse answers slots: manually through the control API, by confirming each one, or with one counter-offer
 * before it confirms.
 */
export const fcPolicies = ['manual', 'auto', 'counter'] as const;

/** A warehouse policy for slots. */
export type FcPolicy = (typeof fcPolicies)[number];
