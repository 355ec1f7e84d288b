/** The topic `exports`. */
export const exports = `Exports of shops

  cfi order create export.csv --preset shopify --warehouse "Northgate FC" --dispatch-within 36h --dry-run

  Presets     shopify, woocommerce, ebay, etsy, amazon, tiktok, shipstation, linnworks. Without --preset, a
              header that is unmistakably one of them is recognised, with a notice.
  Left out    cancelled, refunded, partly-refunded, fulfilled, unpaid, on-hold, pickup, not-goods, not-kept
              (by a map). Each reason is counted and named; --include REASON sends those orders anyway.
              An order of which some lines are shipped or refunded goes without them.
  Every day   Send the same export again as often as you like: what went out is skipped. An order that the
              shop cancelled after its upload is named, with the command that cancels it (exit 9).
  Stock       --stock warn, skip or stop compares the orders with the inventory before they are sent.
  SKUs        --sku-map FILE (from,to) where the shop's SKUs are not the warehouse's.
  Prices      --prices FILE, or --prices inventory, where the file has none.
  Defaults    Save them once: cfi config set warehouse|dispatch_within|preset|map|sku_map|timezone VALUE.

  A file that no preset knows: cfi order map FILE proposes a map. See cfi help maps.
`;
