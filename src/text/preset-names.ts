/** Shops and systems whose exports `order create` can read; a test compares them with the presets themselves. */
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
