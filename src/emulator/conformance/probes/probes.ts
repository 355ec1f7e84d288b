import type { VariedAssumption } from '../variants.ts';
import { deliveryProbes } from './deliveries.ts';
import { generalProbes } from './everywhere.ts';
import { orderProbes } from './orders.ts';
import type { Probe, Unasked } from './probe.ts';

/** For each assumption with alternatives: how to observe the service's choice, or why that is impossible. */
export const probes: Readonly<Record<VariedAssumption, Probe | Unasked>> = {
  ...orderProbes,
  ...deliveryProbes,
  ...generalProbes,
};
