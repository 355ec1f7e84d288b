import { amazonNew, amazonUnshipped } from './amazon.ts';
import { ebayUk, ebayUs } from './ebay.ts';
import { etsy } from './etsy.ts';
import { linnworks } from './linnworks.ts';
import { shipstation } from './shipstation.ts';
import type { Shop } from './shop.ts';
import { shopify } from './shopify.ts';
import { tiktok } from './tiktok.ts';
import { advancedOrderExport, woocommerce } from './woocommerce.ts';

/** The exports of all presets, in each of their forms. */
export const shops: readonly Shop[] = [
  ...[shopify, woocommerce, advancedOrderExport, ebayUk, ebayUs, etsy, amazonUnshipped, amazonNew, tiktok],
  ...[shipstation, linnworks],
];
