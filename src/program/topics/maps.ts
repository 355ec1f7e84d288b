/** The topic `maps`. */
export const maps = `Maps

  A JSON file for --map that gives the source of each field. cfi order map FILE proposes one for your file.

  {
    "ReferenceNumber": "Order no",
    "ChannelBuyerName": {"join": ["First", "Last"], "with": " "},
    "ReceivedDate": {"column": "Placed", "date": "DD/MM/YYYY HH:mm"},
    "PricePerUnit": {"column": "Total", "per": "Qty",
                     "number": {"currency": true}},
    "PaymentStatus": {"column": "Paid", "map": {"yes": "PAID"},
                      "default": "UNPAID"},
    "Currency": {"const": "GBP"},
    "$keep": [{"column": "State", "in": ["new", "paid"]}],
    "$leaveOut": [{"column": "State", "in": ["void"], "reason": "cancelled"}]
  }

  Columns     A name, or {"column": ["A", "B"]} for the first that is not empty in the row.
  Dates       YYYY MM DD HH mm ss, MMM for Jan, h and A for 12 hours, Z for a zone (default: --timezone).
  $extends    Starts from a preset, like --preset beside --map.
  $keep       Sends only matching orders. $leaveOut leaves out orders, $dropLines lines, for a reason.
  $skipRows   Skips rows that are not orders, such as totals and footers.
  $sku        {"shop SKU": "warehouse SKU"}.

  Column names are not case-sensitive. Check the result: cfi order create FILE --map MAP --dry-run
`;
