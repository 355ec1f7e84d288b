/** The topic `output`. */
export const output = `Output

  Standard output carries the result and nothing else; progress, prompts, notices and errors go to standard error.

  table    for people. Fits the terminal; complete when piped. Warehouse time (UK), with the offset.
  json     one document: {"data": ..., "pagination": ...}, with the service's own data unchanged.
  ndjson   one item per line, for lists and streams.
  csv      the table's rows with all columns (RFC 4180). A cell that a spreadsheet would run as a formula gets a \
leading apostrophe; numbers such as -5 are unchanged.

  --fields A,B,... shows only these columns (table, csv) or members (ndjson), in this order, by their csv names.
  --sort FIELD or FIELD:desc sorts the rows, numbers by value, empty values last. json is not affected.

  --out FILE writes the result to a file, replaced as a whole or not at all. --quiet hides notices.

  With json and ndjson, an error is one JSON line on standard error:
    {"error":{"code","message","hint","status","field",
              "retryable","retryAfterSeconds","exitCode"}}
  where code is usage, invalid-input, unauthorized, forbidden, not-found, conflict, rate-limited, unavailable, \
network, timeout, partial, cancelled, locked or internal. The errors in a file are in "errors".

  If there are more pages, standard error says so: more: --page 2, or --all
`;
