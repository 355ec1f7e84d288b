import type { DocumentKind } from './types.ts';

/**
 * Whether files of a kind may be shop exports: rows can be left out, SKUs, prices and times filled in, and values warned
 * about.
 */
export const fromShops: Readonly<Record<DocumentKind, boolean>> = {
  order: true,
  inbound: false,
  'purchase-order': false,
  slot: false,
};
