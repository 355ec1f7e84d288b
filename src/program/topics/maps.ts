/** The topic `maps`. */
export const maps = `Maps

  A JSON file for --map that says where each field comes from. cfi order map FILE proposes one for your file.

  {
    "ReferenceNumber": "Order no",                                   a column
    "ChannelBuyerName": {"join": ["First", "Last"], "with": " "},    several columns
    "ReceivedDate": {"column": "Placed", "date": "DD/MM/YYYY HH:mm"},
    "PricePerUnit": {"column": "Total", "per": "Qty", "number": {"currency": true}},
    "PaymentStatus": {"column": "Paid", "map": {"yes": "PAID"}, "default": "UNPAID"},
    "Currency": {"const": "GBP"},
    "$keep": [{"column": "State", "in": ["new", "paid"]}],
    "$leaveOut": [{"column": "State", "in": ["void"], "reason": "cancelled"}]
  }

  Dates       YYYY MM DD HH mm ss, MMM for Jan, h and A for 12 hours, Z for a zone; without one: --timezone.
  Columns     {"column": ["A", "B"]} takes the first of them that is not empty, row by row.
  $extends    Starts from a preset; --preset beside --map does the same.
  $keep       Orders that are sent. $leaveOut: those that are not, and why. $dropLines: lines of an order.
  $skipRows   Rows that are no order: totals, footers.
  $sku        {"shop SKU": "warehouse SKU"}.

  Names of columns are compared without regard to case. Check the result: cfi order create FILE --map MAP --dry-run
`;
