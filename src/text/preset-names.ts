/** Shops and systems whose exports `order create` can read. */
export const presetNames = [
  'shopify',
  'woocommerce',
  'ebay',
  'etsy',
  'amazon',
  'tiktok',
  'shipstation',
  'linnworks',
] as const;

export type PresetName = (typeof presetNames)[number];
