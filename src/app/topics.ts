import { formatWords } from '../render/result.ts';
import { presetNames } from '../text/preset-names.ts';

/** What `cfi help` explains besides commands and their options. */
export const topics: Readonly<Record<string, string>> = {
  'exit-codes': `Exit codes

    0  success; slot watch: confirmed
    1  unexpected failure; doctor: a check failed
    2  wrong usage or invalid input (400 too); for files: nothing was sent
    3  declined, or not confirmed: add --yes or --offer
    4  not signed in, wrong credentials, token expired, forbidden (401, 403); \
whoami --expires-within: the token will expire
    5  not found (404)
    6  conflict (409)
    7  still rate limited after all retries (429)
    8  slot watch: still pending after --max-wait, or with --once
    9  several items, and some failed, were missing or were left out (--skip-invalid); verify: \
an assumption differs; order map: a question is open, or a field has no source
   10  network failure, an unreadable answer, or 5xx after all retries
   11  another run holds the lock
   12  slot watch, today --exit-code: the warehouse offers another time, an answer \
is needed; order track --late --exit-code: an order is late
   13  slot watch: the slot was cancelled, or can never be confirmed
  129  ended because the terminal was closed (SIGHUP)
  130  ended by Ctrl-C (SIGINT)
  143  ended by SIGTERM

In a script:

  cfi order create orders.csv --json > report.json
  case $? in
    0) ;;                  # the service has every order
    9) exit 1 ;;           # some need attention: read report.json
    7|10|11) exit 75 ;;    # try again later: the next run continues
    *) exit 1 ;;
  esac
`,
  environment: `Environment

  Options on the command line override the environment, which overrides the profile, which overrides the defaults.

  CFI_PROFILE             saved account                           --profile
  CFI_BASE_URL            the service's base address              --base-url
  CFI_EMULATOR=1          use the embedded emulator               --emulator
  CFI_EMULATOR_STATE      the emulator's folder, or :memory:      --state
  CFI_OUTPUT              ${formatWords.padEnd(39)} --output
  CFI_ACCESSIBLE=1        plain lines for screen readers          config: accessible
  CFI_NO_INPUT=1          never prompt; CI does the same          --no-input
  CFI_DEBUG=1             show each request and answer            --debug
  CFI_TIMEOUT             time limit per request                  --timeout
  CFI_MAX_RETRIES         maximum retries per request             --max-retries
  CFI_LOST_WAIT           how long a lost booking may still come  --lost-wait

  CFI_CLIENT_ID           credentials, for signing in without a prompt
  CFI_CLIENT_SECRET
  CFI_CLIENT_SECRET_FILE  a file that contains the secret
  CFI_KEYCHAIN=0          keep saved secrets in the config file only
  CFI_TOKEN               a token, used as it is, never saved
  CFI_HOME                one folder for settings, run ledger and emulator state

  CFI_PAGER, PAGER        pager for long tables, default less; empty for none (--no-pager)

  NO_COLOR, FORCE_COLOR, TERM=dumb               colour, decided separately for each stream
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY              proxies
  NODE_EXTRA_CA_CERTS                            extra certificate authorities

  Durations: 500ms, 30s, 15m, 36h, 7d, or ISO 8601, for example PT15M.
`,
  csv: `CSV files

  Start from a template: cfi order template, cfi inbound template, cfi po template.

  Header     The service's field names, with a dot for nested fields: DeliveryAddress.PostCode. Columns whose name \
starts with _ are ignored. Case, spaces, _ and - do not matter (pallet count). An unknown column is an error.
  Lines      Rows with the same ReferenceNumber (PO_REFERENCE for deliveries and purchase orders) form one \
document, even if they are not adjacent. Columns of the whole document may be blank after its first row. In a file \
of slots, each row is one slot.
  Billing    If the billing address is blank or missing, the delivery address is used.
  Text       Cells are read as text: 01234 keeps its zero.
  Delimiter  Comma, semicolon or tab, detected automatically. The encoding is UTF-8, or UTF-16 with a BOM; name any \
other with --encoding, for example windows-1252, macintosh or ibm850.
  Numbers    With a decimal point, or with --decimal comma.
  Times      With a zone (2026-09-01T17:00:00Z), or give the zone: --timezone Europe/London. Dates as spreadsheets show \
them (02/12/2026) need --dates dmy or --dates mdy, unless a day above 12 in the column shows the order.
  Constants  --set Currency=GBP gives every order the same value.

  Workbooks  An Excel workbook (.xlsx, .xlsm) is read like CSV. Do not save it as CSV first: that damages barcodes and \
postcodes. --sheet chooses the sheet. Numbers are read as they are in the cell, text as it is shown, dates as the \
workbook has them (with --timezone). Lost digits, error values and formulas without a result are errors.

  The export of a shop is read as it is: cfi help exports. For columns of your own, write a map: cfi help maps.

  If a file has errors, nothing is sent, and every error is listed with its reference, line and column. Check first \
with --dry-run, or send what is valid with --skip-invalid. Failures are written to <input>.failed.csv, or .failed.xlsx for a workbook; correct \
that file and send it.
`,
  exports: `Shop exports

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
  SKUs       --sku-map FILE (from,to) if the shop's SKUs differ from the warehouse's; with qty and share too, the rows of one SKU are the parts of a set.
  Prices     --prices FILE, or --prices inventory, if the file has none.
  Defaults   Save them once, for example cfi config set warehouse VALUE; cfi config list shows all that can be saved.

  If no preset fits your file, cfi order map FILE proposes a map. See cfi help maps.
`,
  maps: `Maps

  A JSON file for --map that says what each column of a file is. cfi order map FILE proposes one and asks what it \
cannot know, on a terminal or in $ask: to answer, copy the set of a choice into the map, and delete the question.

  {
    "ReferenceNumber": "Order no",
    "ChannelBuyerName": {"join": ["First", "Last"], "with": " "},
    "ReceivedDate": {"column": "Placed", "date": "DD/MM/YYYY HH:mm"},
    "PricePerUnit": {"column": "Total", "per": "Qty",
                     "number": {"currency": true}},
    "Currency": {"const": "GBP"},
    "$statuses": [{"column": "State", "ship": ["new", "paid"],
                   "leaveOut": {"cancelled": ["void"]}}],
    "$leaveOut": [{"column": "Sent on", "filled": true, "reason": "fulfilled"}],
    "$unused": ["Colour", {"column": "Pickup point", "blank": true}]
  }

  Columns     {"column": ["A", "B"]} is the first that is not empty in the row.
  Dates       YYYY MM DD HH mm ss, MMM for Jan, Z for a zone.
  $unused     Makes the map complete: what it does not account for is an error of its order, \
and cfi order map FILE --map MAP asks about it.
  $statuses   What ships, and why the rest is left out; "of": "line" for lines.
  $notes      Columns that are shown and never interpreted.
  $leaveOut   Leaves out orders, $dropLines lines. $keep sends only matching ones.
  Conditions  in, empty, filled, or future with date.
  $skipRows   Skips rows that are not orders, such as totals and footers.
  $repeated   Rows of one order that agree: "lines" sends each, "same" one.
  $items      Lines in one row: [{"SKU": "sku_1", "Qty": "qty_1"}, …].
  $sku        {"shop SKU": "warehouse SKU"}, or the parts of a set.
  Less        {"column": "Quantity", "less": ["Shipped"]} for Qty.
  Streets     {"street": "Street", "houseNumber": "No"}.
  Cents       {"column": "Price", "number": {"minor": true}}.

  Check the result: cfi order create FILE --map MAP --dry-run
`,
  times: `Times

  Output     Tables show warehouse time (UK) with the zone; json, ndjson and csv show what the service sent.
  Options    --counter, --offer and --time take warehouse time: 2030-05-14 10:00, 14 may 10:00, 14/5 10:00, tue \
10:00 (the Tuesday nearest to the offer; without one, the next), tomorrow 10am, 10:00 (on the day last proposed), or ISO 8601 with a zone. The time is \
repeated as understood before anything is sent.
  Files      With a zone (2026-09-01T17:00:00Z), or give the zone with --timezone.
  Since      --since takes a duration before now (36h, 7d), yesterday, or a date (2026-09-01).
  Durations  500ms, 30s, 15m, 36h, 7d, or ISO 8601: PT15M.
  Slots      A morning is 09:00 and an afternoon 13:00, warehouse time. Most warehouses take no deliveries on \
Mondays.

  The service's clock decides whether a time is past, not this machine's; cfi doctor compares the two.
`,
  output: `Output

  Standard output carries the result and nothing else; progress, prompts, notices and errors go to standard error.

  table    for people. Fits the terminal; complete when piped. Warehouse time (UK), with the zone.
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
`,
  desk: `A coordinator's desk

  cfi today        Shows what needs your answer, what waits on the warehouse, what arrives, is overdue or came short. \
--exit-code ends with 12 if an answer is needed.
  cfi board        Shows the same, full screen and live, with a key for each answer; ? lists the keys.
  cfi slot watch   Waits for the warehouse, on a terminal or in a script.

  Answer safely    cfi slot respond REF --accept --offer "tue 13:00" accepts only the time that you have read; \
if the warehouse has changed its offer, it ends with exit 6. Enter alone never accepts.
  Book             cfi slot book asks for each value; cfi slot book --like REF --date ... repeats a booking; \
cfi slot book FILE books many slots, each once.
  Purchase orders  cfi po create --slot REF --item SKU=QTY; cfi po list --short shows what came short.
  Week, calendar   cfi slot list --week draws a week; cfi slot list --ics FILE writes all slots as one calendar.

  The service allows you to poll only a few times an hour; watch and board keep to that.
`,
  'many-machines': `Many machines

  cfi order create big.csv --shard 2/4     the second of four parts, on the second of four machines
  cfi order create big.csv --shard auto/4  gets the part from the scheduler

  Schedulers  Kubernetes (JOB_COMPLETION_INDEX), SLURM (SLURM_ARRAY_TASK_ID), AWS Batch \
(AWS_BATCH_JOB_ARRAY_INDEX) and GNU parallel (PARALLEL_SEQ).
  Parts       The part depends only on the reference, so no two machines send the same order if N is the same.
  Killed      Start the task again. With its folder (CFI_HOME), it skips the orders that are done; without it, it \
asks the service, which rejects a reference that it already has.
  One folder  Only one upload per account can run in a CFI_HOME: a second exits 11, or waits with --wait 30m.
  Rate        The machines share the account's rate limit: give each its part with --rate.
`,
  // It follows the help of the group.
  emulator: `The emulator

  The built-in seed "default" has the clients emu-acme, emu-bluebird and emu-auditor (read-only); each client's \
secret is its ID followed by -secret. The warehouses are Northgate FC, Midlands FC and Thames Reach FC.

  Be the warehouse  cfi emulator fc confirm SLOT, fc counter, fc receive, fc dispatch
  Move the clock    cfi emulator clock advance 36h
  Cause failures    cfi emulator fault add '{"do":{"status":503}}'
  Read its log      cfi emulator log --follow

  With CFI_BASE_URL or --base-url, these commands use a served emulator, otherwise the state folder.
`,
};
