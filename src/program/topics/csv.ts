/** The topic `csv`. */
export const csv = `CSV files

  Start from a template: cfi order template, cfi inbound template, cfi po template.

  Header     The service's field names, with a dot for nested fields: DeliveryAddress.PostCode. Columns whose name \
starts with _ are ignored. An unknown column is an error.
  Lines      Rows with the same ReferenceNumber (PO_REFERENCE for deliveries and purchase orders) form one \
document, even if they are not adjacent. Columns of the whole document may be blank after its first row. In a file \
of slots, each row is one slot.
  Billing    If the billing address is blank or missing, the delivery address is used.
  Text       Cells are read as text: 01234 keeps its zero.
  Delimiter  Comma, semicolon or tab, detected automatically. The encoding is UTF-8, or UTF-16 with a BOM; name any \
other with --encoding windows-1252.
  Numbers    With a decimal point, or with --decimal comma.
  Times      With a zone (2026-09-01T17:00:00Z), or give the zone: --timezone Europe/London.
  Constants  --set Currency=GBP gives every document the same value.

  The export of a shop is read as it is: cfi help exports. For columns of your own, write a map: cfi help maps.

  If a file has errors, nothing is sent, and every error is listed with its document, line and column. Check first \
with --dry-run, or send the valid documents with --skip-invalid. Failures are written to <input>.failed.csv; correct \
that file and send it.
`;
