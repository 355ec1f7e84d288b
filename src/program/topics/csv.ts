export const csv = `CSV files

  Start from a template: cfi order template, cfi inbound template, cfi po template.

  Header      The service's field names; nested ones dotted: DeliveryAddress.PostCode. Columns that
              start with _ are ignored. An unknown column is an error.
  Lines       Rows with the same ReferenceNumber (PO_REFERENCE for deliveries and purchase orders) are
              one document with several lines, wherever they stand. Columns of the whole order may be
              blank after the first row.
  Billing     Without any BillingAddress column the delivery address is copied.
  Text        Every cell is text until its field says otherwise: 01234 keeps its zero.
  Delimiter   Comma, semicolon or tab, found out by itself. UTF-8, or UTF-16 with a BOM; for others
              --encoding windows-1252.
  Numbers     A point for decimals, or --decimal comma.
  Times       With a zone (2026-09-01T17:00:00Z), or say which one is meant: --timezone Europe/London.

  Other systems' exports: --preset shopify|shipstation|amazon|linnworks.
  Your own columns: --map FILE with {"<field>": "<column>" | {"const": ...} | {"column": ..., "map": {...}}}.
  The same value everywhere: --set Currency=GBP

  A file with anything wrong sends nothing: every problem is listed with line and column. Check first with
  --dry-run, or send the good part with --skip-invalid. Failures are written to <input>.failed.csv, which can be
  mended and sent again.
`;
