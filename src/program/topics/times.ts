/** The topic `times`. */
export const times = `Times

  Output     Tables show warehouse time (UK) with the offset; json, ndjson and csv show what the service sent.
  Options    --counter, --offer and --time take warehouse time: 2026-11-25 10:00, 25 nov 10:00, 25/11 10:00, tue \
10:00 (the next Tuesday), tomorrow 10am, 10:00 (on the day last proposed), or ISO 8601 with a zone. The time is \
repeated as understood before anything is sent.
  Files      With a zone (2026-09-01T17:00:00Z), or give the zone with --timezone.
  Since      --since takes a duration before now (36h, 7d), yesterday, or a date (2026-09-01).
  Durations  500ms, 30s, 15m, 36h, 7d, or ISO 8601: PT15M.
  Slots      A morning is 09:00 and an afternoon 13:00, warehouse time. Most warehouses take no deliveries on \
Mondays.

  The service's clock decides whether a time is past, not this machine's; cfi doctor compares the two.
`;
