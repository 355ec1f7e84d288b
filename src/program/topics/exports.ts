import { presetNames } from '../../text/preset-names.ts';

/** The topic `exports`. */
export const exports = `Shop exports

  cfi order create export.csv --preset shopify --warehouse "Northgate FC" \\
    --dispatch-within 36h --dry-run

  Presets    ${presetNames.join(', ')}. Without --preset, the export \
is detected if its header is clear, with a notice.
  Left out   cancelled, refunded, partly-refunded, fulfilled, unpaid, on-hold, pickup, not-goods, not-kept (by a \
map). The orders are counted and listed by reason; --include REASON sends them anyway. If some lines of an order are \
shipped or refunded, the order is sent without them. --include free-lines sends lines with a price of 0 at 0.01.
  Every day  Upload the same export as often as you like: orders already sent are skipped. An order that the shop \
has cancelled since its upload is named, with the command that cancels it (exit 9).
  Stock      --stock warn, skip or stop compares the orders with the inventory before they are sent.
  SKUs       --sku-map FILE (from,to) if the shop's SKUs differ from the warehouse's.
  Prices     --prices FILE, or --prices inventory, if the file has none.
  Defaults   Save them once: cfi config set warehouse|dispatch_within|preset|map|sku_map|timezone|decimal VALUE.

  If no preset fits your file, cfi order map FILE proposes a map. See cfi help maps.
`;
