import type { DocumentKind } from './types.ts';

/**
 * Whether files of a kind may be exports of shops: their rows can be left out for a reason, SKUs, prices and times filled
 * in, and values warned about.
 */
export const fromShops: Readonly<Record<DocumentKind, boolean>> = {
  order: true,
  inbound: false,
  'purchase-order': false,
  slot: false,
};
