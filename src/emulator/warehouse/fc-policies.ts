/**
 * How a warehouse answers slots: by hand through the control API, by confirming each, or with one counter-offer before it
 * confirms.
 */
export const fcPolicies = ['manual', 'auto', 'counter'] as const;

/** One of the policies. */
export type FcPolicy = (typeof fcPolicies)[number];
