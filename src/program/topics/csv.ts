/** The topic `csv`. */
export const csv = `CSV files

  Start from a template: cfi order template, cfi inbound template, cfi po template.

  Header      The service's field names; nested ones dotted: DeliveryAddress.PostCode. Columns whose name
              starts with _ are ignored. An unknown column is an error.
  Lines       Rows with the same ReferenceNumber (PO_REFERENCE for deliveries and purchase orders) are
              one document with several lines, wherever in the file they are. Columns of the whole order
              may be blank after the first row. Slots are the exception: each row is one slot.
  Billing     A blank billing address, or none at all, is the delivery address.
  Text        Every cell is text until its field says otherwise: 01234 keeps its zero.
  Delimiter   Comma, semicolon or tab is recognised. UTF-8, or UTF-16 with a BOM; for others
              --encoding windows-1252.
  Numbers     A point for decimals, or --decimal comma.
  Times       With a zone (2026-09-01T17:00:00Z), or give the zone: --timezone Europe/London.

  Exports     --preset shopify|woocommerce|ebay|etsy|amazon|tiktok|shipstation|linnworks, or recognised by the
              header. What must not be shipped is left out and reported; --include REASON sends it anyway.
  Maps        --map FILE with {"<field>": <entry>, ...} for columns of your own. An entry is "<column>" or one of
              {"column": ..., "map": {...}, "default": ...}   {"join": [...], "with": " "}   {"const": ...}
              {"column": ..., "date": "DD/MM/YYYY HH:mm"}     {"column": ..., "number": {"currency": true}}
              {"column": ..., "per": "<quantity column>"}
              Also $extends, $keep, $leaveOut, $dropLines, $skipRows, $sku.
  Constants   --set Currency=GBP gives every document the same value.

  If anything in a file is wrong, nothing is sent: every problem is listed with its document, line and column.
  Check first with --dry-run, or send the valid part with --skip-invalid. Failures are written to
  <input>.failed.csv, which can be fixed and sent again.
`;
