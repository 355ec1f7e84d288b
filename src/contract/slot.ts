import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { calendarDay, shortText, text, zonedTime } from './primitives.ts';

export const slotWindows = ['morning', 'afternoon'] as const;
export const skuBuckets = ['lt_10', '10_to_20', 'gt_20'] as const;

export const deliveryTypes = ['container', 'truck'] as const;

/** Suggestions only: the service publishes `palletised` and leaves both lists otherwise open. */
export const suggestedLoadingTypes = ['palletised', 'loose', 'mixed'] as const;
/** As above, for containers. */
export const suggestedContainerSizes = ['20ft', '40ft', '40ft_hc', '45ft_hc'] as const;

export const slotRequest = z
  .looseObject({
    date: calendarDay,
    window: z.enum(slotWindows),
    warehouse: shortText(limits.maxWarehouseLength),
    loadingType: text,
    numberOfSkus: z.enum(skuBuckets),
    deliveryType: z.optional(z.enum(deliveryTypes)),
    containerSize: z.optional(text),
    palletCount: z.optional(z.int().check(z.minimum(limits.minPalletCount))),
    containerTruckNumber: z.optional(z.string().check(z.maxLength(limits.maxContainerTruckNumberLength))),
  })
  .check(
    z.refine((value) => value.deliveryType !== 'container' || value.containerSize !== undefined, {
      error: 'a value',
      path: ['containerSize'],
    }),
  );

export const slotResponseRequest = z
  .looseObject({
    action: z.enum(['accept', 'counter']),
    proposedTime: z.optional(zonedTime),
    comment: z.optional(z.string()),
  })
  .check(
    z.refine((value) => value.action !== 'counter' || value.proposedTime !== undefined, {
      error: 'a value',
      path: ['proposedTime'],
    }),
  );

/** States with published names; a used or cancelled slot may have others. */
export const slotStates = ['pending_ops', 'pending_customer', 'confirmed'] as const;

export type SlotRequest = z.infer<typeof slotRequest>;
