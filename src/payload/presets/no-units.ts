/** A quantity of zero, as shops write it on a line that was taken out of its order. */
export const noUnits: readonly string[] = ['0', '0.0', '0.00', '0.0000'];
