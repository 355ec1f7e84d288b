import type { VariedAssumption } from '../../engine/variants.ts';
import { deliveryProbes } from './deliveries.ts';
import { generalProbes } from './everywhere.ts';
import { orderProbes } from './orders.ts';
import type { Probe, Unasked } from './probe.ts';

/** For each assumption that has alternatives: how a service shows which of them it has, or why it cannot be asked. */
export const probes: Readonly<Record<VariedAssumption, Probe | Unasked>> = {
  ...orderProbes,
  ...deliveryProbes,
  ...generalProbes,
};
