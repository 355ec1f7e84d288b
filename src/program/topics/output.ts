/** The topic `output`. */
export const output = `Output

  Standard output carries the result and nothing else; progress, questions, notices and errors go to standard error.

  table    for people. Fits the terminal; complete when piped. Warehouse time (UK), with the offset.
  json     one document: {"data": ..., "pagination": ...}, the service's own data unchanged.
  ndjson   one item a line, for lists and streams.
  csv      the table's rows with all columns (RFC 4180). A cell that a spreadsheet would run as a formula gets
           a leading apostrophe; numbers such as -5 stay as they are.

  --fields A,B,... shows only these columns (table, csv) or members (ndjson), in this order, by their names in csv.
  --sort FIELD or FIELD:desc orders the rows, numbers as numbers and empty ones last. json stays as it is.

  --out FILE writes the result to a file, whole or not at all. --quiet suppresses notices.

  With json and ndjson an error is one JSON line on standard error:
    {"error":{"code","message","hint","status","field","retryable","retryAfterSeconds","exitCode"}}
  where code is usage, invalid-input, unauthorized, forbidden, not-found, conflict, rate-limited,
  unavailable, network, timeout, partial, cancelled, locked or internal. Problems of a file are in "errors".

  A page that is not the last says so on standard error: more: --page 2, or --all
`;
